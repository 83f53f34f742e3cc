"""Bookmarks as browsers export them: one document for each, of its title, description, address and folders."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

import polars as pl

from likewise.documents.columns import are_ids
from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.readers.columns import make_string_table
from likewise.readers.encoding import load_text
from likewise.readers.raw_table import RawTable

# The tags that matter, none of which needs to be closed. As in web pages, the pattern takes linear time.
_TAG = re.compile(
    r"""<(/?)(dl|dt|dd|h3|a)(?=[\s/>])((?:[^<>"']++|"[^"<]*"|'[^'<]*')*+>|[^>]*>?)([^<]*)""", re.IGNORECASE
)
_ATTRIBUTE = re.compile(r"""([a-z_-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://(?:www\d?\.)?([^/?#]*)([^?#]*)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_NO_WORDS = frozenset({"asp", "aspx", "htm", "html", "index", "php"})
# Searches and small programs that browsers keep among the bookmarks.
_NO_PAGES = ("javascript:", "place:", "data:")
_DEEPEST = 30
_FIELDS = ("title", "url", "folder", "added", "description", "tags", "text")


def read_bookmarks(path: Path) -> RawTable:
    r"""Read bookmarks in the format that every browser exports.

    Parameters
    ----------
    path : pathlib.Path
        A file that begins with "<!DOCTYPE NETSCAPE-Bookmark-file-1>", whatever of its tags are closed.

    Returns
    -------
    RawTable
        Columns `title`, `url`, `folder` ("Drinks/Wine"), `added` (a date), `description`, `tags`, and `text`, which
        is the words of all these. The ids are the addresses if each occurs once.

    Raises
    ------
    UserError
        If it holds no bookmarks.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "bookmarks.html")
    ...     _ = path.write_text('<DL><DT><H3>Drinks</H3><DL><DT><A HREF="https://example.org/red-wine">Reds</A></DL></DL>')
    ...     read_bookmarks(path).table.select("title", "url", "folder", "text").row(0)
    ('Reds', 'https://example.org/red-wine', 'Drinks', 'Reds\nexample org red wine\nDrinks')
    """
    source, notes = load_text(path)
    rows = _rows(source)
    pages = [row for row in rows if not row["url"].lower().startswith(_NO_PAGES)]
    if not pages:
        raise UserError(f"{path} holds no bookmarks; export them from the browser again")
    if other := len(rows) - len(pages):
        notes.append(
            f"{path.name}: {count_noun(other, 'bookmark')} left out that lead to no page (javascript:, place:, data:)"
        )
    table = make_string_table([{name: value or None for name, value in row.items()} for row in pages], _FIELDS)
    table = table.with_columns(pl.col("text").fill_null(""))
    return RawTable(table, text="text", id="url" if are_ids(table["url"]) else None, notes=notes)


def _rows(source: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = []
    folders: list[str] = []
    heading = ""
    row: dict[str, str] = {}
    for close, tag, inside, behind in _TAG.findall(source):
        match (close + tag).lower():
            case "h3":
                heading = _clean(behind)
            case "dl":
                folders.append(heading)
                heading = ""
            case "/dl":
                del folders[-1:]
            case "a":
                attributes = {name.lower(): html.unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(inside)}
                row = {
                    "title": _clean(behind),
                    "url": attributes.get("href", "").strip(),
                    "folder": "/".join(name for name in folders[:_DEEPEST] if name),
                    "added": _date(attributes.get("add_date", "")),
                    "tags": _clean(attributes.get("tags", "")),
                }
                rows.append(row)
            case "dd":
                # That of a folder comes before its bookmarks.
                if not heading:
                    row["description"] = _clean(behind)
    for row in rows:
        parts = (row["title"], row.get("description"), _words(row["url"]), row["folder"].replace("/", " "), row["tags"])
        row["text"] = "\n".join(part for part in parts if part)
    return rows


def _clean(text: str) -> str:
    return " ".join(html.unescape(text).encode("utf-8", "replace").decode().split())


def _words(url: str) -> str:
    """Take the words out of an address: those of its host and path."""
    address = _ADDRESS.match(url)
    found = _WORD.findall(unquote(f"{address[1]} {address[2]}")) if address is not None else []
    return " ".join(word for word in found if word.lower() not in _NO_WORDS)


def _date(number: str) -> str:
    """Write a date that is a number of seconds, milliseconds or microseconds."""
    if not number.isascii() or not number.isdigit() or len(number) > 16:
        return ""
    unit = 1 if len(number) <= 11 else 1_000 if len(number) <= 14 else 1_000_000
    return datetime.fromtimestamp(int(number) // unit, UTC).date().isoformat()
