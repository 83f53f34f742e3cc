"""Getting the public original of a corpus, and reading the files in its archive without unpacking it to disk."""

from __future__ import annotations

import http.client
import logging
import tarfile
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from pathlib import Path

from likewise.errors import UserError

_TIMEOUT = 60.0
_CHUNK = 1 << 20
_LARGEST = 200 * _CHUNK  # ten times the largest original: more is not what we asked for
_LARGEST_MEMBER = 50 * _CHUNK
_log = logging.getLogger("likewise")


def fetch(url: str, target: Path) -> Path:
    """Download a file.

    Parameters
    ----------
    url : str
        Its address.
    target : pathlib.Path
        Where to write it.

    Returns
    -------
    pathlib.Path
        The same path.

    Raises
    ------
    UserError
        If the address does not answer in a minute, or sends too much, too little or nothing.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     original = Path(folder, "original.tar.gz")
    ...     _ = original.write_bytes(b"an archive")
    ...     fetch(original.as_uri(), Path(folder, "copy.tar.gz")).read_bytes()
    b'an archive'
    """
    _log.info("downloading %s", url)
    received = 0
    try:
        with urllib.request.urlopen(url, timeout=_TIMEOUT) as answer, target.open("wb") as stream:
            expected = int(answer.headers.get("Content-Length") or 0)
            while chunk := answer.read(_CHUNK):
                received += len(chunk)
                if received > _LARGEST:
                    raise UserError(
                        f"{url} sends over {_LARGEST:,} bytes, far more than the corpus has; check it by hand"
                    )
                stream.write(chunk)
    except (OSError, http.client.HTTPException, urllib.error.URLError) as error:
        raise UserError(f"{url} cannot be downloaded ({error}); try later, or set LIKEWISE_DATA to a copy") from error
    if not received or (expected and received != expected):
        raise UserError(f"{url} sent {received:,} of {expected:,} bytes; try again later")
    return target


def members(archive: Path) -> Iterator[tuple[tuple[str, ...], bytes]]:
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
    ...     list(members(path))
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
