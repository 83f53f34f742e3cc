"""Examples that are not in the pile, as a sheet of a workbook: so that a search can go on from the workbook alone."""

from __future__ import annotations

import re

import polars as pl

from likewise.documents.documents import Documents, to_strings

#: Characters in a cell: a workbook holds a few more.
_LONGEST_CELL = 32_000
_TEXT = re.compile(r"text(_\d+)?")


def pack_examples(examples: Documents) -> pl.DataFrame:
    """Write examples as a table of cells that a workbook holds; long texts go into several columns.

    Parameters
    ----------
    examples : Documents
        From anywhere.

    Returns
    -------
    polars.DataFrame
        Their ids, every column that says something, and their texts.

    Examples
    --------
    >>> table = pl.DataFrame({"title": ["On wine"], "doi": ["10.1000/a"], "year": [None]})
    >>> pack_examples(Documents(table=table, text=table["title"], ids=pl.Series(["1"]))).rows(named=True)
    [{'id': '1', 'title': 'On wine', 'doi': '10.1000/a', 'text': 'On wine'}]
    """
    columns = [examples.ids.cast(pl.String).rename("id")]
    for column in examples.table.get_columns():
        written = to_strings(column)
        if column.name != "id" and not _TEXT.fullmatch(column.name) and written.fill_null("").str.len_chars().sum():
            columns.append(written.str.slice(0, _LONGEST_CELL))
    longest = int(examples.text.str.len_chars().max() or 0)  # type: ignore[arg-type] # lengths are numbers
    for number, start in enumerate(range(0, max(longest, 1), _LONGEST_CELL), start=1):
        name = "text" if number == 1 else f"text_{number}"
        columns.append(examples.text.str.slice(start, _LONGEST_CELL).rename(name))
    return pl.DataFrame(columns)


def unpack_examples(sheet: pl.DataFrame, source: str) -> Documents | None:
    """Make examples of the table that `pack_examples` wrote.

    Parameters
    ----------
    sheet : polars.DataFrame
        Perhaps such a table.
    source : str
        The file that it is from.

    Returns
    -------
    Documents or None
        None if the table is another one.

    Examples
    --------
    >>> unpack_examples(pl.DataFrame({"id": ["1"], "text": ["red "], "text_2": ["wine"]}), "found.xlsx").text.to_list()
    ['red wine']
    >>> unpack_examples(pl.DataFrame({"drink": ["wine"]}), "found.xlsx") is None
    True
    """
    parts = [name for name in sheet.columns if _TEXT.fullmatch(name)]
    if "id" not in sheet.columns or "text" not in parts or sheet.is_empty():
        return None
    table = sheet.select(pl.exclude(*parts), pl.concat_str(pl.col(*parts).fill_null("")).alias("text"))
    columns = {"text": ("text",), "id": ("id",)}
    return Documents(table=table, text=table["text"], ids=table["id"].cast(pl.String), columns=columns, source=source)
