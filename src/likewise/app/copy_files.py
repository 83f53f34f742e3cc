"""Copy the files of the documents that were found into a folder of their own, all of them or none."""

import os
import secrets
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from likewise.app.own_files import FILE, find_own_file, is_document
from likewise.errors import UserError
from likewise.plural import count_noun

if TYPE_CHECKING:
    from likewise.finder import Result


class Copied(NamedTuple):
    """Files that were copied, and what could not be.

    Parameters
    ----------
    folder : pathlib.Path or None
        Where they are; None if there was nothing to copy.
    n_files : int
        How many.
    notes : tuple of str
        A sentence for what was not copied.

    Examples
    --------
    >>> Copied(Path("found"), 12, ()).n_files
    12
    """

    folder: Path | None
    n_files: int
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Make the object that a program reads: `folder`, `n_files` and `notes`."""
        return {**self._asdict(), "folder": None if self.folder is None else str(self.folder)}


def check_copy_target(name: str) -> Path:
    """Refuse a folder that files cannot be copied to, before anything is searched.

    Parameters
    ----------
    name : str
        A folder that is not there, or is empty.

    Returns
    -------
    pathlib.Path
        The folder.

    Raises
    ------
    UserError
        If something is in it, or it cannot be made.

    Examples
    --------
    >>> check_copy_target(".")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is something in the folder . already; name a new one, so that nothing is replaced
    """
    folder = Path(name).expanduser()
    above = folder.resolve().parent
    if folder.is_dir() and any(folder.iterdir()):
        raise UserError(
            f"there is something in the folder {name} already; name a new one, so that nothing is replaced",
            parameter="copy_to",
        )
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{name} is a file; name a new folder", parameter="copy_to")
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise UserError(f"cannot make the folder {name} in {above}; choose another place", parameter="copy_to")
    return folder


def copy_found(result: "Result", roots: Sequence[str], folder: Path) -> Copied:
    """Copy the files of the documents that are suggested, or that a person said yes to.

    Parameters
    ----------
    result : Result
        What was found.
    roots : sequence of str
        Paths of the pile.
    folder : pathlib.Path
        As `check_copy_target` returns it.

    Returns
    -------
    Copied
        The folder; files have the names in it that they have in the pile.

    Raises
    ------
    UserError
        If the system refuses; then nothing is left behind.
    """
    from likewise.documents.schema import is_positive

    found = result.table.filter(is_positive())["id"]
    table = result.pile.table
    names: dict[str, str | None] = dict.fromkeys(found)
    if FILE in table.columns:
        names |= {key: name for key, name in zip(result.pile.ids, table[FILE], strict=True) if key in names}
    places = [Path(root) for root in roots]
    files = {key: None if name is None else find_own_file(name, places) for key, name in names.items()}
    pairs = {str(names[key]): path for key, path in files.items() if path is not None}
    notes = _tell_rest({key: names[key] for key, path in files.items() if path is None}, len(names))
    if pairs:
        _copy_all(pairs, folder)
    return Copied(folder if pairs else None, len(pairs), notes)


def _tell_rest(rest: dict[str, str | None], number: int) -> tuple[str, ...]:
    """Say how many documents were not copied, and why."""
    if not rest:
        return ()
    why = Counter(_find_reason(name) for name in rest.values())
    reasons = ", ".join(f"{reason}: {count:,}" for reason, count in sorted(why.items()))
    return (f"not copied of {count_noun(number, 'document')} found: {len(rest):,} ({reasons})",)


def _find_reason(name: str | None) -> str:
    if name is None or not is_document(name):
        return "no file of their own"
    return "in an archive" if ".zip/" in name.lower() else "not where they were read, or links that lead out of there"


def _copy_all(files: dict[str, Path], folder: Path) -> None:
    """Copy to a folder beside the place, which then takes the place."""
    target = folder.resolve()
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        temporary.mkdir()
        try:
            for name, path in files.items():
                parts = [part for part in PurePosixPath(name).parts if part not in ("..", "/", ".")]
                copy = temporary.joinpath(*parts)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy)
            if target.exists():
                target.rmdir()  # empty, or somebody has put something into it since: then it stays
            temporary.rename(target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except OSError as error:
        raise UserError(
            f"cannot copy to {folder}: {error.strerror}; choose another place", parameter="copy_to"
        ) from error
