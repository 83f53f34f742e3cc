"""Which setting of EM: the one that does best on labelled documents that it was not shown."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from likewise.fitting import generator
from likewise.labels import UNLABELLED, Labels
from likewise.metrics.without_negatives import criterion_one_of_rates
from likewise.selection.folds import deal
from likewise.sklearn_api import Array

T = TypeVar("T")


def held_out(labels: Labels, n_folds: int) -> Iterator[Array]:
    """Yield rows to hold out, so that each labelled document is held out once and no class loses all of its own.

    A class with a single labelled document keeps it. The folds depend on nothing but the labels.

    Examples
    --------
    >>> labels = Labels(np.array([0, 1]), np.array([1, 1, -1, 0, 0, 0]))
    >>> sorted(int(row) for fold in held_out(labels, 2) for row in fold)
    [0, 1, 3, 4, 5]
    """
    rng = generator(0)
    fold = np.full(len(labels.codes), UNLABELLED)
    for code in range(len(labels.classes)):
        rows = np.flatnonzero(labels.codes == code)
        if len(rows) > 1:
            fold[rows] = deal(len(rows), n_folds, rng)
    for number in range(n_folds):
        if (fold == number).any():
            yield np.flatnonzero(fold == number)


def best_setting(
    settings: Sequence[T], predict: Callable[[T, Labels, Array], Array], labels: Labels, weights: Array, n_folds: int
) -> T:
    """Return the setting that does best on documents that were held out, the first of equals.

    Where every class has labels, those held out are left out of the fit, and the share of them that is told right
    decides. Where only positives are known they are hidden in the pile, and criterion I decides: (share that comes
    back)² / share of all documents that is taken.

    Parameters
    ----------
    settings : sequence
        What to choose from.
    predict : callable
        Given a setting, labels, and weights of the documents, returns the class of each document by number.
    labels : Labels
        All labels.
    weights : array of float
        Of the documents.
    n_folds : int
        Times that documents are held out.

    Examples
    --------
    >>> labels = Labels(np.array([0, 1]), np.array([1, 1, 0, 0]))
    >>> best_setting(["wrong", "right"], lambda s, *_: np.array([s == "right"] * 2 + [0, 0]), labels, np.ones(4), 2)
    'right'
    """
    folds = list(held_out(labels, n_folds))
    only_positives = not labels.negative.any()
    qualities = []
    for setting in settings:
        right = taken = 0.0
        for rows in folds:
            shown = labels.but(rows, UNLABELLED)
            counting = weights.copy()
            if not only_positives:
                counting[rows] = 0.0
            told = predict(setting, shown, counting)
            right += weights[rows] @ (told[rows] == labels.codes[rows])
            taken += weights @ (told == 1) / weights.sum() / len(folds)
        qualities.append(float(criterion_one_of_rates(right, taken)) if only_positives else right)
    return settings[int(np.argmax(qualities))]
