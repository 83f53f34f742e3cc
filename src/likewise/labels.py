"""The only reader of ``y``: masks for positive, negative and unlabelled rows, and what is wrong when there are none.

Everywhere 1 is positive, 0 negative and -1 unlabelled, as in `sklearn.semi_supervised`; data that are positive and
unlabelled have no 0. Any other two classes work as scikit-learn orders them: the greater one is the positive.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import column_or_1d

from likewise.errors import UserError

#: The value of ``y`` for a document whose class nobody has said.
UNLABELLED = -1


@dataclass(frozen=True)
class Labels:
    """Which rows are positive, negative and unlabelled, and the two classes that predictions are told in."""

    classes: NDArray[Any]
    positive: NDArray[np.bool_]
    negative: NDArray[np.bool_]
    unlabelled: NDArray[np.bool_]

    def at(self, rows: NDArray[Any]) -> "Labels":
        """Return the labels of some rows, in that order."""
        return Labels(self.classes, self.positive[rows], self.negative[rows], self.unlabelled[rows])

    def told(self, is_positive: NDArray[np.bool_]) -> NDArray[Any]:
        """Turn booleans into class labels."""
        return self.classes[is_positive.astype(np.intp)]


def read_labels(y: ArrayLike, *, who: str) -> Labels:
    """Read a label vector of two classes, or of positives only, with unlabelled rows or without.

    Parameters
    ----------
    y : array-like
        1, 0 and -1; or two other classes, and -1.
    who : str
        The estimator's name, for the messages.

    Returns
    -------
    Labels
        Masks and classes.

    Examples
    --------
    >>> labels = read_labels([1, -1, -1, 1], who="Centroid")
    >>> labels.positive.tolist(), labels.classes.tolist()
    ([True, False, False, True], [0, 1])
    """
    values = column_or_1d(np.asarray(y), warn=True)
    if values.dtype.kind == "f":
        if not np.all(np.isfinite(values)):
            raise UserError(f"{who} found NaN or infinity in y; an unlabelled document is -1.")
        if np.any(values != np.floor(values)):
            raise UserError(
                f"{who} needs classes in y (1 positive, 0 negative, -1 unlabelled). Unknown label type: continuous."
            )
    numeric = values.dtype.kind in "iuf"
    unlabelled = values == UNLABELLED if numeric else np.zeros(len(values), dtype=bool)
    given = np.unique(values[~unlabelled])
    if len(given) > 2:
        raise UserError(
            f"{who} tells two classes apart, y has {len(given)}: {_some(given)}. "
            "Only binary classification is supported. Make one class 1 and the others 0, or -1 where nobody has looked."
        )
    if numeric and set(given.tolist()) <= {0, 1}:
        classes = np.array([0, 1])
    elif values.dtype.kind == "b":
        classes = np.array([False, True])
    elif len(given) == 2:
        classes = given
    else:
        raise UserError(
            f"{who} found a single class in y, {_some(given)}, and nothing to tell it from; "
            "mark positive documents 1 and unlabelled documents -1."
        )
    labels = Labels(classes, values == classes[1], values == classes[0], unlabelled)
    if not labels.positive.any():
        raise UserError(
            f"{who} found no positive document, y has no {classes[1]!s} and so not even one class; mark an example."
        )
    if labels.positive.all():
        raise UserError(
            f"{who} has only positive documents, one class, and nothing to search; add unlabelled documents (-1)."
        )
    return labels


def _some(values: NDArray[Any]) -> str:
    shown = ", ".join(str(value) for value in values[:5])
    return shown + (", …" if len(values) > 5 else "")
