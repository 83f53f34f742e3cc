"""Answers that a page sends again because it never heard that they were written down."""

from collections.abc import Sequence

from likewise.app.session import Session
from likewise.project.answers import Answer


def find_written(
    session: Session,
    after: int | None,
    decision: str,
    ids: Sequence[str] | None = None,
    note: str | None = None,
    reason: str | None = None,
) -> list[Answer]:
    """Find the answers that were written down when they were sent the first time.

    Parameters
    ----------
    session : Session
        Of the project.
    after : int or None
        Number of the last answer that the page knew of when it sent them first; None if this is the first time.
    decision : {"yes", "no", "unsure", "undo"}
        What is said.
    ids : sequence of str or None, default=None
        Of the documents; None for the one that the reviewer answered last, as an undo means it.
    note, reason : str or None, default=None
        What is said besides.

    Returns
    -------
    list of Answer
        One for each document, in order; none if any of them is missing, or the reviewer said something else since.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.finder.inputs import as_documents
    >>> from likewise.project.creating import create_project
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     examples, pile = as_documents(["red wine"], "examples"), as_documents(["tea", "a glass of wine"], "pile")
    ...     path = create_project(f"{folder}/review", examples, pile, by="ana")
    ...     with Session(path, by="ana") as session:
    ...         written = session.answer("2", "yes")
    ...         [find_written(session, after, "yes", ["2"]) == [written] for after in (0, 1, None)]
    [True, False, False]
    """
    if after is None:
        return []
    theirs = [each for each in session.answers_since(after) if each.by == session.by]
    last = {each.document: each for each in theirs}
    wanted = ids if ids is not None else [each.document for each in theirs[-1:]]
    found = [last[name] for name in wanted if name in last]
    said = {(each.decision, each.note, each.reason) for each in found}
    return found if len(found) == len(wanted) and said == {(decision, note, reason)} else []
