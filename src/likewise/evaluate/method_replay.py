"""A registered method and the truth take turns: the loop of `likewise.evaluate.replay` for methods by name."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from likewise.estimate import Estimate
from likewise.evaluate.replay import Replay, replay
from likewise.evaluate.simulation import check_examples, choose_examples
from likewise.evaluate.stopping import go_on_until_advised
from likewise.finder.collecting import collect_texts
from likewise.finder.collection import Collection
from likewise.finder.estimators import DEFAULT_METHOD, make_estimator
from likewise.finder.ranking import rank
from likewise.progress import Progress, report_stage


class MethodRanker:
    """Rank documents by a registered method, as `likewise.evaluate.replay` asks for it.

    Parameters
    ----------
    collection : Collection
        The examples, and the pile.
    estimator : estimator
        As `likewise.finder.estimators.make_estimator` makes it.
    hidden : ndarray of int
        The row that each document of the pile has among all documents.

    Examples
    --------
    >>> from likewise.finder.estimators import make_estimator
    >>> collection = collect_texts(["red wine"], ["green tea", "a glass of wine"])
    >>> ranker = MethodRanker(collection, make_estimator("centroid"), np.array([1, 2]))
    >>> ranker(np.array([1, -1, -1])).tolist()
    [-inf, 1.0, 2.0]
    """

    def __init__(self, collection: Collection, estimator: Any, hidden: NDArray[np.intp]) -> None:
        self.collection = collection
        self.estimator = estimator
        self.hidden = hidden
        self.last: Estimate | None = None

    def __call__(self, labels: NDArray[np.int64]) -> NDArray[np.float64]:
        """Rank by labels of all documents; what is decided gets -inf."""
        ranking = rank(self.collection, self.estimator, labels[self.hidden])
        self.last = ranking.estimate
        scores = np.full(len(labels), -np.inf)
        scores[self.hidden[ranking.order]] = np.arange(len(ranking.order), 0, -1, dtype=np.float64)
        return scores

    def estimate(self) -> Estimate | None:
        """Return how many were left at the last ranking, of a method that estimates it.

        Returns
        -------
        Estimate or None
            The estimate.
        """
        return self.last


def replay_method(
    texts: Sequence[str],
    labels: Sequence[Any] | None,
    positive: str,
    n_examples: int,
    method: str = DEFAULT_METHOD,
    seed: int = 0,
    *,
    batch: int = 10,
    params: Mapping[str, Any] | None = None,
    n_jobs: int | None = None,
    until_advised: bool = False,
    callback: Progress | None = None,
) -> Replay:
    """Choose examples, and let a registered method and the truth take turns until everything relevant is found.

    Words are counted as for a search, but for a method that has a function ``suited_vectorizer``.

    Parameters
    ----------
    texts : sequence of str
        The documents.
    labels : sequence of str, or of lists of str
        The label of each, or its labels.
    positive : str
        The label of the relevant documents.
    n_examples : int
        How many of them are known at the start, chosen at random; they are not counted.
    method : str, default=DEFAULT_METHOD
        A name of `likewise.registry.names()`.
    seed : int, default=0
        Random seed of the choice and of the method.
    batch : int, default=10
        How many documents are read between two rankings.
    params : mapping or None, default=None
        Parameters of the method.
    n_jobs : int or None, default=None
        Processors; the result does not depend on it.
    until_advised : bool, default=False
        Whether the loop goes on after that, until the method's own estimate advises to stop.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Replay
        The order of reading, its figures, and the rankings.

    Examples
    --------
    >>> texts = ["a glass of wine", "wine in a glass", "a wine glass", "tea", "green tea", "tea pot"]
    >>> replay_method(texts, ["wine"] * 3 + ["tea"] * 3, "wine", 1, "centroid", batch=1).figures.n_last
    2
    """
    check_examples(texts, labels, positive, n_examples)
    truth, shown, hidden = choose_examples(labels, positive, n_examples, seed)
    estimator = make_estimator(method, params, random_state=seed, n_jobs=n_jobs)
    report_stage(callback, "counting")
    suited = getattr(estimator, "suited_vectorizer", None)
    collection = collect_texts(
        [texts[row] for row in shown],
        [texts[row] for row in hidden],
        vectorizer=None if suited is None else suited(),
        n_jobs=n_jobs,
    )
    ranker = MethodRanker(collection, estimator, hidden)
    return replay(
        ranker,
        truth,
        shown.tolist(),
        batch=batch,
        estimate=ranker.estimate,
        go_on=go_on_until_advised if until_advised else None,
        callback=callback,
    )
