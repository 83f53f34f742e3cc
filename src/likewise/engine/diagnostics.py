"""What the examples cannot say: near-copies of each other, odd ones, and examples that stand no higher than chance."""

import numpy as np
from scipy import sparse
from scipy.special import chdtrc, ndtr

from likewise.sklearn_api import Array

#: So many examples show it as well as all of them do, and each is compared with every other.
_ENOUGH = 500
#: Of so many it is looked at whether the pile has their like, by the last of so many that are nearest.
_SOME, _COMPARED = 50, 3
#: Cosines that differ by no more are equal.
_ROUNDING = 1e-6


def are_copies(
    rows: sparse.csr_array, examples: Array, pile: Array, copy: float = 0.8, most_copies: float = 0.5
) -> bool:
    """Tell whether most examples are near-copies of each other rather than of the pile; two alone may be alike.

    Where documents are short, or follow a form, examples are as much like documents of the pile as like each other.
    Then a left-out example stands where a hidden one does, and its rank means as much as ever.

    Parameters
    ----------
    rows : csr_array of shape (n_documents, n_words)
        All documents, of unit length.
    examples : ndarray of int
        Rows that are examples.
    pile : ndarray of int
        The others; a row may be there several times.
    copy : float
        Two examples with so great a cosine are near-copies, if the third nearest example is nearer than the third
        nearest document of the pile.
    most_copies : float
        Where more than this share of the examples are, ranks mean nothing.

    Examples
    --------
    >>> alike = sparse.csr_array([[1.0, 0.0]] * 6 + [[0.0, 1.0]] * 2)
    >>> are_copies(alike, np.arange(3), np.array([6, 7])), are_copies(alike, np.arange(3), np.arange(3, 8))
    (True, False)
    """
    if len(examples) < 3:
        return False
    examples = examples[:_ENOUGH]
    alike = np.asarray((rows[examples] @ rows[examples].T).todense())
    np.fill_diagonal(alike, 0.0)
    if np.mean(alike.max(axis=1) > copy) <= most_copies:
        return False
    some = np.unique(np.linspace(0, len(examples) - 1, min(len(examples), _SOME)).astype(np.intp))
    to_pile = np.asarray((rows[np.unique(pile)] @ rows[examples[some]].T).todense()).T
    n_compared = min(_COMPARED, len(examples) - 1, to_pile.shape[1])
    to_others, to_pile = (np.partition(each, -n_compared)[:, -n_compared] for each in (alike[some], to_pile))
    return bool(np.mean((alike[some].max(axis=1) > copy) & (to_others > to_pile + _ROUNDING)) > most_copies)


def odd_ones(ranks: Array, highest: float, odd: float = 0.25, times_lower: float = 1.5) -> Array:
    """Tell which examples are unlike the rest, by where they stand when they are left out.

    Parameters
    ----------
    ranks : ndarray
        Shares of the pile, one for each example.
    highest : float
        Highest share of the pile that may be like the examples: those that are stand about so low.
    odd, times_lower : float
        An example is odd that stands below this share of the pile, and so many times lower than `highest`.

    Examples
    --------
    >>> odd_ones(np.array([0.01, 0.02, 0.9]), 0.1).tolist()
    [False, False, True]
    """
    is_odd: Array = ranks > max(odd, times_lower * highest)
    # Of two it cannot be said which is the odd one; and where many are, it is not they that are odd.
    return is_odd if len(ranks) > 2 and is_odd.mean() <= 1 / 3 else np.zeros_like(is_odd)


def by_chance(ranks: Array) -> float:
    """Return how probable it is that examples stand as high by chance.

    Some stand at the very top where there are few to find, which Fisher's sum of logarithms sees; all stand a bit
    higher than chance would have it where there are many, which the mean sees. The less probable counts, twice.

    Parameters
    ----------
    ranks : ndarray
        Shares of the pile, one for each example that was left out.

    Returns
    -------
    float
        From 0 to 1; 0 where there are no ranks to tell by.

    Examples
    --------
    >>> by_chance(np.array([0.01, 0.02, 0.05])) < 0.01, by_chance(np.array([0.4, 0.5, 0.6])) > 0.3
    (True, True)
    """
    if not len(ranks):
        return 0.0
    by_logarithms = chdtrc(2 * len(ranks), -2 * np.log(ranks).sum())
    by_mean = ndtr((ranks.mean() - 0.5) * np.sqrt(12 * len(ranks)))
    return float(min(1.0, 2 * min(by_logarithms, by_mean)))
