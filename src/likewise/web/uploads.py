"""Files that a browser sends: written to a private folder as they come, and moved from there."""

import errno
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from likewise.errors import UserError


class SentFile:
    """A file that is being sent, or was: open only while something is written to it, since thousands may come at once.

    Parameters
    ----------
    folder : pathlib.Path
        A private one.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = SentFile(Path(folder))
    ...     _ = file.write(b"red wine")
    ...     file.move(Path(folder, "a.txt"))
    ...     file.close()
    ...     [path.name for path in Path(folder).iterdir()]
    ['a.txt']
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"sent-{secrets.token_hex(8)}"
        self._path.touch(mode=0o600, exist_ok=False)

    def write(self, content: bytes) -> int:
        """Write what has come."""
        with self._path.open("ab") as stream:
            return stream.write(content)

    def seek(self, _: int) -> None:
        """Do nothing where the parser of forms goes back to the beginning of a file that is whole."""

    def move(self, place: Path) -> None:
        """Give it its name."""
        self._path.rename(place)

    def close(self) -> None:
        """Remove it, unless it was moved."""
        self._path.unlink(missing_ok=True)


class _Parser(MultiPartParser):
    folder: Path
    is_whole = False

    def on_end(self) -> None:
        self.is_whole = True

    def remove_files(self) -> None:
        for file in self._files_to_close_on_error:
            file.close()

    def on_headers_finished(self) -> None:
        super().on_headers_finished()
        there = self._current_part.file
        if there is not None:
            there.file.close()
            file = SentFile(self.folder)
            self._current_part.file = UploadFile(file, filename=there.filename, headers=there.headers)  # type: ignore[arg-type]
            self._files_to_close_on_error[-1] = file  # type: ignore[call-overload]


@asynccontextmanager
async def receive_files(request: Request, folder: Path, most_files: int, most_fields: int) -> AsyncIterator[FormData]:
    """Read a form with files; those that nobody moved are removed at the end.

    Parameters
    ----------
    request : starlette.requests.Request
        That brings the form.
    folder : pathlib.Path
        A private one.
    most_files, most_fields : int
        More are refused.

    Yields
    ------
    starlette.datastructures.FormData
        Whose files are `SentFile`.

    Raises
    ------
    UserError
        If there are too many, there is no room for them, or they are cut off.
    """
    parser = _Parser(request.headers, request.stream(), max_files=most_files, max_fields=most_fields)
    parser.folder = folder
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise UserError(f"these files cannot be taken: {error.message.rstrip('.')}; send fewer at once") from error
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        raise UserError(
            f"there is no room for these files in {folder.parent}; make room, and send them again"
        ) from error
    if not parser.is_whole:  # the file that was under way would be missing without a word
        parser.remove_files()
        raise UserError("these files did not arrive whole; nothing of them was kept: send them again")
    try:
        yield form
    finally:
        await form.close()
