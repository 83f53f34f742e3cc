"""Where the file of a corpus is on this machine, and whether it is the right one."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from likewise.datasets.catalogue import Entry
from likewise.errors import UserError


def cache_folder() -> Path:
    """Name the folder in which corpora made from downloads are kept.

    Returns
    -------
    pathlib.Path
        What `LIKEWISE_CACHE` says, else the folder `likewise` where the system keeps caches, such as `~/.cache`.

    Examples
    --------
    >>> import os
    >>> before = os.environ.get("LIKEWISE_CACHE")
    >>> os.environ["LIKEWISE_CACHE"] = "corpora"
    >>> cache_folder().name
    'corpora'
    >>> _ = os.environ.pop("LIKEWISE_CACHE") if before is None else os.environ.update(LIKEWISE_CACHE=before)
    """
    if named := os.environ.get("LIKEWISE_CACHE"):
        return Path(named).expanduser()
    import pooch  # here, because only a corpus that is not at hand needs it

    return Path(pooch.os_cache("likewise"))


def list_data_folders() -> list[Path]:
    """List the folders that may hold complete corpora, best first.

    Returns
    -------
    list of pathlib.Path
        The one that `LIKEWISE_DATA` names; without it `../shared/corpora` beside the source checkout and beside the
        current directory.

    Examples
    --------
    >>> all(isinstance(folder, Path) for folder in list_data_folders())
    True
    """
    if named := os.environ.get("LIKEWISE_DATA"):
        return [Path(named).expanduser()]
    checkouts = [parent for parent in Path(__file__).resolve().parents if (parent / "pyproject.toml").is_file()]
    return [root.parent / "shared" / "corpora" for root in [*checkouts[:1], Path.cwd()]]


def find(entry: Entry) -> Path | None:
    """Find the file of a corpus and check that it is the one in the catalogue.

    Parameters
    ----------
    entry : Entry
        The corpus.

    Returns
    -------
    pathlib.Path or None
        The file, or None if it is nowhere.

    Raises
    ------
    UserError
        If a file of that name has another checksum.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from likewise.datasets.catalogue import CATALOGUE
    >>> find(replace(CATALOGUE["webkb"], file="nowhere.jsonl.gz")) is None
    True
    """
    for folder in list_data_folders():
        path = folder / entry.file
        if path.is_file():
            found = sha256(path)
            if found != entry.sha256:
                raise UserError(
                    f"{path} is not the {entry.name} that likewise knows: its sha256 is {found}, not {entry.sha256}; "
                    "copy it again, or set LIKEWISE_DATA to another folder"
                )
            return path
    # What was made from a download has been checked then, and its compressed bytes may differ.
    cached = cache_folder() / entry.file
    return cached if cached.is_file() else None


def sha256(path: Path) -> str:
    """Compute the checksum of a file, once per process as long as the file does not change.

    Parameters
    ----------
    path : pathlib.Path
        The file.

    Returns
    -------
    str
        64 hexadecimal digits.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "empty")
    ...     path.touch()
    ...     sha256(path)[:8]
    'e3b0c442'
    """
    state = path.stat()
    return _sha256(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _sha256(path: Path, modified: int, size: int) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
