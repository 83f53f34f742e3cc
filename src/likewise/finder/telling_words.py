"""Which words tell something: numbers and units of measurement do not."""

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

#: Of lengths, weights, volumes, amounts, time and the like.
_UNITS = frozenset(
    (
        *("mg", "kg", "mcg", "µg", "μg", "ug", "ng", "pg", "ml", "dl", "cl", "µl", "μl", "ul", "mm", "cm", "km", "nm"),
        *("µm", "μm", "um", "mm2", "cm2", "m2", "mm3", "cm3", "m3", "mol", "mmol", "µmol", "μmol", "umol", "nmol"),
        *("pmol", "meq", "iu", "kcal", "kj", "kda", "ppm", "ppb", "mmhg", "kpa", "mpa", "hz", "khz", "mhz", "ghz"),
        *("db", "ms", "msec", "sec", "min", "mins", "hr", "hrs", "hour", "hours", "minut", "minute", "minutes"),
    )
)


def mute_numbers(contrast: NDArray[np.float64], names: list[str]) -> NDArray[np.float64]:
    """Let numbers and units of measurement speak for nothing, unless there is nothing else.

    Parameters
    ----------
    contrast : ndarray of shape (n_words,)
        How much each word tells.
    names : list of str
        The word, or stem, of each column.

    Returns
    -------
    ndarray of shape (n_words,)
        At most 0 for terms without a letter, and for units.

    Examples
    --------
    >>> mute_numbers(np.array([0.5, 0.4, 0.3]), ["50", "mg", "wine"]).tolist()
    [0.0, 0.0, 0.3]
    """
    speaks = are_words(names)
    return np.where(speaks, contrast, np.minimum(contrast, 0.0)) if speaks.any() else contrast


def are_words(terms: Sequence[str]) -> NDArray[np.bool_]:
    """Tell which terms say something: not numbers, nor units of measurement.

    Parameters
    ----------
    terms : sequence of str
        Words or stems.

    Returns
    -------
    ndarray of bool of shape (n_terms,)
        Whether each is a word.

    Examples
    --------
    >>> are_words(["50", "mg", "wine"]).tolist()
    [False, False, True]
    """
    names = pl.Series(list(terms), dtype=pl.String)
    return (names.str.contains(r"\p{L}") & ~names.is_in(list(_UNITS))).to_numpy()
