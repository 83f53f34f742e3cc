"""Delimited tables: .csv and .tsv, whatever their delimiter, quoting and encoding."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from likewise.documents.column_names import make_column_names
from likewise.plural import count_noun
from likewise.readers.encoding import load_text
from likewise.readers.nothing_read import NothingReadError
from likewise.readers.raw_table import RawTable
from likewise.readers.tables.delimiter import (
    NO_DELIMITER,
    find_beginning,
    get_usual_delimiter,
    looks_like_header,
    split_lines,
)
from likewise.readers.tables.field_rows import has_field_rows, join_field_rows
from likewise.readers.tables.lenient_csv import split_leniently

_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}


def read_delimited(path: Path) -> RawTable:
    r"""Read a table of delimited text; every cell stays the string that it is.

    Parameters
    ----------
    path : pathlib.Path
        A .csv or .tsv file. The delimiter is guessed from the first rows.

    Returns
    -------
    RawTable
        The table, with notes on the delimiter if it is not the usual one, ragged rows, blank lines and odd quoting.

    Raises
    ------
    NothingReadError
        If there are no rows.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pile.csv")
    ...     _ = path.write_text('id;text\n007;"red; or white"\n')
    ...     read_delimited(path).table.rows()
    [('007', 'red; or white')]
    """
    text, notes = load_text(path)
    text = text.lstrip("\r\n")
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")
    usual = get_usual_delimiter(path)
    declaration, n_above, delimiter = find_beginning(text, usual)
    above, text = split_lines(text.removeprefix(declaration), n_above)
    if lost := sum(any(character.isalnum() for character in line) for line in above):
        notes.append(
            f"{path.name}: names of columns found in row {n_above + 1:,}; {count_noun(lost, 'row')} above left out"
        )
    if delimiter is not None and delimiter != usual:
        notes.append(f"{path.name}: cells are separated by the character {_NAMES[delimiter]}")
    table, header, repairs = _parse_field_rows(text, delimiter) or _parse(text, delimiter or NO_DELIMITER)
    if not header:
        notes.append(f"{path.name}: the first row does not look like names of columns, so it was read as a document")
    notes.extend(f"{path.name}: {repair}" for repair in repairs)
    if table.height == 0:
        raise NothingReadError(
            f"{path} has a header ({', '.join(table.columns)}) but no rows; give a file that holds documents"
        )
    return RawTable(table, notes=notes)


def _parse_field_rows(text: str, delimiter: str | None) -> tuple[pl.DataFrame, bool, list[str]] | None:
    """Parse a table that has a row for each field; None if it has not, which its first rows tell."""
    if delimiter is None or not has_field_rows(text, delimiter):
        return None
    table = join_field_rows(split_leniently(text, delimiter)[0])
    told = "every row is a field, and records begin with their titles, as Embase writes them"
    return None if table is None else (table, True, [told])


def _parse(text: str, delimiter: str) -> tuple[pl.DataFrame, bool, list[str]]:
    """Return the table, whether its first row is a header, and what was repaired."""
    try:
        rows = pl.read_csv(text.encode(), has_header=False, separator=delimiter, infer_schema_length=0)
    except pl.exceptions.PolarsError:
        # Surplus cells, or quotation marks where the standard has none.
        table, header, repairs = _parse_leniently(text, delimiter)
        odd = "quotation marks do not follow the rules of CSV; cells that hold them may have lost some"
        return table, header, repairs or [odd]
    # Empty cells at the end of a row and cells that are not there look the same to polars, which for its part tells
    # an empty string from nothing.
    if rows.width > 1 and rows.to_series(rows.width - 1).null_count() and _is_ragged(text, delimiter, rows.width):
        return _parse_leniently(text, delimiter)
    first = ["" if cell is None else str(cell) for cell in rows.row(0)]
    header = looks_like_header(first)
    names = make_column_names(first if header else [""] * len(first))
    rows.columns = names
    kept = rows[1:] if header else rows
    return _without_blank(_without_nameless(kept, first) if header else kept, header)


def _is_ragged(text: str, delimiter: str, width: int) -> bool:
    rows, open_quotes = split_leniently(text, delimiter)
    return open_quotes > 0 or any(row and len(row) != width for row in rows)


def _parse_leniently(text: str, delimiter: str) -> tuple[pl.DataFrame, bool, list[str]]:
    """Parse with the standard library, which forgives more and lets us count what it forgave."""
    rows, open_quotes = split_leniently(text, delimiter)
    header = looks_like_header(rows[0])
    names = make_column_names(rows[0] if header else [""] * max(map(len, rows)))
    width = len(names)
    body = rows[1:] if header else rows
    long = sum(len(row) > width for row in body)
    short = sum(0 < len(row) < width for row in body)
    # Surplus cells mostly come from an unquoted delimiter in a last column of prose: joined, nothing is lost.
    cut = [row if len(row) <= width else [*row[: width - 1], delimiter.join(row[width - 1 :])] for row in body]
    columns = [[row[at] or None if at < len(row) else None for row in cut] for at in range(width)]
    table = pl.DataFrame([pl.Series(name, cells, dtype=pl.String) for name, cells in zip(names, columns, strict=True)])
    repairs = []
    if open_quotes:
        verb = "row opens" if open_quotes == 1 else "rows open"
        repairs.append(f"{open_quotes:,} {verb} a quotation mark that is never closed; it was read as text")
    if long:
        repairs.append(
            f"{long:,} {_rows_have(long)} more cells than the header; the surplus was kept in the last column"
        )
    if short:
        repairs.append(f"{short:,} {_rows_have(short)} fewer cells than the header; the missing ones are empty")
    table, header, blank = _without_blank(_without_nameless(table, rows[0]) if header else table, header)
    return table, header, repairs + blank


def _rows_have(number: int) -> str:
    return "row has" if number == 1 else "rows have"


def _without_nameless(table: pl.DataFrame, titles: Sequence[str]) -> pl.DataFrame:
    """Leave out columns that have neither a name nor a cell, as beside what is on a sheet."""
    columns = zip(table.get_columns(), titles, strict=True)
    kept = [column for column, title in columns if title.strip() or column.null_count() < len(column)]
    return table.select(kept) if table.height else table


def _without_blank(table: pl.DataFrame, header: bool) -> tuple[pl.DataFrame, bool, list[str]]:
    kept = table.filter(~pl.all_horizontal(pl.all().is_null()))
    blank = table.height - kept.height
    return kept, header, [f"{blank:,} blank {'line was' if blank == 1 else 'lines were'} left out"] if blank else []
