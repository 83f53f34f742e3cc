"""A table as a workbook, .xlsx: text as text, numbers as numbers, and a place for answers where a layout has one."""

import io
import math
import re
from datetime import datetime
from typing import Any

import numpy as np
import polars as pl
import xlsxwriter  # type: ignore[import-untyped]

from likewise.documents.column_names import make_column_names
from likewise.errors import UserError
from likewise.writers.layout import Layout
from likewise.writers.strings import to_text_column

_MOST_ROWS = 1_048_575
_MOST_COLUMNS = 16_384
_LONGEST_CELL = 32_767
_WIDEST = 60
# In points: a row of three lines, so that many documents fit on a screen, and a header with room for the filter.
_ROW_HEIGHT, _HEADER_HEIGHT = 48, 20
# Up to here a workbook keeps every digit of a whole number.
_LARGEST_NUMBER = 10**15
_NOT_IN_XML = re.compile("[\ufffe\uffff]")
# A fixed day, so that the same table gives the same bytes.
_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001 written as it is, without a time zone


def find_losses(table: pl.DataFrame) -> list[str]:
    """Tell what a workbook cannot hold of a table.

    Parameters
    ----------
    table : polars.DataFrame
        What is to be written.

    Returns
    -------
    list of str
        A sentence for each column with cells that will be cut.

    Raises
    ------
    UserError
        If there are more rows or columns than a sheet has.

    Examples
    --------
    >>> find_losses(pl.DataFrame({"text": ["x" * 40_000, "tea"]}))
    ["1 cell of 'text' is longer than the 32,767 characters that a workbook holds, and is cut; .csv keeps all"]
    """
    if table.height > _MOST_ROWS or table.width > _MOST_COLUMNS:
        raise UserError(
            f"a table of {table.height:,} rows and {table.width:,} columns is larger than a sheet of a workbook "
            f"({_MOST_ROWS:,} rows below the header, {_MOST_COLUMNS:,} columns); write .csv or .parquet instead"
        )
    losses = []
    for column in table.get_columns():
        if long := sum(len(_cut(cell)) < len(cell) for cell in _long(to_text_column(column))):
            verb = (
                "cell of {} is longer than {}, and is cut"
                if long == 1
                else "cells of {} are longer than {}, and are cut"
            )
            most = f"the {_LONGEST_CELL:,} characters that a workbook holds"
            losses.append(f"{long:,} {verb.format(repr(column.name), most)}; .csv keeps all")
    return losses


def to_workbook(table: pl.DataFrame, layout: Layout | None = None) -> bytes:
    """Write a table as a workbook.

    Parameters
    ----------
    table : polars.DataFrame
        Lists become their items with "; " between them. A column is written as numbers if every cell is one and
        reads the same afterwards; all else is text, never a formula or a link. Cells that are too long end in "…".
    layout : Layout or None, default=None
        What there is beside the table, for a person who works in it; None writes the table alone.

    Returns
    -------
    bytes
        The same for the same table.

    Examples
    --------
    >>> to_workbook(pl.DataFrame({"id": ["007"], "text": ["=1+1"], "rank": [1]}))[:2]
    b'PK'
    """
    find_losses(table)
    stream = io.BytesIO()
    plain = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(stream, plain) as book:
        book.set_properties({"created": _CREATED})
        _write_sheet(book, "likewise", table, layout)
        for name, further in (("audit", layout.audit), ("examples", layout.examples)) if layout is not None else ():
            if further is not None:
                _write_sheet(book, name, further, layout)
    return stream.getvalue()


def _write_sheet(book: xlsxwriter.Workbook, name: str, table: pl.DataFrame, layout: Layout | None) -> None:
    sheet = book.add_worksheet(name)
    header = book.add_format({"bold": True})
    top = None if layout is None else book.add_format({"valign": "top"})
    wrapped = None if layout is None else book.add_format({"valign": "top", "text_wrap": True})
    if layout is not None:
        sheet.set_default_row(_ROW_HEIGHT)
        sheet.set_row(0, _HEADER_HEIGHT)
    for at, (title, column) in enumerate(zip(make_column_names(table.columns), table.get_columns(), strict=True)):
        sheet.write_string(0, at, _cut(_NOT_IN_XML.sub("\ufffd", title)), header)
        cells = _rounded(column) if column.dtype.is_float() else to_text_column(column).to_list()
        width = min(max([len(title) + 3, *(len(cell) + 1 for cell in cells if cell)]), _WIDEST)
        cell_format = wrapped if width == _WIDEST else top
        sheet.set_column(at, at, width, cell_format)
        _write_cells(sheet, at, cells, cell_format)
        if layout is not None and title in layout.choices and table.height:
            choices = {"validate": "list", "source": list(layout.choices[title]), "error_type": "warning"}
            sheet.data_validation(1, at, table.height, at, choices)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, table.height, max(table.width - 1, 0))


def _write_cells(sheet: Any, at: int, cells: list[str | None], cell_format: Any) -> None:
    numbers = _numbers(cells)
    for row, cell in enumerate(cells, start=1):
        if not cell:
            continue
        if numbers is not None:
            sheet.write_number(row, at, numbers[cell], cell_format)
        else:
            sheet.write_string(row, at, _cut(_NOT_IN_XML.sub("\ufffd", cell)), cell_format)


def _rounded(column: pl.Series) -> list[str | None]:
    """Write floats with the fifteen digits that a workbook keeps."""
    return [None if value is None else _number_text(float(f"{value:.15g}")) for value in column.to_list()]


def _numbers(cells: list[str | None]) -> dict[str, float] | None:
    """Return the number of each string if all are numbers in the one way of writing that comes back; else None."""
    numbers = {}
    for cell in {cell for cell in cells if cell}:
        if len(cell) > 32 or not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", cell):
            return None
        number = float(cell)
        if abs(number) >= _LARGEST_NUMBER or _number_text(float(f"{number:.15g}")) != cell:
            return None
        numbers[cell] = number
    return numbers


def _number_text(number: float) -> str:
    if not math.isfinite(number):
        return str(number)
    return np.format_float_positional(number, trim="-") if number else "0"


def _long(column: pl.Series) -> list[str]:
    column = column.alias("")  # polars takes a name such as "^a$" for a pattern
    return column.filter(column.str.len_bytes() > _LONGEST_CELL).to_list()


def _cut(cell: str) -> str:
    """Cut a cell to what a workbook holds, counted as it counts: in UTF-16."""
    if 2 * len(cell) <= _LONGEST_CELL:
        return cell
    units = cell.encode("utf-16-le")
    if len(units) <= 2 * _LONGEST_CELL:
        return cell
    return units[: 2 * (_LONGEST_CELL - 1)].decode("utf-16-le", "ignore") + "…"
