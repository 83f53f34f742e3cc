"""Simulate many classes: hide most labels, learn from the rest, and compare with the truth."""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import get_tags

from likewise import registry
from likewise.errors import UserError
from likewise.finder.counting import count_words
from likewise.finder.estimators import make_estimator
from likewise.fitting import without_convergence_warnings
from likewise.labels import UNLABELLED
from likewise.metrics import many_classes
from likewise.progress import Progress, Stage
from likewise.sklearn_api import InvalidParameterError

#: The method for many classes where none is named.
DEFAULT_FOR_CLASSES = "ss-plsa-mem"


def simulate_classes(
    texts: Sequence[str],
    labels: Sequence[Any] | None,
    share: float = 0.05,
    method: str = DEFAULT_FOR_CLASSES,
    seed: int = 0,
    *,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> dict[str, Any]:
    """Keep the labels of a share of every class, predict the classes of all other documents, and score the predictions.

    Parameters
    ----------
    texts : sequence of str
        The documents.
    labels : sequence of str
        The class of each; a document with none, or with several, is left out.
    share : float, default=0.05
        Share of each class whose labels are kept, at least one document of each.
    method : str, default=DEFAULT_FOR_CLASSES
        A name of `likewise.registry.names()` that separates many classes.
    seed : int, default=0
        Random seed of the choice and of the method.
    params : mapping or None, default=None
        Parameters of the method.
    n_jobs : int or None, default=None
        Threads; the result does not depend on it.
    callback : callable or None, default=None
        As in `Finder`.

    Returns
    -------
    dict
        `micro_f1` and `macro_f1` on the documents whose labels were hidden, `classes` with `precision`, `recall` and
        `f1` of each, `n_classes`, `n_labelled`, `n_predicted`, `seconds`, and `method`.

    Raises
    ------
    UserError
        If there are no labels, fewer than two classes, or the method separates only two.

    Examples
    --------
    >>> texts = ["a glass of wine", "wine in a glass", "tea", "green tea", "beer mug", "a mug of beer"]
    >>> outcome = simulate_classes(texts, ["wine", "wine", "tea", "tea", "beer", "beer"], 0.5, "nb-em")
    >>> outcome["n_labelled"], outcome["micro_f1"]
    (3, 1.0)
    """
    estimator = make_estimator(method, params, random_state=seed, n_jobs=n_jobs, callback=callback)
    rows, truth = one_class_each(texts, labels)
    if not _separates_many(estimator):
        able = (name for name in registry.names() if _separates_many(make_estimator(name)))
        raise UserError(f"the method {method} separates two classes, not many; use one of {', '.join(able)}")
    classes, codes = np.unique(truth, return_inverse=True)
    shown = choose_labelled(codes, share, seed)
    if shown.all():
        raise UserError(f"a share of {share:g} leaves no document to predict the class of; give a smaller share")
    start = perf_counter()
    if callback is not None:
        callback(Stage("counting"))
    labelled, others = np.flatnonzero(shown), np.flatnonzero(~shown)
    of_labelled, of_others = ([texts[rows[place]] for place in side] for side in (labelled, others))
    counted = count_words(of_labelled, of_others, n_jobs=n_jobs)
    y = np.concatenate([codes[labelled], np.full(len(others), UNLABELLED)])
    if callback is not None:
        callback(Stage("fitting"))
    try:
        with without_convergence_warnings():  # nobody who evaluates can act on them
            predicted = estimator.fit(counted.counts, y).predict(counted.counts[len(labelled) :])
    except InvalidParameterError as error:
        raise UserError(str(error)) from error
    quality = many_classes(truth[others], classes[predicted])
    return {
        "micro_f1": quality.micro_f1,
        "macro_f1": quality.macro_f1,
        "classes": {str(name): figures._asdict() for name, figures in quality.by_class.items()},
        "n_classes": len(classes),
        "n_labelled": len(labelled),
        "n_predicted": len(others),
        "seconds": round(perf_counter() - start, 3),
        "method": method,
    }


def _separates_many(estimator: Any) -> bool:
    return bool(get_tags(estimator).classifier_tags.multi_class)


def one_class_each(texts: Sequence[str], labels: Sequence[Any] | None) -> tuple[NDArray[np.intp], NDArray[np.str_]]:
    """Return the rows that have a label and no more than one, and these labels.

    Examples
    --------
    >>> rows, truth = one_class_each(["a", "b", "c", "d"], ["x", None, ["x", "y"], ["y"]])
    >>> rows.tolist(), truth.tolist()
    ([0, 3], ['x', 'y'])
    """
    if labels is None:
        raise UserError("the documents have no labels; give one per document")
    if len(labels) != len(texts):
        raise UserError(f"there are {len(labels):,} labels for {len(texts):,} documents; give one per document")
    lists = [label if isinstance(label, list | tuple) else [] if label is None else [label] for label in labels]
    rows = np.array([row for row, given in enumerate(lists) if len(given) == 1], dtype=np.intp)
    truth = np.array([str(lists[row][0]) for row in rows])
    if len(np.unique(truth)) < 2:
        raise UserError(
            f"{len(rows):,} of {len(labels):,} documents have one label, of {len(np.unique(truth))} classes; "
            "at least two classes are needed"
        )
    return rows, truth


def choose_labelled(codes: NDArray[Any], share: float, seed: int) -> NDArray[np.bool_]:
    """Choose a share of the documents of every class at random, at least one of each.

    Examples
    --------
    >>> choose_labelled(np.array([0, 0, 0, 0, 1, 1]), 0.5, seed=0).sum()
    np.int64(3)
    """
    if not 0 < share < 1:
        raise UserError(f"the share of labelled documents must lie between 0 and 1; it is {share:g}", parameter="share")
    rng = np.random.default_rng(seed)
    shown = np.zeros(len(codes), dtype=bool)
    for code in np.unique(codes):
        rows = np.flatnonzero(codes == code)
        shown[rng.choice(rows, max(1, round(share * len(rows))), replace=False)] = True
    return shown
