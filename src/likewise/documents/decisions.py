"""The decisions of a person: yes or no for documents of the pile."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.documents import to_strings
from likewise.errors import UserError
from likewise.labels import UNLABELLED
from likewise.plural import count_noun

_YES, _NO = ("yes", "y", "1", "true"), ("no", "n", "0", "false")
#: Values of cells that decide nothing: "example" is what an export says of a document that is one.
_NOTHING = ("", "unsure", "example")


def parse_decision(value: Any) -> bool | None:
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
    >>> parse_decision("Yes"), parse_decision(0), parse_decision(""), parse_decision(None)
    (True, False, None, None)
    """
    written = "" if value is None else str(value).strip().casefold().removesuffix(".0")
    if written in _YES or written in _NO:
        return written in _YES
    if written in _NOTHING:
        return None
    raise UserError(f"{value!r} is not a decision; write yes or no, 1 or 0, true or false")


def align_decisions(ids: list[str], decisions: Any) -> NDArray[np.int64]:
    """Bring decisions into the order of the pile.

    Parameters
    ----------
    ids : list of str
        Of the documents of the pile.
    decisions : mapping of id to decision
        As `parse_decision` reads them.

    Returns
    -------
    array of int of shape (n_pile,)
        1 yes, 0 no, -1 nothing.

    Raises
    ------
    UserError
        If an id is not in the pile, or a value is not a decision.

    Examples
    --------
    >>> align_decisions(["a", "b", "c"], {"c": "yes", "a": False}).tolist()
    [0, -1, 1]
    """
    if not isinstance(decisions, Mapping):
        kind = type(decisions).__name__
        raise UserError(f"decisions is of type {kind}; give a mapping from ids of the pile to True or False")
    place = {name: at for at, name in enumerate(ids)}
    result = np.full(len(ids), UNLABELLED, dtype=np.int64)
    unknown = [str(name) for name in decisions if str(name) not in place]
    if unknown:
        name_ids = "names an id that is" if len(unknown) == 1 else "name ids that are"
        n_decisions = count_noun(len(decisions), "decision")
        raise UserError(
            f"{len(unknown):,} of {n_decisions} {name_ids} not in the pile, such as {unknown[0]!r}; check the ids",
            parameter="decisions",
        )
    for name, value in decisions.items():
        decided = parse_decision(value)
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
    written = to_strings(column).fill_null("").str.strip_chars().str.to_lowercase().unique()
    return bool(written.is_in([*_YES, *_NO]).any() and written.is_in([*_YES, *_NO, *_NOTHING]).all())
