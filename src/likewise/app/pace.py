"""Pace: how many are left, if finds go on to become rarer as they did."""

import json
from dataclasses import dataclass
from typing import Any

from likewise.plural import about, count_noun
from likewise.project.answers import Fold
from likewise.project.project import Project

#: Picks that are read from the likeliest on; those drawn at random, and answers of files and lists, have no such order.
_READ = ("top", "uncertain", "different")
#: Before so many answers the pace says nothing, as in `likewise simulate --loop`.
_FEWEST = 10
_RECALL, _LEVEL = 0.95, 0.9


@dataclass(frozen=True)
class PaceStatement:
    """What the pace of finds says.

    Parameters
    ----------
    n_read, n_found : int
        Documents read one by one from the likeliest on, since documents were last added, and those with yes.
    left : float or None
        How many are left at most, with a probability of 90 % by this model; None before there are ten answers and a
        find.
    recall : float or None
        The share of all that is found then, examples not counted.

    Examples
    --------
    >>> PaceStatement(200, 30, 1.2, 0.96).may_stop
    True
    """

    n_read: int
    n_found: int
    left: float | None
    recall: float | None

    @property
    def may_stop(self) -> bool:
        """Whether at least 95 % are found by this rule."""
        return self.recall is not None and self.recall >= _RECALL


def state_pace(project: Project, fold: Fold) -> PaceStatement:
    """Say how many the pace of finds leaves.

    Parameters
    ----------
    project : Project
        Any.
    fold : Fold
        The answers so far.

    Returns
    -------
    PaceStatement
        By `likewise.estimate.pace`. Documents that are added may bring as many finds as those before: the pace is
        counted anew then.
    """
    database = project.database
    ((start,),) = database.read(
        "SELECT coalesce(max(last_answer), 0) FROM draws WHERE batch IS NOT NULL AND n_documents > 0"
    )
    read: list[str] = []
    others: list[str] = []
    for document, answer in fold.current.items():
        first = fold.valid_of(document)[0]
        is_read = first.seq > start and first.pick in _READ and answer.decision in ("yes", "no")
        (read if is_read else others).append(document)
    places = [place for place, document in enumerate(read, 1) if fold[document].decision == "yes"]
    if not places or len(read) < _FEWEST:
        return PaceStatement(len(read), len(places), None, None)
    from likewise.estimate.pace import count_left_by_pace

    ((n_pile,),) = database.read(
        "SELECT count(*) FROM documents WHERE drawable AND id NOT IN (SELECT value FROM json_each(?))",
        [json.dumps(others)],
    )
    left = max(count_left_by_pace(places, len(read), max(n_pile, len(read)), _LEVEL), 0.0)
    n_yes = fold.count()["yes"]
    return PaceStatement(len(read), len(places), left, n_yes / (n_yes + left))


def describe_pace(pace: PaceStatement) -> list[str]:
    """Say what the pace of finds says, and what that rests on.

    Parameters
    ----------
    pace : PaceStatement
        What there is to say.

    Returns
    -------
    list of str
        Sentences.

    Examples
    --------
    >>> describe_pace(PaceStatement(3, 1, None, None))[0]
    'It says nothing yet: it takes 10 documents read one by one since documents were added, and a find; 3 are read.'
    """
    if pace.left is None or pace.recall is None:
        takes = f"it takes {_FEWEST} documents read one by one since documents were added, and a find"
        return [f"It says nothing yet: {takes}; {count_noun(pace.n_read, 'is', 'are')} read."]
    enough = "enough" if pace.may_stop else "not enough"
    return [
        f"At most about {about(pace.left)} are left: {pace.n_found:,} were found in {pace.n_read:,} read one by one.",
        (
            f"At least {100 * pace.recall:.0f} % of what was not known at the start is found by this rule, which wants "
            f"{100 * _RECALL:.0f} %: it is {enough} to stop."
        ),
        (
            "It rests on this assumption: documents are read from the likeliest on, and finds go on to become rarer as "
            "they did. It is a model, not a bound."
        ),
    ]


def pace_as_json(pace: PaceStatement) -> dict[str, Any]:
    """Make the object of a pace.

    Parameters
    ----------
    pace : PaceStatement
        What there is to say.

    Returns
    -------
    dict
        Keys `n_read, n_found, left, recall, may_stop`.

    Examples
    --------
    >>> pace_as_json(PaceStatement(200, 30, 1.23456, 0.96))
    {'n_read': 200, 'n_found': 30, 'left': 1.235, 'recall': 0.96, 'may_stop': True}
    """
    return {
        "n_read": pace.n_read,
        "n_found": pace.n_found,
        "left": None if pace.left is None else round(pace.left, 3),
        "recall": None if pace.recall is None else round(pace.recall, 4),
        "may_stop": pace.may_stop,
    }
