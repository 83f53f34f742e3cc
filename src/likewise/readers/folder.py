"""Text files: a single one, or all those in a folder and its subfolders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from likewise.errors import UserError
from likewise.readers.decoding import decode, load_bytes, load_text
from likewise.readers.raw_table import RawTable

TEXT_SUFFIXES = (".txt", ".md", ".txt.gz", ".md.gz")


def read_text_file(path: Path) -> RawTable:
    """Read one text file as one document.

    Parameters
    ----------
    path : pathlib.Path
        A file of plain text.

    Returns
    -------
    RawTable
        Columns `file` and `text`, one row.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "note.txt")
    ...     _ = path.write_text("red wine")
    ...     read_text_file(path).table.rows()
    [('note.txt', 'red wine')]
    """
    text, notes = load_text(path)
    return RawTable(pl.DataFrame({"file": [path.name], "text": [text]}), text="text", id="file", notes=notes)


def read_folder(folder: Path) -> RawTable:
    """Read every text file in a folder and its subfolders, one document each, in order of their names.

    Hidden files and folders are skipped and other kinds of file are not read; the notes say which.

    Parameters
    ----------
    folder : pathlib.Path
        The folder.

    Returns
    -------
    RawTable
        Columns `file` (name relative to the folder), `folder` (the subfolder, which may serve as a label) and `text`.

    Raises
    ------
    UserError
        If no text file in it can be read.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     (pathlib.Path(folder) / "wine").mkdir()
    ...     _ = pathlib.Path(folder, "wine", "red.txt").write_text("red wine")
    ...     _ = pathlib.Path(folder, "tea.md").write_text("green tea")
    ...     read_folder(pathlib.Path(folder)).table.rows()
    [('tea.md', '', 'green tea'), ('wine/red.txt', 'wine', 'red wine')]
    """
    paths, hidden, notes = _list_files(folder)
    wanted = [path for path in paths if _is_text(path)]
    others = [path.relative_to(folder).as_posix() for path in paths if not _is_text(path)]
    if others:
        notes.append(f"{_count(len(others), 'file')} not read, being neither .txt nor .md: {_some(others)}")
    if hidden:
        notes.append(f"{_count(hidden, 'hidden file or folder', 'hidden files and folders')} skipped")
    names, texts = [], []
    repaired: dict[str, list[str]] = {}
    for path in wanted:
        name = path.relative_to(folder).as_posix()
        try:
            text, repairs = decode(load_bytes(path), name)
        except UserError as error:
            notes.append(f"not read: {error}")
            continue
        for repair in repairs:
            repaired.setdefault(repair, []).append(name)
        names.append(name)
        texts.append(text)
    notes.extend(f"{_count(len(files), 'file')} {repair}: {_some(files)}" for repair, files in repaired.items())
    if not names:
        raise UserError(_nothing_read(folder, paths, others, notes))
    parents = [name.rpartition("/")[0] for name in names]
    table = pl.DataFrame({"file": names, "folder": parents, "text": texts})
    return RawTable(table, text="text", id="file", notes=notes)


def _is_text(path: Path) -> bool:
    return path.name.lower().endswith(TEXT_SUFFIXES)


def _list_files(folder: Path) -> tuple[list[Path], int, list[str]]:
    """List the files that are not hidden by name, count the hidden ones, and note folders that cannot be opened."""
    paths: list[Path] = []
    notes: list[str] = []
    hidden = 0

    def cannot_open(error: OSError) -> None:
        notes.append(f"not read: folder {error.filename}: {error.strerror}")

    for parent, folders, files in os.walk(folder, onerror=cannot_open):
        hidden += sum(name.startswith(".") for name in [*folders, *files])
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths.extend(Path(parent, name) for name in files if not name.startswith("."))
    paths.sort(key=lambda path: path.relative_to(folder).as_posix())
    return paths, hidden, notes


def _nothing_read(folder: Path, paths: Sequence[Path], others: Sequence[str], notes: Sequence[str]) -> str:
    if not paths:
        return f"folder {folder} is empty; give a folder of .txt or .md files"
    if others:
        return (
            f"folder {folder} has no readable .txt or .md file; it has {_some(others)}: name one of these files instead"
        )
    return f"folder {folder} has no readable .txt or .md file ({notes[-1]}); give a folder of text files"


def _count(number: int, singular: str, plural: str | None = None) -> str:
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def _some(names: Sequence[str], most: int = 5) -> str:
    """Name the first few and say how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
