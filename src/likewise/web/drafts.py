"""Files that a browser sent for a search that has not begun: in a private folder, removed when they were read."""

import os
import re
import secrets
import shutil
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from starlette.datastructures import FormData, UploadFile

from likewise.app.check import CheckResult, check
from likewise.app.private_folder import leave_out_folder
from likewise.app.request import CheckRequest
from likewise.atomic_write import lock
from likewise.errors import UserError
from likewise.web.jobs import Job
from likewise.web.uploads import SentFile

ZONES = ("examples", "pile")
_MOST_DRAFTS, _MOST_LISTED = 20, 20
_PIECE = 2**20
#: How private folders begin, and seconds for which one may be about to be locked.
_PREFIX, _YOUNG_SECONDS = "likewise-page-", 60.0


class Draft:
    """Examples and a pile to be, each a folder of files.

    Parameters
    ----------
    folder : pathlib.Path
        A private one.
    """

    def __init__(self, folder: Path) -> None:
        self.id = secrets.token_urlsafe(9)
        self.folder = folder / self.id
        self.pasted = ""
        self.preview: CheckResult | None = None
        self._version = 0
        self.job: Job | None = None
        #: Of the last file that has a name which another one has, too.
        self._numbers: dict[str, int] = {}
        self._names: dict[str, list[str]] = {zone: [] for zone in ZONES}
        for zone in ZONES:
            (self.folder / zone).mkdir(parents=True, mode=0o700)

    def add(self, zone: str, name: str | None, content: IO[bytes] | SentFile) -> None:
        """Keep a file, under a name that leads nowhere else.

        Parameters
        ----------
        zone : str
            One of `ZONES`.
        name : str or None
            What the browser calls it.
        content : file
            To be read from its beginning, or moved.
        """
        place = self._find_place(zone, name or "")
        if isinstance(content, SentFile):
            content.move(place)
        else:
            content.seek(0)
            with place.open("xb") as file:
                shutil.copyfileobj(content, file, _PIECE)
        self._take(zone, place)

    def add_file(self, zone: str, path: Path) -> None:
        """Take a file of this machine: as another name of it where the system allows that, else as a copy.

        Parameters
        ----------
        zone : str
            One of `ZONES`.
        path : pathlib.Path
            The file.

        Raises
        ------
        UserError
            If it cannot be read.
        """
        place = self._find_place(zone, path.name)
        try:
            try:
                os.link(path, place)
            except OSError:  # another disk, or a file of somebody else's
                shutil.copyfile(path, place)
        except OSError as error:
            raise UserError(f"{path.name} cannot be read: {error.strerror}", parameter=zone) from error
        self._take(zone, place)

    def _find_place(self, zone: str, name: str) -> Path:
        cleaned = clean_name(name)
        place = self.folder / zone / cleaned
        while place.exists():
            number = self._numbers[cleaned] = self._numbers.get(cleaned, 1) + 1
            place = place.with_name(f"{number}-{cleaned}")
        return place

    def _take(self, zone: str, place: Path) -> None:
        self._names[zone].append(place.name)
        self._change()

    def _change(self) -> None:
        self.preview, self._version = None, self._version + 1

    def add_form(self, form: FormData, field: str, zone: str) -> None:
        """Keep all files of a field of a form.

        Parameters
        ----------
        form : starlette.datastructures.FormData
            What the browser sent.
        field : str
            Name of the field.
        zone : str
            One of `ZONES`.
        """
        for file in form.getlist(field):
            if isinstance(file, UploadFile) and file.filename:
                self.add(zone, file.filename, file.file)

    def names(self, zone: str) -> list[str]:
        """List the files of a zone."""
        return self._names[zone]

    def list_zones(self) -> list[str]:
        """List the zones that have files."""
        return [zone for zone in ZONES if self._names[zone]]

    def paths(self, zone: str) -> tuple[str, ...]:
        """List what is to be read of a zone: its files, or the folder if there are many, or several of examples."""
        names, folder = self._names[zone], self.folder / zone
        if len(names) == 1 or (zone == "pile" and len(names) <= _MOST_LISTED):
            return tuple(str(folder / name) for name in names)
        return (str(folder),) if names else ()

    @contextmanager
    def naming_files_alone(self) -> Iterator[None]:
        """Leave the private folder out of what is said to be wrong with files."""
        try:
            yield
        except UserError as error:
            words = leave_out_folder(str(error), str(self.folder))
            raise UserError(words, parameter=error.parameter) from error

    def clear(self, zone: str) -> None:
        """Remove the files of a zone."""
        for name in self._names[zone]:
            (self.folder / zone / name).unlink(missing_ok=True)
        self._names[zone] = []
        self._change()

    def make_preview(self) -> CheckResult | None:
        """Look at what there is, as `likewise doctor` does.

        Returns
        -------
        CheckResult or None
            None if there is nothing.
        """
        version = self._version
        zones = [self.paths(zone) for zone in self.list_zones()]
        files = [paths[0] if len(paths) == 1 else str(Path(paths[0]).parent) for paths in zones]
        with self.naming_files_alone():
            preview = check(CheckRequest(files=tuple(files))) if files else None
        if version == self._version:  # else files came meanwhile, and somebody looks at these
            self.preview = preview
        return preview

    def remove(self) -> None:
        """Remove all of it."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Drafts:
    """All drafts of a server, in one private folder that goes with it.

    Examples
    --------
    >>> from io import BytesIO
    >>> with Drafts() as drafts:
    ...     draft = drafts.new()
    ...     draft.add("pile", "../../a.txt", BytesIO(b"red wine"))
    ...     draft.names("pile")
    ['a.txt']
    """

    def __init__(self) -> None:
        remove_abandoned(Path(tempfile.gettempdir()))
        self._folder = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self._locked = lock_folder(self.folder)
        self._drafts: dict[str, Draft] = {}

    def new(self) -> Draft:
        """Begin a draft; of too many the oldest is removed."""
        while len(self._drafts) >= _MOST_DRAFTS:
            self.remove(next(iter(self._drafts)))
        draft = Draft(self.folder)
        self._drafts[draft.id] = draft
        return draft

    def find(self, name: str) -> Draft:
        """Return a draft.

        Raises
        ------
        UserError
            If there is none of that id.
        """
        if name not in self._drafts:
            raise UserError("these files are no longer here; choose them again", parameter="draft")
        return self._drafts[name]

    def remove(self, name: str) -> None:
        """Remove a draft and its files."""
        draft = self._drafts.pop(name, None)
        if draft is not None:
            draft.remove()

    def __enter__(self) -> "Drafts":
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()
        if self._locked is not None:
            os.close(self._locked)
            self._locked = None


def lock_folder(folder: Path) -> int | None:
    """Lock a folder for as long as this process lives.

    Parameters
    ----------
    folder : pathlib.Path
        Any.

    Returns
    -------
    int or None
        What is open, to be closed; None on Windows, where folders cannot be locked.

    Raises
    ------
    OSError
        If another process, or this one, has locked it.
    """
    if sys.platform == "win32":
        return None
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        lock(opened)
    except OSError:
        os.close(opened)
        raise
    return opened


def remove_abandoned(place: Path) -> None:
    """Remove the private folders of servers that were killed: nobody wants the documents of others to stay there.

    Parameters
    ----------
    place : pathlib.Path
        Where private folders are made.
    """
    for folder in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # in use, gone already, or not ours
            opened = lock_folder(folder)
            if opened is not None:
                state = os.fstat(opened)
                if state.st_uid == os.geteuid() and time.time() - state.st_mtime > _YOUNG_SECONDS:
                    shutil.rmtree(folder, ignore_errors=True)
                os.close(opened)


def clean_name(name: str) -> str:
    r"""Make a file name of what a browser calls a file: no folders, nothing hidden, nothing that systems refuse.

    Parameters
    ----------
    name : str
        Of the file.

    Returns
    -------
    str
        At most 120 characters; the ending is kept.

    Examples
    --------
    >>> clean_name("../../etc/passwd"), clean_name("C:\\temp\\a<b>.csv"), clean_name("..")
    ('passwd', 'a_b_.csv', 'file')
    """
    last = re.split(r"[\\/]", unicodedata.normalize("NFC", name))[-1]
    last = re.sub(r'[<>:"|?*\x00-\x1f\x7f-\x9f\ud800-\udfff]', "_", last).strip(" .")
    stem, dot, ending = last.rpartition(".")
    if not dot:
        return last[:120] or "file"
    return f"{stem[:100] or 'file'}.{ending[:19]}"
