"""Naive Bayes and EM: what a classifier says of the unlabelled is what the next one learns from."""

from collections.abc import Callable, Iterator
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from likewise.errors import UserError
from likewise.fitting import Iteration, Monitor, best_of, generator, iterate
from likewise.fitting.randomness import RandomState
from likewise.labels import UNLABELLED, Labels
from likewise.models.bayes.base import BayesScores, log_odds, one_hot
from likewise.models.bayes.choice import best_setting
from likewise.models.bayes.iterates import Climb, Path, chosen_iteration
from likewise.models.bayes.mixture import Mixture, Smoothing, em_step, estimate, seen_words
from likewise.models.validation import count_matrix
from likewise.selection.folds import count_folds, deal_rows
from likewise.sklearn_api import Array, Constraints, Interval, Options, StrOptions
from likewise.text.lengths import longest_length, shorten

#: Iterations where a choice is wanted and there is but one example: EM begins to drift after these.
WITHOUT_CHOICE = 4
#: What "cv" chooses the weight of unlabelled documents and the number of components from.
WEIGHTS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.01, 0.001, 0.0)
COMPONENTS = (1, 2, 3, 5, 10)
#: Iterations of each fit that such a choice makes.
CHOICE_STEPS = 10


class NaiveBayesEM(BayesScores):
    """Naive Bayes that guesses the classes of unlabelled documents and learns from its guesses, again and again.

    Documents are drawn from a mixture of multinomials whose components belong to classes. The first classifier knows
    the labelled documents only, or takes the unlabelled for negative (I-EM); EM then climbs the likelihood of all.

    Parameters
    ----------
    alpha : float
        λ, pseudo-count of every word in every component.
    prior_smoothing : float
        λ_π, pseudo-count of every component.
    unlabeled_weight : float or "cv"
        μ from 0 to 1, how much an unlabelled document counts, in words and in shares of classes. "cv" takes the one of
        `WEIGHTS` that does best on labelled documents that are left out in turn.
    n_components : int, tuple of int, or "cv"
        Components of each class, or one number for each class in their order. "cv" takes the number of `COMPONENTS`
        that does best on labelled documents that are left out in turn; of a pile and examples, for the pile alone.
    clamp : "all", "positive" or tuple of classes
        Classes whose given labels never move. "positive" lets documents labelled 0 change sides, as in S-EM; of more
        than two classes none moves.
    init : {"auto", "labeled", "unlabeled_negative"}
        What the first classifier learns from; "auto" is "labeled" where both classes have labels.
    max_length : float, optional
        Longest document, in median lengths; longer ones are scaled down to it. Words of one document are not
        independent of each other: among a few examples a single one that is very long would be the class.
    select : {"error_change", "criterion_one"}, optional
        Which iterate to keep; the last by default. "error_change" keeps the one after which Liu's estimate of the
        error rises (`ErrorChange`), "criterion_one" the one of largest (recall of examples)² / share taken. Of more
        than two classes the last is kept.
    cv : int, splitter or list of splits
        For that choice examples are hidden in the pile, in so many turns; 0 asks those that were shown, as printed.
    max_iter : int
        Most iterations after the first classifier.
    tol : float
        Stop when the objective's relative gain is below this.
    n_init : int
        Random starts where a class has several components; the one with the highest objective is kept.
    keep_path : bool
        Whether to keep every iteration's classifier, for `staged_decision_function`.
    callback : callable, optional
        Called with a `likewise.fitting.Iteration` after each iteration; a true answer stops the fit.
    random_state : int, Generator or None
        Seed of the components' starts; with one component a class nothing is random.
    threshold : {"default", "prior"}
        Where scores are cut: at equal odds, or by an estimated share of positives.

    Attributes
    ----------
    feature_log_prob_ : ndarray of shape (n_components_total, n_features)
        log P(w|component), those of the negative class first.
    component_class_ : ndarray of shape (n_components_total,)
        Class of each component.
    class_log_prior_ : ndarray of shape (n_classes,)
        log P(class).
    unlabeled_weight_ : float
        μ, as given or chosen.
    longest_ : float
        Words of the longest document; longer ones are scaled down.
    rates_ : ndarray of shape (max_iter + 1, 2)
        With ``select``: share of the pile that each iterate takes, and share of the examples that it misses.
    n_iter_, history_, stop_reason_
        Steps made, the objective before each, and why the loop ended.

    References
    ----------
    .. [1] K. Nigam, A. McCallum, S. Thrun, T. Mitchell, Text classification from labeled and unlabeled documents using
       EM, Machine Learning 39, 2000.
    .. [2] B. Liu, W. S. Lee, P. S. Yu, X. Li, Partially supervised classification of text documents, ICML 2002.

    Notes
    -----
    Assumes : each class is a bag of words of its own, and the two differ more than sub-topics inside one do.
    Use it : where the positive class is a fair share of the pile.
    Cost : one pass over the counts an iteration.

    Examples
    --------
    >>> from likewise.models.bayes import NaiveBayesEM
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [0, 0, 5, 4], [0, 1, 1, 2]]
    >>> NaiveBayesEM().fit(X, [1, -1, -1, -1]).predict(X).tolist()
    [1, 1, 0, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **BayesScores._parameter_constraints,
        "prior_smoothing": [Interval(Real, 0, None, closed="left")],
        "unlabeled_weight": [Interval(Real, 0, 1, closed="both"), StrOptions({"cv"})],
        "n_components": [Interval(Integral, 1, None, closed="left"), tuple, StrOptions({"cv"})],
        "clamp": [StrOptions({"all", "positive"}), tuple],
        "max_length": [Interval(Real, 0, None, closed="neither"), None],
        "init": [StrOptions({"auto", "labeled", "unlabeled_negative"})],
        "select": [StrOptions({"error_change", "criterion_one"}), None],
        "cv": ["cv_object", Interval(Integral, 2, None, closed="left"), Options(Integral, {0})],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "keep_path": ["boolean"],
        "callback": [callable, None],
        "random_state": ["random_state", np.random.Generator],
    }

    _many_classes = True

    def __init__(
        self,
        *,
        alpha: float = 0.1,
        prior_smoothing: float = 0.0,
        unlabeled_weight: float | str = 1.0,
        n_components: int | tuple[int, ...] | str = 1,
        clamp: str | tuple[Any, ...] = "all",
        init: str = "auto",
        max_length: float | None = None,
        select: str | None = None,
        cv: Any = 5,
        max_iter: int = 50,
        tol: float = 1e-4,
        n_init: int = 1,
        keep_path: bool = False,
        callback: Callable[[Iteration], object] | None = None,
        random_state: RandomState = None,
        threshold: str = "default",
    ) -> None:
        self.alpha = alpha
        self.prior_smoothing = prior_smoothing
        self.unlabeled_weight = unlabeled_weight
        self.n_components = n_components
        self.clamp = clamp
        self.init = init
        self.max_length = max_length
        self.select = select
        self.cv = cv
        self.max_iter = max_iter
        self.tol = tol
        self.n_init = n_init
        self.keep_path = keep_path
        self.callback = callback
        self.random_state = random_state
        self.threshold = threshold

    def _learn(self, X: sparse.csr_array, labels: Labels, weights: Array) -> None:
        for earlier in ("rates_", "path_"):
            self.__dict__.pop(earlier, None)
        self.longest_ = longest_length(X, self.max_length)
        X = shorten(X, self.longest_)
        rng = generator(self.random_state)
        self.unlabeled_weight_, class_of = self._chosen(X, labels, weights, rng)
        n_steps = self.max_iter
        if self.select is not None and len(labels.classes) == 2:
            if count_folds(self.cv) > 0 and labels.positive.sum() < 2:
                n_steps = min(n_steps, WITHOUT_CHOICE)  # nothing can be hidden
            else:
                self.rates_ = self._rates(X, labels, weights, class_of, rng)
                n_steps = chosen_iteration(self.rates_, self.select, hidden=count_folds(self.cv) > 0)
        n_starts = self.n_init if len(class_of) > len(labels.classes) else 1
        best = best_of(
            lambda child: self._climb(X, labels, weights, class_of, child, n_steps, keep=self.keep_path),
            lambda run: run.monitor.history[-1] if run.monitor.history else 0.0,
            n_starts,
            rng,
        )
        self._keep(best.last, class_of)
        monitor = best.monitor
        self.n_iter_, self.history_, self.stop_reason_ = monitor.n_iter, monitor.history, monitor.stop_reason
        if self.keep_path:
            self.path_ = best.path
        if self.select is None:
            monitor.warn()

    def _chosen(
        self, X: sparse.csr_array, labels: Labels, weights: Array, rng: np.random.Generator
    ) -> tuple[float, Array]:
        """Return how much unlabelled documents count and the components' classes, given or chosen in this order."""
        weight = 1.0 if self.unlabeled_weight == "cv" else float(self.unlabeled_weight)
        n_components = 1 if self.n_components == "cv" else self.n_components

        def predict(setting: tuple[float, Any], shown: Labels, counting: Array) -> Array:
            self.unlabeled_weight_, class_of = setting[0], self._classes_of_components(setting[1], labels)
            n_steps = min(self.max_iter, CHOICE_STEPS)
            climb = self._climb(X, shown, counting, class_of, rng.spawn(1)[0], n_steps, keep=False)
            scores = log_odds(X, climb.last, class_of)
            return scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(np.intp)

        folds = max(count_folds(self.cv), 2)
        if self.unlabeled_weight == "cv":
            settings = [(candidate, n_components) for candidate in WEIGHTS]
            weight = best_setting(settings, predict, labels, weights, folds)[0]
        if self.n_components == "cv":
            each = [(n, 1) if not labels.negative.any() else n for n in COMPONENTS]
            n_components = best_setting([(weight, n) for n in each], predict, labels, weights, folds)[1]
        return weight, self._classes_of_components(n_components, labels)

    def _climb(
        self,
        X: sparse.csr_array,
        labels: Labels,
        weights: Array,
        class_of: Array,
        rng: np.random.Generator,
        n_steps: int,
        *,
        keep: bool,
        tol: float | None = None,
    ) -> Climb:
        """Run EM from one start."""
        smoothing = Smoothing(self.alpha, self.prior_smoothing)
        given = labels.codes
        fixed = given
        if self.clamp == "positive" and len(labels.classes) == 2:
            fixed = np.where(given == 1, 1, -1)
        elif isinstance(self.clamp, tuple):
            fixed = np.where(np.isin(labels.classes[given], self.clamp), given, -1)
        # A document that may move has every component open to it; a clamped one those of its class.
        log_mask = np.where((fixed[:, None] < 0) | (fixed[:, None] == class_of), 0.0, -np.inf)
        counting = weights * np.where(given < 0, self.unlabeled_weight_, 1.0)
        step = em_step(X, log_mask, counting, smoothing)
        seen = seen_words(X, counting)
        first = estimate(X, self._first_memberships(labels, weights) * weights[:, None], smoothing, seen)
        start = _split(first, class_of, seen, rng)
        monitor = Monitor(
            max_iter=n_steps, tol=self.tol if tol is None else tol, callback=self.callback, name=type(self).__name__
        )
        path = Path(start, keep=keep)
        return Climb(iterate(step, start, monitor, policy=path), path.states, monitor)

    def _rates(
        self, X: sparse.csr_array, labels: Labels, weights: Array, class_of: Array, rng: np.random.Generator
    ) -> Array:
        """Return for each iterate the share of the pile that it takes and the share of the examples that it misses.

        Examples are hidden in the pile in turn, for a classifier hardly ever misses what it was shown as positive.
        """
        examples = np.flatnonzero(labels.positive)
        pile = ~labels.positive
        folds = [np.empty(0, dtype=np.intp)]
        if count_folds(self.cv) > 0:
            folds = deal_rows(examples, count_folds(self.cv), generator(0))  # the same folds whatever else is random
        taken, missed = np.zeros(self.max_iter + 1), np.zeros(self.max_iter + 1)
        for hidden in folds:
            shown = labels.but(hidden, UNLABELLED)
            climb = self._climb(X, shown, weights, class_of, rng.spawn(1)[0], self.max_iter, keep=True, tol=0.0)
            asked = hidden if len(hidden) else examples
            for number in range(self.max_iter + 1):
                # A run that was stopped stays where it was.
                is_taken = log_odds(X, climb.path[min(number, len(climb.path) - 1)], class_of) > 0
                taken[number] += np.average(is_taken[pile], weights=weights[pile]) / len(folds)
                missed[number] += weights[asked] @ ~is_taken[asked] / weights[examples].sum()
        return np.column_stack([taken, missed])

    def _score(self, X: sparse.csr_array) -> Array:
        return super()._score(shorten(X, self.longest_))

    def _settled(self) -> dict[str, Any]:
        chosen: dict[str, Any] = {}
        if self.select is not None:
            # The first classifier alone is no setting of its own; one step from it is next to it.
            chosen = {"select": None, "max_iter": max(self.n_iter_, 1), "tol": 0.0}
        if self.unlabeled_weight == "cv":
            chosen["unlabeled_weight"] = self.unlabeled_weight_
        if self.n_components == "cv":
            chosen["n_components"] = tuple(np.bincount(self._class_of).tolist())
        return chosen

    def _classes_of_components(self, n_components: Any, labels: Labels) -> Array:
        n_classes = len(labels.classes)
        per_class = n_components if isinstance(n_components, tuple) else (n_components,) * n_classes
        if len(per_class) != n_classes or not all(isinstance(n, int | np.integer) and n >= 1 for n in per_class):
            raise UserError(
                f"n_components is {n_components!r}; give one number, or {n_classes} of at least 1, one for each class."
            )
        return np.repeat(np.arange(n_classes), per_class)

    def _first_memberships(self, labels: Labels, weights: Array) -> Array:
        """Return what the first classifier learns from: weights of each document in the classes."""
        n_classes = len(labels.classes)
        known = n_classes > 2 or bool(weights[labels.negative].any())
        if self.init == "labeled" and not known:
            raise UserError(
                f'{type(self).__name__} found no negative document (0) to start from; use init="unlabeled_negative".'
            )
        if known and (self.init != "unlabeled_negative" or n_classes > 2):
            return one_hot(labels.codes, n_classes)
        return one_hot(np.maximum(labels.codes, 0), n_classes)

    def staged_decision_function(self, X: Any) -> Iterator[Array]:
        """Yield each iteration's scores, the first classifier's first; needs ``keep_path=True``.

        Parameters
        ----------
        X : {array-like, sparse} of shape (n_samples, n_features)
            Counts, documents × words.

        Yields
        ------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            Scores; above 0 is positive. Of more than two classes, one for each class.
        """
        check_is_fitted(self)
        if not hasattr(self, "path_"):
            raise UserError(f"{type(self).__name__} kept its last classifier only; fit it with keep_path=True.")
        X = shorten(count_matrix(self, X, reset=False), self.longest_)
        for mixture in self.path_:
            yield log_odds(X, mixture, self._class_of) - self.cut_off_


def _split(mixture: Mixture, class_of: Array, seen: Array, rng: np.random.Generator) -> Mixture:
    """Start a class's components near the class, each in a random direction; one component is the class itself."""
    numbers = np.bincount(class_of)[class_of]
    log_words = mixture.log_words[:, class_of]
    parts = np.ix_(seen, np.flatnonzero(numbers > 1))
    # Random in the words and not in the documents: permuting documents permutes results.
    words = np.exp(log_words[parts])
    words *= rng.uniform(0.5, 1.5, words.shape)
    log_words[parts] = np.log(words / words.sum(axis=0))
    return Mixture(mixture.log_shares[class_of] - np.log(numbers), log_words)
