"""Parquet files that are joined are the file that is written at once."""

import datetime
import io

import numpy as np
import polars as pl
import pytest

from likewise.writers.parquet_join import join_parquet


def _write(table: pl.DataFrame) -> bytes:
    stream = io.BytesIO()
    table.lazy().sink_parquet(stream, compression="zstd", compression_level=3, row_group_size=500)
    return stream.getvalue()


@pytest.fixture
def table() -> pl.DataFrame:
    rng = np.random.default_rng(0)
    n = 2300
    return pl.DataFrame(
        {
            "text": [" ".join(rng.choice(["wine", "tea", "ö", ""], 30)) * int(rng.integers(1, 40)) for _ in range(n)],
            "few": rng.choice(["yes", "no"], n),
            "none": pl.Series([None] * n, dtype=pl.String),
            "number": rng.integers(-(2**60), 2**60, n),
            "real": rng.random(n),
            "not a number": np.where(np.arange(n) < 700, np.nan, 1.0),
            "nothing": pl.Series([None] * n),
            "kind": pl.Series(rng.choice(["a", "b"], n), dtype=pl.Categorical),
            "pair": [{"first": place, "second": str(place)} for place in range(n)],
            "bytes": [bytes([place % 256]) for place in range(n)],
            "truth": rng.random(n) < 0.5,
            "day": [datetime.date(2020, 1, 1) + datetime.timedelta(days=int(d)) for d in rng.integers(0, 900, n)],
            "list": [list(range(int(size))) for size in rng.integers(0, 4, n)],
        }
    )


@pytest.mark.parametrize("size", [500, 1000, 2500])
def test_joined_files_are_the_bytes_of_the_whole(table: pl.DataFrame, size: int) -> None:
    parts = [_write(table[start : start + size]) for start in range(0, table.height, size)]
    stream = io.BytesIO()
    join_parquet(parts, stream)
    assert stream.getvalue() == _write(table)
    assert pl.read_parquet(stream.getvalue()).equals(table)


def test_many_columns_and_one_row_are_joined(table: pl.DataFrame) -> None:
    wide = pl.DataFrame({f"column {number}": [number, None] for number in range(40)})
    stream = io.BytesIO()
    join_parquet([_write(wide[:1]), _write(wide[1:])], stream)
    assert pl.read_parquet(stream.getvalue()).equals(wide)
