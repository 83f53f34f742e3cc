"""Names of a file's columns, from its first bytes and without the readers, for shells that complete them."""

import codecs
import csv
import gzip
import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

#: So much of a file is looked at.
_BEGINNING = 2**16
_DELIMITERS = ",\t;|"
#: What references have, by the names that the readers give their fields.
_OF_REFERENCES = ("title", "abstract", "authors", "year", "journal", "doi", "pmid", "keywords", "url", "type")
_REFERENCES = (".ris", ".nbib", ".bib", ".enw", ".ciw", ".xml")


def list_columns(path: str) -> list[str]:
    r"""List the names of a table's columns as far as its beginning tells them.

    Parameters
    ----------
    path : str
        Any path.

    Returns
    -------
    list of str
        In the order of the file; none where it is not there, damaged or of another kind.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = pathlib.Path(folder, "pile.csv")
    ...     _ = table.write_text("doi;title;abstract\n1;a;b\n")
    ...     list_columns(str(table))
    ['doi', 'title', 'abstract']
    """
    file = Path(path).expanduser()
    kind = Path(file.name.lower().removesuffix(".gz")).suffix
    if not file.is_file():
        return []
    if kind in _REFERENCES:
        return list(_OF_REFERENCES)
    lister = _LISTERS.get(kind)
    try:
        return [] if lister is None else lister(file)
    except (OSError, EOFError, ValueError, IndexError, zlib.error, csv.Error, sqlite3.Error):
        return []  # damaged; the command itself will say so


def _of_delimited(file: Path) -> list[str]:
    """Split the first line by the delimiter that it has most of."""
    first = next((line for line in _read_beginning(file).splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    return [name.strip() for name in next(csv.reader([first], delimiter=delimiter), []) if name.strip()]


def _of_json_lines(file: Path) -> list[str]:
    first = json.loads(_read_beginning(file).splitlines()[0])
    return [str(name) for name in first] if isinstance(first, dict) else []


def _of_database(file: Path) -> list[str]:
    """List the columns of all tables, each name once."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for table in tables for row in database.execute("SELECT name FROM pragma_table_info(?)", (table,))]
    return list(dict.fromkeys(name for (name,) in rows))


def _of_parquet(file: Path) -> list[str]:
    import polars as pl

    try:
        return list(pl.read_parquet_schema(file))
    except pl.exceptions.PolarsError:
        return []


def _of_workbook(file: Path) -> list[str]:
    import fastexcel

    try:
        sheet = fastexcel.read_excel(str(file)).load_sheet(0, n_rows=1, dtypes="string")
    except fastexcel.FastExcelError:
        return []
    return [column.name for column in sheet.available_columns()]


def _read_beginning(file: Path) -> str:
    """Decode the first bytes; what is not in UTF-8 is shown as if it were in Latin-1."""
    with gzip.open(file) if file.name.lower().endswith(".gz") else file.open("rb") as stream:
        data = stream.read(_BEGINNING)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    whole = data if len(data) < _BEGINNING else data[: data.rfind(b"\n") + 1]
    try:
        return whole.decode("utf-8-sig")
    except UnicodeDecodeError:
        return whole.decode("latin-1")


_LISTERS: dict[str, Callable[[Path], list[str]]] = {
    ".csv": _of_delimited,
    ".tsv": _of_delimited,
    ".txt": _of_delimited,
    ".jsonl": _of_json_lines,
    ".ndjson": _of_json_lines,
    ".sqlite": _of_database,
    ".db": _of_database,
    ".parquet": _of_parquet,
    ".xlsx": _of_workbook,
}
