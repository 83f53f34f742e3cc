"""Tagged values to a table with a column for each tag, column by column: a dict for each record takes twice as long."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.readers.references.tagged import AND, lines, with_plain_ends

#: Stands for the tag of what comes before the first one.
_BEFORE = "  "


def make_tag_table(text: str, tag: re.Pattern[str]) -> tuple[pl.DataFrame, int]:
    r"""Read records that begin with the tag TY and end with ER; one of the two may be missing.

    Parameters
    ----------
    text : str
        The file.
    tag : re.Pattern
        Matches a line end and what comes before a value, with the tag, two characters of ASCII, as its group.

    Returns
    -------
    table : polars.DataFrame
        One row for each record and one column for each tag, in the order in which they come: strings, with `AND`
        between the values of a tag that is repeated, and null where there is none.
    strays : int
        How many lines that are not blank stand outside of records.

    Examples
    --------
    >>> text = "TY  - JOUR\nTI  - On\n wine\nER  - \nTI  - On tea\n"
    >>> table, strays = make_tag_table(text, re.compile(r"\n([A-Z]{2})  -"))
    >>> table.to_dicts(), strays
    ([{'TY': 'JOUR', 'TI': 'On wine'}, {'TY': None, 'TI': 'On tea'}], 0)
    """
    text = "\n" + with_plain_ends(text)
    parts = tag.split(text)  # what stands before the first tag, a tag, its value, a tag, its value, …
    tags = _to_codes(_BEFORE + "".join(parts[1::2]).upper())
    is_outside = np.isin(tags, _to_codes(f"ER{_BEFORE}"))
    outside = [parts[2 * place] for place in np.flatnonzero(is_outside).tolist()]
    strays = sum(len(lines(value)) for value in outside if not value.isspace())
    # A line end before each tag, and those between records; are there more, then values go on over lines.
    are_folded = text.count("\n") > len(tags) - 1 + "".join(outside).count("\n")
    record = np.cumsum(((tags == _to_codes("TY")) | np.append(True, is_outside[:-1])) & ~is_outside)
    columns = []
    codes, first = np.unique(tags[~is_outside], return_index=True)
    for code in codes[np.argsort(first)]:
        name, places = code.tobytes().decode(), np.flatnonzero(tags == code)
        found = [parts[place].strip() for place in (2 * places).tolist()]
        if are_folded:
            # EndNote puts each keyword on a line of its own behind one tag; of all else a line goes on with the value.
            between = AND if name == "KW" else " "
            found = [between.join(lines(value)) if "\n" in value else value for value in found]
        columns.append(pl.Series(name, _spread(found, record[places] - 1, int(record[-1])), dtype=pl.String))
    table = pl.DataFrame(columns)
    table = table[[name for name in table.columns if table[name].null_count() < table.height]]
    is_empty = table.select(pl.all_horizontal(pl.all().is_null())).to_series() if table.width else None
    # To filter copies all texts, and there is hardly ever a reason to.
    return table if is_empty is None or not is_empty.any() else table.filter(~is_empty), strays


def _to_codes(tags: str) -> NDArray[np.uint16]:
    """Make a number of every two characters, which are ASCII."""
    return np.frombuffer(tags.encode("ascii"), np.uint16)


def _spread(values: list[str], rows: NDArray[np.int64], n_rows: int) -> list[str] | list[str | None]:
    """Put values into their rows, and those of the same row together; a value that is empty is none."""
    if len(values) == n_rows and "" not in values and (np.diff(rows) > 0).all():
        return values
    column: list[str | None] = [None] * n_rows
    for row, value in zip(rows.tolist(), values, strict=True):
        if value:
            before = column[row]
            column[row] = value if before is None else f"{before}{AND}{value}"
    return column


def merge_columns(table: pl.DataFrame, columns: Mapping[str, Sequence[str]]) -> pl.DataFrame:
    """Bring the tags that other programs use for the same thing under the first of them, as `merge_dialects` does.

    Parameters
    ----------
    table : polars.DataFrame
        A column for each tag.
    columns : mapping of str to sequence of str
        From a column to its tags.

    Returns
    -------
    polars.DataFrame
        Without the other tags, except where one of them stands beside the first in any record.

    Examples
    --------
    >>> table = pl.DataFrame({"TI": ["On wine", None], "T1": [None, "On tea"]})
    >>> merge_columns(table, {"title": ("TI", "T1")}).to_dicts()
    [{'TI': 'On wine'}, {'TI': 'On tea'}]
    """
    for first, *others in columns.values():
        for other in others:
            if other not in table.columns:
                continue
            if first not in table.columns:
                table = table.rename({other: first})
            elif not (table[first].is_not_null() & table[other].is_not_null()).any():
                table = table.with_columns(pl.coalesce(first, other)).drop(other)
    return table
