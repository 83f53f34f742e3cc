"""What a person has decided so far: yes or no for documents of the pile, from a mapping or from a file."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.labels import UNLABELLED
from likewise.readers.columns import ID_NAMES, LABEL_NAMES, normalise
from likewise.readers.documents import one_string
from likewise.readers.kinds import BOOKS, TABLES, kind_of

_YES, _NO = ("yes", "y", "1", "true"), ("no", "n", "0", "false")
#: Values of cells that decide nothing: "example" is what an export says of a document that is one.
_NOTHING = ("", "unsure", "example")
#: Columns that only an export of ours has: its decisions are the machine's, unless there is a column of one's own.
_OURS = {"rank", "probability", "decision"}


def said(value: Any) -> bool | None:
    """Read a decision, however it is written.

    Parameters
    ----------
    value : object
        yes, no, y, n, 1, 0, true, false, in any case, or the same as a bool or a number; "unsure" and nothing.

    Returns
    -------
    bool or None
        None where nothing is decided.

    Raises
    ------
    UserError
        If it is anything else.

    Examples
    --------
    >>> said("Yes"), said(0), said(""), said(None)
    (True, False, None, None)
    """
    written = "" if value is None else str(value).strip().casefold().removesuffix(".0")
    if written in _YES or written in _NO:
        return written in _YES
    if written in _NOTHING:
        return None
    raise UserError(f"{value!r} is no decision; write yes or no, 1 or 0, true or false")


def decisions_on(ids: list[str], decisions: Any) -> NDArray[np.int64]:
    """Bring decisions into the order of the pile.

    Parameters
    ----------
    ids : list of str
        Of the documents of the pile.
    decisions : mapping of id to decision
        As `said` reads them.

    Returns
    -------
    array of int of shape (n_pile,)
        1 yes, 0 no, -1 nothing.

    Raises
    ------
    UserError
        If an id is not in the pile, or a decision is none.

    Examples
    --------
    >>> decisions_on(["a", "b", "c"], {"c": "yes", "a": False}).tolist()
    [0, -1, 1]
    """
    if not isinstance(decisions, Mapping):
        kind = type(decisions).__name__
        raise UserError(f"decisions is of type {kind}; give a mapping from ids of the pile to True or False")
    place = {name: at for at, name in enumerate(ids)}
    result = np.full(len(ids), UNLABELLED, dtype=np.int64)
    unknown = [str(name) for name in decisions if str(name) not in place]
    if unknown:
        more = f" nor {len(unknown) - 1:,} more of {len(decisions):,}" if len(unknown) > 1 else ""
        raise UserError(f"no document of the pile has the id {unknown[0]!r}{more} that is decided on; check the ids")
    for name, value in decisions.items():
        decided = said(value)
        if decided is not None:
            result[place[str(name)]] = int(decided)
    return result


def are_decisions(column: pl.Series) -> bool:
    """Tell whether a column holds decisions, and nothing else but empty cells.

    Parameters
    ----------
    column : polars.Series
        Of any table.

    Returns
    -------
    bool
        Whether it does.

    Examples
    --------
    >>> are_decisions(pl.Series(["yes", None, "0"])), are_decisions(pl.Series(["wine", "yes"]))
    (True, False)
    """
    written = one_string(column).fill_null("").str.strip_chars().str.to_lowercase().unique()
    return bool(written.is_in([*_YES, *_NO]).any() and written.is_in([*_YES, *_NO, *_NOTHING]).all())


def read_decisions(
    path: str | os.PathLike[str], id_columns: Sequence[str] = ()
) -> tuple[dict[str, bool], tuple[str, ...]]:
    r"""Read decisions from a table with a column of ids and one of decisions.

    Parameters
    ----------
    path : str or path-like
        A table of a kind that `likewise.readers` reads, such as .csv, .xlsx or .ris. The column of ids is called id, or
        as readers know ids; that of decisions is called decision, or as readers know labels; in a table that
        `find` wrote, a column such as included comes before decision. An empty cell and "unsure" decide nothing.
    id_columns : sequence of str, default=()
        Columns that the pile has its ids from, which come before others.

    Returns
    -------
    decisions : dict of str to bool
        At least one.
    notes : tuple of str
        A sentence for everything that was repaired or not read.

    Raises
    ------
    UserError
        If it cannot be read, a column is missing, a decision is none, or a document is decided both ways.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "decisions.csv")
    ...     _ = path.write_text("id,decision\n007,yes\n008,no\n009,\n")
    ...     read_decisions(path)
    ({'007': True, '008': False}, ())
    """
    place = Path(path).expanduser()
    if not place.is_file():
        raise UserError(f"there is no file {path} to read decisions from; check its name")
    kind = kind_of(place)
    if kind not in TABLES and kind not in BOOKS:
        raise UserError(f"{path} is no table of decisions; give one such as .csv, .xlsx, .jsonl or .ris")
    raw = TABLES[kind](place) if kind in TABLES else BOOKS[kind](place, None)
    table = raw.table
    spelled = {normalise(name): name for name in reversed(table.columns)}
    known = [spelled[name] for name in ("id", *ID_NAMES) if name in spelled]
    id_name = next(iter([*(name for name in id_columns if name in table.columns), *known]), None)
    labels = [spelled[name] for name in LABEL_NAMES if name in spelled]
    own = [name for name in labels if are_decisions(table[name])] if spelled.keys() >= _OURS else []
    decision_name = next(iter([*own, *([spelled["decision"]] if "decision" in spelled else []), *labels]), None)
    if id_name is None or decision_name is None:
        missing = "id" if id_name is None else "decision"
        there = ", ".join(table.columns)
        raise UserError(f"{path} has no column {missing}, of: {there}; give it the columns id and decision")
    found: dict[str, bool] = {}
    for name, cell in zip(one_string(table[id_name]), one_string(table[decision_name]), strict=True):
        try:
            decided = said(cell)
        except UserError as error:
            raise UserError(f"{path}, id {name}: {error}") from None
        if decided is None or name is None:
            continue
        if found.setdefault(name, decided) != decided:
            raise UserError(f"{path} says both yes and no of the document {name}; keep one of the two")
    if not found:
        raise UserError(f"{path} decides nothing: its column {decision_name} is empty; write yes or no into it")
    return found, tuple(raw.notes)
