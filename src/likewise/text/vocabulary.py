"""Which terms become columns, and in which order."""

from collections.abc import Collection, Iterable, Mapping
from numbers import Integral, Real

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.text.blocks import ColumnSums
from likewise.text.terms import Terms


def read_vocabulary(vocabulary: Mapping[str, int] | Iterable[str]) -> dict[str, int]:
    """Check a vocabulary that a user gives, and number its terms.

    Examples
    --------
    >>> read_vocabulary(["pear", "apple"])
    {'pear': 0, 'apple': 1}
    >>> read_vocabulary({"pear", "apple"})
    {'apple': 0, 'pear': 1}
    """
    if isinstance(vocabulary, Mapping):
        columns = dict(vocabulary)
        if sorted(columns.values()) != list(range(len(columns))):
            raise UserError(
                f"vocabulary must number its {len(columns)} terms from 0 to {len(columns) - 1}, each number once; "
                "give a list of terms instead to have them numbered"
            )
    else:
        terms = sorted(vocabulary) if isinstance(vocabulary, set | frozenset) else list(vocabulary)
        columns = {term: column for column, term in enumerate(terms)}
        if len(columns) < len(terms):
            twice = next(term for column, term in enumerate(terms) if columns[term] != column)
            raise UserError(f"vocabulary lists the term {twice!r} more than once; list every term once")
    if not columns:
        raise UserError("vocabulary is empty; give at least one term, or None to learn the vocabulary")
    return columns


def choose_vocabulary(
    terms: Collection[str] | Terms,
    sums: ColumnSums,
    *,
    min_df: float,
    max_df: float,
    min_count: int,
    max_features: int | None,
    binary: bool,
) -> tuple[dict[str, int], NDArray[np.int32]]:
    """Choose among the terms of a corpus and number the chosen in the order of the alphabet.

    Parameters
    ----------
    terms : collection of str, or Terms
        All terms, in the order of the columns of `sums`.
    sums : ColumnSums
        In how many documents, and how often, each occurs.
    min_df, max_df : int or float
        Documents that a term must and may occur in: an int is a number, a float a share.
    min_count : int
        Occurrences that a term must have in all.
    max_features : int or None
        Take so many of the commonest.
    binary : bool
        Take "commonest" to mean "in most documents".

    Returns
    -------
    vocabulary : dict of str to int
    remap : int32 array (n_terms,)
        The new column of each term, -1 for those left out.

    Examples
    --------
    >>> from likewise.text.blocks import count
    >>> sums = ColumnSums()
    >>> same = np.arange(3, dtype=np.int32)
    >>> sums.add(count(np.array([0, 1, 1, 2], np.int32), same, np.array([0, 4]), 3), 3)
    >>> vocabulary, remap = choose_vocabulary(
    ...     ["b", "c", "a"], sums, min_df=1, max_df=1.0, min_count=1, max_features=2, binary=False)
    >>> vocabulary, remap.tolist()
    ({'a': 0, 'c': 1}, [-1, 1, 0])
    """
    least, most = _documents(min_df, sums.n_documents), _documents(max_df, sums.n_documents)
    if most < least:
        raise UserError(
            f"max_df={max_df!r} allows fewer documents than min_df={min_df!r} asks for, of {sums.n_documents}; "
            "lower min_df or raise max_df"
        )
    if not len(terms):
        raise UserError(
            f"the vocabulary is empty: no words were found in {sums.n_documents} documents; perhaps they hold only "
            "stop words, or token_pattern does not fit them"
        )
    wanted = (sums.documents >= least) & (sums.documents <= most) & (sums.occurrences >= min_count)
    chosen = np.flatnonzero(wanted)
    # polars sorts by UTF-8 bytes, which is the order of code points, as Python's.
    names = terms.gather(chosen) if isinstance(terms, Terms) else pl.Series(list(terms), dtype=pl.String)[chosen]
    order = names.arg_sort().to_numpy()
    if max_features is not None and len(chosen) > max_features:
        weight = (sums.documents if binary else sums.occurrences)[chosen[order]]
        # The same sort as scikit-learn's, so that terms of equal weight are chosen alike.
        order = order[np.sort((-weight).argsort()[:max_features])]
    if not len(chosen):
        raise UserError(
            f"the vocabulary is empty: none of {len(terms)} terms passes min_df={min_df!r}, max_df={max_df!r} and "
            f"min_count={min_count!r}; lower min_df or min_count, or raise max_df"
        )
    remap = np.full(len(terms), -1, np.int32)
    remap[chosen[order]] = np.arange(len(order), dtype=np.int32)
    return {term: column for column, term in enumerate(names[order].to_list())}, remap


def _documents(limit: Real | float, n_documents: int) -> float:
    return float(limit) if isinstance(limit, Integral) else float(limit) * n_documents
