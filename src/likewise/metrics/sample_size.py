"""What theory promises of learning from positive and unlabelled documents, as a calculator.

The theorems' constants were made for short proofs and are not optimised: read the numbers as an order of growth, in ε
and in the number of words, and never as advice on how many documents a corpus needs.
"""

from math import e, floor, log
from typing import NamedTuple

from likewise.errors import UserError


class SampleSize(NamedTuple):
    """How many positive and how many unlabelled documents a theorem asks for.

    Parameters
    ----------
    positive, unlabeled : int
        Numbers of documents.

    Examples
    --------
    >>> SampleSize(2249, 2249).positive
    2249
    """

    positive: int
    unlabeled: int


class Guarantees(NamedTuple):
    """Lower bounds of recall and precision and an upper bound of the error; None is "no guarantee".

    Parameters
    ----------
    recall, precision : float or None
        At least this.
    error : float or None
        At most this.

    Examples
    --------
    >>> Guarantees(0.99, None, 0.06).precision is None
    True
    """

    recall: float | None
    precision: float | None
    error: float | None


def required_sample_size(epsilon: float, delta: float, vc_dim: int, noisy: bool = False) -> SampleSize:
    """Tell how many documents make the bounds of `guarantees` hold, by Liu, Lee, Yu and Li's theorems.

    The constants are not optimised: this is an order of growth, about d/ε · log(1/ε) without noise and d/ε² · log(1/ε)
    with it, and never advice on a corpus.

    Parameters
    ----------
    epsilon : float
        ε, how far from the best possible the result may be, between 0 and 1.
    delta : float
        δ, how likely the bounds may fail, between 0 and 1.
    vc_dim : int
        d, the VC dimension of the classifiers: m + 1 for linear ones on m words, at most 2m + 1 for naive Bayes.
    noisy : bool, default=False
        Whether no classifier of the family is perfect.

    Returns
    -------
    SampleSize
        The smallest whole numbers above the two bounds.

    References
    ----------
    .. [1] B. Liu, W. S. Lee, P. S. Yu and X. Li, Partially supervised classification of text documents, ICML 2002.

    Examples
    --------
    >>> required_sample_size(0.1, 0.05, vc_dim=1)
    SampleSize(positive=2249, unlabeled=2249)
    """
    _check_between(epsilon, "epsilon is how far from the best the result may be")
    _check_between(delta, "delta is how likely the bounds may fail")
    if vc_dim < 1:
        raise UserError(f"vc_dim is a VC dimension and at least 1, not {vc_dim}; linear classifiers have words + 1")

    def above(factor: float, inner: float, outer: float) -> int:
        ratio = inner * e / epsilon
        return floor(factor * (vc_dim * log(ratio * log(ratio)) + log(outer / delta))) + 1

    if not noisy:
        enough = above(16 / epsilon, 16, 24)
        return SampleSize(enough, enough)
    return SampleSize(above(6400 / epsilon**2, 320, 32), above(1600 / epsilon**2, 160, 32))


def guarantees(epsilon: float, prevalence: float, recall: float | None = None, e0: float | None = None) -> Guarantees:
    """Tell what holds, with probability 1 − δ, once there are as many documents as `required_sample_size` says.

    The classifier meant is the one that takes the fewest unlabelled documents among those that find all positives, or
    the share ``recall`` of them in the noisy case. The constants are not optimised: read the bounds as an order of
    growth, never as a forecast for a corpus.

    Parameters
    ----------
    epsilon : float
        ε of `required_sample_size`, between 0 and 1.
    prevalence : float
        ν, the share of positives among all documents, between 0 and 1.
    recall : float or None, default=None
        r, the recall asked for in the noisy case; None is the noiseless case.
    e0 : float or None, default=None
        e₀, the smallest share of all documents that any classifier with that recall takes wrongly.

    Returns
    -------
    Guarantees
        Each None where it says nothing: recall or precision above a negative number, an error below more than 1.

    References
    ----------
    .. [1] B. Liu, W. S. Lee, P. S. Yu and X. Li, Partially supervised classification of text documents, ICML 2002.

    Examples
    --------
    >>> bounds = guarantees(0.01, prevalence=0.2)
    >>> round(bounds.precision, 6), round(bounds.error, 6)
    (0.767442, 0.06)
    >>> guarantees(0.1, prevalence=0.1, recall=0.9, e0=0.02).precision is None
    True
    """
    _check_between(epsilon, "epsilon is how far from the best the result may be")
    _check_between(prevalence, "prevalence is the share of positives among all documents")
    nu = prevalence
    if recall is None and e0 is None:
        return _informative(
            recall=1 - epsilon,
            precision=(1 - epsilon) * nu / ((1 + 9 * epsilon) * nu + 4 * epsilon),
            error=(10 * nu + 4) * epsilon,
        )
    if recall is None or e0 is None:
        raise UserError(
            f"recall and e0 are both given for the noisy case and neither for the other, not recall={recall}, e0={e0}; "
            "give the share of false positives e0 that the recall costs at least"
        )
    if not 0 < recall <= 1 or not 0 <= e0 <= 1:
        raise UserError(f"recall lies in (0, 1] and e0 in [0, 1], not {recall} and {e0}; divide percentages by 100")
    return _informative(
        recall=recall - epsilon,
        precision=(recall * nu - epsilon) / (2 * nu - recall * nu + e0 + epsilon),
        error=2 * (1 - recall) * nu + e0 + 2 * epsilon,
    )


def _informative(recall: float, precision: float, error: float) -> Guarantees:
    return Guarantees(
        recall if recall >= 0 else None, precision if precision >= 0 else None, error if error <= 1 else None
    )


def _check_between(value: float, what: str) -> None:
    if not 0 < value < 1:
        raise UserError(f"{what}, between 0 and 1 and neither of them, not {value}; 0.1 is a start")
