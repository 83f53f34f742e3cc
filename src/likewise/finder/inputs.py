"""What a search may be given: texts, documents, frames of polars, pandas and others, and paths."""

import os
import re
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.column_names import make_column_names
from likewise.errors import UserError
from likewise.readers import Documents, read
from likewise.readers.assemble import assemble
from likewise.readers.columns import make_column
from likewise.readers.raw_table import RawTable

#: A frame of pandas, or any with Arrow's interface, is taken by what it can do, as neither is a dependency.
Given: TypeAlias = Sequence[str] | Documents | pl.DataFrame | pl.Series | str | os.PathLike[str] | Any


def as_documents(given: Given, role: str) -> Documents:
    """Take documents as they are, number texts from 1, read paths, and find the texts of frames.

    Parameters
    ----------
    given : sequence of str, Documents, frame, or path
        What the caller has. A frame is one of polars, of pandas, or of anything that has Arrow's interface; its columns
        are guessed as those of a table that is read. A path is that of a file or folder that is there; a list of paths,
        or of strings all of which are names of files that are there, is one pile.
    role : str
        "examples" or "pile", for the messages.

    Returns
    -------
    Documents
        At least one.

    Raises
    ------
    UserError
        If there are none, or it is nothing of the kind.

    Examples
    --------
    >>> as_documents(["red wine", "green tea"], "pile").ids.to_list()
    ['1', '2']
    >>> as_documents(pl.DataFrame({"key": ["a"], "Title": ["On wine"]}), "pile").ids.to_list()
    ['a']
    """
    if isinstance(given, str | os.PathLike):
        return _read(given, role)
    frame = as_frame(given)
    if frame is not None:
        given = _of_frame(frame, role)
    # Neither a mapping nor a stream: what is there is looked at more than once.
    if isinstance(given, Mapping | Set) or not isinstance(given, Documents | Collection):
        kind = type(given).__name__
        raise UserError(f"{role} is of type {kind}; give a list of texts, one string per document, a frame, or a path")
    if len(given) == 0:
        raise UserError(f"there are no documents in {role}; give at least one")
    if isinstance(given, Documents):
        return given
    if all(isinstance(each, os.PathLike) or _is_file_name(each) for each in given):
        return read(list(given))
    strange = next((type(text).__name__ for text in given if not isinstance(text, str)), None)
    if strange is not None:
        raise UserError(f"{role} holds a document of type {strange}; every document must be a string")
    text = pl.Series("text", list(given), dtype=pl.String)
    ids = pl.Series("id", [str(number) for number in range(1, len(text) + 1)], dtype=pl.String)
    return Documents(table=text.to_frame(), text=text, ids=ids, columns={"text": ("text",)})


def as_frame(given: Any) -> pl.DataFrame | None:
    """Make a polars frame of any other frame; what is missing in pandas' many ways is null.

    Parameters
    ----------
    given : object
        Anything.

    Returns
    -------
    polars.DataFrame or None
        None if it is no frame.

    Examples
    --------
    >>> as_frame(pl.DataFrame({"text": ["red wine"]})).height
    1
    >>> as_frame(["red wine"]) is None
    True
    """
    if isinstance(given, pl.DataFrame):
        return given
    if isinstance(given, pl.LazyFrame):
        return given.collect()
    if isinstance(given, Documents | pl.Series):
        return None
    if all(hasattr(given, name) for name in ("iloc", "isna", "columns")):
        names = make_column_names([str(name) for name in given.columns])
        return pl.DataFrame([_column(name, given.iloc[:, at]) for at, name in enumerate(names)])
    if hasattr(given, "__arrow_c_stream__") and hasattr(given, "columns"):
        return pl.DataFrame(given)
    return None


def _column(name: str, column: Any) -> pl.Series:
    """Make a polars series of a pandas one; values that polars has no type for become strings."""
    missing = column.isna().tolist()
    values = [None if gone else value for value, gone in zip(column.tolist(), missing, strict=True)]
    return make_column(name, values)[0]


def _of_frame(frame: pl.DataFrame, role: str) -> Documents | list[str]:
    if frame.height == 0:
        return []
    try:
        # The role is its name in errors alone: documents that a program hands over have no source.
        return replace(assemble(RawTable(frame), role), source="")
    except UserError:
        there = ", ".join(frame.columns) or "none"
        raise UserError(
            f"the frame of {role} has no column that looks like text, of: {there}; give the texts alone, as one column"
        ) from None


def _read(path: str | os.PathLike[str], role: str) -> Documents:
    if isinstance(path, str) and not _is_there(path):
        raise UserError(
            f"{role} is one string, and no file or folder has that name; give a list of texts, one string per "
            "document, or the path of a file or folder"
        )
    return read(path)


def _is_file_name(given: object) -> bool:
    """Tell whether a string names a file or folder that is there, and is hardly a text: it has an ending or a slash."""
    return isinstance(given, str) and bool(re.search(r"[\\/]|\.\w+$", given)) and _is_there(given)


def _is_there(path: str) -> bool:
    try:
        return Path(path).expanduser().exists()
    except (OSError, RuntimeError):  # too long for a name, or the home of nobody
        return False


def choose_vectors(embed: bool | None) -> str | None:
    """Return the `extra_vectors` of `collect` for a person's choice: to link by meaning, not to, or no choice.

    Examples
    --------
    >>> choose_vectors(True), choose_vectors(False), choose_vectors(None)
    ('static', 'none', None)
    """
    return {True: "static", False: "none", None: None}[embed]


def check_vectors(vectors: Any, n_examples: int, n_pile: int) -> NDArray[Any]:
    """See that there is a row of numbers for each example and then each document of the pile.

    Parameters
    ----------
    vectors : array-like of shape (n_examples + n_pile, n_dimensions)
        Dense vectors from anywhere.
    n_examples, n_pile : int
        Documents given, those without text included.

    Returns
    -------
    ndarray
        The same.

    Raises
    ------
    UserError
        If there are more or fewer rows, or what is in them is no finite number.

    Examples
    --------
    >>> check_vectors([[0.5, 1.0], [1.0, 0.0]], 1, 1).shape
    (2, 2)
    """
    try:
        rows = np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError):
        raise UserError("extra_vectors must be numbers in rows of one length; fix it") from None
    if rows.ndim != 2 or len(rows) != n_examples + n_pile or not rows.shape[1]:
        raise UserError(
            f"extra_vectors has the shape {rows.shape}; give a row for each of {n_examples:,} examples and then "
            f"each of {n_pile:,} documents of the pile"
        )
    if not np.isfinite(rows).all():
        raise UserError("extra_vectors holds infinities or NaN; give finite numbers")
    return rows
