"""How a workbook shows a table to a person who works in it: drop-down lists, and further sheets."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl


@dataclass(frozen=True, eq=False)
class Layout:
    """What a workbook has beside its table; long texts are wrapped, and rows have one height.

    Parameters
    ----------
    choices : mapping of str to tuple of str, default={}
        Columns, of any sheet, with a drop-down list, and what it offers; something else may still be typed.
    audit : polars.DataFrame or None, default=None
        A sheet to answer on, called "audit".
    examples : polars.DataFrame or None, default=None
        A sheet called "examples".

    Examples
    --------
    >>> Layout(choices={"included": ("yes", "no", "unsure")}).audit is None
    True
    """

    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    audit: pl.DataFrame | None = None
    examples: pl.DataFrame | None = None
