"""How good decisions among many classes are, and how well clusters agree with the classes that are known."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from likewise.errors import UserError
from likewise.labels import UNLABELLED
from likewise.metrics.with_truth import PrecisionRecallF1, precision_recall_f1


class ManyClasses(NamedTuple):
    """Decisions among many classes in two numbers, and class by class.

    Parameters
    ----------
    micro_f1, macro_f1 : float
        F1 with every document counted alike, and with every class counted alike.
    by_class : dict
        Precision, recall and F1 of each class.

    Examples
    --------
    >>> ManyClasses(0.5, 0.4, {}).macro_f1
    0.4
    """

    micro_f1: float
    macro_f1: float
    by_class: dict[Any, PrecisionRecallF1]


def many_classes(truth: ArrayLike, predicted: ArrayLike) -> ManyClasses:
    """Compare the class of each document with the true one.

    Micro-F1 counts every document alike; with one true class and one decision a document it is the share of right
    decisions. Macro-F1 counts every class alike: the mean of the classes' F1. Classes are those of the truth, and those
    that were decided for without being there, with an F1 of 0.

    Parameters
    ----------
    truth : array-like
        The class of each document.
    predicted : array-like
        The class that was decided for.

    Returns
    -------
    ManyClasses
        Micro- and macro-F1, and precision, recall and F1 of each class.

    Examples
    --------
    >>> result = many_classes(["tea", "tea", "wine", "beer"], ["tea", "wine", "wine", "beer"])
    >>> result.micro_f1, round(result.macro_f1, 3), result.by_class["tea"].recall
    (0.75, 0.778, 0.5)
    """
    true, said = _alike(truth, predicted)
    classes = np.unique(np.concatenate([true, said]))
    by_class = {of.item(): precision_recall_f1(true == of, said == of) for of in classes}
    return ManyClasses(float(np.mean(true == said)), float(np.mean([one.f1 for one in by_class.values()])), by_class)


class Agreement(NamedTuple):
    """How well clusters agree with classes: 1 is perfectly; the adjusted Rand index is 0 by chance.

    Parameters
    ----------
    purity : float
        Share of documents that are of the commonest class of their cluster.
    adjusted_rand : float
        The Rand index, adjusted for chance.
    mutual_information : float
        The mutual information, normalised to at most 1.

    Examples
    --------
    >>> Agreement(1.0, 1.0, 1.0).purity
    1.0
    """

    purity: float
    adjusted_rand: float
    mutual_information: float


def clustering_agreement(classes: ArrayLike, clusters: ArrayLike) -> Agreement:
    """Say how well a clustering agrees with classes that are known of some documents only.

    Parameters
    ----------
    classes : array-like
        The class of each document, -1 where nobody knows it; these take no part.
    clusters : array-like
        The cluster of each document.

    Returns
    -------
    Agreement
        Share of documents whose class is the commonest of their cluster, Rand index adjusted for chance, and mutual
        information divided by the mean of both entropies.

    Examples
    --------
    >>> clustering_agreement([0, 0, 1, -1, 1], [7, 7, 5, 7, 5]).adjusted_rand
    1.0
    """
    true, said = _alike(classes, clusters)
    known = true.astype(str) != str(UNLABELLED)
    if not known.any():
        raise UserError("no document's class is known, all are -1; agreement needs some")
    _, true = np.unique(true[known], return_inverse=True)
    _, said = np.unique(said[known], return_inverse=True)
    table = np.zeros((said.max() + 1, true.max() + 1))
    np.add.at(table, (said, true), 1)
    from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score  # slow to import

    return Agreement(
        float(table.max(axis=1).sum() / table.sum()),
        float(adjusted_rand_score(true, said)),
        float(normalized_mutual_info_score(true, said)),
    )


def _alike(truth: ArrayLike, other: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    true, said = np.asarray(truth), np.asarray(other)
    if true.ndim != 1 or true.shape != said.shape or not len(true):
        raise UserError(
            f"the truth has shape {true.shape} and what is compared with it {said.shape}; give one class a document"
        )
    return true, said
