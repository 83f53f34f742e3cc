"""Answers of another project: of a colleague's copy, or recovered from a damaged file."""

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.project.answers import Answer, Fold, read_answers
from likewise.project.database import Database
from likewise.project.project import find_path

if TYPE_CHECKING:
    from likewise.documents import Documents


@dataclass(frozen=True)
class Merged:
    """Answers of another project, on documents of this one.

    Parameters
    ----------
    answers : tuple of Answer
        Those that are not here yet, in the order of the other log; each keeps who said it, and when.
    n_unknown : int
        Answers on documents that are not in this project.
    notes : tuple of str
        What to know of them.
    """

    answers: tuple[Answer, ...]
    n_unknown: int
    notes: tuple[str, ...]


def merge_answers(pile: "Documents", fold: Fold, path: str) -> Merged:
    """Bring the answers of another project to the documents of this one.

    Parameters
    ----------
    pile : Documents
        Of this project.
    fold : Fold
        The answers of this project.
    path : str
        The other project's file; it needs nothing but its answers.

    Returns
    -------
    Merged
        The last answer of each reviewer on each document, unless it is here already, or the same reviewer has said
        something later here.

    Raises
    ------
    UserError
        If it cannot be read.
    """
    with Database(find_path(path), read_only=True) as database:
        others = Fold(read_answers(database))
    places = _index(pile)
    ids = pile.ids.to_list()
    answers, unknown = [], []
    for answer in _list_last(others):
        place = _find(answer, places)
        if place is None:
            unknown.append(answer)
            continue
        mine = [each for each in fold.valid_of(ids[place]) if each.by == answer.by]
        if not mine or (mine[-1].at < answer.at and mine[-1].decision != answer.decision):
            answers.append(replace(answer, document=ids[place], run=None, seq=0))
    if not answers and not unknown and not len(others):
        raise UserError(f"{path} has no answers", parameter="decisions")
    return Merged(tuple(answers), len(unknown), tuple(_describe(unknown, path)))


def _list_last(fold: Fold) -> list[Answer]:
    """List the last answer of each reviewer on each document, in the order of the log."""
    last = [
        answer
        for document in fold.current
        for answer in {(each.by, each.pick == "conflict"): each for each in fold.valid_of(document)}.values()
    ]
    return sorted(last, key=lambda answer: answer.seq)


def _index(pile: "Documents") -> dict[tuple[str, str], int]:
    """Find documents by what answers say of them."""
    from likewise.documents.identity import keys_of

    places: dict[tuple[str, str], int] = {}
    for kind, values in keys_of(pile):
        for place, value in enumerate(values):
            if value is not None and kind in ("doi", "pmid", "title"):
                places.setdefault((kind, value), place)
            elif value is not None and kind == "text":
                places.setdefault((kind, hashlib.sha256(value.encode()).hexdigest()), place)
    return places


def _find(answer: Answer, places: dict[tuple[str, str], int]) -> int | None:
    known = json.loads(answer.identity or "{}")
    return next((places[pair] for pair in known.items() if pair in places), None)


def _describe(unknown: list[Answer], path: str) -> list[str]:
    if not unknown:
        return []
    answers = count_noun(len(unknown), "answer is on a document that is", "answers are on documents that are")
    return [f"{path}: {answers} not in this project and did not count; they stay in that file"]
