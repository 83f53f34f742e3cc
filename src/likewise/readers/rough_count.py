"""`count_roughly`: how many documents a source has, told without reading them."""

from __future__ import annotations

import os
from pathlib import Path

import polars as pl

from likewise.errors import UserError
from likewise.readers.collections.archive import list_members, unpack
from likewise.readers.collections.folder import is_hidden, list_files
from likewise.readers.collections.zip_file import open_zip
from likewise.readers.pieces import CUTS, can_be_cut, count_cuts
from likewise.readers.registry import detect_kind, get_suffix
from likewise.readers.rust_panics import list_panics


def count_roughly(path: str | os.PathLike[str]) -> int:
    """Count the documents of a source without reading them, by what stands between two of them.

    Parameters
    ----------
    path : str or path-like
        A file or folder.

    Returns
    -------
    int
        How many, or a few more; the files of a folder; 0 for kinds that are not read piece by piece.

    Examples
    --------
    >>> count_roughly("nowhere.csv")
    0
    """
    place = Path(path).expanduser()
    try:
        if place.is_dir():
            return _count_in_folder(place)
        kind = detect_kind(place) if place.is_file() else ""
        if kind == ".zip":
            return _count_in_archive(place)
        if not can_be_cut(place, kind):
            return 0
        if kind == ".parquet":
            return int(pl.scan_parquet(place).select(pl.len()).collect().item())
        return count_cuts(place, kind)
    except (UserError, pl.exceptions.PolarsError, OSError):
        return 0  # whoever reads it says what is wrong
    except list_panics():
        return 0


def _count_in_folder(folder: Path) -> int:
    """Count the files of a folder that are one document each, and the documents of its tables."""
    paths = [file.path for file in list_files(folder).files]
    return sum(max(1, count_roughly(path)) if len(paths) == 1 or _is_named_table(path) else 1 for path in paths)


def _count_in_archive(path: Path) -> int:
    """Count the files of a .zip by their names, or unpack them and count their documents."""
    with open_zip(path, str(path)) as archive:
        names = [Path(member.filename) for member in list_members(archive)]
    names = [name for name in names if not any(map(is_hidden, name.parts))]
    if len(names) != 1 and not any(map(_is_named_table, names)):
        return len(names)
    with unpack(path, str(path)) as (folder, _):
        return _count_in_folder(folder)


def _is_named_table(path: Path) -> bool:
    """Tell by its name whether a file is a table of a kind that is read piece by piece."""
    return get_suffix(path) in (".parquet", *CUTS)
