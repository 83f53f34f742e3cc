"""Answers on several documents at once, and taking them back together."""

import re
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
    return session.answer_several(unique, decision)


def undo_several(session: Session, numbers: str) -> list[Answer]:
    """Take back answers that were given together, and no others that came since.

    Parameters
    ----------
    session : Session
        Of the project.
    numbers : str
        Of the first and the last of them, as `describe_numbers` writes them.

    Returns
    -------
    list of Answer
        Those that were taken back; fewer if some were taken back before.

    Raises
    ------
    UserError
        If it says nothing of the kind.

    Examples
    --------
    >>> undo_several(session, "12-14")  # doctest: +SKIP
    """
    if not re.fullmatch(r"[0-9]{1,15}-[0-9]{1,15}", numbers):
        raise UserError(f"{numbers!r} are not numbers of answers; load the page again", parameter="undo")
    first, _, last = numbers.partition("-")
    return session.undo_between(int(first), int(last))


def describe_numbers(answers: Sequence[Answer]) -> str:
    """Write the numbers of answers that were given together.

    Examples
    --------
    >>> describe_numbers([Answer("d1", "no", "ana", "", seq=12), Answer("d2", "no", "ana", "", seq=13)])
    '12-13'
    """
    return f"{answers[0].seq}-{answers[-1].seq}" if answers else ""
