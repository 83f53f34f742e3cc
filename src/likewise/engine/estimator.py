"""The engine as an estimator: `prepare` and `judge` behind scikit-learn's contract."""

from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from joblib import effective_n_jobs
from scipy import sparse
from scipy.special import expit

from likewise.engine.constants import Constants
from likewise.engine.judge import judge
from likewise.engine.prepare import Prepared, prepare
from likewise.labels import Labels, read_labels
from likewise.models.base import PUClassifier
from likewise.models.graph.neighbours import score_by_neighbours
from likewise.sklearn_api import N_JOBS, Array, Constraints, Interval, StrOptions, fit_context


class Likewise(PUClassifier):
    """Finds the others like your examples, and says how many there are and how sure it is: the default.

    Documents are ranked by a random walk over documents that share words, and by their similarity to the mean of the
    examples. The number of positives is estimated from the ranks of examples that are left out, from how far the
    examples agree, and from cuts of the ranking that sever few links. Probabilities are smoothed over the links, and
    the cut-off has the highest expected F1.

    Parameters
    ----------
    profile : {"auto", "topics", "criteria", "lines"}
        What the examples have in common: a topic, or criteria as in a review of literature, where likeness to the
        examples' mean, in words and pairs of words, counts more; "lines" is for texts of one line. "auto" is
        "criteria" where documents look like records of literature, "lines" where most are short, and else "topics".
    n_neighbors : int
        Documents that each is linked with.
    n_terms : int
        Heaviest words of a document that its neighbours are found by.
    n_steps : int
        Steps of the walk.
    n_components : int
        Dimensions of the space of latent topics.
    threshold : {"default", "prior"}
        Where scores are cut: by an estimated share of positives, whichever of the two is asked for.
    n_jobs : int or None
        Threads of the search for neighbours; the result does not depend on it.

    Attributes
    ----------
    estimate_ : Estimate
        How many of the pile are like the examples, and what every cut-off brings.
    ranks_ : ndarray of shape (n_examples,)
        Where each example stands in the pile when it is left out, as a share, in the order of the examples; empty if
        there is one example.
    odd_ : ndarray of bool of shape (n_examples,)
        Which examples are unlike the rest.
    chance_ : float
        How probable it is that examples stand as high by chance.
    are_copies_ : bool
        Whether most examples are near-copies of each other.

    Notes
    -----
    Assumes : the examples are a fair sample of what is searched for.
    Use it : first.
    Cost : the search for neighbours, and one truncated singular value decomposition.

    Examples
    --------
    >>> from likewise.engine.estimator import Likewise
    >>> X = [[4, 4, 0, 0, 0], [0, 2, 3, 0, 0], [0, 1, 3, 1, 0], [0, 0, 0, 0, 5], [0, 0, 0, 1, 4]]
    >>> Likewise().fit(X, [1, -1, -1, -1, -1]).training_scores_.argsort().tolist()
    [3, 4, 2, 1, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "profile": [StrOptions({"auto", *Constants().blends})],
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "n_terms": [Interval(Integral, 1, None, closed="left")],
        "n_steps": [Interval(Integral, 1, None, closed="left")],
        "n_components": [Interval(Integral, 1, None, closed="left")],
        "threshold": [StrOptions({"default", "prior"})],
        "n_jobs": N_JOBS,
    }
    #: What is not a parameter; a subclass may have other ones.
    constants: ClassVar[Constants] = Constants()
    #: Rows are sorted by what they hold in `prepare`.
    _sorts = False
    _cuts_by_prior = True

    def __init__(
        self,
        *,
        profile: str = "auto",
        n_neighbors: int = 30,
        n_terms: int = 40,
        n_steps: int = 7,
        n_components: int = 100,
        threshold: str = "default",
        n_jobs: int | None = None,
    ) -> None:
        self.profile = profile
        self.n_neighbors = n_neighbors
        self.n_terms = n_terms
        self.n_steps = n_steps
        self.n_components = n_components
        self.threshold = threshold
        self.n_jobs = n_jobs

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, extra_vectors: Any = None, decided: Any = None) -> Self:
        """Fit documents × words; y is 1 for the examples, -1 for the pile, and 0 for documents known not to match.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            Counts.
        y : array-like of shape (n_samples,)
            Labels.
        extra_vectors : array-like of shape (n_samples, n_dimensions), optional
            Dense vectors of the same documents, from anywhere: documents are linked by them as well.
        decided : array-like of bool of shape (n_samples,), optional
            Which documents were found in the pile and then looked at, rather than given as examples.
        """
        return self._fit(X, y, extra_vectors=extra_vectors, decided=decided)

    def preparation(self) -> dict[str, Any]:
        """Return the parameters of `likewise.engine.prepare` that this estimator prepares documents with.

        Returns
        -------
        dict
            To be given to `prepare`, beside the counts and the number of threads.
        """
        names = ("n_neighbors", "n_terms", "n_components")
        return {**{name: getattr(self, name) for name in names}, "constants": self.constants}

    def fit_prepared(self, prepared: Prepared, y: Any, *, decided: Any = None, unsure: Any = None) -> Self:
        """Fit labels to documents that were prepared before; `fit` is `prepare` and this.

        Parameters
        ----------
        prepared : Prepared
            The documents, prepared as `preparation` says.
        y : array-like of shape (n_samples,)
            Labels, as of `fit`.
        decided : array-like of bool of shape (n_samples,), optional
            As of `fit`.
        unsure : array-like of bool of shape (n_samples,), optional
            Which unlabelled documents a person is unsure of.

        Returns
        -------
        Likewise
            Fitted.
        """
        labels = read_labels(y, who=type(self).__name__)
        self.n_features_in_ = prepared.weighted.shape[1]
        self.classes_, self.cut_off_ = labels.classes, 0.0
        self.training_scores_ = self._judge(prepared, labels, decided, unsure)
        self.training_proba_ = self._probability(self.training_scores_)
        self.transduction_ = self.classes_[(self.training_scores_ > 0).astype(np.intp)]
        return self

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> Array:
        prepared = prepare(X, extra_vectors=self._beside["extra_vectors"], n_jobs=self.n_jobs, **self.preparation())
        return self._judge(prepared, labels, self._beside["decided"])

    def _judge(self, prepared: Prepared, labels: Labels, decided: Any, unsure: Any = None) -> Array:
        judgement = judge(prepared, labels, decided=decided, unsure=unsure, profile=self.profile, n_steps=self.n_steps)
        self._has_pile = bool(labels.unlabelled.any())
        self._weighting, self._kept = prepared.weighting, prepared.kept
        self._cut = judgement.cut_off
        scores = judgement.scores - self._cut
        self._known = scores[prepared.order]
        self.rank_prior_, self.estimate_ = judgement.rank_prior, judgement.estimate
        self.ranks_, self.odd_ = judgement.ranks, judgement.odd
        self.chance_, self.are_copies_ = judgement.chance, judgement.are_copies
        return scores

    def _score(self, X: sparse.csr_array) -> Array:
        """Score new documents by the scores of their neighbours, each by its likeness."""
        return score_by_neighbours(
            sparse.csr_array(self._weighting.transform(X)).astype(np.float32),
            self._kept,
            self._known,
            n_neighbors=self.n_neighbors,
            n_terms=self.n_terms,
            otherwise=float(self._known.min()),
            n_threads=effective_n_jobs(self.n_jobs),
        )

    def _probability(self, scores: Array) -> Array:
        # Where everything is known there is no pile to stand in.
        return self.rank_prior_.probability(scores + self._cut) if self._has_pile else np.asarray(expit(scores))
