"""Downloads of the public original of a corpus, and the files in its archive, read without unpacking it to disk."""

from __future__ import annotations

import logging
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from likewise.errors import UserError

_TIMEOUT = 60.0
_CHUNK = 1 << 20
_LARGEST = 200 * _CHUNK  # ten times the largest original: more is not what was asked for
_LARGEST_MEMBER = 50 * _CHUNK
_log = logging.getLogger("likewise")


def fetch(url: str, target: Path) -> Path:
    """Download a file.

    Parameters
    ----------
    url : str
        Its address: http, https, ftp or a DOI.
    target : pathlib.Path
        Where to write it.

    Returns
    -------
    pathlib.Path
        The same path.

    Raises
    ------
    UserError
        If the address does not answer within a minute, or sends too much, too little or nothing.

    Examples
    --------
    >>> fetch("http://127.0.0.1:9/corpus.tar.gz", Path("corpus.tar.gz"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: http://127.0.0.1:9/corpus.tar.gz cannot be downloaded (...); try later, or set ...
    """
    import pooch  # here, because only an asked download needs it

    _log.info("downloading %s", url)
    pooch.get_logger().setLevel(logging.WARNING)  # once and for good: it would print what the line above logs
    try:
        pooch.retrieve(url, known_hash=None, fname=target.name, path=target.parent, downloader=_download)
    except (OSError, ValueError) as error:  # every error of requests is an OSError
        if isinstance(error, UserError):
            raise
        raise UserError(f"{url} cannot be downloaded ({error}); try later, or set LIKEWISE_DATA to a copy") from error
    if not target.stat().st_size:
        target.unlink()
        raise UserError(f"{url} sent nothing; try again later")
    return target


def _download(url: str, output_file: str, pooch_: Any, check_only: bool = False) -> None:
    """Download by the protocol of the address, and no more than a corpus may have."""
    import pooch

    downloader = (
        pooch.HTTPDownloader(timeout=_TIMEOUT) if url.startswith("http") else pooch.downloaders.choose_downloader(url)
    )
    with Path(output_file).open("wb") as stream:
        downloader(url, _LimitedFile(stream, url), pooch_)


class _LimitedFile:
    """A file that refuses to grow beyond the largest size of a corpus."""

    def __init__(self, stream: BinaryIO, url: str) -> None:
        self._stream = stream
        self._url = url
        self._received = 0

    def write(self, chunk: bytes) -> None:
        self._received += len(chunk)
        if self._received > _LARGEST:
            raise UserError(
                f"{self._url} sends over {_LARGEST:,} bytes, far more than the corpus has; check it by hand"
            )
        self._stream.write(chunk)

    def flush(self) -> None:
        self._stream.flush()


def read_members(archive: Path) -> Iterator[tuple[tuple[str, ...], bytes]]:
    """Read the files in a tar archive one by one; nothing is unpacked to disk.

    Parameters
    ----------
    archive : pathlib.Path
        The archive, compressed or not.

    Yields
    ------
    parts : tuple of str
        The path of the file in the archive, in its parts.
    content : bytes
        What it holds.

    Raises
    ------
    UserError
        If the archive is damaged or holds a file of absurd size.

    Examples
    --------
    >>> import io, tarfile, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "drinks.tar.gz")
    ...     with tarfile.open(path, "w:gz") as archive:
    ...         info = tarfile.TarInfo("./drinks/wine/1")
    ...         info.size = 3
    ...         archive.addfile(info, io.BytesIO(b"red"))
    ...     list(read_members(path))
    [(('drinks', 'wine', '1'), b'red')]
    """
    try:
        # Latin-1 takes any byte in a name, as old archives may hold.
        with tarfile.open(archive, "r:*", encoding="latin-1") as tar:
            for member in tar:
                stream = tar.extractfile(member) if member.isfile() else None
                if stream is None:
                    continue
                if member.size > _LARGEST_MEMBER:
                    raise UserError(f"{archive} holds {member.name} of {member.size:,} bytes; this is not the corpus")
                yield tuple(part for part in member.name.split("/") if part not in {"", "."}), stream.read()
    except (tarfile.TarError, EOFError, zlib.error, OSError) as error:
        raise UserError(f"the archive {archive} is damaged ({error}); download it again") from error
