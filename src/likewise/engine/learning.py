"""What tells yes from no: a linear rule on words, or on words and pairs of words, learned from the answers."""

import numpy as np
from scipy import sparse

from likewise.engine.constants import LearningConstants
from likewise.engine.prepare import Prepared
from likewise.labels import Labels
from likewise.sklearn_api import Array

#: With so few documents that are presumed not to match, none is spared.
_FEW_PRESUMED = 30


def learn(
    prepared: Prepared,
    labels: Labels,
    n_answers: int,
    n_yes: int,
    unsure: Array | None = None,
    *,
    by_phrases: bool = True,
) -> Array:
    """Score documents by a rule that tells those known to match from those known not to.

    Parameters
    ----------
    prepared : Prepared
        The documents.
    labels : Labels
        In the order of the rows of `prepared`.
    n_answers, n_yes : int
        How many documents of the pile a person has answered, and how many of these match.
    unsure : ndarray of int, optional
        Rows of unlabelled documents that a person is unsure of: each is a small part of a yes.
    by_phrases : bool, default=True
        Whether the rule is on words and pairs of words, where these are known, rather than on words that tell topics.

    Returns
    -------
    ndarray of shape (n_documents,)
        In standard deviations of the unlabelled documents' scores from their mean. Documents with an answer are scored
        by rules that were learned without them.

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
    rows = prepared.phrases if by_phrases and prepared.phrases is not None else prepared.weighted
    doubtful = np.empty(0, dtype=np.intp) if unsure is None else unsure
    sides_of = (labels.positive, labels.negative, labels.unlabelled)
    positive, negative, unlabelled = (np.flatnonzero(side) for side in sides_of)
    others = np.setdiff1d(unlabelled, doubtful) if len(doubtful) else unlabelled
    some = np.linspace(0, len(others) - 1, min(len(others), constants.n_presumed)).astype(np.intp)
    groups = (positive, doubtful, negative, others[some])
    share_of_no = 1 - (n_yes + 0.5) / (n_answers + 5)
    worth = constants.worth * share_of_no**constants.power
    n_folds = choose_folds(len(positive) + len(negative), constants)
    fold_of = np.full(prepared.n_documents, -1)
    for group in groups[:3]:
        fold_of[group] = np.arange(len(group)) % n_folds
    labelled, kind = np.concatenate(groups), np.repeat(np.arange(4), [len(group) for group in groups])
    known, columns = _compact(rows[labelled])
    sides = kind < 2
    # Where labelled documents stand is told as well by a third of those that are presumed not to match, and sooner.
    is_spare = (kind == 3) & (np.arange(len(kind)) % 3 > 0) & (len(groups[3]) > _FEW_PRESUMED)

    def find_rule(left_out: int | None) -> tuple[Array, float]:
        kept = np.ones(len(labelled), dtype=bool) if left_out is None else (fold_of[labelled] != left_out) & ~is_spare
        n_no = int((kept & (kind == 2)).sum())
        if not (kept & sides).any() or not (kept & ~sides).any():
            kept[:] = True
        n_presumed = max(int((kept & (kind == 3)).sum()), 1)
        worths = 1.0, constants.worth_of_unsure, 1.0, worth * max(n_no, constants.fewest) / n_presumed
        chosen = np.flatnonzero(kept)
        costs = _costs(sides[chosen], np.array(worths)[kind[chosen]], constants)
        return squared_hinge_rule(known[chosen], sides[chosen], costs, constants.tolerance)

    coef, intercept = find_rule(None)
    weights = np.zeros(rows.shape[1])
    weights[columns] = coef
    scores = np.asarray(rows @ weights, dtype=np.float64) + intercept
    chosen = scores[unlabelled] if len(unlabelled) else scores
    middle, spread = chosen.mean(), chosen.std() or 1.0
    for fold in range(n_folds):
        own = np.flatnonzero(fold_of[labelled] == fold)
        if len(own):
            coef, intercept = find_rule(fold)
            scores[labelled[own]] = known[own] @ coef + intercept
    return (scores - middle) / spread


def choose_folds(n_labelled: int, constants: LearningConstants) -> int:
    """Choose into how many parts labelled documents are dealt: fewer the more there are, as each part costs a fit.

    Parameters
    ----------
    n_labelled : int
        Documents that are known to match or not to.
    constants : LearningConstants
        How many at least and at most.

    Returns
    -------
    int
        Parts.

    Examples
    --------
    >>> [choose_folds(n_labelled, LearningConstants()) for n_labelled in (10, 50, 80, 200)]
    [8, 8, 5, 4]
    """
    fewest, most = constants.n_folds
    return min(max(constants.many_labels * fewest // max(n_labelled, 1), fewest), most)


def _costs(sides: Array, weights: Array, constants: LearningConstants) -> Array:
    """Weigh the sides against each other; all together weigh as much as before."""
    near, far = weights[sides].sum(), weights[~sides].sum()
    share = constants.ratio / (1 + constants.ratio)
    costs: Array = constants.cost * weights * np.where(sides, share / near, (1 - share) / far) * (near + far)
    return costs


def _compact(rows: sparse.csr_array) -> tuple[sparse.csr_array, Array]:
    """Leave out the columns that are empty in all rows, and say which are left."""
    place = np.zeros(rows.shape[1], dtype=np.int32)
    place[rows.indices] = 1
    columns = np.flatnonzero(place)
    place[columns] = np.arange(len(columns))
    indices = place[rows.indices]
    return sparse.csr_array((rows.data, indices, rows.indptr), shape=(rows.shape[0], len(columns))), columns


def choose_weight(
    voted: Array, learned: Array, labels: Labels, constants: LearningConstants, *, by_phrases: bool = True
) -> float:
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
    by_phrases : bool, default=True
        As of `learn`; a rule on words that tell topics counts little while there are many more yes than no.

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
    positive, negative = labels.positive, labels.negative
    n_yes = int(positive.sum())
    halfway = constants.halfway + (0.0 if by_phrases else constants.halfway_per_yes * n_yes)
    usual = n_no / (n_no + halfway)
    weights = np.linspace(0.0, 1.0, 11)
    n = min(n_yes, n_no)
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
