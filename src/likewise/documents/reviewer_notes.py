"""Decisions that other programs keep in notes and tags: Rayyan's votes, and tags of a reference manager."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import polars as pl

from likewise.documents.decision_words import is_decision, parse_decision
from likewise.documents.documents import to_strings
from likewise.documents.spelling import fold_one

_NOTES = ("notes", "note", "n1")
_TAGS = ("manualtags", "tags", "tag", "keywords", "keyword", "kw")
_RAYYAN = re.compile(r"RAYYAN-INCLUSION:\s*\{(.*?)\}", re.DOTALL)
_RAYYAN_REASONS = re.compile(r"RAYYAN-EXCLUSION-REASONS:\s*([^|\n]+)")
_RAYYAN_VOTE = re.compile(r"=>\s*\"([^\"]*)\"")
#: Tags that nobody gives to a paper but to decide on it; "relevant" or "yes" may be about something else.
_TAG_WORDS = {
    **dict.fromkeys(("include", "included", "eingeschlossen", "inclus", "incluido", "incluso"), "yes"),
    **dict.fromkeys(("exclude", "excluded", "ausgeschlossen", "exclu", "excluido", "escluso"), "no"),
    **dict.fromkeys(("maybe", "unsure"), "unsure"),
}

_SIGN = rf"(?i)\b(?:{'|'.join(_TAG_WORDS)})\b"
_Reader: TypeAlias = Callable[[str], str | None]


def read_votes(table: pl.DataFrame) -> list[str | None]:
    """Read what reviewers said in notes of Rayyan, or with tags such as "included".

    Parameters
    ----------
    table : polars.DataFrame
        Any table.

    Returns
    -------
    list of str or None
        "yes", "no" or "unsure" for each row; None where nobody said anything.

    Examples
    --------
    >>> read_votes(pl.DataFrame({"Manual Tags": ["wine; Included", "wine", "exclude"]}))
    ['yes', None, 'no']
    >>> read_votes(pl.DataFrame({"notes": ['RAYYAN-INCLUSION: {"Ann"=>"Included", "Bo"=>"Excluded"}']}))
    ['unsure']
    """
    votes: list[str | None] = [None] * table.height
    columns = [*_find_columns(table, _NOTES, "RAYYAN-", _read_rayyan), *_find_columns(table, _TAGS, _SIGN, _read_tags)]
    for said in columns:
        votes = [old if old is not None else new for old, new in zip(votes, said, strict=True)]
    return votes


def read_rayyan_reasons(table: pl.DataFrame) -> list[str | None]:
    """Read why reviewers excluded records in Rayyan.

    Parameters
    ----------
    table : polars.DataFrame
        Any table.

    Returns
    -------
    list of str or None
        For each row; empty if nobody gave a reason.

    Examples
    --------
    >>> read_rayyan_reasons(pl.DataFrame({"notes": ["RAYYAN-EXCLUSION-REASONS: wrong drug | a label", ""]}))
    ['wrong drug', None]
    """
    return next(iter(_find_columns(table, _NOTES, "RAYYAN-", _read_rayyan_reason)), [])


def _find_columns(table: pl.DataFrame, names: tuple[str, ...], sign: str, read: _Reader) -> Iterator[list[str | None]]:
    """Yield what some columns say, as far as they say anything."""
    for name, dtype in table.schema.items():
        if fold_one(name).replace(" ", "") in names and (dtype == pl.String or isinstance(dtype, pl.List)):
            cells = to_strings(table[name])
            # Most cells have nothing of the kind, and are many.
            may_say = cells.str.contains(sign).fill_null(value=False).to_list()
            said = [read(cell) if may else None for cell, may in zip(cells.to_list(), may_say, strict=True)]
            if any(value is not None for value in said):
                yield said


def _read_rayyan(cell: str) -> str | None:
    found = _RAYYAN.search(cell)
    return None if found is None else _settle(_RAYYAN_VOTE.findall(found[1]))


def _read_rayyan_reason(cell: str) -> str | None:
    found = _RAYYAN_REASONS.search(cell)
    return None if found is None else found[1].strip()


def _read_tags(cell: str) -> str | None:
    return _settle(_TAG_WORDS[word] for tag in re.split(r"[;,\n]", cell) if (word := fold_one(tag)) in _TAG_WORDS)


def _settle(votes: Iterable[str]) -> str | None:
    """Return what all votes say; reviewers who differ have not decided."""
    different = {parse_decision(vote) for vote in votes if is_decision(vote)} - {None}
    return different.pop() if len(different) == 1 else "unsure" if different else None
