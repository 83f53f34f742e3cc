"""Documents that a person decided on and that are no longer in the pile: kept with their decisions, never ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from likewise.documents.columns import MEANINGS, normalise
from likewise.documents.documents import Documents, concatenate, to_strings
from likewise.documents.identity import NUMBER_COLUMNS, keys_of, read_number
from likewise.documents.matching import match_documents
from likewise.documents.schema import drop_ours, find_ours

#: What the column `flag` of an export says of them.
REMOVED = "no longer in the pile"


def split_removed(documents: Documents) -> Documents:
    """Take the documents that an export keeps though they are no longer in the pile out of it.

    Parameters
    ----------
    documents : Documents
        From any table.

    Returns
    -------
    Documents
        Those that are in the pile; the others are their `removed`.

    Examples
    --------
    >>> table = {"text": ["wine", "tea"], "rank": [1, None], "suggestion": ["no", None], "flag": [None, REMOVED]}
    >>> frame = pl.DataFrame(table)
    >>> pile = split_removed(Documents(table=frame, text=frame["text"], ids=pl.Series(["1", "2"])))
    >>> pile.text.to_list(), pile.removed.text.to_list()
    (['wine'], ['tea'])
    """
    table = documents.table
    flag = find_ours(table.columns).get("flag")
    if flag is None:
        return documents
    is_removed = to_strings(table[flag]).fill_null("").str.contains(REMOVED, literal=True)
    if not is_removed.any():
        return documents
    left = documents.take((~is_removed).arg_true().to_list())
    return replace(
        left, notes=documents.notes, unread=documents.unread, removed=documents.take(is_removed.arg_true().to_list())
    )


@dataclass
class RemovedRecords:
    """Decisions on documents that are not in a pile, gathered from one source after the other.

    Parameters
    ----------
    pile : Documents
        What is searched.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> pile = as_documents(pl.DataFrame({"title": ["On wine"], "doi": ["10.1000/a"]}), "pile")
    >>> records = RemovedRecords(pile)
    >>> records.add_names({"10.1000/b": "yes", "7": "no"})
    >>> records.documents.table.rows(), records.nameless
    ([('10.1000/b', 'yes', None)], ['7'])
    """

    pile: Documents
    documents: Documents | None = None

    def __post_init__(self) -> None:
        #: Those that nothing but a number tells, which may be that of a row of another file, or of several documents.
        self.nameless: list[str] = []
        self.ambiguous: list[str] = []
        self._has_numbers = bool(self.pile.ids.cast(pl.String).str.contains(r"^\d+$").any())

    def add(self, documents: Documents, values: Sequence[str], times: Sequence[str | None]) -> None:
        """Add documents of one source, and what was decided on each; a later decision takes the place of an earlier.

        Parameters
        ----------
        documents : Documents
            Those that are not in the pile.
        values : sequence of str
            "yes", "no" or "unsure" for each.
        times : sequence of str or None
            When it was decided.
        """
        is_known = self._are_identified(documents)
        unknown = [name for name, known in zip(documents.ids, is_known, strict=True) if not known]
        self.ambiguous += [name for name in unknown if name in self._repeated]
        self.nameless += [name for name in unknown if name not in self._repeated]
        rows = np.flatnonzero(is_known).tolist()
        if not rows:
            return
        decisions = [
            pl.Series("decision", [values[row] for row in rows], dtype=pl.String),
            pl.Series("decided", [times[row] for row in rows], dtype=pl.String),
        ]
        new = documents.take(rows)
        new = replace(new, table=drop_ours(new.table).with_columns(decisions), label=None, removed=None, sources=())
        if self.documents is not None:
            before = np.setdiff1d(match_documents(self.documents, new), [-1])
            left = np.setdiff1d(np.arange(len(self.documents)), before).tolist()
            new = concatenate([self.documents.take(left), new], "") if left else new
        self.documents = replace(new, notes=())

    def add_names(self, decisions: Mapping[str, str]) -> None:
        """Add decisions on documents of which only a DOI, a PMID, a title or an id is known.

        Parameters
        ----------
        decisions : mapping of str to str
            What was decided, by name.
        """
        columns = {normalise(name): name for name in reversed(self.pile.table.columns)}
        for name, value in decisions.items():
            number = read_number(name)
            if number is not None and (number[0] == "doi" or "pmid" in columns):
                kind = next((columns[each] for each in NUMBER_COLUMNS[number[0]] if each in columns), number[0])
                roles: dict[str, tuple[str, ...]] = {}
            elif " " in name.strip():
                kind, roles = next((columns[each] for each in MEANINGS["title"] if each in columns), "title"), {}
            else:
                kind = next(iter(self.pile.columns.get("id", ("id",))))
                roles = {"id": (kind,)}
            row = pl.DataFrame({kind: [name]})
            documents = Documents(table=row, text=pl.Series([""]), ids=pl.Series([name]), columns=roles)
            self.add(documents, [value], [None])

    @cached_property
    def _repeated(self) -> set[str]:
        """Ids that several documents of the pile have, as those of two files may."""
        names = [name for name in self.pile.columns.get("id", ()) if name in self.pile.table.columns]
        columns = [to_strings(self.pile.table[name]).drop_nulls() for name in names]
        return {name for column in columns for name in column.filter(column.is_duplicated()).to_list()}

    def _are_identified(self, documents: Documents) -> list[bool]:
        """Tell which documents have anything that identifies them: not the number of a row."""
        known = [keys for _, keys in keys_of(documents)]
        has_ids = "id" in documents.columns and "id" in self.pile.columns
        return [
            (
                has_ids
                and (self._has_numbers or not documents.ids[row].isdigit())
                and documents.ids[row] not in self._repeated
            )
            or any(keys[row] is not None for keys in known)
            for row in range(len(documents))
        ]


def append_removed(table: pl.DataFrame, removed: Documents | None, names: Mapping[str, str]) -> pl.DataFrame:
    """Put documents that are no longer in the pile below a table that is to be written.

    Parameters
    ----------
    table : polars.DataFrame
        Original columns and ours.
    removed : Documents or None
        Their table has the columns `decision` and `decided`.
    names : mapping of str to str
        What our columns are called in the table.

    Returns
    -------
    polars.DataFrame
        Columns of one meaning are one; columns that only these documents have are added if they identify something.

    Examples
    --------
    >>> gone = pl.DataFrame({"Titel": ["Tea"], "decision": ["no"], "decided": [None]})
    >>> removed = Documents(table=gone, text=gone["Titel"], ids=pl.Series(["1"]))
    >>> ours = {name: name for name in ("decision", "decided", "flag")}
    >>> table = pl.DataFrame({"title": ["Wine"], "decision": [None], "decided": [None], "flag": [None]})
    >>> append_removed(table, removed, ours).rows()[1]
    ('Tea', 'no', None, 'decided; no longer in the pile')
    """
    if removed is None:
        return table
    given = removed.table.drop("decision", "decided")
    columns: dict[str, pl.Series] = {}
    for name in given.columns:
        fit = _fit_name(name, given, table, names)
        if fit is not None:
            columns[fit] = to_strings(given[name])
    columns[names["decision"]] = removed.table["decision"]
    columns[names["decided"]] = removed.table["decided"]
    columns[names["flag"]] = pl.Series([f"decided; {REMOVED}"] * len(removed))
    if "id" in names:  # numbers of rows in the pile, which these have not
        columns[names["id"]] = pl.Series([f"removed {number}" for number in range(1, len(removed) + 1)])
    below = pl.DataFrame([_fit_type(column, table.schema.get(name)).alias(name) for name, column in columns.items()])
    return pl.concat([table, below], how="diagonal_relaxed")


def _fit_name(name: str, given: pl.DataFrame, table: pl.DataFrame, ours: Mapping[str, str]) -> str | None:
    """Find the column of a table that means the same as one of another table; None if it says nothing there."""
    if name in ours.values():
        return None
    if name in table.columns:
        return name
    wanted = normalise(name)
    there = {normalise(each): each for each in reversed(table.columns)}
    for known in (*MEANINGS.values(), *NUMBER_COLUMNS.values()):
        if wanted in known:
            fit = next((there[each] for each in known if each in there), name)
            return None if fit != name and fit in given.columns else fit
    return None


def _fit_type(column: pl.Series, dtype: pl.DataType | None) -> pl.Series:
    """Give strings the type of a column that they are put below."""
    if dtype is None or dtype in (pl.String, pl.Null):
        return column.cast(pl.String)
    if dtype == pl.List(pl.String):
        return column.cast(pl.String).str.split("; ")
    return column.cast(pl.String).cast(dtype, strict=False)
