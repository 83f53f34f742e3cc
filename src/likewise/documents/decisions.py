"""The decisions of a person, found in the columns of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
from likewise.documents.reviewer_notes import read_rayyan_reasons, read_votes
from likewise.documents.schema import find_ours
from likewise.documents.spelling import fold_one
from likewise.errors import UserError
from likewise.plural import count_noun, name_a_few

#: What an export says of an example that was decided, too; and of a document that a column of the pile decides, which
#: may say something else than what was decided later.
_FLAG = re.compile(r"decided: (yes|no|unsure)(?: \(\S.*? says (yes|no|unsure)\))?")
#: What an export says of a column of the pile that was not asked for: it is not what a person decided since.
_UNUSED = re.compile(r"(?:^|; )(\S[^;]*?) says (yes|no|unsure), not used")
#: What tags, and notes of other programs, are called there.
_VOTES = "a note or tag"


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
    table : Documents or None, default=None
        All rows of the table that the decisions are from, if it was a file.

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
    table: Documents | None = None


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
    ours = find_ours(table.columns).get("decision")
    others = [name for name in _find_names(table, POSSIBLE_COLUMNS) if are_decisions(table[name])]
    return [*find_own_columns(table), *([ours] if ours else []), *others]


def find_own_columns(table: pl.DataFrame) -> list[str]:
    """List the columns that a person made to decide in, as far as they say something.

    Parameters
    ----------
    table : polars.DataFrame
        Any table.

    Returns
    -------
    list of str
        Strongest first; of two columns of one name both.

    Examples
    --------
    >>> find_own_columns(pl.DataFrame({"Include?": ["x"], "Include?_2": ["no"], "relevance": [0.73]}))
    ['Include?', 'Include?_2']
    """
    ours = find_ours(table.columns).get("decision")
    # A column such as "relevance" may hold a program's numbers.
    own = [
        name
        for name in _find_names(table, OWN_COLUMNS)
        if any(map(_says_something, to_strings(table[name]).unique().to_list()))
    ]
    return [*own, *(name for name in _find_names(table, DECISION_COLUMNS) if name != ours)]


def _find_names(table: pl.DataFrame, known: Sequence[str]) -> list[str]:
    """Find the columns with known names, in the order of these; one that repeats a name has a number behind it."""
    found: dict[str, list[str]] = {}
    for name in table.columns:
        found.setdefault(_normalise(re.sub(r"_\d+$", "", name)), []).append(name)
    return [name for each in known for name in found.get(each, ())]


def _normalise(name: str) -> str:
    return fold_one(name).replace(" ", "")


def read_own_answers(table: pl.DataFrame) -> list[tuple[str, str] | None]:
    """Read what the columns that a person made say of each row.

    Parameters
    ----------
    table : polars.DataFrame
        Any table.

    Returns
    -------
    list of (str, str) or None
        The column and "yes", "no" or "unsure"; None where nothing is said. Empty if there is no such column.

    Examples
    --------
    >>> read_own_answers(pl.DataFrame({"Include?": ["x", None], "decision": ["no", "no"]}))
    [('Include?', 'yes'), ('decision', 'no')]
    """
    columns = [(name, to_strings(table[name]).to_list()) for name in find_own_columns(table)]
    answers: list[tuple[str, str] | None] = [None] * table.height if columns else []
    for name, cells in reversed(columns):
        for row, cell in enumerate(cells):
            if is_decision(cell) and (value := parse_decision(cell)) is not None:
                answers[row] = name, value
    return answers


def list_unused(table: pl.DataFrame) -> list[list[tuple[str, str]]]:
    """List what columns, tags and notes of a pile say of each row, all of which may be taken for decisions.

    Parameters
    ----------
    table : polars.DataFrame
        The columns of a pile, without those of a search.

    Returns
    -------
    list of list of (str, str)
        For each row, names of columns and "yes", "no" or "unsure".

    Examples
    --------
    >>> list_unused(pl.DataFrame({"label": [1, 0], "Tags": ["wine", "wine; exclude"]}))
    [[('label', 'yes')], [('label', 'no'), ('a note or tag', 'no')]]
    """
    said: list[list[tuple[str, str]]] = [[] for _ in range(table.height)]
    for name in find_decision_columns(table):
        for row, cell in enumerate(to_strings(table[name]).to_list()):
            if is_decision(cell) and (value := parse_decision(cell)) is not None:
                said[row].append((name, value))
    for row, vote in enumerate(read_votes(table)):
        if vote is not None:
            said[row].append((_VOTES, vote))
    return said


def has_decision_column(table: pl.DataFrame) -> bool:
    """Tell whether a table has a column for decisions, be it empty.

    Examples
    --------
    >>> has_decision_column(pl.DataFrame({"Include?": [None]})), has_decision_column(pl.DataFrame({"title": [""]}))
    (True, False)
    """
    return bool(_find_names(table, (*OWN_COLUMNS, *DECISION_COLUMNS)))


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
        and of tags where there is none. In an export, a column of the pile counts if it was changed since.

    Examples
    --------
    >>> table = pl.DataFrame({"id": ["a", "b"], "decision": ["yes", "no"], "included": [None, "maybe"]})
    >>> extract_decisions(Documents(table=table, text=pl.Series(["", ""]), ids=table["id"])).values
    ('yes', 'unsure')
    """
    table = documents.table
    rows_of = _Rows(table)
    votes = read_votes(table)
    time_name = find_ours(table.columns).get("decided", "decided")
    times = to_strings(table[time_name]).to_list() if time_name in table.columns else [None] * table.height
    rows, values, when = [], [], []
    for row in range(table.height):
        value = rows_of.read(row)
        if value is None and votes[row] != rows_of.read_unused(row).get(_VOTES):
            value = votes[row]
        if value is None:
            continue
        rows.append(row)
        values.append(value)
        is_old = times[row] and rows_of.read_carried(row) == value
        when.append(times[row] if is_old else time)
    notes = tuple(f"{documents.source}: {note}" if documents.source else note for note in rows_of.list_notes())
    return Decided(documents.take(rows), tuple(values), tuple(when), notes, _find_reasons(table, rows))


