"""Kinds of files that can be written, checked before anything heavy is loaded."""

import os
from pathlib import Path

from likewise.atomic_write import check_place
from likewise.errors import UserError

SUFFIXES = (".csv", ".json", ".jsonl", ".parquet", ".ris", ".tsv", ".xlsx")
# What is compressed already; all others are also written with ".gz" behind them.
PACKED = (".parquet", ".xlsx")


def suffixes() -> tuple[str, ...]:
    """List the suffixes that can be written.

    Returns
    -------
    tuple of str
        Suffixes with their dot, sorted; those of text may have ".gz" behind them.

    Examples
    --------
    >>> suffixes()
    ('.csv', '.json', '.jsonl', '.parquet', '.ris', '.tsv', '.xlsx')
    """
    return SUFFIXES


def check_kind(path: Path) -> None:
    """Refuse a path whose suffix says nothing that can be written.

    Parameters
    ----------
    path : pathlib.Path
        Where a table shall go.

    Raises
    ------
    UserError
        If its suffix is unknown, or it would be compressed twice.

    Examples
    --------
    >>> check_kind(Path("found.csv.gz"))
    """
    suffix = find_suffix(path)
    if suffix not in SUFFIXES:
        raise UserError(
            f"{path} is of a kind that cannot be written ({suffix or 'no suffix'}); end it in one of: "
            f"{', '.join(suffixes())}, those of text also with .gz"
        )
    if suffix in PACKED and is_gzip(path):
        raise UserError(f"{path} would be compressed twice ({suffix} is already); leave .gz out")


def check_target(path: str | os.PathLike[str]) -> Path:
    """Refuse a path that cannot be written, before any work is done for it.

    Parameters
    ----------
    path : str or path-like
        Where a table shall go.

    Returns
    -------
    pathlib.Path
        The same, with "~" replaced.

    Raises
    ------
    UserError
        If its suffix is unknown, it is a folder, or its folder is not there or not writable.

    Examples
    --------
    >>> check_target("found.xyz")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: found.xyz is of a kind that cannot be written (.xyz); end it in one of: .csv, ...
    """
    target = Path(path).expanduser()
    check_kind(target)
    check_place(target)
    return target


def find_suffix(path: Path) -> str:
    """Return the suffix that says what kind a file is, without the one of its compression.

    Examples
    --------
    >>> find_suffix(Path("found.CSV.gz"))
    '.csv'
    """
    return Path(path.name.lower().removesuffix(".gz")).suffix


def is_gzip(path: Path) -> bool:
    """Return whether a file is to be compressed.

    Examples
    --------
    >>> is_gzip(Path("found.csv.gz"))
    True
    """
    return path.name.lower().endswith(".gz")
