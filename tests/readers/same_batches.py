"""What is read some documents at a time, compared with what is read at once."""

import os
from typing import Any

import polars as pl

from likewise.documents.documents import Documents, concatenate
from likewise.readers import read
from likewise.readers.batches import read_batches


def check_batches(path: str | os.PathLike[str], *, at_least: int = 2, **how: Any) -> list[Documents]:
    """Check that batches are together what is read at once; return them."""
    batches = list(read_batches(path, **how))
    whole, joined = read(path), concatenate(batches, str(path))
    assert len(batches) >= at_least
    assert joined.ids.to_list() == whole.ids.to_list()
    assert joined.text.to_list() == whole.text.to_list()
    assert _list(joined.label) == _list(whole.label)
    assert all(batch.columns == whole.columns for batch in batches)
    assert set(joined.table.columns) == set(whole.table.columns)
    assert _as_strings(joined.table.select(whole.table.columns)) == _as_strings(whole.table)
    assert {name for name, _ in joined.unread} == {name for name, _ in whole.unread}
    return batches


def _list(label: pl.Series | None) -> list[Any] | None:
    return None if label is None else label.to_list()


def _as_strings(table: pl.DataFrame) -> list[list[str]]:
    # What is empty is written in two ways by two parsers.
    return [["" if cell is None else str(cell) for cell in row] for row in table.rows()]
