"""Answers on several documents at once, and taking them back together."""

from collections.abc import Sequence

from likewise.app.session import Session
from likewise.errors import UserError
from likewise.project.answers import Answer

#: Documents that one gesture answers at most.
MOST_AT_ONCE = 1000


def answer_several(session: Session, ids: Sequence[str], decision: str) -> list[Answer]:
    """Write the same answer down for several documents.

    Parameters
    ----------
    session : Session
        Of the project.
    ids : sequence of str
        Of the documents.
    decision : {"yes", "no", "unsure"}
        What is said.

    Returns
    -------
    list of Answer
        One for each document, in order.

    Raises
    ------
    UserError
        If there are too many, or one of them is not in the project: then nothing is written.

    Examples
    --------
    >>> answer_several(session, ["d1", "d2"], "no")  # doctest: +SKIP
    """
    unique = list(dict.fromkeys(ids))
    if not unique:
        raise UserError("no document is chosen; choose some first", parameter="id")
    if len(unique) > MOST_AT_ONCE:
        raise UserError(
            f"{len(unique):,} documents are too many at once; choose up to {MOST_AT_ONCE:,}", parameter="id"
        )
    for name in unique:
        session.card(name)
    return [session.answer(name, decision) for name in unique]


def undo_several(session: Session, times: int) -> list[Answer]:
    """Take back the last answers of the reviewer.

    Parameters
    ----------
    session : Session
        Of the project.
    times : int
        How many.

    Returns
    -------
    list of Answer
        Those that were taken back; fewer if there are not so many.

    Examples
    --------
    >>> undo_several(session, 2)  # doctest: +SKIP
    """
    undone: list[Answer] = []
    while len(undone) < min(max(times, 0), MOST_AT_ONCE):
        answer = session.undo()
        if answer is None:
            break
        undone.append(answer)
    return undone
