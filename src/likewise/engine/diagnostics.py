"""What the examples cannot say: near-copies of each other, odd ones, and examples that stand no higher than chance."""

import numpy as np
from scipy import sparse
from scipy.stats import chi2, norm

from likewise.sklearn_api import Array

#: Two examples with so great a cosine are near-copies; where so many of the examples are, their ranks mean nothing.
COPY, MOST_COPIES = 0.8, 0.5
#: So many examples show it as well as all of them do, and each is compared with every other.
_ENOUGH = 500
#: An example that stands below this share of the pile when it is left out, and so many times lower than the share of
#: what is searched for may be, is unlike the rest.
ODD, TIMES_LOWER = 0.25, 1.5
#: Examples that would stand as high by chance with at least this probability say nothing, unless they agree with each
#: other on what to find: on more of it than this share beyond chance. By chance they agreed on 0.04 at most, in 20
#: piles of texts with and without topics.
CHANCE, AGREED = 0.1, 0.05


def are_copies(examples: sparse.csr_array) -> bool:
    """Tell whether most examples are near-copies of another one; two alone may well be alike.

    Parameters
    ----------
    examples : csr_array of shape (n_examples, n_words)
        Rows of unit length.

    Examples
    --------
    >>> are_copies(sparse.csr_array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])), are_copies(sparse.csr_array(np.eye(3)))
    (True, False)
    """
    if examples.shape[0] < 3:
        return False
    examples = examples[:_ENOUGH]
    alike = np.asarray((examples @ examples.T).todense())
    np.fill_diagonal(alike, 0.0)
    return bool(np.mean(alike.max(axis=1) > COPY) > MOST_COPIES)


def odd_ones(ranks: Array, highest: float) -> Array:
    """Tell which examples are unlike the rest, by where they stand when they are left out.

    Parameters
    ----------
    ranks : ndarray
        Shares of the pile, one for each example.
    highest : float
        Highest share of the pile that may be like the examples: those that are stand about so low.

    Examples
    --------
    >>> odd_ones(np.array([0.01, 0.02, 0.9]), 0.1).tolist()
    [False, False, True]
    """
    is_odd: Array = ranks > max(ODD, TIMES_LOWER * highest)
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
    by_logarithms = chi2.sf(-2 * np.log(ranks).sum(), 2 * len(ranks))
    by_mean = norm.sf((0.5 - ranks.mean()) * np.sqrt(12 * len(ranks)))
    return float(min(1.0, 2 * min(by_logarithms, by_mean)))
