"""Every number of the engine that is not a parameter, in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from scipy.special import expit

from likewise.estimate.rank_posterior.evidence import EvidenceConstants
from likewise.models.graph.neighbours import MOST_DOCUMENTS
from likewise.models.graph.votes import ChoiceConstants
from likewise.models.graph.walk import WalkConstants

#: How much similarity to the examples' mean counts beside the walk: in the space of latent topics, in that of words,
#: and in that of words and pairs of words where there is one.
Blend = tuple[float, ...]


_TOPICS: tuple[Blend, ...] = ((0.3, 0.15), (0.0, 0.0), (1.0, 0.5))


@dataclass(frozen=True)
class RecordsConstants:
    """What share of a pile of records of literature a review includes, before anybody looks.

    A search that brings more records does not find as many more that are included. `python -m bench positives` fits
    these numbers to 48 reviews whose sizes are published and which are not among those that the engine is measured on.

    Parameters
    ----------
    logit, slope, spread : float
        Logit of the share in a thousand records, what each ln(records / 1000) adds to it, and the standard deviation
        of what is left.
    fewest, most : int
        Sizes beyond these count as these, as no review was smaller or larger.

    Examples
    --------
    >>> constants = RecordsConstants()
    >>> [round(constants.expect_share(n_records), 3) for n_records in (10, 1_000, 10_000)]
    [0.131, 0.047, 0.008]
    """

    logit: float = -3.0
    slope: float = -0.8
    spread: float = 1.0
    fewest: int = 250
    most: int = 50_000

    def expect_share(self, n_records: int) -> float:
        """Return the share that is included of so many records, in the median."""
        size = min(max(n_records, self.fewest), self.most)
        return float(expit(self.logit + self.slope * np.log(size / 1_000)))


@dataclass(frozen=True)
class LearningConstants:
    """How answers are learned from.

    All were chosen, or confirmed, on other starts of nine reviews than those of docs/loop.md. For topics, the rule is
    on words without stop words and pairs: on five groups of 20 Newsgroups and five topics of Reuters, a pile of 2,000
    each, two starts, WSS@95 is .813, recall@10 % .908 and recall@20 % .961 so, and .780, .878 and .939 with them.

    Parameters
    ----------
    cost, ratio : float
        Cost of an error, and how much all positives weigh in units of what all negatives weigh; both are those of
        ASReview's default model.
    n_presumed : int
        Documents of the pile that are presumed not to match, at most.
    worth, fewest, power : float
        All of them together weigh `worth` times as much as the documents known not to match, or as `fewest` of them,
        times the share of answers that are no, to this power: where much of what is read matches, the pile is no
        good example of what does not.
    tolerance : float
        Of the fit; with a thousandth of it the first hundred documents of nine reviews stand in the same order.
    n_folds : (int, int)
        Parts, at least and at most, into which labelled documents are dealt; each is left out in turn. A rule that is
        learned without a quarter of 25 labels finds them far lower than it finds new documents, and there seem to be
        many more of these: on nine reviews, the median of the count over the truth after 20 answers is 2.6 with 4
        parts and 1.2 with 8, and the interval is 59 % and 22 % of the pile wide. After 100 answers there is no
        difference.
    many_labels : int
        From so many labelled documents on there are no more parts than the fewest.
    halfway, halfway_per_yes : float
        With so many answers of no, the rule counts half, unless the answers say otherwise. For topics, it takes so many
        more for each document that is known to match, as the first no among many yes teaches little: on five groups of
        20 Newsgroups and five topics of Reuters, two starts, F1 of what is suggested after 10, 20 and 50 answers is
        .49, .46 and .36 with the second and .44, .38 and .31 without. Criteria go without it: on sixteen starts of each
        of nine reviews recall@20 % is .768 without it and .762 with it.
    patience : float
        How sure the answers must be to choose another weight.
    worth_of_unsure : float
        A document that a person is unsure of counts as so much of a yes.
    gain : float
        How much better a ranking that answers taught separates what matches by criteria than the examples alone would
        show, as ln(separation). On nine reviews, the median of the count over the truth after 50, 100 and 200 answers
        is 1.5, 1.3 and 1.5 with it, and 2.4, 2.3 and 2.7 without.

    Examples
    --------
    >>> LearningConstants().ratio
    9.8
    """

    cost: float = 0.11
    ratio: float = 9.8
    n_presumed: int = 200
    worth: float = 1.0
    fewest: float = 10.0
    power: float = 4.0
    tolerance: float = 1e-3
    n_folds: tuple[int, int] = (4, 8)
    many_labels: int = 100
    halfway: float = 0.5
    halfway_per_yes: float = 0.3
    patience: float = 100.0
    worth_of_unsure: float = 0.2
    gain: float = 0.7


@dataclass(frozen=True)
class Constants:
    """What was chosen on other collections than those that the engine is measured on.

    docs/engine.md shows what halving and doubling each of them does; `dataclasses.replace` makes a variant.

    Parameters
    ----------
    blends : mapping of str to tuple of Blend
        For each profile, ways to blend the parts. The first was chosen on AP over 13 collections, which is flat from
        half to twice of it; another takes its place only if left-out examples stand clearly higher. Criteria, as of a
        review, want more similarity whatever few examples say.
    phrase_blends : mapping of str to tuple of Blend
        The same where words and pairs of words are known, which show criteria best: on nine reviews, five examples,
        AP is .346 with them and .314 without.
    phrases_away : float
        How much of the pile's mean is taken away from the examples', in the space of words and pairs of words. On
        nine reviews AP is .350 from .3 to .7, .347 at 0 and .346 at 1.
    records : RecordsConstants
        Prior of the share of records of literature. On nine reviews, 16 draws of 5 and of 10 examples, the
        logarithm of the count is off by .49 and .35 in the median with it, and by .55 and .56 with `guess`.
    guess, guess_spread, rank_power, decision_power : float
        Prior of the share before looking, as fitted with `CutEvidence`; powers of the likelihoods of the examples'
        ranks and of the answers.
    worth_of_evidence : float
        So many answers count as much as all that the pile itself says of where to cut.
    misfit : float
        After answers, how far the true count may be from that of the best curve, as a share of it.
    own_share, smoothing_steps, least_doubt : float, int, float
        Smoothing of probabilities: what a document keeps of its own at each step, steps, and how near to 0 and 1 a
        smoothed probability may come. Chosen on the best F1 of 206 searches of 13 collections.
    n_shares, last_logit : int, float
        Shares of the pile at which a cut is looked at, evenly in logits from half a document on: how many, and the
        logit of the last.
    chance, agreed : float
        Examples that would stand as high by chance with at least this probability say nothing, unless they agree with
        each other on what to find, on more of it than this share beyond chance. By chance they agreed on 0.04 at most,
        in 20 piles of texts with and without topics.
    copy, most_copies : float
        Two examples with so great a cosine are near-copies, unless the pile has documents as near; where so many of the
        examples are, ranks mean nothing. Of one-line texts, most examples have their like on both sides: on BANKING77
        with 50 examples, the count is 1.4 times the truth if their ranks do not count.
    odd, times_lower : float
        An example that stands below this share of the pile when it is left out, and so many times lower than the share
        of what is searched for may be, is unlike the rest.
    fewest : float
        Below so many the verdict is that there are none.
    most_documents : float
        Words in more than this share of the documents link nothing.
    n_rounds : int
        Rounds of the subspace iteration for latent topics; with twice as many F1 is the same.
    walk, choice, evidence, learning
        Of the walk, of the choice among blends, of what the pile says of where to cut, and of learning from answers.
    criteria_evidence : EvidenceConstants
        What the pile says of where to cut where examples show criteria: less, as criteria take part of a topic. On
        nine reviews, five examples, F1 is .297 with it and .274 with `evidence`.
    lines_evidence, guess_of_lines : EvidenceConstants, float
        `evidence` and `guess` for texts of one line, which fall into many small classes whose links lead anywhere. On
        fourteen intents of BANKING77 with 3, 10 and 50 examples F1 is .44, .60 and .62 with them; with
        `criteria_evidence` and a guess of .02 it is .40, .58 and .58, and a guess of .01 costs larger classes more than
        it gains.

    Examples
    --------
    >>> from dataclasses import replace
    >>> replace(Constants(), guess=0.1).guess
    0.1
    """

    blends: Mapping[str, tuple[Blend, ...]] = field(
        default_factory=lambda: MappingProxyType({"topics": _TOPICS, "criteria": ((1.0, 0.5),), "lines": _TOPICS}),
        hash=False,
    )
    phrase_blends: Mapping[str, tuple[Blend, ...]] = field(
        default_factory=lambda: MappingProxyType(
            {
                "topics": tuple((*blend, 0.0) for blend in _TOPICS),
                "criteria": ((1.0, 0.0, 3.0),),
                "lines": ((0.3, 0.15, 1.0),),
            }
        ),
        hash=False,
    )
    phrases_away: float = 0.5
    records: RecordsConstants = field(default_factory=RecordsConstants)
    guess: float = 0.045
    guess_of_lines: float = 0.014
    guess_spread: float = 1.34
    rank_power: float = 0.45
    decision_power: float = 0.45
    worth_of_evidence: float = 200.0
    misfit: float = 0.5
    own_share: float = 0.05
    smoothing_steps: int = 3
    least_doubt: float = 0.001
    n_shares: int = 60
    last_logit: float = 3.0
    chance: float = 0.1
    agreed: float = 0.05
    copy: float = 0.8
    most_copies: float = 0.5
    odd: float = 0.25
    times_lower: float = 1.5
    fewest: float = 1.0
    most_documents: float = MOST_DOCUMENTS
    n_rounds: int = 2
    walk: WalkConstants = field(default_factory=WalkConstants)
    choice: ChoiceConstants = field(default_factory=ChoiceConstants)
    evidence: EvidenceConstants = field(default_factory=EvidenceConstants)
    criteria_evidence: EvidenceConstants = field(
        default_factory=lambda: EvidenceConstants(leaving_power=0.9, agreement_power=1.5)
    )
    lines_evidence: EvidenceConstants = field(
        default_factory=lambda: EvidenceConstants(leaving_power=0.0, agreement_power=1.5)
    )
    learning: LearningConstants = field(default_factory=LearningConstants)
