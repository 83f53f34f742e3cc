"""What labels say of prepared documents: scores, probabilities, where to cut, and how many there are."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import logit

from likewise.engine.answers import score_with_answers
from likewise.engine.constants import Constants
from likewise.engine.diagnostics import odd_ones
from likewise.engine.learning import choose_weight, learn
from likewise.engine.prepare import Prepared
from likewise.engine.votes import Testimony, hear
from likewise.estimate.count import Estimate
from likewise.estimate.rank_posterior.evidence import CutEvidence
from likewise.estimate.rank_posterior.model import RankPrior
from likewise.fitting.blas_threads import one_blas_thread
from likewise.labels import Labels
from likewise.models.graph.cuts import conductance
from likewise.models.graph.neighbours import smooth
from likewise.selection.ranks import ranks_among
from likewise.sklearn_api import Array

#: Documents that stand near one in a ranking: so many to both sides, or so small a part of the pile.
_NEAREST, _PARTS = 5, 100

#: What a count rests on where the examples are not a fair sample.
NEAR_COPIES = "the examples are near-copies of each other, so only the groups in the pile show where to stop"
SINGLE_EXAMPLE = "one example says little, so the groups in the pile show where to stop"
CRITERIA = (
    "words alone show criteria badly, so there may well be fewer; decide on some of the first documents to be surer"
)
NOTHING_IN_COMMON = "the examples have no more in common with each other than with the pile"
NOTHING_SHARED = "no document of the pile shares a word with the examples"


@dataclass(frozen=True, eq=False)
class Judgement:
    """What is known of every document once labels are given, in the order of the documents.

    Parameters
    ----------
    scores : ndarray of shape (n_documents,)
        Higher is likelier.
    cut_off : float
        Documents with a higher score are taken.
    rank_prior : RankPrior
        The posterior that the cut-off, the probabilities and the count come from.
    estimate : Estimate
        How many there are among the documents that nobody has decided.
    examples : ndarray of int
        Documents that are examples.
    ranks : ndarray of shape (n_examples,)
        Where each example stands in the pile when it is left out; empty if there is one.
    odd : ndarray of bool of shape (n_examples,)
        Which examples are unlike the rest; empty if there is one.
    chance : float
        How probable it is that examples stand as high by chance.
    are_copies : bool
        Whether most examples are near-copies of each other.

    Examples
    --------
    >>> from likewise.engine import judge, prepare
    >>> from likewise.labels import read_labels
    >>> X = [[4, 4, 0, 0, 0], [0, 2, 3, 0, 0], [0, 1, 3, 1, 0], [0, 0, 0, 0, 5], [0, 0, 0, 1, 4]]
    >>> judge(prepare(X), read_labels([1, -1, -1, -1, -1], who="judge")).scores.argsort().tolist()
    [3, 4, 2, 1, 0]
    """

    scores: Array
    cut_off: float
    rank_prior: RankPrior
    estimate: Estimate
    examples: Array
    ranks: Array
    odd: Array
    chance: float
    are_copies: bool


def judge(
    prepared: Prepared,
    labels: Labels,
    *,
    decided: Array | None = None,
    unsure: Array | None = None,
    profile: str = "auto",
    n_steps: int = 7,
) -> Judgement:
    """Judge prepared documents by labels; texts and counts are not looked at.

    Parameters
    ----------
    prepared : Prepared
        The documents.
    labels : Labels
        1 for the examples, -1 for the pile, 0 for documents known not to match; in the order of the documents.
    decided : ndarray of bool of shape (n_documents,), optional
        Which documents were found in the pile and then looked at, rather than given as examples.
    unsure : ndarray of bool of shape (n_documents,), optional
        Which unlabelled documents a person was unsure of: they count a little as a yes from the first no on.
    profile : {"auto", "topics", "criteria", "lines"}, default="auto"
        What the examples have in common; "auto" is what the documents suggest.
    n_steps : int, default=7
        Steps of the walk.

    Returns
    -------
    Judgement
        The same labels give the same bytes, whatever was judged before.

    Examples
    --------
    >>> from likewise.engine import prepare
    >>> from likewise.labels import read_labels
    >>> prepared = prepare([[4, 4, 0, 0], [0, 2, 3, 0], [0, 0, 0, 5]])
    >>> judge(prepared, read_labels([1, -1, 0], who="judge")).estimate.n_pile
    1
    """
    labels = labels.at(prepared.order)
    given = labels.positive if decided is None else labels.positive & ~np.asarray(decided, dtype=bool)[prepared.order]
    given = given if given.any() else labels.positive
    doubtful = np.zeros(0, dtype=np.intp)
    if unsure is not None:
        doubtful = np.flatnonzero(np.asarray(unsure, dtype=bool)[prepared.order] & labels.unlabelled)
    with one_blas_thread():
        return _judge(prepared, labels, given, doubtful, prepared.profile if profile == "auto" else profile, n_steps)


def _judge(prepared: Prepared, labels: Labels, given: Array, unsure: Array, profile: str, n_steps: int) -> Judgement:
    constants = prepared.constants
    heard = hear(prepared, np.flatnonzero(given), profile, n_steps)
    pile, unknown = heard.pile, labels.unlabelled
    left = pile[unknown[pile]]
    looked_at = np.flatnonzero(~given & ~unknown)
    scores, ranks, learned_share = heard.scores, heard.ranks, 0.0
    if len(looked_at):
        scores, learned_share = _with_answers(prepared, labels, heard, looked_at, unsure, profile, n_steps)
        ranks = ranks_among(scores[heard.examples], scores[pile]) if len(ranks) else ranks
    by_phrases = profile != "topics"
    scores = prepared.level(scores, unknown, by_phrases=by_phrases)
    decided = looked_at, labels.positive[looked_at]
    probability = np.where(labels.positive, 1.0, 0.0)
    probability[unknown] = _posterior(prepared, heard, scores, ranks, decided, profile, learned_share).probability(
        scores[unknown]
    )
    smoothed = smooth(
        prepared.graph, prepared.links.degrees, probability, 1 - constants.own_share, constants.smoothing_steps
    )
    doubt = constants.least_doubt
    # What answers taught tells documents apart that links would make alike.
    linked = (1 - learned_share) * _standardise(logit(np.clip(smoothed, doubt, 1 - doubt)), pile)
    blended = prepared.level(_standardise(scores, pile) + linked, unknown, by_phrases=by_phrases)
    if len(looked_at) and unknown.any():
        # Their own answers have reached them over the links; they stay where they stood without these.
        blended[looked_at] = _at_same_rank(scores[looked_at], scores[left], blended[left])
    posterior = _posterior(prepared, heard, blended, ranks, decided, profile, learned_share)
    estimate = _estimate(prepared, heard, posterior, blended[left], profile)
    if not unknown.any():
        cut_off = float((blended[labels.positive].mean() + blended[labels.negative].mean()) / 2)
    elif estimate.verdict == "cannot tell" and not heard.touches_pile:
        cut_off = float(blended[unknown].max())
    else:
        # Also where examples stand no higher than chance: if they are of a wide topic, what is most like them is worth
        # reading all the same (docs/wide.md).
        cut_off = posterior.cut_off_
    # Whatever is decided stands first or last.
    blended[looked_at] = np.where(labels.positive[looked_at], blended.max() + 1, blended.min() - 1)
    # Examples stand in the order of the documents that came, as their ranks must.
    came = np.argsort(prepared.order[heard.examples], kind="stable")
    odd = odd_ones(heard.ranks, posterior.high_, constants.odd, constants.times_lower)
    return Judgement(
        scores=blended[prepared.place],
        cut_off=cut_off,
        rank_prior=posterior,
        estimate=estimate,
        examples=prepared.order[heard.examples][came],
        ranks=heard.ranks[came] if len(heard.ranks) else heard.ranks,
        odd=odd[came] if len(odd) else odd,
        chance=heard.chance,
        are_copies=heard.are_copies,
    )


def _with_answers(
    prepared: Prepared, labels: Labels, heard: Testimony, looked_at: Array, unsure: Array, profile: str, n_steps: int
) -> tuple[Array, float]:
    """Score documents by votes of all that match and, from the first no on, by what tells yes from no."""
    voted = score_with_answers(prepared, labels, heard, n_steps)
    if not labels.negative.any():
        return voted, 0.0
    n_yes = int(labels.positive[looked_at].sum())
    # Stop words and pairs show criteria; for a topic they are noise, and to count them takes longer than all the rest.
    by_phrases = profile != "topics"
    learned = learn(prepared, labels, len(looked_at), n_yes, unsure, by_phrases=by_phrases)
    share = choose_weight(voted, learned, labels, prepared.constants.learning, by_phrases=by_phrases)
    return (1 - share) * voted + share * learned, share


def share_decided(scores: Array, pile: Array, decided: Array) -> Array:
    """Return for each decided document how many of those that stand near it in the ranking are decided.

    Where nearly all are, their answers show what is there. Where few are, they were looked at for another reason, such
    as an earlier ranking that put them higher, and say less of their neighbours.

    Parameters
    ----------
    scores : ndarray of shape (n_documents,)
        Of all documents.
    pile : ndarray of int
        Rows that are ranked.
    decided : ndarray of int
        Rows of the pile that are decided.

    Returns
    -------
    ndarray of shape (n_decided,)
        Shares.

    Examples
    --------
    >>> share_decided(np.arange(100.0), np.arange(100), np.array([99, 98, 97, 10])).round(1).tolist()
    [0.5, 0.4, 0.4, 0.1]
    """
    width = max(_NEAREST, len(pile) // _PARTS)
    order = pile[np.argsort(-scores[pile], kind="stable")]
    place = np.empty(len(scores), dtype=np.intp)
    place[order] = np.arange(len(order))
    is_decided = np.zeros(len(scores), dtype=bool)
    is_decided[decided] = True
    so_far = np.concatenate([[0], np.cumsum(is_decided[order])])
    first = np.maximum(place[decided] - width, 0)
    last = np.minimum(place[decided] + width + 1, len(order))
    return (so_far[last] - so_far[first]) / (last - first)


def _at_same_rank(values: Array, among: Array, other: Array) -> Array:
    """Return the scores that have the rank among some that values have among others."""
    places = ranks_among(values, among) * (len(other) + 1) - 0.5
    # Beyond the ends they keep their distances, and so their order: most of what was read stands above all the rest.
    beyond = values - np.clip(values, among.min(), among.max())
    return np.interp(places, np.arange(len(other)), np.sort(other)[::-1]) + beyond


def _posterior(
    prepared: Prepared,
    heard: Testimony,
    scores: Array,
    ranks: Array,
    decided: tuple[Array, Array],
    profile: str,
    learned_share: float,
) -> RankPrior:
    """Estimate the share of positives from where left-out examples and decided documents stand, and from the pile."""
    constants, examples, pile = prepared.constants, heard.examples, heard.pile
    rows_of_pile = pile if prepared.stands_for is None else np.unique(pile)
    order = rows_of_pile[np.argsort(-scores[rows_of_pile], kind="stable")]
    taken = np.clip((heard.shares * len(pile)).astype(np.intp), 1, len(pile))
    at = taken - 1 if prepared.stands_for is None else np.searchsorted(np.cumsum(prepared.stands_for[order]), taken)
    leaving = conductance(prepared.links, np.concatenate([examples, order]))[len(examples) + at]
    rows, are_positive = decided
    # What a person said is better evidence than what the pile looks like.
    power = constants.worth_of_evidence / (constants.worth_of_evidence + len(rows))
    weights_of = {
        "topics": constants.evidence,
        "criteria": constants.criteria_evidence,
        "lines": constants.lines_evidence,
    }[profile]
    gain = constants.learning.gain * learned_share if profile == "criteria" else 0.0
    evidence = CutEvidence(heard.shares, leaving, heard.agreement, len(examples), weights_of, power, gain)
    guess, spread = _expect_share(profile, len(pile) + len(examples), constants)
    posterior = RankPrior(guess=guess, guess_spread=spread, power=constants.rank_power, gap_power=0.0)
    known = None
    if len(rows):
        weights = constants.decision_power * share_decided(scores, pile, rows)
        known = ranks_among(scores[rows], scores[pile]), are_positive, weights
    return posterior.fit(None, scores[pile], ranks[:0] if heard.are_copies else ranks, evidence=evidence, decided=known)


def _expect_share(profile: str, n_documents: int, constants: Constants) -> tuple[float, float]:
    """Return the share of positives that is expected before looking, and the standard deviation of its logit."""
    if profile == "criteria":
        return constants.records.expect_share(n_documents), constants.records.spread
    return constants.guess_of_lines if profile == "lines" else constants.guess, constants.guess_spread


def _estimate(prepared: Prepared, heard: Testimony, posterior: RankPrior, scores: Array, profile: str) -> Estimate:
    """Say how many are left among the documents that nobody has decided, and whether that means anything."""
    constants, has_decisions = prepared.constants, len(scores) < len(heard.pile)
    misfit = constants.misfit if has_decisions else 0.0
    estimate = posterior.estimate_left(scores, int((scores > posterior.cut_off_).sum()), misfit)
    if not (heard.touches_pile or has_decisions):
        return replace(estimate, verdict="cannot tell", assumption=NOTHING_SHARED)
    agree = heard.agreement is None or (np.interp(posterior.prior_, heard.shares, heard.agreement) > constants.agreed)
    if not (heard.are_copies or agree or heard.chance < constants.chance or has_decisions):
        return replace(estimate, verdict="cannot tell", assumption=NOTHING_IN_COMMON)
    # Of a single document that is left, as good as one may match.
    if estimate.count < min(constants.fewest, len(scores) / 2):
        estimate = replace(estimate, verdict="none")
    if heard.are_copies:
        return replace(estimate, assumption=NEAR_COPIES)
    if profile == "criteria" and not has_decisions:
        return replace(estimate, assumption=CRITERIA)
    return estimate if len(heard.ranks) else replace(estimate, assumption=SINGLE_EXAMPLE)


def _standardise(values: Array, pile: Array) -> Array:
    """Bring values to mean 0 and standard deviation 1 over the pile."""
    return (values - values[pile].mean()) / (values[pile].std() or 1.0)
