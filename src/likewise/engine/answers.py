"""What answers teach: documents are scored with all of them, and each that is labelled without its own label."""

import numpy as np

from likewise.engine.prepare import Prepared
from likewise.engine.votes import Testimony, collect_votes, weigh
from likewise.labels import Labels
from likewise.models.graph.walk import walk
from likewise.sklearn_api import Array

#: Parts into which labelled documents are dealt; each is left out in turn.
_FOLDS = 10


def score_with_answers(prepared: Prepared, labels: Labels, heard: Testimony, n_steps: int) -> Array:
    """Score documents with all that are known to match for them and all that are known not to against.

    Parameters
    ----------
    prepared : Prepared
        The documents.
    labels : Labels
        In the order of the rows of `prepared`.
    heard : Testimony
        What the examples alone say; its blend is kept.
    n_steps : int
        Steps of the walk.

    Returns
    -------
    ndarray of shape (n_documents,)
        In standard deviations of the unlabelled documents' scores from their mean. Documents that nobody has labelled
        are scored by all labels; those that are labelled by the labels of the others, so that they stand where they
        would if nobody had looked at them.

    Examples
    --------
    >>> from likewise.engine import prepare
    >>> from likewise.engine.votes import hear
    >>> from likewise.labels import read_labels
    >>> prepared = prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5], [0, 0, 1, 4]])
    >>> labels = read_labels([1, 1, 0, -1], who="an example").at(prepared.order)
    >>> heard = hear(prepared, prepared.place[[0]], "topics", 7)
    >>> score_with_answers(prepared, labels, heard, 7).shape
    (4,)
    """
    positive, negative = np.flatnonzero(labels.positive), np.flatnonzero(labels.negative)
    fold_of = np.full(prepared.n_documents, -1)
    for side in (positive, negative):
        fold_of[side] = np.arange(len(side)) % _FOLDS
    # An answer changes one side only, and walks are most of the work.
    collected = prepared.remember(
        "votes for",
        (heard.examples.tobytes(), positive.tobytes(), n_steps),
        lambda: collect_votes(prepared, positive, fold_of[positive], heard.pile, heard.to_pile, n_steps),
    )
    votes = weigh(collected, heard.weights)
    against = prepared.remember(
        "votes against",
        (negative.tobytes(), n_steps),
        lambda: walk(prepared.steps, negative, fold_of[negative], n_steps) if len(negative) else None,
    )
    sizes = np.bincount(fold_of[negative], minlength=_FOLDS) if len(negative) else np.zeros(_FOLDS)
    all_lifts = np.zeros(0) if against is None else against.sum(axis=1)

    def refuse(without: int | None) -> Array | float:
        """Return what documents that are known not to match take from a score."""
        left = sizes.sum() - (0 if without is None else sizes[without])
        if against is None or not left:
            return 0.0
        is_part = without is not None and without < against.shape[1]
        lifts = all_lifts - against[:, without] if is_part else all_lifts
        # From 0 for documents that it does not reach: few are looked at, and the others must not rise for it.
        return np.log1p(lifts / left)

    unlabelled = labels.unlabelled
    scores = _standardise(np.sum([part.scores() for part in votes], axis=0) - refuse(None), unlabelled)
    n_groups = votes[0].votes.shape[1]
    for fold in range(_FOLDS):
        own = np.flatnonzero(fold_of == fold)
        if not len(own):
            continue
        can_go = fold < n_groups and n_groups > 1
        rest = np.sum([part.without(fold) if can_go else part.scores() for part in votes], axis=0)
        scores[own] = _standardise(rest - refuse(fold), unlabelled)[own]
    return scores


def _standardise(values: Array, among: Array) -> Array:
    """Bring values to mean 0 and standard deviation 1 over some documents."""
    chosen = values[among] if among.any() else values
    return (values - chosen.mean()) / (chosen.std() or 1.0)
