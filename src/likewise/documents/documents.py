"""What every reader returns: the texts, their ids and labels, the table they came from, and what was done to it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import polars as pl

from likewise.documents.skipped import describe_unread
from likewise.documents.spelling import fold


class SourceCount(NamedTuple):
    """How many records a source had, and how many of them are left.

    Examples
    --------
    >>> SourceCount("pubmed.nbib", n_records=400, n_left=310).n_copies
    90
    """

    name: str
    n_records: int
    n_left: int

    @property
    def n_copies(self) -> int:
        """Records that are copies of those of another source."""
        return self.n_records - self.n_left


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
    unread : tuple of (str, str), default=()
        Name of each thing that could not be read, and the reason; the notes say so too.
    sources : tuple of SourceCount, default=()
        Of several sources that became one pile, how many records each had, and how many are left.
    removed : Documents or None, default=None
        What a person decided on and is no longer in the pile, as an export keeps it: its table has the column
        `decision`.

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
    unread: tuple[tuple[str, str], ...] = ()
    sources: tuple[SourceCount, ...] = ()
    removed: Documents | None = None

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
        return concatenate([self, other], f"{self.source}, {other.source}")

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of ids and texts, in order: the same documents have the same, whatever file they came in."""
        digest = hashlib.sha256()
        for name, text in zip(self.ids, self.text, strict=True):
            # Lengths between them, so that nothing can move from one text to the next unseen.
            digest.update(f"{len(name)} {len(text)} {name}{text}".encode())
        return digest.hexdigest()

    @cached_property
    def folded(self) -> list[str]:
        """The texts as `likewise.documents.spelling.fold` writes them, to compare documents by."""
        return fold(self.text).to_list()

    def take(self, rows: list[int]) -> Documents:
        """Return some of the documents.

        Parameters
        ----------
        rows : list of int
            Their places, in the order wanted.

        Returns
        -------
        Documents
            With the columns and the source of all, without their notes.

        Examples
        --------
        >>> import polars as pl
        >>> table = pl.DataFrame({"id": ["a", "b"], "text": ["red wine", "tea"]})
        >>> Documents(table=table, text=table["text"], ids=table["id"]).take([1]).ids.to_list()
        ['b']
        """
        return replace(
            self,
            table=self.table[rows],
            text=self.text.gather(rows),
            ids=self.ids.gather(rows),
            label=None if self.label is None else self.label.gather(rows),
            notes=(),
            unread=(),
        )

    def with_table(self, table: pl.DataFrame, ids: pl.Series) -> Documents:
        """Return the same documents with another table and other ids.

        Parameters
        ----------
        table : polars.DataFrame
            As many rows as there are documents.
        ids : polars.Series
            Of the same length.
        """
        return replace(self, table=table, ids=ids)

    def with_notes(self, notes: Iterable[str], unread: Iterable[tuple[str, str]] = ()) -> Documents:
        """Return the same documents with notes before theirs, and more that is not read.

        Parameters
        ----------
        notes : iterable of str
            Sentences.
        unread : iterable of (str, str), default=()
            What is not read, and why.
        """
        more = tuple(unread)
        return replace(self, notes=(*notes, *describe_unread(more), *self.notes), unread=(*more, *self.unread))


