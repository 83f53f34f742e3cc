"""The decisions of a person, found in the columns of a table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from likewise.documents.decision_words import (
    DECISION_COLUMNS,
    OWN_COLUMNS,
    POSSIBLE_COLUMNS,
    REASON_COLUMNS,
    is_decision,
    parse_decision,
)
from likewise.documents.documents import Documents, to_strings
from likewise.documents.schema import is_export
from likewise.documents.spelling import fold_one
from likewise.errors import UserError
from likewise.plural import count_noun, name_a_few

_RAYYAN = re.compile(r"RAYYAN-INCLUSION:\s*\{(.*?)\}", re.DOTALL)
_RAYYAN_REASONS = re.compile(r"RAYYAN-EXCLUSION-REASONS:\s*([^|\n]+)")
_NOTES = ("notes", "note", "n1")
_RAYYAN_VOTE = re.compile(r"=>\s*\"([^\"]*)\"")
#: What an export says of an example that was decided, too.
_FLAG = re.compile(r"decided: (yes|no|unsure)")


@dataclass(frozen=True, eq=False)
class Decided:
    """Documents of one source that a person decided on.

    Parameters
    ----------
    documents : Documents
        Only those that are decided.
    values : tuple of str
        "yes", "no" or "unsure" for each.
    times : tuple of str or None
        When each was decided, if anybody knows.
    notes : tuple of str, default=()
        What was not understood.
    reasons : tuple of str or None, default=()
        Why each was excluded, if anybody said so; empty if nobody did.

    Examples
    --------
    >>> table = pl.DataFrame({"text": ["red wine", "tea"], "Include?": ["yes", ""]})
    >>> extract_decisions(Documents(table=table, text=table["text"], ids=pl.Series(["1", "2"]))).values
    ('yes',)
    """

    documents: Documents
    values: tuple[str, ...]
    times: tuple[str | None, ...]
    notes: tuple[str, ...] = ()
    reasons: tuple[str | None, ...] = ()


def find_decision_columns(table: pl.DataFrame) -> list[str]:
    """List the columns in which a person decided: those of their own, then `decision`.

    Parameters
    ----------
    table : polars.DataFrame
        Any table.

    Returns
    -------
    list of str
        Strongest first. What a program suggests is never among them.

    Examples
    --------
    >>> find_decision_columns(pl.DataFrame({"Include?": ["x"], "suggestion": ["no"], "status": ["in print"]}))
    ['Include?']
    """
    spelled = {fold_one(name).replace(" ", ""): name for name in reversed(table.columns)}
    own = [spelled[name] for name in OWN_COLUMNS if name in spelled]
    # A column such as "relevance" may hold a program's numbers.
    own = [name for name in own if any(map(_says_something, to_strings(table[name]).unique().to_list()))]
    ours = [spelled[name] for name in DECISION_COLUMNS if name in spelled]
    others = [spelled[name] for name in POSSIBLE_COLUMNS if name in spelled]
    return [*own, *ours, *(name for name in others if are_decisions(table[name]))]


def has_decision_column(table: pl.DataFrame) -> bool:
    """Tell whether a table has a column for decisions, be it empty.

    Examples
    --------
    >>> has_decision_column(pl.DataFrame({"Include?": [None]})), has_decision_column(pl.DataFrame({"title": [""]}))
    (True, False)
    """
    names = {fold_one(name).replace(" ", "") for name in table.columns}
    return not names.isdisjoint({*OWN_COLUMNS, *DECISION_COLUMNS})


def extract_decisions(documents: Documents, time: str | None = None) -> Decided:
    """Find what a person decided in the columns of a table, row by row.

    Parameters
    ----------
    documents : Documents
        From any table.
    time : str or None, default=None
        When decisions were made that say nothing of it themselves, such as when the file was changed.

    Returns
    -------
    Decided
        Of the first column that says something of a row, in the order of `find_decision_columns`; of Rayyan's notes
        where there is none.

    Examples
    --------
    >>> table = pl.DataFrame({"id": ["a", "b"], "decision": ["yes", "no"], "included": [None, "maybe"]})
    >>> extract_decisions(Documents(table=table, text=pl.Series(["", ""]), ids=table["id"])).values
    ('yes', 'unsure')
    """
    table = documents.table
    columns = [(name, to_strings(table[name]).to_list()) for name in find_decision_columns(table)]
    votes = _find_rayyan(table)
    flags = to_strings(table["flag"]).to_list() if "flag" in table.columns and is_export(table.columns) else None
    times = to_strings(table["decided"]).to_list() if "decided" in table.columns else [None] * table.height
    unknown: dict[str, int] = {}
    rows, values, when = [], [], []
    for row in range(table.height):
        value = _read_row(row, columns, unknown)
        if value is None and votes is not None:
            value = votes[row]
        if value is None and flags is not None and (flag := _FLAG.search(flags[row] or "")):
            value = flag[1]
        if value is None:
            continue
        rows.append(row)
        values.append(value)
        is_old = times[row] and _carried(row, columns) == value
        when.append(times[row] if is_old else time)
    notes = tuple(_notes_on_unknown(unknown, documents.source))
    return Decided(documents.take(rows), tuple(values), tuple(when), notes, _find_reasons(table, rows))


def _find_reasons(table: pl.DataFrame, rows: Sequence[int]) -> tuple[str | None, ...]:
    """Read why documents were excluded: from a column of reasons, or from Rayyan's notes."""
    spelled = {fold_one(name).replace(" ", ""): name for name in reversed(table.columns)}
    name = next((spelled[each] for each in REASON_COLUMNS if each in spelled), None)
    if name is not None:
        cells = to_strings(table[name]).to_list()
        return tuple((cells[row] or "").strip() or None for row in rows)
    notes = next((spelled[each] for each in _NOTES if each in spelled), None)
    if notes is None or not (table[notes].dtype == pl.String or isinstance(table[notes].dtype, pl.List)):
        return ()
    found = [_RAYYAN_REASONS.search(cell or "") for cell in to_strings(table[notes])]
    return tuple(None if (match := found[row]) is None else match[1].strip() for row in rows) if any(found) else ()