class _Rows:
    """What the columns of a table say of each row, and what was noticed in them."""

    def __init__(self, table: pl.DataFrame) -> None:
        self.columns = [(name, to_strings(table[name]).to_list()) for name in find_decision_columns(table)]
        ours = find_ours(table.columns)
        self.is_export = bool(ours)
        self.carried_name = ours.get("decision", "decision")
        self.carried = dict(self.columns).get(self.carried_name)
        self.flags = to_strings(table[ours["flag"]]).to_list() if "flag" in ours else None
        self.unknown: dict[str, int] = {}
        self.differing: dict[tuple[str, str], int] = {}

    def read(self, row: int) -> str | None:
        """Read what a person said of a row: in the first column that says something new."""
        carried = self.read_carried(row)
        flag = _FLAG.search(self.flags[row] or "") if self.flags is not None else None
        # What a column of the pile said when the table was written; `decision` has what was said later.
        old = (flag[2] or flag[1]) if flag is not None and carried is not None else None
        unused = self.read_unused(row)
        said: dict[str, str] = {}
        for name, cells in self.columns:
            value = self._parse(name, cells[row])
            is_old = value in (old, unused.get(name))
            if value is not None and (cells is self.carried or not is_old):
                said.setdefault(name, value)
        if not said:
            return flag[1] if flag is not None and self._says_example(row) else None
        (first, value), *others = said.items()
        for name, other in others:
            # In an export `decision` has what was decided before, which a person may have changed.
            if other != value and not (self.is_export and name == self.carried_name):
                self.differing[first, name] = self.differing.get((first, name), 0) + 1
        return value

    def read_unused(self, row: int) -> dict[str, str]:
        """Return what columns of the pile said when the table was written, as far as nobody had asked for it."""
        flag = None if self.flags is None else self.flags[row]
        return dict(_UNUSED.findall(flag)) if flag and "not used" in flag else {}

    def read_carried(self, row: int) -> str | None:
        """Return what an earlier export says of a row, to tell a new decision from an old one."""
        cell = None if self.carried is None else self.carried[row]
        return parse_decision(cell) if is_decision(cell) else None

    def list_notes(self) -> list[str]:
        """Say what was not understood, and which columns contradict each other."""
        notes = []
        if self.unknown:
            cells = count_noun(sum(self.unknown.values()), "cell says", "cells say")
            several = [f"{cell}{f' ({number:,} times)' if number > 1 else ''}" for cell, number in self.unknown.items()]
            notes.append(f"{cells} neither yes, no nor unsure and did not count: {name_a_few(several, 3)}")
        for (first, other), number in self.differing.items():
            rows = count_noun(number, "row says", "rows say")
            notes.append(f"{rows} one thing in {first} and another in {other}; {first} counts")
        return notes

    def _parse(self, name: str, cell: str | None) -> str | None:
        try:
            return parse_decision(cell)
        except UserError:
            self.unknown[f"{cell!r} in {name}"] = self.unknown.get(f"{cell!r} in {name}", 0) + 1
            return None

    def _says_example(self, row: int) -> bool:
        return self.carried is not None and (self.carried[row] or "").strip() == "example"


def _find_reasons(table: pl.DataFrame, rows: Sequence[int]) -> tuple[str | None, ...]:
    """Read why documents were excluded: from a column of reasons, or from Rayyan's notes."""
    name = next(iter(_find_names(table, REASON_COLUMNS)), None)
    cells = read_rayyan_reasons(table) if name is None else to_strings(table[name]).to_list()
    return tuple((cells[row] or "").strip() or None for row in rows) if cells else ()


def _says_something(value: str | None) -> bool:
    return is_decision(value) and parse_decision(value) is not None


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
