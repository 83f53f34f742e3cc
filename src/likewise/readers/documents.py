"""What every reader returns: the texts, their ids and labels, the table they came from, and what was done to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl


@dataclass(frozen=True, eq=False)
class Documents:
    """Documents that were read from one path, with every original column kept.

    Parameters
    ----------
    table : polars.DataFrame
        Every original column, untouched, one row per document.
    text : polars.Series
        The text of each document; empty strings, never nulls.
    ids : polars.Series
        One unique string per document.
    label : polars.Series or None, default=None
        The class of each document as a string, or as a list of strings.
    columns : mapping of str to tuple of str, default={}
        Which columns were taken for which role ("text", "label", "id").
    notes : tuple of str, default=()
        One sentence for each thing that was repaired, guessed or not read.
    source : str, default=""
        The path that was read.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"name": ["a", "b"], "text": ["red wine", "green tea"]})
    >>> documents = Documents(table=table, text=table["text"], ids=table["name"])
    >>> len(documents), documents.text[1]
    (2, 'green tea')
    """

    table: pl.DataFrame
    text: pl.Series
    ids: pl.Series
    label: pl.Series | None = None
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    source: str = ""

    def __len__(self) -> int:
        return self.table.height

    def concat(self, other: Documents) -> Documents:
        """Put the documents of another source after these.

        Columns that only one of the two has are empty in the rows of the other. Ids that occur in both get the
        suffix "~2", "~3", … in the second, so that they stay unique.

        Parameters
        ----------
        other : Documents
            The documents to put after these.

        Returns
        -------
        Documents
            Both, with the notes of both.

        Examples
        --------
        >>> import polars as pl
        >>> table = pl.DataFrame({"id": ["a"], "text": ["red wine"]})
        >>> one = Documents(table=table, text=table["text"], ids=table["id"])
        >>> both = one.concat(one)
        >>> both.ids.to_list(), len(both)
        (['a', 'a~2'], 2)
        """
        ids, renamed = _distinct(self.ids.to_list(), other.ids.to_list())
        notes = [*self.notes, *other.notes]
        if renamed:
            notes.append(f"{renamed:,} ids occur in {self.source} and in {other.source}; the second ones were renamed")
        first, second = _same_types(self.table, other.table)
        return Documents(
            table=pl.concat([first, second], how="diagonal_relaxed"),
            text=pl.concat([self.text, other.text.rename(self.text.name)]),
            ids=pl.Series(self.ids.name, ids, dtype=pl.String),
            label=_joined_labels(self, other),
            columns={
                role: tuple(dict.fromkeys([*self.columns.get(role, ()), *other.columns.get(role, ())]))
                for role in dict.fromkeys([*self.columns, *other.columns])
            },
            notes=tuple(notes),
            source=f"{self.source}, {other.source}",
        )


def _distinct(first: list[str], second: list[str]) -> tuple[list[str], int]:
    """Both lists of ids in one, each id once, and how many of the second had to be renamed."""
    taken, ids, renamed = set(first) | set(second), list(first), 0
    known = set(first)
    for name in second:
        if name not in known:
            ids.append(name)
            continue
        number = 2
        while f"{name}~{number}" in taken:
            number += 1
        taken.add(f"{name}~{number}")
        ids.append(f"{name}~{number}")
        renamed += 1
    return ids, renamed


def _same_types(first: pl.DataFrame, second: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Make columns of one name and two kinds (a list here, a string there) strings in both tables."""
    clash = [
        name
        for name in first.columns
        if name in second.columns and first.schema[name].is_nested() != second.schema[name].is_nested()
    ]
    return _as_strings(first, clash), _as_strings(second, clash)


def _as_strings(table: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    return table.with_columns([one_string(table[name]) for name in names])


def one_string(column: pl.Series) -> pl.Series:
    """Any column as strings: the items of a list joined by "; ", nulls kept.

    Parameters
    ----------
    column : polars.Series
        The column.

    Returns
    -------
    polars.Series
        The same name, strings.

    Examples
    --------
    >>> import polars as pl
    >>> one_string(pl.Series("topics", [["grain", "corn"], []])).to_list()
    ['grain; corn', '']
    """
    if isinstance(column.dtype, pl.List):
        return column.cast(pl.List(pl.String)).list.join("; ")
    return column.cast(pl.String)


def _joined_labels(first: Documents, second: Documents) -> pl.Series | None:
    if first.label is None and second.label is None:
        return None
    parts = [
        pl.Series("label", [None] * len(documents), dtype=pl.String) if documents.label is None else documents.label
        for documents in (first, second)
    ]
    if any(isinstance(part.dtype, pl.List) for part in parts):
        parts = [
            part
            if isinstance(part.dtype, pl.List)
            else pl.Series([None if value is None else [value] for value in part.to_list()], dtype=pl.List(pl.String))
            for part in parts
        ]
    return pl.concat([part.rename("label") for part in parts])
