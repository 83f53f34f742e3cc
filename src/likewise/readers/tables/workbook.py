"""Workbooks, .xlsx and its relatives: one sheet, every cell as the string that a person sees in it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import fastexcel
import numpy as np
import polars as pl

from likewise.documents.column_names import make_column_names
from likewise.documents.columns import is_known
from likewise.errors import UserError
from likewise.plural import count_noun, name_a_few
from likewise.readers.limits import check_unpacked
from likewise.readers.raw_table import RawTable
from likewise.readers.rust_panics import list_panics
from likewise.readers.tables.delimiter import looks_like_header
from likewise.readers.unpacking import load_bytes

_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_LOOKED_AT = 40
# Sheets of an export beside its table.
_FURTHER = ("audit", "examples")
_NUMBER_OR_DAY = r"^(?:-?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d 00:00:00)$"

# Sheets that are charts are reported there, and would be printed if nobody listened.
logging.getLogger("calamine").addHandler(logging.NullHandler())


def read_workbook(path: Path, table: str | None) -> RawTable:
    """Read one sheet of a workbook.

    Parameters
    ----------
    path : pathlib.Path
        An .xlsx or .xlsm file, whatever it is called. One of Excel 97–2003 is refused: damaged ones can make a reader
        fill the memory.
    table : str or None
        The name of the sheet; None takes the one with most text.

    Returns
    -------
    RawTable
        The table, with notes on other sheets, rows above the header and empty rows.

    Raises
    ------
    UserError
        If it is damaged, protected or empty, or there is no such sheet.

    Examples
    --------
    >>> import tempfile, xlsxwriter
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.xlsx")
    ...     with xlsxwriter.Workbook(path) as book:
    ...         sheet = book.add_worksheet("Hits")
    ...         _ = sheet.write_row(2, 0, ["Title", "Year"]), sheet.write_row(3, 0, ["On wine", 1999])
    ...     read_workbook(path, None).table.rows(named=True)
    [{'Title': 'On wine', 'Year': '1999'}]
    """
    data = load_bytes(path)
    if not data:
        raise UserError(f"{path} is empty; give a file that holds documents")
    if data.startswith(_OLD):
        locked = _ENCRYPTED in data
        why = "is protected by a password; save it without one" if locked else "is of Excel 97–2003; save it as .xlsx"
        raise UserError(f"{path} {why}")
    check_unpacked(data, str(path))
    try:
        return _read(fastexcel.read_excel(data), path, table)
    except fastexcel.FastExcelError as error:
        why = str(error).partition("\n")[0].removeprefix("calamine error: ")
        raise UserError(f"{path} cannot be read as a workbook: {why}; open it and save it again as .xlsx") from error
    except list_panics() as error:
        raise UserError(f"{path} is damaged: no program can make sense of it; save it again as .xlsx") from error


def list_sheets(path: Path) -> list[str]:
    """List the sheets of a workbook that `read_workbook` reads.

    Examples
    --------
    >>> import tempfile, xlsxwriter
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.xlsx")
    ...     with xlsxwriter.Workbook(path) as book:
    ...         _ = book.add_worksheet("Hits")
    ...     list_sheets(path)
    ['Hits']
    """
    return list(fastexcel.read_excel(load_bytes(path)).sheet_names)


def _read(book: fastexcel.ExcelReader, path: Path, table: str | None) -> RawTable:
    names = book.sheet_names
    if table is not None and table not in names:
        raise UserError(
            f"{path} has no sheet {table!r}; it has: {', '.join(names)}; name one of these", parameter="table"
        )
    sheets = {name: _cells(book, name) for name in ([table] if table is not None else names)}
    filled = {name: letters for name, sheet in sheets.items() if (letters := _letters(sheet))}
    if not filled:
        what = f"sheet {table!r} of {path}" if table is not None else str(path)
        raise UserError(f"{what} is empty; give a sheet that holds documents")
    if table is None and "likewise" in filled:  # an export; its other sheets are not the pile
        filled = {name: letters for name, letters in filled.items() if name not in _FURTHER}
    chosen = max(filled, key=lambda name: filled[name])
    notes = []
    if others := [name for name in filled if name != chosen]:
        notes.append(f"{path.name}: sheet {chosen} was read; sheets not read: {name_a_few(others)}")
    return _table(book, chosen, sheets[chosen], path, notes)


def _cells(book: fastexcel.ExcelReader, name: str) -> pl.DataFrame:
    return book.load_sheet(name, header_row=None, skip_rows=0, dtypes="string").to_polars()


def _letters(sheet: pl.DataFrame) -> int:
    return sum(int(column.str.strip_chars().str.len_chars().sum()) for column in sheet.get_columns())


def _table(book: fastexcel.ExcelReader, name: str, sheet: pl.DataFrame, path: Path, notes: list[str]) -> RawTable:
    header = _header(sheet.head(_LOOKED_AT).rows())
    if header is None:
        notes.append(f"{path.name}: no row looks like names of columns, so all were read as documents")
    elif lost := _filled_rows(sheet.head(header)):
        notes.append(
            f"{path.name}: names of columns found in row {header + 1:,}; {count_noun(lost, 'row')} above left out"
        )
    titles = [""] * sheet.width if header is None else ["" if cell is None else cell for cell in sheet.row(header)]
    body = sheet[0 if header is None else header + 1 :]
    body = body.with_columns(_seen(book, name, body, sheet.height - body.height))
    body.columns = make_column_names(titles)
    kept = body.select(
        column.name
        for column, title in zip(body.get_columns(), titles, strict=True)
        if title.strip() or column.null_count() < len(column)
    )
    rows = kept.filter(~pl.all_horizontal(pl.all().is_null() | (pl.all().str.strip_chars() == "")))
    if blank := kept.height - rows.height:
        notes.append(f"{path.name}: {count_noun(blank, 'empty row')} left out")
    if not rows.height:
        raise UserError(
            f"{path} has a header ({name_a_few(kept.columns)}) but no rows; give a file that holds documents"
        )
    return RawTable(rows, notes=notes)


def _filled_rows(rows: pl.DataFrame) -> int:
    return sum(any(cell is not None and cell.strip() for cell in row) for row in rows.rows())


def _header(rows: Sequence[Sequence[str | None]]) -> int | None:
    """Find the row that names the columns: below a title and blank rows, and about as wide as the table."""
    cells = [[cell for cell in row if cell is not None and cell.strip()] for row in rows]
    widest = max(map(len, cells))
    wide = [number for number, row in enumerate(cells) if 2 * len(row) > widest]
    known = (number for number in wide if any(map(is_known, cells[number])))
    first = wide[0] if looks_like_header(cells[wide[0]]) else None
    return next(known, first)


def _seen(book: fastexcel.ExcelReader, name: str, body: pl.DataFrame, start: int) -> list[pl.Series]:
    """Write numbers and days as they are seen: with fifteen digits, not nine decimals, and without midnight.

    The cells are looked at again by their types, since text that looks like a day is left alone.
    """
    # By names, as a number means a column of the sheet, which may begin with empty ones that are not here.
    likely = [
        column.name
        for column in body.get_columns()
        if column.null_count() < len(column) and column.drop_nulls().str.contains(_NUMBER_OR_DAY).all()
    ]
    if not likely:
        return []
    sheet = book.load_sheet(name, header_row=None, skip_rows=start, use_columns=likely, schema_sample_rows=None)
    seen = []
    for typed in sheet.to_polars().get_columns():
        column = body[typed.name]
        if typed.dtype.is_temporal():
            seen.append(column.str.head(10))
        elif typed.dtype.is_float():
            cells = [None if value is None else _fifteen_digits(value) for value in typed.to_list()]
            seen.append(pl.Series(column.name, cells, dtype=pl.String))
    return seen


def _fifteen_digits(number: float) -> str:
    return np.format_float_positional(float(f"{number:.15g}"), trim="-")
