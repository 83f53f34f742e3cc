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


#: What an answer says of its document, and what is surer and must not contradict it.
_SURER: dict[str, tuple[str, ...]] = {"doi": (), "pmid": ("doi",), "title": ("doi", "pmid"), "text": ("doi", "pmid")}


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
    index = _Index(pile)
    ids = pile.ids.to_list()
    answers, unknown = [], []
    for answer in _list_last(others):
        place = index.find(answer)
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


class _Index:
    """Documents of this project by what answers say of theirs."""

    def __init__(self, pile: "Documents") -> None:
        from likewise.documents.identity import keys_of
        from likewise.project.identity_index import list_identities

        keys = keys_of(pile)
        self._identities = [json.loads(each) for each in list_identities(keys, len(pile))]
        self._by_id = {str(name): place for place, name in enumerate(pile.ids)}
        self._by_key: dict[tuple[str, str], int] = {}
        for kind, values in keys:
            for place, value in enumerate(values):
                if value is not None and kind in ("doi", "pmid", "title"):
                    self._by_key.setdefault((kind, value), place)
                elif value is not None and kind == "text":
                    self._by_key.setdefault((kind, hashlib.sha256(value.encode()).hexdigest()), place)

    def find(self, answer: Answer) -> int | None:
        """Find the document of an answer: of several with one text that with its id, and none with another DOI."""
        from likewise.documents.containment import is_long_title

        known: dict[str, str] = json.loads(answer.identity or "{}")
        same = self._by_id.get(answer.document)
        if same is not None:
            shared = known.keys() & self._identities[same].keys()
            if shared and all(known[kind] == self._identities[same][kind] for kind in shared):
                return same
        for kind, value in known.items():
            place = self._by_key.get((kind, value))
            if place is None or (kind == "title" and not is_long_title(value)):
                continue
            theirs = self._identities[place]
            if all(theirs.get(number, known[number]) == known[number] for number in _SURER[kind] if number in known):
                return place
        return None


def _describe(unknown: list[Answer], path: str) -> list[str]:
    if not unknown:
        return []
    answers = count_noun(len(unknown), "answer is on a document that is", "answers are on documents that are")
    return [f"{path}: {answers} not in this project and did not count; they stay in that file"]
