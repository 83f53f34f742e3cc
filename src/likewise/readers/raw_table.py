"""What a reader of one format hands on: a table, what it knows about the columns, and its notes."""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl


@dataclass(frozen=True, eq=False)
class RawTable:
    """A table as it was read, before anybody asks which column is the text.

    Parameters
    ----------
    table : polars.DataFrame
        One row per document.
    text : str or None, default=None
        The text column, where the format itself says which it is; None lets the names of the columns decide.
    id : str or None, default=None
        The column of ids, where the format itself says which it is.
    notes : list of str, default=[]
        A sentence for each guess and repair.
    unread : list of (str, str), default=[]
        What could not be read and why, in a few words: ("b.txt", "it is a PDF").

    Examples
    --------
    >>> import polars as pl
    >>> RawTable(pl.DataFrame({"file": ["a.txt"], "text": ["red wine"]}), text="text", id="file").table.height
    1
    """

    table: pl.DataFrame
    text: str | None = None
    id: str | None = None
    notes: list[str] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)
