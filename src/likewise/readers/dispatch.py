"""The table of readers by suffix, and `read`, which looks a path up in it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from likewise.errors import UserError
from likewise.readers.assemble import assemble
from likewise.readers.documents import Documents
from likewise.readers.folder import read_folder, read_text_file
from likewise.readers.json_lines import read_json, read_json_lines
from likewise.readers.raw_table import RawTable
from likewise.readers.tables import read_delimited

# A new format is a new line here and a file beside this one. Every suffix is also read with ".gz" behind it.
READERS: dict[str, Callable[[Path], RawTable]] = {
    ".csv": read_delimited,
    ".json": read_json,
    ".jsonl": read_json_lines,
    ".md": read_text_file,
    ".ndjson": read_json_lines,
    ".tsv": read_delimited,
    ".txt": read_text_file,
}


def suffixes() -> tuple[str, ...]:
    """List the suffixes that can be read.

    Returns
    -------
    tuple of str
        Suffixes with their dot, sorted; each is also read with ".gz" behind it.

    Examples
    --------
    >>> ".csv" in suffixes()
    True
    """
    return tuple(sorted(READERS))


def read(
    path: str | os.PathLike[str],
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
) -> Documents:
    r"""Read documents from a file or a folder.

    Parameters
    ----------
    path : str or path-like
        A folder of .txt and .md files, or a .txt, .md, .csv, .tsv, .jsonl or .json file, each also with ".gz".
    text : str or None, default=None
        The text columns, several separated by commas; None guesses by the names that the field uses.
    label : str or None, default=None
        The column of labels; None guesses.
    id : str or None, default=None
        The column of ids; None guesses, and numbers the rows from 1 if there is none.

    Returns
    -------
    Documents
        The documents, with every original column and a note for everything that was guessed, repaired or not read.

    Raises
    ------
    UserError
        If nothing can be read: one sentence that says why and what to do.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pile.csv")
    ...     _ = path.write_text("id,title,abstract\n007,On wine,We drink.\n")
    ...     documents = read(path)
    >>> documents.ids.to_list(), documents.text.to_list()
    (['007'], ['On wine\nWe drink.'])
    >>> documents.columns
    {'text': ('title', 'abstract'), 'id': ('id',)}
    """
    place = Path(path).expanduser()
    if not place.exists():
        raise UserError(f"there is no file or folder {place}; check the name, and the folder you are in")
    raw = read_folder(place) if place.is_dir() else _reader(place)(place)
    return assemble(raw, str(path), text=text, label=label, id=id)


def _reader(path: Path) -> Callable[[Path], RawTable]:
    name = path.name.lower().removesuffix(".gz")
    suffix = Path(name).suffix
    if suffix not in READERS:
        known = ", ".join(suffixes())
        raise UserError(
            f"{path} is of a kind that cannot be read ({suffix or 'no suffix'}); give a folder, or one of: {known}"
        )
    return READERS[suffix]
