"""A result in a notebook: its summary with the first documents, and a frame of pandas."""

from html import escape
from typing import Any

import polars as pl

from likewise.errors import UserError

#: Documents that a notebook shows, and characters of each.
_SHOWN, _LENGTH = 10, 80


def result_html(summary: str, table: pl.DataFrame, texts: pl.Series) -> str:
    """Write the summary and the first documents of a result.

    Parameters
    ----------
    summary : str
        How many there are.
    table : polars.DataFrame
        The ranked pile.
    texts : polars.Series
        Texts in the order of the table.

    Returns
    -------
    str
        HTML.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> Finder("centroid").find(["red wine"], ["tea & milk", "wine"])._repr_html_().startswith("<p><strong>")
    True
    """
    first = table.head(_SHOWN).drop("id", "lower", "upper", "group")
    beginnings = [" ".join(text.split())[:_LENGTH] for text in texts.head(_SHOWN)]
    shown = first.insert_column(1, pl.Series("document", beginnings, dtype=pl.String))
    return f"<p><strong>{escape(summary)}</strong></p>{shown._repr_html_()}"


def as_pandas(table: pl.DataFrame) -> Any:
    """Make a frame of pandas; nothing else needs to be installed.

    Parameters
    ----------
    table : polars.DataFrame
        Any table.

    Returns
    -------
    pandas.DataFrame
        The same columns.

    Raises
    ------
    UserError
        If pandas is not installed.

    Examples
    --------
    >>> as_pandas(pl.DataFrame({"id": ["a"]})).shape  # doctest: +SKIP
    (1, 1)
    """
    try:
        import pandas as pd
    except ImportError:
        raise UserError("pandas is not installed; install it, or use Result.table, a frame of polars") from None
    return pd.DataFrame(table.to_dict(as_series=False))
