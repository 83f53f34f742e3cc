"""The records of a corpus: read from a file of JSON lines, or made from the public original and kept."""

from __future__ import annotations

import gzip
import json
import logging
import tempfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

from likewise.atomic_write import write_whole
from likewise.datasets.catalogue import Entry
from likewise.datasets.corpus import Corpus
from likewise.datasets.download import fetch
from likewise.datasets.locate import cache_folder, find, sha256
from likewise.errors import UserError

Record: TypeAlias = dict[str, Any]
Parser: TypeAlias = Callable[[Sequence[Path]], list[Record]]
_log = logging.getLogger("likewise")


def load_records(entry: Entry, parse: Parser | None, *, download: bool = False) -> tuple[list[Record], str]:
    """Read all documents of a corpus, making its file from the public original first if need be and allowed.

    Parameters
    ----------
    entry : Entry
        The corpus.
    parse : callable or None
        Makes records of the downloaded archives; None if there is no public original.
    download : bool, default=False
        Whether the public original may be downloaded.

    Returns
    -------
    records : list of dict
        One per document, with keys `id`, `text`, `label` and others.
    sha256 : str
        Checksum of the file.

    Raises
    ------
    UserError
        If the file is nowhere, is damaged, or cannot be made.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from likewise.datasets.catalogue import CATALOGUE
    >>> load_records(replace(CATALOGUE["webdir"], file="nowhere.jsonl.gz"), None)
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: the corpus webdir is not on this machine and has no single public original; ...
    """
    path = find(entry)
    if path is None:
        path = _make(entry, parse, download=download)
    records = read_records(path)
    if len(records) != entry.documents:
        raise UserError(f"{path} has {len(records):,} documents, not {entry.documents:,}; delete it and get it again")
    return records, sha256(path)


def _make(entry: Entry, parse: Parser | None, *, download: bool) -> Path:
    """Download the originals, parse them, keep the result in the cache folder, and return its path."""
    if parse is None or not entry.originals:
        raise UserError(
            f"the corpus {entry.name} is not on this machine and has no single public original; "
            f"put {entry.file} into the folder that LIKEWISE_DATA names"
        )
    target = cache_folder() / entry.file
    if not download:
        raise UserError(
            f"the corpus {entry.name} is not on this machine; set LIKEWISE_DATA to the folder that holds {entry.file}, "
            f"or put that file into {target.parent}, or pass download=True to get it from {entry.originals[0]}"
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=target.parent)))
        archives = [fetch(url, folder / f"{number}.tar.gz") for number, url in enumerate(entry.originals)]
        _log.info("parsing %s", entry.name)
        records = parse(archives)
    if len(records) != entry.documents:
        raise UserError(
            f"{entry.originals[0]} holds {len(records):,} documents, not the {entry.documents:,} of {entry.name}; "
            f"it may have changed: put {entry.file} into the folder that LIKEWISE_DATA names instead"
        )
    write_records(records, target)
    return target


def read_records(path: Path) -> list[Record]:
    """Read a gzip'd file of JSON lines.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Returns
    -------
    list of dict
        One per line.

    Raises
    ------
    UserError
        If the file is damaged.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "drinks.jsonl.gz")
    ...     write_records([{"id": "a", "text": "red wine"}], path)
    ...     read_records(path)
    [{'id': 'a', 'text': 'red wine'}]
    """
    try:
        lines = gzip.decompress(path.read_bytes()).decode().split("\n")
        return [json.loads(line) for line in lines if line]
    except (EOFError, zlib.error, gzip.BadGzipFile, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise UserError(f"{path} is damaged ({error}); delete it and get it again") from error


def write_records(records: Iterable[Record], path: Path) -> None:
    """Write a gzip'd file of JSON lines, all of it or nothing; the same records give the same bytes.

    Parameters
    ----------
    records : iterable of dict
        One per line.
    path : pathlib.Path
        Where to.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "drinks.jsonl.gz")
    ...     write_records([{"id": "a"}], path)
    ...     [file.name for file in Path(folder).iterdir()]
    ['drinks.jsonl.gz']
    """
    content = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    write_whole(gzip.compress(content.encode(), mtime=0), path)


def to_corpus(entry: Entry, records: Sequence[Record], checksum: str) -> Corpus:
    """Turn records into a corpus: id, text and label, and a column for every other key.

    Parameters
    ----------
    entry : Entry
        The corpus.
    records : sequence of dict
        Its documents.
    checksum : str
        Of the file they came from.

    Returns
    -------
    Corpus
        The corpus.

    Examples
    --------
    >>> from likewise.datasets.catalogue import CATALOGUE
    >>> record = {"id": "a", "text": "red wine", "label": "wine", "year": 1999}
    >>> to_corpus(CATALOGUE["webdir"], [record], "").extra
    {'year': [1999]}
    """
    others = [key for key in (records[0] if records else {}) if key not in {"id", "text", "label"}]
    return Corpus(
        name=entry.name,
        ids=[record["id"] for record in records],
        texts=[record["text"] for record in records],
        labels=[record["label"] for record in records],
        extra={key: [record[key] for record in records] for key in others},
        source=entry.originals[0] if entry.originals else entry.source,
        sha256=checksum,
    )
