"""The table of a search, written by the workers of a cluster: they read the files again, and swap rows by rank."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents import Documents
from likewise.documents.documents import to_strings
from likewise.documents.schema import BEGINNING, is_export
from likewise.scale.source import Source
from likewise.writers import append_columns
from likewise.writers.formats import disarm_formulas, to_delimited, to_json_lines

if TYPE_CHECKING:
    from likewise.scale.dask_executor import DaskExecutor

#: Rows that are brought into order at once, which are a group of rows in a Parquet file: few, as memory follows them.
ROWS, _FEWEST_ROWS = 20_000, 100
#: Bytes of them, roughly: there are fewer where documents are long.
_BYTES_AT_ONCE = 30_000_000
#: Bytes of files whose rows a thread of a worker holds at a time; if there are more, files are read several times.
_BYTES = 100_000_000
ROW = "row of the table of likewise"
Schema = Mapping[str, pl.DataType]


def choose_rows(n_bytes: int, n_rows: int) -> int:
    """Choose how many rows of a table are brought into order at once.

    Parameters
    ----------
    n_bytes, n_rows : int
        Bytes and rows of all of it.

    Returns
    -------
    int
        Rows.

    Examples
    --------
    >>> choose_rows(1_000_000_000, 1_000_000), choose_rows(1_000_000_000, 40_000)
    (20000, 1200)
    """
    return min(ROWS, max(_FEWEST_ROWS, _BYTES_AT_ONCE * n_rows // max(n_bytes, 1)))


@dataclass(frozen=True, eq=False)
class TableParts:
    """Parts of a table, as bytes that workers make.

    Parameters
    ----------
    executor : DaskExecutor
        Has the workers.
    source : Source
        Where the documents are: files that are read piece by piece.
    like : Documents
        None, with the columns of the pile.
    schema : mapping of str to polars.DataType
        Columns of all files.
    sizes : list of int
        Documents of each file.
    n_rows : int, default=ROWS
        Rows of a part.
    """

    executor: "DaskExecutor"
    source: Source
    like: Documents
    schema: Schema
    sizes: list[int]
    n_rows: int = ROWS

    def encode(self, row_of: NDArray[np.int64], ours: pl.DataFrame, suffix: str, *, safe: bool) -> Iterator[bytes]:
        """Yield the parts in order: Parquet files of one row group each, or text.

        Parameters
        ----------
        row_of : ndarray of int of shape (n_documents,)
            Row of the table of each document of the pile.
        ours : polars.DataFrame
            Columns to add, in the order of the table.
        suffix : str
            Kind of the file.
        safe : bool
            Whether formulas are disarmed.

        Yields
        ------
        bytes
            A part.
        """
        from likewise.scale.exchange import exchange  # only where Dask is installed

        n_bytes = sum(Path(path).stat().st_size for path in self.source.shards)
        n_parts = -(-len(row_of) // self.n_rows)
        n_waves = -(-n_bytes // (_BYTES * self.executor.places.n_threads))
        rows = np.split(row_of, np.cumsum(self.sizes)[:-1])
        take = Encode(self.schema, suffix, safe=safe)
        for wave in np.array_split(np.arange(n_parts), min(max(n_waves, 1), n_parts)):
            give = Spread(self.source, self.like, self.schema, (np.append(wave, wave[-1] + 1) * self.n_rows).tolist())
            targets = [(ours[part * self.n_rows : (part + 1) * self.n_rows], part == 0) for part in wave.tolist()]
            files = list(zip(self.source.shards, rows, strict=True))
            yield from exchange(self.executor, give, files, take, targets)


@dataclass(frozen=True, eq=False)
class Spread:
    """Reads a file, and cuts its rows into those of each part of the table."""

    source: Source
    like: Documents
    schema: Schema
    edges: list[int]

    def __call__(self, path: str, rows: NDArray[np.int64]) -> list[bytes]:
        """Return the rows of each part, in order, with their rows of the table."""
        start, tables = 0, []
        for batch in self.source.read(path, self.like):
            own = rows[start : start + len(batch)]
            start += len(batch)
            here = (own >= self.edges[0]) & (own < self.edges[-1])
            table = batch.table.with_columns(pl.Series(ROW, own)).filter(pl.Series(here))
            tables.append(as_schema(table, self.schema))
        table = pl.concat(tables).sort(ROW)
        cuts = np.searchsorted(table[ROW].to_numpy(), self.edges)
        return [_pack(table[first:last]) for first, last in pairwise(cuts.tolist())]


@dataclass(frozen=True, eq=False)
class Encode:
    """Writes a part of the table from what all files gave for it."""

    schema: Schema
    suffix: str
    safe: bool

    def __call__(self, pieces: list[bytes], ours: pl.DataFrame, is_first: bool) -> bytes:
        """Return the part as bytes."""
        part = in_order([pl.read_ipc(io.BytesIO(piece)) for piece in pieces], self.schema, ours)
        if self.suffix == ".parquet":
            stream = io.BytesIO()
            part.lazy().sink_parquet(
                stream, compression="zstd", compression_level=3, row_group_size=max(part.height, 1)
            )
            return stream.getvalue()
        return to_bytes(part, self.suffix, header=is_first, safe=self.safe)


def compact(table: pl.DataFrame) -> pl.DataFrame:
    """Return some rows of a table without the others: strings that Polars takes out of a table keep all of it.

    Examples
    --------
    >>> compact(pl.DataFrame({"text": ["red wine", "tea"]})[[1]]).rows()
    [('tea',)]
    """
    return pl.read_ipc(io.BytesIO(_pack(table)))


def _pack(table: pl.DataFrame) -> bytes:
    stream = io.BytesIO()
    table.write_ipc(stream, compat_level=pl.CompatLevel.oldest())
    return stream.getvalue()


def in_order(tables: list[pl.DataFrame], schema: Schema, ours: pl.DataFrame) -> pl.DataFrame:
    """Bring rows into the order of the table, and put our columns beside them.

    Examples
    --------
    >>> tables = [pl.DataFrame({"a": [name], ROW: [row]}) for name, row in (("tea", 1), ("wine", 0))]
    >>> in_order(tables, {"a": pl.String()}, pl.DataFrame({"rank": [1, 2]})).rows()
    [('wine', 1), ('tea', 2)]
    """
    theirs = pl.concat([as_schema(table, schema) for table in tables]).sort(ROW).drop(ROW)
    if is_export(theirs.columns):
        theirs = theirs.drop([name for name in (*ours.columns, BEGINNING) if name in theirs.columns])
    return append_columns(theirs, ours)


def add_schema(schema: dict[str, pl.DataType], other: Schema) -> None:
    """Take the columns of one more table to those of others; one that has several types is text.

    Numbers of several types stay numbers.

    Examples
    --------
    >>> schema = {"a": pl.Int64(), "c": pl.Null()}
    >>> add_schema(schema, {"a": pl.Float64(), "b": pl.Date(), "c": pl.Int64()})
    >>> schema
    {'a': Float64, 'c': Int64, 'b': Date}
    """
    for name, kind in other.items():
        schema[name] = _join_kinds(schema.get(name, kind), kind)


def find_schema(table: pl.DataFrame) -> Schema:
    """Return the types of columns; Null for those of strings that are empty, which may be numbers in another part.

    Examples
    --------
    >>> find_schema(pl.DataFrame({"a": ["tea"], "b": [None]}, schema={"a": pl.String, "b": pl.String}))
    {'a': String, 'b': Null}
    """
    return {
        column.name: pl.Null() if column.dtype == pl.String and column.null_count() == len(column) else column.dtype
        for column in table
    }


def _join_kinds(one: pl.DataType, other: pl.DataType) -> pl.DataType:
    """Return a type that holds values of both."""
    if one == other or isinstance(other, pl.Null):
        return one
    if isinstance(one, pl.Null):
        return other
    if one.is_numeric() and other.is_numeric():
        both = pl.concat([pl.Series([], dtype=kind).to_frame("a") for kind in (one, other)], how="vertical_relaxed")
        return both.schema["a"]
    return pl.String()


def as_schema(table: pl.DataFrame, schema: Schema) -> pl.DataFrame:
    """Give a part of a table the columns that the whole table has.

    Examples
    --------
    >>> as_schema(pl.DataFrame({"a": [["red", "wine"]], ROW: [1]}), {"a": pl.String(), "b": pl.Int64()}).rows()
    [('red; wine', None, 1)]
    """
    columns = []
    for name, known in schema.items():
        kind = pl.String() if known == pl.Null else known
        if name not in table.columns or table[name].null_count() == table.height:
            columns.append(pl.Series(name, [None] * table.height, dtype=kind))
        elif kind == pl.String:
            columns.append(to_strings(table[name]))
        else:
            columns.append(table[name].cast(kind))
    return pl.DataFrame([*columns, table[ROW]])


def to_bytes(table: pl.DataFrame, suffix: str, *, header: bool, safe: bool = False) -> bytes:
    r"""Write a part of a table as text.

    Examples
    --------
    >>> to_bytes(pl.DataFrame({"a": [1]}), ".csv", header=False)
    b'1\n'
    """
    if suffix == ".jsonl":
        return to_json_lines(table)
    return to_delimited(disarm_formulas(table) if safe else table, "," if suffix == ".csv" else "\t", header=header)