def _read_row(row: int, columns: Sequence[tuple[str, Sequence[str | None]]], unknown: dict[str, int]) -> str | None:
    for name, cells in columns:
        cell = cells[row]
        if cell is None:
            continue
        try:
            value = parse_decision(cell)
        except UserError:
            unknown[f"{cell!r} in {name}"] = unknown.get(f"{cell!r} in {name}", 0) + 1
            continue
        if value is not None:
            return value
    return None


def _carried(row: int, columns: Sequence[tuple[str, Sequence[str | None]]]) -> str | None:
    """Return what an earlier export says of a row, to tell a new decision from an old one."""
    for name, cells in columns:
        if fold_one(name).replace(" ", "") in DECISION_COLUMNS and is_decision(cells[row]):
            return parse_decision(cells[row])
    return None


def _find_rayyan(table: pl.DataFrame) -> list[str | None] | None:
    """Read what reviewers said in Rayyan, which writes it into the notes."""
    for name, dtype in table.schema.items():
        if fold_one(name).replace(" ", "") in _NOTES and (dtype == pl.String or isinstance(dtype, pl.List)):
            votes = [_count_votes(_RAYYAN.search(cell or "")) for cell in to_strings(table[name])]
            if any(vote is not None for vote in votes):
                return votes
    return None


def _count_votes(found: re.Match[str] | None) -> str | None:
    if found is None:
        return None
    votes = {parse_decision(vote) for vote in _RAYYAN_VOTE.findall(found[1]) if is_decision(vote)} - {None}
    # Reviewers who differ have not decided.
    return votes.pop() if len(votes) == 1 else "unsure" if votes else None


def _says_something(value: str | None) -> bool:
    return is_decision(value) and parse_decision(value) is not None


def _notes_on_unknown(unknown: Mapping[str, int], source: str) -> list[str]:
    if not unknown:
        return []
    cells = count_noun(sum(unknown.values()), "cell says", "cells say")
    where = f"{source}: " if source else ""
    named = name_a_few([f"{cell}{f' ({number:,} times)' if number > 1 else ''}" for cell, number in unknown.items()], 3)
    return [f"{where}{cells} neither yes, no nor unsure and did not count: {named}"]


def are_decisions(column: pl.Series) -> bool:
    """Tell whether a column holds decisions, and nothing else but empty cells.

    Parameters
    ----------
    column : polars.Series
        Of any table.

    Returns
    -------
    bool
        Whether it does.

    Examples
    --------
    >>> are_decisions(pl.Series(["yes", None, "0"])), are_decisions(pl.Series(["wine", "yes"]))
    (True, False)
    """
    cells = to_strings(column).unique().to_list()
    return all(map(is_decision, cells)) and any(map(_says_something, cells))
