"""Elkan and Noto's constant: how likely a positive is to be labelled, and all that follows from it.

With g(x) = Pr[labelled | x] of a calibrated classifier and c = Pr[labelled | positive], Pr[positive | x] = g(x)/c. It
takes examples and hidden positives for one sample, of which the examples were labelled at random.
"""

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from sklearn.linear_model import LogisticRegression

from likewise.errors import UserError
from likewise.estimate.scores import Floats, Scores, read_scores, standardised

Variant: TypeAlias = Literal["e1", "e2", "e3"]


def elkan_noto(positive: ArrayLike, unlabelled: ArrayLike, variant: Variant = "e1") -> float:
    """Estimate the prior from how likely examples are to be labelled, according to their scores.

    A logistic curve from the score to Pr[labelled] is fitted first, so that any scores will do.

    Parameters
    ----------
    positive, unlabelled : array-like of shape (n_positive,) and (n_unlabelled,)
        Scores; those of positives out of sample.
    variant : {"e1", "e2", "e3"}, default="e1"
        See `label_frequency`.

    Returns
    -------
    float
        Share of positives among the unlabelled, from 0 to 1.

    References
    ----------
    .. [1] C. Elkan, K. Noto, Learning classifiers from only positive and unlabeled data, KDD 2008.

    Examples
    --------
    >>> pile = np.concatenate([np.linspace(4, 6, 100), np.linspace(-3, 1, 900)])
    >>> round(elkan_noto(np.linspace(4, 6, 20), pile), 2)
    0.11
    """
    g = _probability_of_label(read_scores(positive, unlabelled))
    return prior_among_unlabelled(label_frequency(*g, variant), len(g.positive), len(g.unlabelled))


def label_frequency(positive: ArrayLike, unlabelled: ArrayLike, variant: Variant = "e1") -> float:
    """Estimate c, the probability that a positive document is labelled.

    Parameters
    ----------
    positive, unlabelled : array-like of shape (n_positive,) and (n_unlabelled,)
        g(x) = Pr[labelled | x], from 0 to 1; of positives out of sample.
    variant : {"e1", "e2", "e3"}, default="e1"
        "e1" is the mean of g over the positives, "e2" its sum over the positives by its sum over all, "e3" its greatest
        value.

    Returns
    -------
    float
        c, from 0 to 1.

    Raises
    ------
    UserError
        If a value is no probability, or the variant is unknown.

    Examples
    --------
    >>> [round(label_frequency([0.5, 0.3], [0.1, 0.1], variant), 6) for variant in ("e1", "e2", "e3")]
    [0.4, 0.8, 0.5]
    """
    labelled, others = read_scores(positive, unlabelled)
    everything = np.concatenate([labelled, others])
    if everything.min() < 0 or everything.max() > 1:
        raise UserError(
            f"Elkan and Noto's constant needs probabilities, and values go from {everything.min():g} to "
            f"{everything.max():g}; give predict_proba, or scores to elkan_noto."
        )
    if variant == "e1":
        return float(labelled.mean())
    if variant == "e2":
        total = float(everything.sum())
        return float(labelled.sum()) / total if total else 0.0
    if variant == "e3":
        return float(everything.max())
    raise UserError(f"Elkan and Noto's constant has the variants e1, e2 and e3, not {variant!r}; e1 is usual.")


def probability_positive(g: ArrayLike, c: float) -> Floats:
    """Return Pr[positive | x] = g(x)/c, at most 1.

    Parameters
    ----------
    g : array-like of float
        Pr[labelled | x].
    c : float
        Probability that a positive is labelled.

    Returns
    -------
    ndarray of float
        From 0 to 1.

    Examples
    --------
    >>> probability_positive([0.2, 0.8], 0.4).tolist()
    [0.5, 1.0]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.asarray(g, dtype=np.float64) / c
    return np.clip(np.nan_to_num(ratio, nan=0.0), 0.0, 1.0)


def positive_weight(g: ArrayLike, c: float) -> Floats:
    """Return how much an unlabelled document counts as positive when a classifier is fitted again.

    That is (1 − c)/c · g/(1 − g), its probability of being positive given that it was not labelled.

    Parameters
    ----------
    g : array-like of float
        Pr[labelled | x].
    c : float
        Probability that a positive is labelled.

    Returns
    -------
    ndarray of float
        From 0 to 1.

    Examples
    --------
    >>> positive_weight([0.2, 0.4], 0.4).round(6).tolist()
    [0.375, 1.0]
    """
    values = np.asarray(g, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        odds: Floats = np.divide(1 - c, c) * (values / (1 - values))
    return np.clip(np.nan_to_num(odds, nan=0.0), 0.0, 1.0)


def prior_among_unlabelled(c: float, n_positive: int, n_unlabelled: int) -> float:
    """Turn the constant into the share of positives among the unlabelled: of n/c positives, n are labelled.

    Parameters
    ----------
    c : float
        Probability that a positive is labelled.
    n_positive, n_unlabelled : int
        How many documents are labelled, and how many are not.

    Returns
    -------
    float
        From 0 to 1.

    Examples
    --------
    >>> prior_among_unlabelled(0.2, 50, 1000)
    0.2
    """
    if c <= 0:
        return 1.0
    return float(np.clip(n_positive * (1 - c) / c / n_unlabelled, 0.0, 1.0))


def _probability_of_label(scores: Scores) -> Scores:
    x = standardised(scores)
    is_labelled = np.repeat([1, 0], [len(side) for side in x])
    column = np.concatenate(x)[:, None]
    model = LogisticRegression(C=100.0, max_iter=1000).fit(column, is_labelled)
    g = model.predict_proba(column)[:, 1]
    return Scores(g[is_labelled == 1], g[is_labelled == 0])
