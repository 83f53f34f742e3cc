"""The result of a search from disk: all ranks in memory, texts only of the first documents, files written in parts."""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from pathlib import Path
from typing import BinaryIO

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.atomic_write import write_whole
from likewise.errors import UserError
from likewise.finder.audit import FLAG, draw_audit
from likewise.finder.explain import Reasons
from likewise.finder.result import Result
from likewise.scale.source import Source, State
from likewise.scale.table_parts import ROW, ROWS, TableParts, add_schema, find_schema, in_order, to_bytes
from likewise.scratch import writing_scratch
from likewise.writers import check_target
from likewise.writers.kinds import find_suffix, is_gzip
from likewise.writers.parquet_join import join_parquet

#: Kinds that are written in parts.
KINDS = (".csv", ".jsonl", ".parquet", ".tsv")


@dataclass(frozen=True, eq=False, repr=False)
class LargeResult(Result):
    """A ranked pile whose texts stay where they are.

    Parameters
    ----------
    source : Source or None, default=None
        Where the documents are. In `pile`, only the first documents and the examples have their text.
    state : mapping, optional
        Of the files, before they were read (`Source.find_state`).
    places : ndarray of int of shape (n_documents,) or None, default=None
        Row of the pile of each row of the table.
    parts : TableParts or None, default=None
        Writes the table on the workers of a cluster, as long as these are there; None writes it in this process.
    n_rows : int, default=ROWS
        Rows of the table that are brought into order at once.

    Examples
    --------
    >>> LargeResult.__mro__[1].__name__
    'Result'
    """

    source: Source | None = None
    state: State = field(default_factory=dict)
    places: NDArray[np.intp] = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    parts: TableParts | None = None
    n_rows: int = ROWS

    def write(
        self,
        path: str | PathLike[str],
        *,
        on_loss: Callable[[str], object] | None = None,
        spreadsheet_safe: bool = False,
    ) -> Path:
        """Write the original columns and ours to a file, whole or not at all, reading the pile once more.

        Parameters
        ----------
        path : str or path-like
            Ends in .parquet, .csv, .tsv or .jsonl.
        on_loss : callable or None, default=None
            Not called: these kinds hold everything.
        spreadsheet_safe : bool, default=False
            As of `likewise.writers.write`.

        Returns
        -------
        pathlib.Path
            The file, in the order of `table`.

        Raises
        ------
        UserError
            If it is of another kind, or cannot be written; or the pile has changed since it was read.
        """
        target = check_target(path)
        check_large_kind(target)
        suffix = find_suffix(target)
        assert self.source is not None
        check = partial(self.source.check_state, self.state)
        check()
        if self.parts is not None:
            encoded = self.parts.encode(self._row_of(), self._ours(), suffix, safe=spreadsheet_safe)
            join = join_parquet if suffix == ".parquet" else _join_texts
            write_whole(lambda stream: (join(encoded, stream), check()), target)
            return target
        with tempfile.TemporaryDirectory() as folder:
            parts = self._parts_in_order(Path(folder))

            def put(stream: BinaryIO) -> None:
                if suffix == ".parquet":
                    _put_parquet(parts, Path(folder), stream, self.n_rows)
                else:
                    for number, part in enumerate(parts):
                        stream.write(to_bytes(part, suffix, header=number == 0, safe=spreadsheet_safe))
                check()

            write_whole(put, target)
        return target

    def _parts_in_order(self, folder: Path) -> Iterator[pl.DataFrame]:
        """Yield the original rows beside ours, in the order of the table, some at a time."""
        assert self.source is not None
        row_of = self._row_of()
        buckets: dict[int, list[Path]] = {}
        schema: dict[str, pl.DataType] = {}
        start = 0
        for number, batch in enumerate(self.source.batches()):
            rows = row_of[start : start + len(batch)]
            start += len(batch)
            add_schema(schema, find_schema(batch.table))
            table = batch.table.with_columns(pl.Series(ROW, rows))
            for bucket in np.unique(rows // self.n_rows).tolist():
                path = folder / f"{bucket}.{number}.arrow"
                with writing_scratch():
                    table.filter(pl.Series(rows // self.n_rows == bucket)).write_ipc(path)
                buckets.setdefault(bucket, []).append(path)
        ours = self._ours()
        for bucket in sorted(buckets):
            paths = buckets.pop(bucket)
            tables = [pl.read_ipc(path) for path in paths]
            for path in paths:
                path.unlink()
            yield in_order(tables, schema, ours[bucket * self.n_rows : (bucket + 1) * self.n_rows])

    def _row_of(self) -> NDArray[np.int64]:
        """Return the row of the table of each row of the pile."""
        row_of = np.empty(len(self.places), dtype=np.int64)
        row_of[self.places] = np.arange(len(self.places))
        return row_of

    def _ours(self) -> pl.DataFrame:
        """Return our columns, with the random check marked."""
        drawn = pl.col("id").is_in(draw_audit(self).ids)
        marked = pl.when(pl.col("flag").is_null()).then(pl.lit(FLAG)).otherwise(pl.col("flag") + f"; {FLAG}")
        ours = self.table.with_columns(pl.when(drawn).then(marked).otherwise("flag").alias("flag"))
        return ours.drop("id") if "id" in self.pile.columns else ours

    def explain(self, id: str) -> Reasons:  # noqa: A002 the name of the column
        """Say why one of the first documents ranks where it does.

        Parameters
        ----------
        id : str
            Of a document of the pile.

        Returns
        -------
        Reasons
            As of `Result.explain`.

        Raises
        ------
        UserError
            If there is no such document, or its text is not at hand.
        """
        place = self._place.get(str(id))
        if place is not None and self.evidence is not None and self.evidence.rows[place] < 0:
            raise UserError(f"only the first documents of a pile of this size have reasons, and {id} is not among them")
        return super().explain(id)


def _join_texts(parts: Iterable[bytes], stream: BinaryIO) -> None:
    stream.writelines(parts)


def _put_parquet(parts: Iterator[pl.DataFrame], folder: Path, stream: BinaryIO, n_rows: int) -> None:
    """Write parts as one Parquet file."""
    paths = []
    for number, part in enumerate(parts):
        paths.append(folder / f"part{number:06d}.arrow")
        with writing_scratch():
            part.write_ipc(paths[-1])
    whole = folder / "whole.parquet"
    with writing_scratch():
        pl.scan_ipc(paths).sink_parquet(whole, compression="zstd", compression_level=3, row_group_size=n_rows)
    with whole.open("rb") as content:
        shutil.copyfileobj(content, stream, 1 << 22)


def check_large_kind(path: Path) -> None:
    """Refuse a kind of file that cannot be written in parts.

    Examples
    --------
    >>> check_large_kind(Path("found.xlsx"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: found.xlsx cannot hold a pile of this size; name a file that ends in .parquet, .csv, ...
    """
    if find_suffix(path) not in KINDS or is_gzip(path):
        raise UserError(
            f"{path.name} cannot hold a pile of this size; name a file that ends in .parquet, .csv, .tsv or .jsonl",
            parameter="out",
        )
