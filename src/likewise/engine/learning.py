"""What tells yes from no: a linear rule on words and pairs of words, learned from the answers."""

import numpy as np
from scipy import sparse

from likewise.engine.constants import LearningConstants
from likewise.engine.prepare import Prepared
from likewise.labels import Labels
from likewise.sklearn_api import Array


def learn(prepared: Prepared, labels: Labels, n_answers: int, n_yes: int) -> Array:
    """Score documents by a rule that tells those known to match from those known not to.

    Parameters
    ----------
    prepared : Prepared
        The documents.
    labels : Labels
        In the order of the rows of `prepared`.
    n_answers, n_yes : int
        How many documents of the pile a person has answered, and how many of these match.

    Returns
    -------
    ndarray of shape (n_documents,)
        In standard deviations of the unlabelled documents' scores from their mean. Labelled documents are scored by
        rules that were learned without them.

    Examples
    --------
    >>> from likewise.engine import prepare
    >>> from likewise.labels import read_labels
    >>> prepared = prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5], [0, 0, 1, 4], [3, 2, 0, 0]])
    >>> labels = read_labels([1, -1, 0, -1, -1], who="an example").at(prepared.order)
    >>> int(learn(prepared, labels, 1, 0)[prepared.place].argmax())
    4
    """
    from likewise.models.linear.svm import squared_hinge_rule  # a fifth of a small search, which mostly has no answers

    constants = prepared.constants.learning
    rows = prepared.weighted if prepared.phrases is None else prepared.phrases
    sides_of = (labels.positive, labels.negative, labels.unlabelled)
    positive, negative, unlabelled = (np.flatnonzero(side) for side in sides_of)
    some = np.linspace(0, len(unlabelled) - 1, min(len(unlabelled), constants.n_presumed)).astype(np.intp)
    presumed = unlabelled[some]
    share_of_no = 1 - (n_yes + 0.5) / (n_answers + 5)
    worth = constants.worth * share_of_no**constants.power
    fold_of = np.full(prepared.n_documents, -1)
    for side in (positive, negative):
        fold_of[side] = np.arange(len(side)) % constants.n_folds
    labelled = np.concatenate([positive, negative, presumed])
    known, columns = _compact(rows[labelled])
    sides = np.arange(len(labelled)) < len(positive)

    def score(left_out: int | None, of: Array | None = None) -> Array:
        kept = np.ones(len(labelled), dtype=bool)
        if left_out is not None:
            kept[: len(positive) + len(negative)] = fold_of[labelled[: len(positive) + len(negative)]] != left_out
        n_no = int(kept[len(positive) : len(positive) + len(negative)].sum())
        if not (kept & sides).any() or not (kept & ~sides).any():
            kept[:] = True
        weights = np.ones(len(labelled))
        weights[len(positive) + len(negative) :] = worth * max(n_no, constants.fewest) / max(len(presumed), 1)
        chosen = np.flatnonzero(kept)
        costs = _costs(sides[chosen], weights[chosen], constants)
        coef, intercept = squared_hinge_rule(known[chosen], sides[chosen], costs, constants.tolerance)
        full = np.zeros(rows.shape[1])
        full[columns] = coef
        return np.asarray((rows if of is None else rows[of]) @ full, dtype=np.float64) + intercept

    scores = score(None)
    chosen = scores[unlabelled] if len(unlabelled) else scores
    middle, spread = chosen.mean(), chosen.std() or 1.0
    for fold in range(constants.n_folds):
        own = np.flatnonzero(fold_of == fold)
        if len(own):
            scores[own] = score(fold, own)
    return (scores - middle) / spread


def _costs(sides: Array, weights: Array, constants: LearningConstants) -> Array:
    """Weigh the sides against each other; all together weigh as much as before."""
    near, far = weights[sides].sum(), weights[~sides].sum()
    share = constants.ratio / (1 + constants.ratio)
    costs: Array = constants.cost * weights * np.where(sides, share / near, (1 - share) / far) * (near + far)
    return costs


def _compact(rows: sparse.csr_array) -> tuple[sparse.csr_array, Array]:
    """Leave out the columns that are empty in all rows, and say which are left."""
    columns, indices = np.unique(rows.indices, return_inverse=True)
    compact = sparse.csr_array((rows.data, indices.astype(np.int32), rows.indptr), shape=(rows.shape[0], len(columns)))
    return compact, columns


def choose_weight(voted: Array, learned: Array, labels: Labels, constants: LearningConstants) -> float:
    """Choose how much what was learned from answers counts beside the votes of the examples.

    Without a no it counts nothing, with many it is all that counts; in between, and where the answers themselves are
    clearly better told apart otherwise, they choose.

    Parameters
    ----------
    voted, learned : ndarray of shape (n_documents,)
        Scores in standard deviations; those of labelled documents without their own labels.
    labels : Labels
        In the same order.
    constants : LearningConstants
        How soon.

    Returns
    -------
    float
        From 0 to 1.

    Examples
    --------
    >>> from likewise.labels import read_labels
    >>> labels = read_labels([1, 1, 0, -1], who="an example")
    >>> scores = np.array([1.0, 2.0, 0.0, 0.0]), np.array([2.0, 1.0, 0.0, 0.0])
    >>> round(choose_weight(*scores, labels, LearningConstants()), 1)
    0.7
    """
    n_no = int(labels.negative.sum())
    if not n_no:
        return 0.0
    usual = n_no / (n_no + constants.halfway)
    weights = np.linspace(0.0, 1.0, 11)
    positive, negative = labels.positive, labels.negative
    n = min(int(positive.sum()), n_no)
    gains = [
        n * _apart((1 - weight) * voted + weight * learned, positive, negative)
        - constants.patience * (weight - usual) ** 2
        for weight in weights
    ]
    return float(weights[int(np.argmax(gains))])


def _apart(scores: Array, positive: Array, negative: Array) -> float:
    """Return how often a positive stands above a negative."""
    below = np.sort(scores[negative])
    places = np.searchsorted(below, scores[positive], "left") + np.searchsorted(below, scores[positive], "right")
    return float(places.mean() / (2 * len(below)))
