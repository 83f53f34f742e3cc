"""Arrays in a folder that is written whole or not at all, and read without loading them: .npy files and one .json."""

import json
import secrets
import shutil
import zlib
from collections.abc import Mapping
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from scipy import sparse

from likewise.errors import UserError

_FACTS = "facts.json"
#: What numpy and json raise for files that are not theirs, or damaged.
_DAMAGED = (OSError, ValueError, EOFError, KeyError, TypeError, OverflowError, MemoryError, SyntaxError, TokenError)


def write_folder(path: Path, kind: str, arrays: Mapping[str, Any], facts: Mapping[str, Any] | None = None) -> None:
    """Write arrays and plain facts to a folder, whole or not at all.

    Parameters
    ----------
    path : pathlib.Path
        The folder; one that is there already is replaced if it is of the same kind.
    kind : str
        What the folder is, such as "likewise prepared 1".
    arrays : mapping of str to ndarray, csr_array or bytes
        What to keep.
    facts : mapping of str to object, optional
        What JSON can hold.

    Raises
    ------
    UserError
        If something else is there, or the system refuses.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_folder(Path(folder, "kept"), "an example", {"numbers": np.arange(3)})
    ...     read_folder(Path(folder, "kept"), "an example")[0]["numbers"].tolist()
    [0, 1, 2]
    """
    if path.exists() and not (path / _FACTS).is_file():
        raise UserError(f"{path} is there already and not a folder that likewise wrote; choose another place")
    # Beside the target, since only within one file system is a move a single step.
    token = secrets.token_hex(4)
    temporary, old = (path.with_name(f".{path.name}.{token}.{ending}") for ending in ("tmp", "old"))
    try:
        temporary.mkdir()
        try:
            shapes = {name: _write(temporary, name, value) for name, value in arrays.items()}
            document = {"kind": kind, "arrays": shapes, "facts": dict(facts or {})}
            (temporary / _FACTS).write_text(json.dumps(document), encoding="utf-8")
            if path.exists():
                path.rename(old)
            temporary.rename(path)
        finally:
            for leftover in (temporary, old):
                shutil.rmtree(leftover, ignore_errors=True)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}; choose another place") from error


def read_folder(path: Path, kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read what `write_folder` wrote; arrays stay on disk until they are used, and nothing in them is ever run.

    Parameters
    ----------
    path : pathlib.Path
        The folder.
    kind : str
        What it must be.

    Returns
    -------
    arrays : dict of str to ndarray, csr_array or bytes
        Arrays are mapped into memory, read-only; the structure of sparse ones is checked.
    facts : dict
        The facts.

    Raises
    ------
    UserError
        If it is not there, damaged, or of another kind.

    Examples
    --------
    >>> read_folder(Path("nowhere"), "an example")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: nowhere cannot be read as an example: it is not there, damaged or of another kind; ...
    """
    try:
        document = json.loads((path / _FACTS).read_text(encoding="utf-8"))
        if document["kind"] != kind:
            raise ValueError("another kind")
        arrays = {name: _read(path, name, shape) for name, shape in document["arrays"].items()}
        return arrays, dict(document["facts"])
    except _DAMAGED as error:
        raise UserError(
            f"{path} cannot be read as {kind}: it is not there, damaged or of another kind; make it again"
        ) from error


def _write(folder: Path, name: str, value: Any) -> Any:
    """Write one array; return what its file name does not say: the shape of a sparse one, or the checksum of bytes."""
    if isinstance(value, bytes):
        (folder / f"{name}.bin").write_bytes(value)
        return f"crc32 {zlib.crc32(value)}"
    if isinstance(value, sparse.csr_array):
        for part in ("data", "indices", "indptr"):
            np.save(folder / f"{name}.{part}.npy", getattr(value, part), allow_pickle=False)
        return [int(size) for size in value.shape]
    np.save(folder / f"{name}.npy", np.asarray(value), allow_pickle=False)
    return None


def _read(folder: Path, name: str, shape: Any) -> Any:
    if Path(name).name != name:
        raise ValueError("a name with a path in it")
    if isinstance(shape, str):
        content = (folder / f"{name}.bin").read_bytes()
        if shape != f"crc32 {zlib.crc32(content)}":
            raise ValueError("other bytes than were written")
        return content
    if shape is None:
        return _load(folder / f"{name}.npy")
    parts = tuple(_load(folder / f"{name}.{part}.npy") for part in ("data", "indices", "indptr"))
    n_rows, n_columns = shape
    matrix = sparse.csr_array(parts, shape=(int(n_rows), int(n_columns)))
    # Whoever computes with it must not be led outside of its arrays.
    matrix.check_format(full_check=True)
    return matrix


def _load(path: Path) -> np.ndarray[Any, np.dtype[Any]]:
    try:
        array: np.ndarray[Any, np.dtype[Any]] = np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError:  # an empty array cannot be mapped; a damaged one fails again
        array = np.load(path, allow_pickle=False)
    return array
