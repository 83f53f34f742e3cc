"""Choose among candidates by examples that are hidden in the pile: those should come back, and little else."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from likewise.errors import UserError
from likewise.fitting.randomness import generator
from likewise.metrics.without_negatives import criterion_one_of_rates
from likewise.selection.folds import deal_rows
from likewise.sklearn_api import Array

#: How steeply a decision turns from no to yes, in spreads of the pile's scores. With few examples a half-hearted yes is
#: information too: counted as yes or no, chance decides.
STEEPNESS = 3.0
#: A candidate this many standard errors below the best is as good.
PATIENCE = 0.5


class Hidden(NamedTuple):
    """How surely each candidate finds each of the hidden examples, and what share of the pile it takes.

    Parameters
    ----------
    found : ndarray of shape (n_candidates, n_examples)
        How surely each is found, from 0 to 1.
    share : ndarray of shape (n_candidates,)
        Of the pile that is taken.
    """

    found: Array
    share: Array


def hide(scores: Callable[[Array], Array], positive: Array, unlabelled: Array, n_folds: int = 5) -> Hidden:
    """Hide examples in the pile, in turns, and ask every candidate for all documents.

    Parameters
    ----------
    scores : callable
        From the mask of the examples that are still shown to scores (n_candidates, n_documents), with 0 as cut-off.
    positive, unlabelled : array of bool
        The examples, and the pile.
    n_folds : int
        In how many turns; as many as there are examples at most.

    Returns
    -------
    Hidden
        ``found`` (n_candidates, n_examples) and ``share`` (n_candidates,), from 0 to 1.

    Raises
    ------
    UserError
        If there are fewer than two examples or turns, or no pile.

    Examples
    --------
    >>> scores = np.array([9.0, 8.0, 8.5, -1.0, -2.0])
    >>> examples = np.array([True, True, False, False, False])
    >>> hide(lambda shown: np.array([scores, scores - 8.5]), examples, ~examples, 2).found.round(1).tolist()
    [[1.0, 1.0], [0.6, 0.4]]
    """
    members = np.flatnonzero(positive)
    if len(members) < 2 or not unlabelled.any():
        raise UserError(
            f"hiding examples in the pile needs two examples and a pile; there are {len(members):,} and "
            f"{int(unlabelled.sum()):,} documents."
        )
    if n_folds < 2:
        raise UserError(
            f"hiding examples takes two turns at least, so that some are always shown; n_folds is {n_folds}."
        )
    found, share = [], []
    # The same folds every time: what is chosen should not depend on luck.
    for mine in deal_rows(members, n_folds, generator(0)):
        shown = positive.copy()
        shown[mine] = False
        asked = scores(shown)
        spread = asked[:, unlabelled].std(axis=1, keepdims=True)
        decisions = expit(STEEPNESS * asked / np.where(spread > 0, spread, 1.0))
        found.append(decisions[:, mine])
        share.append(decisions[:, unlabelled].mean(axis=1))
    return Hidden(np.hstack(found), np.mean(share, axis=0))


def best_of_hidden(hidden: Hidden) -> int:
    """Choose by (recall of the hidden examples)² / share of the pile taken.

    Candidates are given in the order of caution, the most cautious first; the first is taken that is no worse than
    the best but for half a standard error, by what each example adds.

    Parameters
    ----------
    hidden : Hidden
        As `hide` returns it.

    Examples
    --------
    >>> best_of_hidden(Hidden(np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 1.0]]), np.array([0.5, 0.25, 0.1])))
    1
    """
    recall = np.maximum(hidden.found.mean(axis=1), 1e-12)
    criterion = np.log(criterion_one_of_rates(recall, np.maximum(hidden.share, 1e-12)))
    best = int(np.argmax(criterion))
    by_example = 2 * hidden.found / recall[:, None]
    error = (by_example[best] - by_example).std(axis=1) / np.sqrt(hidden.found.shape[1])
    return int(np.argmax(criterion[best] - criterion <= PATIENCE * error))
