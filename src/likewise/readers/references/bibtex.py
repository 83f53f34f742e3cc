"""BibTeX and BibLaTeX: entries such as `@article{key, title = {On wine}}`, whatever program wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl

from likewise.documents.column_names import make_column_names
from likewise.errors import UserError
from likewise.readers.columns import make_string_table
from likewise.readers.encoding import load_text
from likewise.readers.raw_table import RawTable
from likewise.readers.references.latex import latex_to_text

_ENTRY = re.compile(r"@[ \t]*([A-Za-z]\w*)\s*([{(])")
_KEY = re.compile(r"\s*([^\s,={}\"]*)\s*(?:,|(?=[})]))")
_NAME = re.compile(r"[\s,]*+([^\s,=#{}()\"]++)\s*+=\s*+")
_BARE = re.compile(r"[^\s,#={}()\"]+")
_QUOTE = re.compile(r"[{}\"]")
_NEXT = re.compile(r"\s*#\s*")
_YEAR = re.compile(r"\s*([12]\d{3})(?!\d)")
_CLOSED = re.compile(r"[\s,]*[})]")


class _Broken(ValueError):
    """An entry that does not follow the rules, with the reason."""


def read_bibtex(path: Path) -> RawTable:
    r"""Read a BibTeX file.

    Parameters
    ----------
    path : pathlib.Path
        A .bib file. An entry that is not closed ends before the next line that begins with "@", and is not read.

    Returns
    -------
    RawTable
        One row for each entry: `key`, `type`, and every field, in lower case, with LaTeX turned into characters; of
        BibLaTeX, `year` is that of `date`.

    Raises
    ------
    UserError
        If no entry can be read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.bib")
    ...     _ = path.write_text('@string{jt = "J. of Tea"}\n@Article{ann19, Title = {{Caf\\\'e}}, journal = jt # " 2"}')
    ...     read_bibtex(path).table.rows(named=True)
    [{'key': 'ann19', 'type': 'article', 'title': 'Café', 'journal': 'J. of Tea 2'}]
    """
    text, notes = load_text(path)
    text = f"\n{text}"
    rows: list[dict[str, str]] = []
    unread: list[tuple[str, str]] = []
    macros: dict[str, str] = {}
    line, counted = 0, 0
    for start, end in _chunks(text):
        try:
            rows.extend(_entries(text[start:end], macros))
        except _Broken as broken:
            line, counted = line + text.count("\n", counted, start + 1), start + 1
            unread.append((f"the entry on line {line:,} of {path.name}", str(broken)))
    if not rows:
        why = f": {unread[0][0]} was not read, {unread[0][1]}" if unread else " (such as '@article{key, …}')"
        raise UserError(f"{path} has no entries of BibTeX{why}; fix it, or export it again as BibTeX")
    return RawTable(_table(rows), notes=notes, unread=unread)


def _chunks(text: str) -> Iterator[tuple[int, int]]:
    """Cut before every line that begins an entry: what is not closed by then never will be."""
    starts = [match.start() for match in re.finditer(r"\n[ \t]*@[ \t]*[A-Za-z]\w*\s*[{(]", text)]
    return zip([0, *starts], [*starts, len(text)], strict=True)


def _entries(chunk: str, macros: dict[str, str]) -> Iterator[dict[str, str]]:
    position = 0
    while match := _ENTRY.search(chunk, position):
        kind, position = match[1].lower(), match.end()
        if kind == "comment":
            return
        if kind == "preamble":
            _, position = _value(chunk, position, macros)
        elif kind == "string":
            fields, position = _fields(chunk, position, macros)
            macros.update(fields)
        else:
            key = _KEY.match(chunk, position)  # some leave it out
            fields, position = _fields(chunk, key.end() if key else position, macros)
            # BibLaTeX has a date, such as 1999-05 or 1999/2001, where BibTeX has a year.
            dated = _YEAR.match(fields.get("date", ""))
            if dated is not None:
                fields.setdefault("year", dated[1])
            yield {"\0key": key[1] if key else "", "\0type": kind} | {
                name: latex_to_text(value) for name, value in fields.items()
            }


def _fields(chunk: str, position: int, macros: Mapping[str, str]) -> tuple[dict[str, str], int]:
    """Return the fields of an entry, and where it ends."""
    fields: dict[str, str] = {}
    while match := _NAME.match(chunk, position):
        value, position = _value(chunk, match.end(), macros)
        if "\n" in value or "  " in value or "\t" in value:
            value = " ".join(value.split())
        name = match[1].lower()
        fields[name] = f"{fields[name]}; {value}" if name in fields else value
    closed = _CLOSED.match(chunk, position)
    if closed is None:
        raise _Broken("a comma, a brace or a quotation mark is missing in it")
    return fields, closed.end()


def _value(chunk: str, position: int, macros: Mapping[str, str]) -> tuple[str, int]:
    """Return the value that begins at a position, its parts put together, and where it ends."""
    parts = []
    while True:
        opening = chunk[position : position + 1]
        if opening in ("{", '"'):
            end = (_closing_brace if opening == "{" else _closing_quote)(chunk, position + 1)
            parts.append(chunk[position + 1 : end])
            position = end + 1
        elif bare := _BARE.match(chunk, position):
            # A number stands for itself, and so does a name that is nowhere defined, such as that of a month.
            parts.append(macros.get(bare[0].lower(), bare[0]))
            position = bare.end()
        else:
            raise _Broken("a field has no value")
        more = None if chunk.startswith(",", position) else _NEXT.match(chunk, position)
        if more is None:
            return "".join(parts), position
        position = more.end()


def _closing_brace(chunk: str, position: int) -> int:
    """Find the brace that closes the one before a position, in steps of whole values rather than characters."""
    depth = 0
    while (end := chunk.find("}", position)) >= 0:
        depth += chunk.count("{", position, end)
        if depth == 0:
            return end
        depth, position = depth - 1, end + 1
    raise _Broken("a brace in it is never closed")


def _closing_quote(chunk: str, position: int) -> int:
    """Find the quotation mark that closes the one before a position; those in braces do not."""
    depth = 0
    for match in _QUOTE.finditer(chunk, position):
        mark = match[0]
        if depth == 0 and mark == '"':
            return match.start()
        depth += (mark == "{") - (mark == "}")
    raise _Broken("a quotation mark in it is never closed")


def _table(rows: list[dict[str, str]]) -> pl.DataFrame:
    fields = list(dict.fromkeys(name for row in rows for name in row))
    table = make_string_table([{name: value.strip() or None for name, value in row.items()} for row in rows], fields)
    # A field may be called "key" or "type" too, and then gets a number.
    table.columns = make_column_names([field.removeprefix("\0") for field in fields])
    return table
