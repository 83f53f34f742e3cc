"""The folder that the page was opened in: what is in it to choose from, and nothing that lies elsewhere."""

from dataclasses import dataclass
from pathlib import Path

from likewise.errors import UserError

#: Entries that are listed of a folder, and files that are taken from one.
MOST_ENTRIES, MOST_FILES = 300, 20_000


@dataclass(frozen=True)
class Entry:
    """A file or folder to choose.

    Parameters
    ----------
    name : str
        As it is called.
    path : str
        From the folder of the page on.
    is_folder : bool
        Whether there may be more in it.
    """

    name: str
    path: str
    is_folder: bool


def find_inside(root: Path, path: str) -> Path:
    """Return the place that a browser names, if it is in the folder of the page.

    Parameters
    ----------
    root : pathlib.Path
        The folder, resolved.
    path : str
        From there on; links that lead out of it, hidden files and projects are not found.

    Returns
    -------
    pathlib.Path
        A file or folder that is there.

    Raises
    ------
    UserError
        If it is elsewhere, or not there.

    Examples
    --------
    >>> find_inside(Path("/tmp"), "../etc/passwd")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no ../etc/passwd in this folder; choose something that is listed
    """
    wrong = UserError(f"there is no {path} in this folder; choose something that is listed", parameter="path")
    try:
        place = (root / path).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        raise wrong from None
    if not place.is_relative_to(root) or any(map(is_hidden, place.relative_to(root).parts)):
        raise wrong
    return place


def is_hidden(name: str) -> bool:
    """Tell whether a file is none to search in: hidden, a project, or what stands beside one.

    Examples
    --------
    >>> is_hidden(".ssh"), is_hidden("review.likewise-cache"), is_hidden("hits.ris")
    (True, True, False)
    """
    return name.startswith((".", "~")) or ".likewise" in name


def list_entries(root: Path, path: str = "") -> list[Entry]:
    """List what can be chosen in a folder, folders first.

    Parameters
    ----------
    root : pathlib.Path
        The folder of the page, resolved.
    path : str, default=""
        A folder in it.

    Returns
    -------
    list of Entry
        By name; at most 300.

    Raises
    ------
    UserError
        If there is no such folder.
    """
    folder = find_inside(root, path)
    try:
        found = [each for each in folder.iterdir() if not is_hidden(each.name)] if folder.is_dir() else []
    except OSError as error:
        raise UserError(f"{path or root} cannot be read: {error.strerror}", parameter="path") from error
    inside = [each for each in found if each.resolve().is_relative_to(root)]
    entries = [Entry(each.name, str(each.relative_to(root)), each.is_dir()) for each in inside]
    return sorted(entries, key=lambda entry: (not entry.is_folder, entry.name.lower()))[:MOST_ENTRIES]


def list_files(root: Path, path: str) -> list[Path]:
    """List the files that are meant by a file or folder that a browser names.

    Parameters
    ----------
    root : pathlib.Path
        The folder of the page, resolved.
    path : str
        From there on.

    Returns
    -------
    list of pathlib.Path
        The file, or all files in the folder and in those inside it.

    Raises
    ------
    UserError
        If it is elsewhere, not there, or too much.
    """
    place = find_inside(root, path)
    if place.is_file():
        return [place]
    files = [
        each
        for each in sorted(place.rglob("*"))
        if each.is_file()
        and each.resolve().is_relative_to(root)
        and not any(map(is_hidden, each.relative_to(root).parts))
    ]
    if not files:
        raise UserError(f"there is nothing in {path}; choose something else", parameter="path")
    if len(files) > MOST_FILES:
        raise UserError(f"{path} has more than {MOST_FILES:,} files; use likewise open EXAMPLES PILE", parameter="path")
    return files
