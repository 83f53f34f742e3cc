"""A result in one file: plain values, arrays and Arrow tables in skops' format, so that reading it runs nothing."""

import zipfile
import zlib
from dataclasses import fields
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import skops.io
from scipy import sparse
from skops.io.exceptions import UnsupportedTypeException, UntrustedTypesFoundException

from likewise.atomic_write import write_whole
from likewise.documents import Documents
from likewise.documents.packing import from_arrow, pack_documents, to_arrow, unpack_documents
from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.finder.explain import Evidence
from likewise.finder.result import Result
from likewise.text.spans import plain_rule, read_rule

SUFFIX = ".likewise"
#: What a file says that it is; a newer layout gets the next number.
_FORMAT = "likewise result 2"
#: What a file that is no result of ours may be wrong in, once its checksums are right.
_WRONG = (
    AttributeError,
    ImportError,
    IndexError,
    KeyError,
    OverflowError,
    RecursionError,
    TypeError,  # skops' own error for types that it does not trust is one
    ValueError,
    pl.exceptions.PolarsError,
    UnsupportedTypeException,
    UntrustedTypesFoundException,
)
#: What zipfile raises for what is no archive, or a damaged or encrypted one.
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


def save(result: Result, path: str | PathLike[str]) -> Path:
    """Write a result to a file, whole or not at all.

    Parameters
    ----------
    result : Result
        What to save.
    path : str or path-like
        Ends in ".likewise".

    Returns
    -------
    pathlib.Path
        The file.

    Raises
    ------
    UserError
        If the suffix is another one, a column of the pile cannot be saved, or the system refuses.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> save(Finder("centroid").find(["red wine"], ["tea", "wine"]), "found.zip")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: a result is saved as a .likewise file, and found.zip is none; end its name in .likewise
    """
    target = Path(path).expanduser()
    if target.suffix.lower() != SUFFIX:
        raise UserError(f"a result is saved as a {SUFFIX} file, and {path} is none; end its name in {SUFFIX}")
    write_whole(skops.io.dumps(_packed(result), compression=zipfile.ZIP_DEFLATED, compresslevel=1), target)
    return target


def load(path: str | PathLike[str]) -> Result:
    """Read what `save` wrote.

    Parameters
    ----------
    path : str or path-like
        The file.

    Returns
    -------
    Result
        As it was.

    Raises
    ------
    UserError
        If it is not there, damaged, or of another kind.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.finder import Finder
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     load(save(Finder("centroid").find(["red wine"], ["tea", "wine"]), f"{folder}/a.likewise")).n_examples
    1
    """
    try:
        content = Path(path).expanduser().read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; check its name and permissions") from error
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            damaged = archive.testzip() is not None
    except _DAMAGED:
        damaged = True
    if damaged:
        raise UserError(f"{path} is damaged, or no result that was saved; search again, and save the result again")
    try:
        # No types beyond the plain ones that skops itself trusts: whatever else is in a file is not made.
        return _unpacked(skops.io.loads(content, trusted=[]))
    except _WRONG as error:
        raise UserError(f"{path} is no result that this likewise can read; search and save again") from error


def _packed(result: Result) -> dict[str, Any]:
    """Turn a result into plain values, arrays and bytes."""
    evidence, estimate = result.evidence, result.estimate
    packed: dict[str, Any] = {
        "format": _FORMAT,
        **{name: getattr(result, name) for name in ("n_found", "n_examples", "method", "seconds")},
        "words": list(result.words),
        "notes": list(result.notes),
        "table": to_arrow(result.table),
        "pile": _packed_documents(result.pile),
        "examples": None if result.examples is None else _packed_documents(result.examples),
        "settings": {name: _plain(value) for name, value in result.settings.items()},
        "estimate": None if estimate is None else {name: _plain(getattr(estimate, name)) for name in _names(Estimate)},
        "evidence": None,
    }
    if evidence is not None:
        counts = evidence.counts
        terms = pl.DataFrame({"term": pl.Series(evidence.terms, dtype=pl.String)})
        packed["evidence"] = {
            **{part: getattr(counts, part) for part in ("data", "indices", "indptr")},
            "rows": evidence.rows,
            "contrast": evidence.contrast,
            "example_ids": list(evidence.example_ids),
            "terms": to_arrow(terms),
            "forms": to_arrow(pl.DataFrame({"stem": list(evidence.forms), "form": list(evidence.forms.values())})),
            "rule": plain_rule(evidence.rule),
        }
    return packed


def _packed_documents(documents: Documents) -> dict[str, Any]:
    tables, facts = pack_documents(documents)
    return {"tables": tables, "facts": facts}


def _unpacked(packed: Any) -> Result:
    """Make a result of what `_packed` made of one."""
    if not isinstance(packed, dict) or packed.get("format") != _FORMAT:
        raise ValueError("another format")
    estimate, evidence, examples = packed["estimate"], packed["evidence"], packed["examples"]
    return Result(
        **{name: packed[name] for name in ("n_found", "n_examples", "method", "seconds")},
        words=tuple(packed["words"]),
        notes=tuple(packed["notes"]),
        table=from_arrow(packed["table"]),
        pile=unpack_documents(**packed["pile"]),
        examples=None if examples is None else unpack_documents(**examples),
        settings=packed["settings"],
        estimate=None if estimate is None else Estimate(**estimate),
        evidence=None if evidence is None else _evidence(evidence),
    )


def _evidence(packed: dict[str, Any]) -> Evidence:
    terms, forms = from_arrow(packed["terms"])["term"].to_list(), from_arrow(packed["forms"])
    parts = (packed["data"], packed["indices"], packed["indptr"])
    counts = sparse.csr_array(parts, shape=(len(packed["indptr"]) - 1, len(terms)))
    # Bytes that were changed must not lead anybody outside of the arrays.
    counts.check_format(full_check=True)
    rows, contrast = np.asarray(packed["rows"]), np.asarray(packed["contrast"])
    if (
        contrast.shape != (len(terms),)
        or rows.ndim != 1
        or (len(rows) and not 0 <= rows.min() <= rows.max() < len(counts.indptr) - 1)
    ):
        raise ValueError("parts that do not fit together")
    return Evidence(
        counts=counts,
        example_ids=tuple(packed["example_ids"]),
        rows=rows,
        contrast=contrast,
        terms=tuple(terms),
        forms=dict(zip(forms["stem"], forms["form"], strict=True)),
        rule=read_rule(packed["rule"]),
    )


def _names(cls: Any) -> list[str]:
    return [field.name for field in fields(cls)]


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
