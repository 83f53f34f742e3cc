"""The only reader of ``y``: masks for positive, negative and unlabelled rows, and what is wrong when there are none.

Everywhere 1 is positive, 0 negative and -1 unlabelled, as in `sklearn.semi_supervised`; data that are positive and
unlabelled have no 0. Any other two classes work as scikit-learn orders them: the greater one is the positive. Methods
that tell many classes apart read any number of them.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from likewise.errors import UserError

#: The value of ``y`` for a document whose class nobody has said.
UNLABELLED = -1
#: Names that people give to what nobody has looked at, where numbers would say -1.
_UNLABELLED_WORDS = frozenset({"unl", "unlabelled", "unlabeled", "unlabel", "unknown", "?", ""})


@dataclass(frozen=True)
class Labels:
    """The classes that predictions are told in, and each row's place among them: -1 is unlabelled.

    Examples
    --------
    >>> labels = Labels(np.array([0, 1]), np.array([1, -1, 0]))
    >>> labels.positive.tolist(), labels.unlabelled.tolist()
    ([True, False, False], [False, True, False])
    """

    classes: NDArray[Any]
    codes: NDArray[np.intp]

    @cached_property
    def positive(self) -> NDArray[np.bool_]:
        """Rows of the second of two classes."""
        return np.equal(self.codes, 1)

    @cached_property
    def negative(self) -> NDArray[np.bool_]:
        """Rows of the first of two classes."""
        return np.equal(self.codes, 0)

    @cached_property
    def unlabelled(self) -> NDArray[np.bool_]:
        """Rows whose class nobody has said."""
        return np.equal(self.codes, UNLABELLED)

    def at(self, rows: NDArray[Any]) -> "Labels":
        """Return the labels of some rows, in that order."""
        return Labels(self.classes, self.codes[rows])

    def weigh(self, weights: NDArray[Any], class_weight: Mapping[Any, float]) -> NDArray[Any]:
        """Return the documents' weights times those of their classes; unlabelled documents keep theirs."""
        of_class = np.array([class_weight.get(value, 1.0) for value in self.classes.tolist()])
        return np.where(self.codes >= 0, weights * of_class[self.codes], weights)

    def but(self, rows: NDArray[Any], code: int) -> "Labels":
        """Return these labels with some rows' changed."""
        codes = self.codes.copy()
        codes[rows] = code
        return Labels(self.classes, codes)


def has_unlabelled(y: ArrayLike) -> bool:
    """Tell whether some documents of a label vector are unlabelled.

    Parameters
    ----------
    y : array-like
        1, 0 and -1; or other classes, and -1.

    Returns
    -------
    bool
        Whether there is a -1.

    Examples
    --------
    >>> has_unlabelled([1, -1]), has_unlabelled(["wine", "tea"])
    (True, False)
    """
    values = np.asarray(y)
    # Numpy makes a string of -1 where the classes are strings.
    return bool((values == UNLABELLED).any() if values.dtype.kind in "iuf" else (values.astype(str) == "-1").any())


def read_labels(y: ArrayLike, *, who: str, many: bool = False) -> Labels:
    """Read a label vector of two classes or more, or of positives only, with unlabelled rows or without.

    Parameters
    ----------
    y : array-like
        1, 0 and -1; or other classes, and -1.
    who : str
        The estimator's name, for the messages.
    many : bool
        Whether there may be more than two classes.

    Returns
    -------
    Labels
        Classes, and each row's.

    Examples
    --------
    >>> labels = read_labels([1, -1, -1, 1], who="Centroid")
    >>> labels.positive.tolist(), labels.classes.tolist()
    ([True, False, False, True], [0, 1])
    """
    from sklearn.utils import column_or_1d  # here, so that readers of files do not load scikit-learn

    values = column_or_1d(np.asarray(y), warn=True)
    if values.dtype.kind == "f":
        if not np.all(np.isfinite(values)):
            raise UserError(f"{who} found NaN or infinity in y; an unlabelled document is -1.")
        if np.any(values != np.floor(values)):
            raise UserError(
                f"{who} needs classes in y (1 positive, 0 negative, -1 unlabelled). Unknown label type: continuous."
            )
    if values.dtype.kind == "O" and any(value is None or value != value for value in values):
        raise UserError(f"{who} found None or NaN in y; an unlabelled document is -1.")
    numeric = values.dtype.kind in "iuf"
    # Numpy makes a string of -1 where the classes are strings.
    unlabelled = values == UNLABELLED if numeric else values.astype(str) == str(UNLABELLED)
    given = np.unique(values[~unlabelled])
    if not len(given):
        raise UserError(f"{who} found no positive document, y has only unlabelled ones (-1); mark an example 1.")
    if len(given) > 2 and not many:
        raise UserError(
            f"{who} tells two classes apart, y has {len(given)}: {_some(given)}. "
            "Only binary classification is supported. Make one class 1 and the others 0, or -1 where nobody has looked."
        )
    if not numeric:
        _warn_of_words(given, who)
    if numeric and set(given.tolist()) <= {0, 1}:
        classes = np.array([0, 1])
    elif values.dtype.kind == "b":
        classes = np.array([False, True])
    elif len(given) >= 2:
        classes = given
    else:
        raise UserError(
            f"{who} found a single class in y, {_some(given)}, and nothing to tell it from; "
            "mark positive documents 1 and unlabelled documents -1."
        )
    codes = np.full(len(values), UNLABELLED, dtype=np.intp)
    codes[~unlabelled] = np.searchsorted(classes, values[~unlabelled])
    labels = Labels(classes, codes)
    if not labels.positive.any():
        raise UserError(
            f"{who} found no positive document, y has no {classes[1]!s} and so not even one class; mark an example."
        )
    if labels.positive.all():
        raise UserError(
            f"{who} has only positive documents, one class, and nothing to search; add unlabelled documents (-1)."
        )
    return labels


def _warn_of_words(classes: NDArray[Any], who: str) -> None:
    """Warn of a class whose name says that nobody has looked."""
    for name in classes.tolist():
        if str(name).strip().casefold() in _UNLABELLED_WORDS:
            warnings.warn(
                f"{who} takes {name!r} in y for a class of its own; if it means unlabelled, write -1.", stacklevel=4
            )


def _some(values: NDArray[Any]) -> str:
    shown = ", ".join(str(value) for value in values[:5])
    return shown + (", …" if len(values) > 5 else "")
