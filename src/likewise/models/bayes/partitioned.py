"""Partitioned EM: split the documents into alike parts, and let EM tell the classes apart within each."""

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from likewise.fitting import Monitor, generator, iterate
from likewise.fitting.randomness import RandomState
from likewise.labels import UNLABELLED, Labels
from likewise.models.base import PartlyLabelled
from likewise.models.bayes.base import one_hot
from likewise.models.bayes.choice import held_out
from likewise.models.bayes.mixture import Mixture, Smoothing, em_step, estimate, joint, seen_words
from likewise.selection.folds import count_folds
from likewise.sklearn_api import Array, Constraints, Interval, StrOptions
from likewise.text.weighting import SCHEMES, Weighting

#: Rounds of k-means in a split: two centroids of alike documents settle fast.
SPLIT_ROUNDS = 20


@dataclass(frozen=True)
class Node:
    """A part of the documents: its classifier, and the two parts that it falls into, if it does."""

    mixture: Mixture
    centroids: Array | None = None
    parts: tuple["Node", ...] = ()

    def leaves(self) -> int:
        """Count the parts that fall no further."""
        return sum(part.leaves() for part in self.parts) if self.parts else 1


class PartitionedEM(PartlyLabelled):
    """Splits all documents into alike parts, and in each tells the classes apart by naive Bayes and EM.

    A class of several topics is no bag of words; in a part of alike documents it may be one. Documents are split in
    two by the angle between them, again and again. A split is kept only if labelled documents that were left out are
    told better below it than above.

    Parameters
    ----------
    max_depth : int
        Most splits one below the other; 0 is plain EM.
    min_leaf : int
        Fewest documents of a part.
    alpha : float
        λ, pseudo-count of every word in every class.
    unlabeled_weight : float
        How much an unlabelled document counts, from 0 to 1.
    weighting : str
        How counts are weighted for the splits: a name of `likewise.text.Weighting`.
    cv : int, splitter or list of splits
        Turns in which labelled documents are left out to judge a split.
    max_iter : int
        Most iterations of EM in a part.
    tol : float
        Stop when the objective's relative gain is below this.
    random_state : int, Generator or None
        Seed of the splits.
    threshold : {"default", "prior"}
        Where scores are cut: at equal odds, or by an estimated share of positives.

    Attributes
    ----------
    tree_ : Node
        The parts.
    n_leaves_ : int
        Parts that fall no further.
    n_iter_ : int
        Most iterations of EM that a part took.
    reliable_ : ndarray of bool of shape (n_samples,)
        Which unlabelled documents were taken for negative where there were only positives.

    References
    ----------
    .. [1] G. Cong, W. S. Lee, H. Wu, B. Liu, Semi-supervised text classification using partitioned EM, DASFAA 2004.

    Notes
    -----
    Assumes : classes of several topics, each of which is a bag of words of its own.
    Use it : where EM makes naive Bayes worse, because a class is many things. The procedure is our reading of the
        paper's idea.
    Cost : some twenty passes over the counts for each level of the tree.

    Examples
    --------
    >>> from likewise.models.bayes import PartitionedEM
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> PartitionedEM(random_state=0).fit(X, [1, -1, 0, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **PartlyLabelled._parameter_constraints,
        "max_depth": [Interval(Integral, 0, None, closed="left")],
        "min_leaf": [Interval(Integral, 1, None, closed="left")],
        "alpha": [Interval(Real, 0, None, closed="neither")],
        "unlabeled_weight": [Interval(Real, 0, 1, closed="both")],
        "weighting": [StrOptions(set(SCHEMES))],
        "cv": ["cv_object", Interval(Integral, 2, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        *,
        max_depth: int = 3,
        min_leaf: int = 20,
        alpha: float = 0.1,
        unlabeled_weight: float = 1.0,
        weighting: str = "tfidf-log",
        cv: Any = 3,
        max_iter: int = 10,
        tol: float = 1e-4,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        self.max_depth = max_depth
        self.min_leaf = min_leaf
        self.alpha = alpha
        self.unlabeled_weight = unlabeled_weight
        self.weighting = weighting
        self.cv = cv
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.threshold = threshold

    def _learn_labelled(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        self._weighting = Weighting(self.weighting).fit(X)
        unit = sparse.csr_array(self._weighting.transform(X))
        self.n_iter_ = 0
        everybody = np.arange(X.shape[0])
        self.tree_, _ = self._grow(X, unit, labels, everybody, self.max_depth, generator(self.random_state), None)
        self.n_leaves_ = self.tree_.leaves()

    def _grow(
        self,
        X: sparse.csr_array,
        unit: sparse.csr_array,
        labels: Labels,
        rows: Array,
        depth: int,
        rng: np.random.Generator,
        above: Mixture | None,
    ) -> tuple[Node, Array]:
        """Return the tree of some documents, and which labelled ones it tells right when they are left out."""
        own = labels.at(rows)
        present = np.unique(own.codes[~own.unlabelled])
        mixture = self._em(X[rows], own, present) if above is None or len(present) else above
        right = np.zeros(len(rows), dtype=bool)
        if len(present) == 1 and np.sum(~own.unlabelled) > 1:
            right[~own.unlabelled] = True  # without one of them the others would still say so
        elif len(present) > 1:
            for fold in held_out(own, count_folds(self.cv)):
                shown = own.but(fold, UNLABELLED)
                counted = np.ones(len(rows))
                counted[fold] = 0.0
                guess = joint(X[rows[fold]], self._em(X[rows], shown, present, counted)).argmax(axis=1)
                right[fold] = guess == own.codes[fold]
        node = Node(mixture)
        if depth == 0 or len(present) < 2 or len(rows) < 2 * self.min_leaf:
            return node, right
        centroids = _two_means(unit[rows], rng)
        side = _nearest(unit[rows], centroids)
        if min(np.sum(side == 0), np.sum(side == 1)) < self.min_leaf:
            return node, right
        grown = [self._grow(X, unit, labels, rows[side == part], depth - 1, rng, mixture) for part in (0, 1)]
        below = np.zeros(len(rows), dtype=bool)
        for part in (0, 1):
            below[side == part] = grown[part][1]
        if below.sum() <= right.sum():
            return node, right
        return Node(mixture, centroids, tuple(part for part, _ in grown)), below

    def _em(self, X: sparse.csr_array, labels: Labels, present: Array, counted: Array | None = None) -> Mixture:
        """Run EM on a part; a class without a label in it has no place there."""
        n_classes = len(labels.classes)
        weights = np.where(labels.unlabelled, self.unlabeled_weight, 1.0)
        if counted is not None:
            weights = weights * counted
        absent = ~np.isin(np.arange(n_classes), present)
        mask = np.where(labels.unlabelled[:, None] | (labels.codes[:, None] == np.arange(n_classes)), 0.0, -np.inf)
        mask[:, absent] = -np.inf
        smoothing = Smoothing(self.alpha, 0.0)
        first = estimate(X, one_hot(labels.codes, n_classes) * weights[:, None], smoothing, seen_words(X, weights))
        monitor = Monitor(max_iter=self.max_iter, tol=self.tol, name=type(self).__name__)
        mixture = iterate(em_step(X, mask, weights, smoothing), first, monitor)
        self.n_iter_ = max(self.n_iter_, monitor.n_iter)
        return mixture

    def _log_scores(self, X: sparse.csr_array) -> Array:
        scores = np.empty((X.shape[0], len(self.classes_)))
        self._descend(self.tree_, X, sparse.csr_array(self._weighting.transform(X)), np.arange(X.shape[0]), scores)
        return scores

    def _descend(self, node: Node, X: sparse.csr_array, unit: sparse.csr_array, rows: Array, scores: Array) -> None:
        """Send documents to their parts, and write down what these say."""
        if node.centroids is None:
            scores[rows] = joint(X[rows], node.mixture)
            return
        side = _nearest(unit[rows], node.centroids)
        for number, part in enumerate(node.parts):
            self._descend(part, X, unit, rows[side == number], scores)


def _two_means(unit: sparse.csr_array, rng: np.random.Generator) -> Array:
    """Return two directions that split rows of unit length: k-means of angles, from two rows far from each other."""
    start = unit[[int(rng.integers(unit.shape[0]))]]
    far = int(np.argmin((unit @ start.T).toarray()))
    first = unit[[int(np.argmin((unit @ unit[[far]].T).toarray()))]]
    centroids = _directions(sparse.vstack([first, unit[[far]]]).toarray())

    def step(old: Array) -> tuple[Array, float]:
        alike = unit @ old.T
        new = _directions(one_hot(alike.argmax(axis=1), 2).T @ unit)
        return (old if np.array_equal(new, old) else new), float(alike.max(axis=1).sum())

    return iterate(step, centroids, Monitor(max_iter=SPLIT_ROUNDS, ascending=False))


def _directions(rows: Array) -> Array:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-30)


def _nearest(unit: sparse.csr_array, centroids: Array) -> Array:
    return (unit @ centroids.T).argmax(axis=1)
