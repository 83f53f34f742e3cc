"""A .zip: unpacked with care into a folder that is gone afterwards, and read as a folder."""

from __future__ import annotations

import errno
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PureWindowsPath

from likewise.documents.documents import Documents
from likewise.errors import UserError
from likewise.plural import name_a_few
from likewise.progress import Progress
from likewise.readers.collections.folder import read_folder
from likewise.readers.collections.zip_file import ZIP_ERRORS, describe_error, open_zip

_MOST_FILES = 200_000
_MOST_BYTES = 8_000_000_000
# Text packs to a twentieth at best; what unpacks to far more is made to fill the disk.
_LARGEST_RATIO = 200
_SMALL = 100_000_000
_SAYS_UTF8 = 0x800
_ARCHIVES = (".zip", ".7z", ".rar", ".tar", ".tar.gz", ".tgz")


def read_archive(
    path: Path,
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
    source: str | None = None,
    progress: Progress | None = None,
    keep_copies: bool = False,
) -> Documents:
    """Read every file in a .zip, as `likewise.readers.collections.folder.read_folder` reads those of a folder.

    Parameters
    ----------
    path : pathlib.Path
        The archive. Of its members, those that are encrypted, damaged, links or archives themselves, that lead out
        of the archive, or that unpack to too much, are listed as not read.
    text, label, id, source, progress, keep_copies
        As of `read_folder`.

    Returns
    -------
    Documents
        As of `read_folder`; names are those inside the archive.

    Raises
    ------
    UserError
        If nothing in it can be read.

    Examples
    --------
    >>> import pathlib, tempfile, zipfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pile.zip")
    ...     with zipfile.ZipFile(path, "w") as archive:
    ...         archive.writestr("wine/red.txt", "red wine")
    ...     read_archive(path).ids.to_list()
    ['wine/red.txt']
    """
    source = str(path) if source is None else source
    with unpack(path, source) as (files, unread):
        documents = read_folder(
            files, text=text, label=label, id=id, source=source, progress=progress, keep_copies=keep_copies
        )
    return documents.with_notes([], unread)


@contextmanager
def unpack(path: Path, source: str) -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    """Unpack a .zip into a folder that is there while it is needed.

    Parameters
    ----------
    path : pathlib.Path
        The archive.
    source : str
        What to call it in an error.

    Yields
    ------
    folder : pathlib.Path
        Where its files are.
    unread : list of (str, str)
        Names of members that are not there, each with the reason, as of `read_archive`.

    Raises
    ------
    UserError
        If nothing in it can be unpacked.

    Examples
    --------
    >>> import pathlib, tempfile, zipfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "pile.zip")
    ...     with zipfile.ZipFile(path, "w") as archive:
    ...         archive.writestr("red.txt", "red wine")
    ...     with unpack(path, "pile.zip") as (files, unread):
    ...         print((files / "red.txt").read_text(), unread)
    red wine []
    """
    with open_zip(path, source) as archive, tempfile.TemporaryDirectory(prefix="likewise-") as folder:
        members = list_members(archive)
        if len(members) > _MOST_FILES:
            raise UserError(
                f"{source} holds {len(members):,} files, over {_MOST_FILES:,}; unpack it, and give the folder"
            )
        files = Path(folder, "files")
        files.mkdir()
        unread = _unpack(archive, members, files, _budget(path))
        if members and all(reason == "encrypted" for _, reason in unread) and len(unread) == len(members):
            raise UserError(f"{source} is encrypted; unpack it with its password, and give the folder")
        if len(unread) == len(members):
            tried = name_a_few([f"{name} ({reason})" for name, reason in unread], 3) or "it is empty"
            raise UserError(f"{source} has nothing that can be read: {tried}; pack it again")
        yield files, unread


def list_members(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """List the files in an archive, without its folders.

    Examples
    --------
    >>> import io
    >>> with zipfile.ZipFile(io.BytesIO(), "w") as archive:
    ...     archive.writestr("wine/", "")
    ...     archive.writestr("wine/red.txt", "red wine")
    ...     [member.filename for member in list_members(archive)]
    ['wine/red.txt']
    """
    return [member for member in archive.infolist() if not member.filename.endswith("/")]


def _budget(path: Path) -> int:
    return min(_MOST_BYTES, max(_SMALL, _LARGEST_RATIO * path.stat().st_size))


def _unpack(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], folder: Path, budget: int
) -> list[tuple[str, str]]:
    """Write the members to the folder; return the names of those that were not, each with the reason."""
    unread = []
    for member in members:
        name = _name(member)
        # The size that the archive says is all that is ever taken out of a member, so that it may be trusted.
        why = _refused(member, name) or ("unpacks to too much" if member.file_size > budget else None)
        if why is None:
            try:
                why = _unpack_one(archive, member, folder / name, folder.with_name("part"))
                budget -= member.file_size
            except ZIP_ERRORS as error:
                if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                    raise UserError(f"the disk is full: {name} cannot be unpacked; make room, and try again") from error
                why = describe_error(error)
        if why is not None:
            unread.append((name, why))
    return unread


def _unpack_one(archive: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, scratch: Path) -> str | None:
    if target.exists():
        return "there are two of this name"
    target.parent.mkdir(parents=True, exist_ok=True)
    # That a member is damaged shows at its end, and then nothing of it is to be read.
    with archive.open(member) as packed, scratch.open("wb") as file:
        shutil.copyfileobj(packed, file, 1 << 20)
    scratch.rename(target)
    return None


def _name(member: zipfile.ZipInfo) -> str:
    """Return the name with slashes, and as UTF-8 where it is that without saying so, as Macs write it."""
    name = member.filename.replace("\\", "/")
    if member.flag_bits & _SAYS_UTF8:
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def _refused(member: zipfile.ZipInfo, name: str) -> str | None:
    """Why a member is not unpacked, or None if it is."""
    if name.startswith("/") or ".." in name.split("/") or PureWindowsPath(name).drive or "\0" in name:
        return "its name leads out of the archive"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "a link"
    if name.lower().endswith(_ARCHIVES):
        return "an archive in an archive; unpack it first"
    return None