def concatenate(parts: Sequence[Documents], source: str) -> Documents:
    """Put the documents of several sources one after the other, as `Documents.concat` does with two.

    Parameters
    ----------
    parts : sequence of Documents
        At least one.
    source : str
        What to call all of them.

    Returns
    -------
    Documents
        All of them.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"id": ["a"], "text": ["red wine"]})
    >>> one = Documents(table=table, text=table["text"], ids=table["id"])
    >>> concatenate([one, one, one], "three").ids.to_list()
    ['a', 'a~2', 'a~3']
    """
    ids, renamed = _distinct([name for part in parts for name in part.ids])
    notes = [note for part in parts for note in part.notes]
    if renamed:
        sources = " and in ".join(dict.fromkeys(part.source for part in parts if part.source))
        notes.append(f"{renamed:,} ids occur more than once in {sources or source}; the later ones were renamed")
    return Documents(
        table=pl.concat(unify_types([part.table for part in parts]), how="diagonal_relaxed"),
        text=pl.concat([part.text.rename("text") for part in parts]),
        ids=pl.Series("id", ids, dtype=pl.String),
        label=_joined_labels(parts),
        columns={
            role: tuple(dict.fromkeys(name for part in parts for name in part.columns.get(role, ())))
            for role in dict.fromkeys(role for part in parts for role in part.columns)
        },
        notes=tuple(notes),
        source=source,
        unread=tuple(thing for part in parts for thing in part.unread),
        sources=tuple(count for part in parts for count in part.sources),
        removed=join_removed(*parts),
    )


def join_removed(*parts: Documents) -> Documents | None:
    """Join what several sources keep though it is no longer in the pile.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"text": ["red wine"]})
    >>> join_removed(Documents(table=table, text=table["text"], ids=pl.Series(["1"]))) is None
    True
    """
    there = [part.removed for part in parts if part.removed is not None]
    return concatenate(there, there[0].source) if there else None


def _distinct(names: Sequence[str]) -> tuple[list[str], int]:
    """Every id once, those that occur again with a number behind them, and how many these are."""
    taken, known, ids, renamed = set(names), set(), [], 0
    for name in names:
        if name not in known:
            known.add(name)
            ids.append(name)
            continue
        number = 2
        while f"{name}~{number}" in taken:
            number += 1
        taken.add(f"{name}~{number}")
        ids.append(f"{name}~{number}")
        renamed += 1
    return ids, renamed


def unify_types(tables: Sequence[pl.DataFrame]) -> list[pl.DataFrame]:
    """Make columns of one name and several kinds (a list here, a string there) strings in every table.

    Parameters
    ----------
    tables : sequence of polars.DataFrame
        Any tables.

    Returns
    -------
    list of polars.DataFrame
        The same tables, which can be put one after the other.

    Examples
    --------
    >>> import polars as pl
    >>> unify_types([pl.DataFrame({"year": ["1999"]}), pl.DataFrame({"year": [2001]})])[1]["year"].to_list()
    ['2001']
    """
    kinds: dict[str, set[pl.DataType]] = {}
    for table in tables:
        for name, kind in table.schema.items():
            kinds.setdefault(name, set()).add(kind)
    clash = {name for name, several in kinds.items() if len(several) > 1 and not _are_numbers(several)}
    return [_as_strings(table, [name for name in table.columns if name in clash]) for table in tables]


def _are_numbers(kinds: set[pl.DataType]) -> bool:
    return all(kind.is_numeric() for kind in kinds)


def _as_strings(table: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    return table.with_columns([to_strings(table[name]) for name in names])


def to_strings(column: pl.Series) -> pl.Series:
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
    >>> to_strings(pl.Series("topics", [["grain", "corn"], []])).to_list()
    ['grain; corn', '']
    """
    if isinstance(column.dtype, pl.Array):
        column = column.arr.to_list()
    if not isinstance(column.dtype, pl.List):
        return column.cast(pl.String)
    if isinstance(column.dtype.inner, pl.List | pl.Array):  # which Polars cannot write
        column = pl.Series(column.name, [None if cell is None else list(map(str, cell)) for cell in column.to_list()])
    return column.cast(pl.List(pl.String)).list.join("; ")


def _joined_labels(parts: Sequence[Documents]) -> pl.Series | None:
    if all(part.label is None for part in parts):
        return None
    labels = [pl.Series([None] * len(part), dtype=pl.String) if part.label is None else part.label for part in parts]
    if any(isinstance(label.dtype, pl.List) for label in labels):
        labels = [
            label
            if isinstance(label.dtype, pl.List)
            else pl.Series([None if value is None else [value] for value in label.to_list()], dtype=pl.List(pl.String))
            for label in labels
        ]
    return pl.concat([label.rename("label") for label in labels])
