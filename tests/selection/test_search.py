"""Folds over positives and unlabelled documents, and the search for parameters that needs no negatives."""

from collections import Counter

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from likewise.datasets import load_20newsgroups
from likewise.errors import UserError
from likewise.labels import read_labels
from likewise.metrics import criterion_one, criterion_two, precision_recall_f1, pu_f1
from likewise.models.linear import Centroid, UnlabeledAsNegative
from likewise.selection.folds import split_in_turn, split_once
from likewise.selection.search import PUSearch
from tests.conftest import topical_counts

RNG = np.random.default_rng
CS = [1e-4, 1e-2, 1.0, 100.0]


class Cut(ClassifierMixin, BaseEstimator):
    """Takes what is above a threshold, and remembers what it was fitted on."""

    def __init__(self, threshold=0.0, unused=None):
        self.threshold = threshold
        self.unused = unused

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        self.seen_ = np.asarray(X)[:, 0].tolist()
        return self

    def predict(self, X):
        return (np.asarray(X)[:, 0] > self.threshold).astype(int)


@pytest.fixture
def line():
    """Documents 0 to 19 on a line: 10 and above are positive, three of them are marked."""
    y = np.full(20, -1)
    y[[12, 15, 18]] = 1
    return np.arange(20.0)[:, None], y


class TestFolds:
    def masks(self, n_positive=7, n_unlabelled=23, n_negative=4, seed=0):
        y = np.repeat([1, -1, 0], [n_positive, n_unlabelled, n_negative])
        RNG(seed).shuffle(y)
        return y, y == 1, y == -1

    def test_every_positive_and_unlabelled_document_is_held_out_once_and_no_negative_is(self):
        y, positive, unlabelled = self.masks()
        held_out = np.concatenate([rows for _, rows in split_in_turn(positive, unlabelled, 5, RNG(0))])
        assert sorted(held_out) == np.flatnonzero(y != 0).tolist()

    def test_what_is_not_held_out_is_trained_on(self):
        y, positive, unlabelled = self.masks()
        for train, held_out in split_in_turn(positive, unlabelled, 5, RNG(0)):
            assert sorted([*train, *held_out]) == list(range(len(y)))
            assert (np.diff(train) > 0).all()
            assert (np.diff(held_out) > 0).all()

    def test_both_kinds_are_dealt_evenly(self):
        y, positive, unlabelled = self.masks()
        counts = [Counter(y[rows].tolist()) for _, rows in split_in_turn(positive, unlabelled, 5, RNG(0))]
        assert sorted(count[1] for count in counts) == [1, 1, 1, 2, 2]
        assert sorted(count[-1] for count in counts) == [4, 4, 5, 5, 5]

    def test_only_the_generator_and_the_numbers_of_documents_decide(self):
        def dealt(seed):
            _, positive, unlabelled = self.masks(seed=seed)
            place = np.where(positive, np.cumsum(positive), -np.cumsum(unlabelled))
            return [place[rows].tolist() for _, rows in split_in_turn(positive, unlabelled, 3, RNG(1))]

        one, other = dealt(seed=0), dealt(seed=9)
        assert [sorted(rows) for rows in one] == [sorted(rows) for rows in other]

    def test_another_generator_deals_differently(self):
        _, positive, unlabelled = self.masks()
        one, other = (split_in_turn(positive, unlabelled, 5, RNG(seed))[0][1].tolist() for seed in (0, 1))
        assert one != other

    @pytest.mark.parametrize(("n_positive", "n_unlabelled", "expected"), [(3, 20, 3), (20, 2, 2), (9, 9, 5)])
    def test_there_are_no_more_folds_than_documents_of_a_kind(self, n_positive, n_unlabelled, expected):
        y, positive, unlabelled = self.masks(n_positive, n_unlabelled)
        splits = split_in_turn(positive, unlabelled, 5, RNG(0))
        assert len(splits) == expected
        for rows in (rows for split in splits for rows in split):
            assert {1, -1} <= set(y[rows].tolist())

    @pytest.mark.parametrize(
        ("y", "n_folds", "message"),
        [
            ([1, -1, -1], 2, "at least 2 positives, y has 1; mark another"),
            ([1, 1, -1, 0], 2, r"at least 2 unlabelled documents \(-1\), y has 1.*GridSearchCV"),
            ([1, 1, -1, -1], 1, "at least 2 folds, not 1"),
        ],
    )
    def test_too_little_to_hold_out_is_said(self, y, n_folds, message):
        with pytest.raises(UserError, match=message):
            split_in_turn(np.array(y) == 1, np.array(y) == -1, n_folds, RNG(0))

    def test_masks_are_of_one_shape(self):
        with pytest.raises(UserError, match=r"\(4,\) and \(2,\)"):
            split_in_turn([1, 1, 0, 0], [1, 1], 2, RNG(0))


class TestOneSplit:
    def test_the_same_share_of_both_kinds_is_held_out(self):
        y = np.repeat([1, -1, 0], [10, 50, 5])
        train, held_out = split_once(y == 1, y == -1, 0.3, RNG(0))
        assert Counter(y[held_out].tolist()) == {1: 3, -1: 15}
        assert sorted([*train, *held_out]) == list(range(65))

    @pytest.mark.parametrize("share", [0.01, 0.99])
    def test_one_document_of_each_kind_is_left_on_both_sides(self, share):
        y = np.array([1, 1, -1, -1])
        for rows in split_once(y == 1, y == -1, share, RNG(0)):
            assert sorted(y[rows].tolist()) == [-1, 1]


class TestChoice:
    def test_counts_are_pooled_over_folds_before_the_criterion_divides(self, line):
        X, y = line
        search = PUSearch(Cut(), {"threshold": [13.5]}, cv=3, random_state=0).fit(X, y)
        # Above 13.5 stand two of the three positives and four of the seventeen others; folds would average otherwise.
        assert search.results_ == [
            {
                "params": {"threshold": 13.5},
                "score": pytest.approx((2 / 3) ** 2 / (6 / 20)),
                "recall": pytest.approx(2 / 3),
                "share": pytest.approx(4 / 17),
            }
        ]
        assert search.n_splits_ == 3

    @pytest.mark.parametrize(
        ("options", "measure"),
        [
            ({}, criterion_one),
            ({"population": "unlabeled"}, lambda p, u: criterion_one(p, u, "unlabeled")),
            ({"scoring": "criterion_two"}, criterion_two),
            ({"scoring": "pu_f1", "prior": 0.4}, lambda p, u: pu_f1(p, u, 0.4)),
            ({"scoring": lambda p, u: p.mean() - 2 * u.mean()}, lambda p, u: p.mean() - 2 * u.mean()),
        ],
    )
    def test_every_criterion_is_that_of_the_pooled_decisions(self, line, options, measure):
        X, y = line
        search = PUSearch(Cut(), {"threshold": [-1.0, 11.5, 16.5, 99.0]}, random_state=0, **options).fit(X, y)
        above = [X[:, 0] > result["params"]["threshold"] for result in search.results_]
        expected = [measure(found[y == 1], found[y == -1]) for found in above]
        np.testing.assert_allclose([result["score"] for result in search.results_], expected)
        best = np.argmin(expected) if options.get("scoring") == "criterion_two" else np.argmax(expected)
        assert search.best_params_ == search.results_[best]["params"] == {"threshold": 11.5}
        assert search.best_score_ == pytest.approx(expected[best])

    @pytest.mark.parametrize("criterion", ["criterion_one", "criterion_two"])
    @pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
    def test_the_first_in_the_grid_is_taken_of_equals(self, line, criterion, order):
        X, y = line
        grid = {"threshold": [99.0, 11.5], "unused": list(order)}
        search = PUSearch(Cut(), grid, scoring=criterion, random_state=0).fit(X, y)
        assert search.best_params_ == {"threshold": 11.5, "unused": order[0]}

    def test_decisions_are_bools_about_documents_that_were_not_fitted_on(self, line):
        X, y = line
        sizes = []

        def criterion(positive, unlabelled):
            assert positive.dtype == unlabelled.dtype == bool
            sizes.append((len(positive), len(unlabelled)))
            return 0.0

        PUSearch(Cut(), {}, scoring=criterion, random_state=0).fit(X, y)
        PUSearch(Cut(), {}, scoring=criterion, validation_share=0.35, random_state=0).fit(X, y)
        assert sizes == [(3, 17), (1, 6)]

    def test_nothing_held_out_is_trained_on_and_negatives_always_are(self, line):
        X, y = line
        y[[0, 1]] = 0
        fits = []

        class Watched(Cut):
            def fit(self, X, y):
                fits.append((np.asarray(X)[:, 0].tolist(), np.asarray(y).tolist()))
                return super().fit(X, y)

            def predict(self, X):
                assert not set(np.asarray(X)[:, 0]) & set(self.seen_)
                return super().predict(X)

        PUSearch(Watched(), {"threshold": [11.5]}, cv=3, random_state=0).fit(X, y)
        assert len(fits) == 4
        for rows, labels in fits:
            assert {0.0, 1.0} <= set(rows)
            assert labels == y[np.array(rows, dtype=int)].tolist()

    def test_all_candidates_have_the_same_folds(self, line):
        X, y = line
        seen = {}

        class Watched(Cut):
            def fit(self, X, y):
                seen.setdefault(self.threshold, []).append(np.asarray(X)[:, 0].tolist())
                return super().fit(X, y)

        PUSearch(Watched(), {"threshold": [1.0, 2.0]}, refit=False, random_state=0).fit(X, y)
        assert seen[1.0] == seen[2.0]

    def test_a_list_of_grids_is_searched_in_order(self, line):
        X, y = line
        search = PUSearch(Cut(), [{"threshold": [11.5]}, {"unused": [5]}], random_state=0).fit(X, y)
        assert [result["params"] for result in search.results_] == [{"threshold": 11.5}, {"unused": 5}]

    def test_other_classes_than_one_and_zero_are_read(self, line):
        X, y = line
        y[[0, 1]] = 3
        y[y == 1] = 7
        search = PUSearch(LogisticRegression(class_weight="balanced"), {"C": [1.0]}, random_state=0).fit(X, y)
        assert search.results_[0]["recall"] > 0.5


class TestEstimators:
    def test_the_best_is_fitted_on_all_documents(self, pu_counts):
        X, y, _ = pu_counts
        search = PUSearch(UnlabeledAsNegative(), {"C": CS}, random_state=0).fit(X, y)
        expected = UnlabeledAsNegative(**search.best_params_).fit(X, y)
        for method in ("predict", "predict_proba", "decision_function"):
            np.testing.assert_array_equal(getattr(search, method)(X), getattr(expected, method)(X))
        assert search.classes_.tolist() == [0, 1]
        assert search.n_features_in_ == X.shape[1]

    def test_the_choice_finds_the_topic(self):
        X, topic = topical_counts(n_docs=200, seed=2)
        truth, y = topic == 0, np.full(200, -1)
        y[np.flatnonzero(truth)[:20]] = 1
        search = PUSearch(UnlabeledAsNegative(), {"C": CS, "class_weight": [None, "balanced"]}, random_state=0).fit(
            X, y
        )
        hidden = y == -1
        assert precision_recall_f1(truth[hidden], search.predict(X)[hidden] == 1).f1 > 0.9

    @pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_array, sparse.bsr_array, lambda X: X.toarray()])
    def test_every_kind_of_matrix_gives_the_same(self, pu_counts, kind):
        X, y, _ = pu_counts
        one, other = (PUSearch(Centroid(), {"beta": [0.0, 1.0]}, random_state=0).fit(Z, y) for Z in (X, kind(X)))
        assert one.results_ == other.results_

    def test_texts_in_a_pipeline_are_searched_through(self):
        texts = ["red wine", "white wine", "wine glass", "old wine", "green tea", "black tea", "tea pot", "iced tea"]
        y = [1, 1, 1, -1, -1, -1, -1, -1]
        model = make_pipeline(CountVectorizer(), UnlabeledAsNegative())
        search = PUSearch(model, {"unlabeledasnegative__C": [1e-4, 1.0]}, cv=3, random_state=0).fit(texts, y)
        assert search.predict(["wine", "tea"]).tolist() == [1, 0]

    @pytest.mark.parametrize("n_jobs", [2, 3])
    @pytest.mark.parametrize("options", [{}, {"validation_share": 0.4}])
    def test_the_number_of_threads_changes_nothing(self, pu_counts, n_jobs, options):
        X, y, _ = pu_counts
        one, many = (
            PUSearch(UnlabeledAsNegative(), {"C": CS}, n_jobs=n, random_state=3, **options).fit(X, y)
            for n in (1, n_jobs)
        )
        assert one.results_ == many.results_
        np.testing.assert_array_equal(one.decision_function(X), many.decision_function(X))

    def test_an_estimator_among_the_values_is_not_fitted_itself(self, pu_counts):
        X, y, _ = pu_counts
        models = [Centroid(), UnlabeledAsNegative()]
        search = PUSearch(make_pipeline("passthrough", Centroid()), {"centroid": models}, n_jobs=2, random_state=0)
        search.fit(X, y)
        assert not any(hasattr(model, "coef_") for model in models)
        assert len(search.results_) == 2

    def test_the_same_seed_gives_the_same_and_is_not_used_up(self, pu_counts):
        X, y, _ = pu_counts
        search = PUSearch(UnlabeledAsNegative(), {"C": CS}, random_state=0)
        assert search.fit(X, y).results_ == search.fit(X, y).results_ == clone(search).fit(X, y).results_

    def test_without_refit_there_is_only_the_choice(self, pu_counts):
        X, y, _ = pu_counts
        search = PUSearch(UnlabeledAsNegative(), {"C": CS}, random_state=0).fit(X, y)
        search.set_params(refit=False).fit(X, y)
        assert set(search.best_params_) == {"C"}
        for name in ("predict", "predict_proba", "decision_function", "classes_", "n_features_in_", "best_estimator_"):
            assert not hasattr(search, name)

    def test_only_what_the_estimator_has_is_delegated(self):
        assert hasattr(PUSearch(LinearSVC(), {}), "decision_function")
        assert not hasattr(PUSearch(LinearSVC(), {}), "predict_proba")
        assert not hasattr(PUSearch(DummyClassifier(), {}), "decision_function")

    def test_nothing_is_predicted_before_the_fit(self):
        with pytest.raises(NotFittedError):
            PUSearch(UnlabeledAsNegative(), {}).predict([[1, 2]])

    def test_the_estimator_given_is_left_alone(self, pu_counts):
        X, y, _ = pu_counts
        search = PUSearch(UnlabeledAsNegative(), {"C": [3.0]}, random_state=0).fit(X, y)
        assert search.estimator.C == 1.0
        assert not hasattr(search.estimator, "coef_")

    def test_nested_parameters_are_reached(self):
        assert clone(PUSearch(UnlabeledAsNegative(), {}).set_params(estimator__C=4.0)).estimator.C == 4.0


class TestErrors:
    @pytest.mark.parametrize("options", [{}, {"validation_share": 0.5}])
    def test_one_example_is_too_few_and_the_way_out_is_said(self, line, options):
        X, y = line
        y[[15, 18]] = -1
        with pytest.raises(UserError, match="at least 2 positives, y has 1; mark another, or set the parameters by"):
            PUSearch(Cut(), {}, **options).fit(X, y)

    def test_a_pile_of_known_negatives_is_not_searched(self, line):
        X, y = line
        with pytest.raises(UserError, match="GridSearchCV"):
            PUSearch(Cut(), {}).fit(X, np.where(y == 1, 1, 0))

    def test_f1_needs_a_prior(self, line):
        with pytest.raises(UserError, match="needs a prior"):
            PUSearch(Cut(), {}, scoring="pu_f1").fit(*line)

    def test_labels_and_documents_match_in_number(self, line):
        X, y = line
        with pytest.raises(UserError, match="20 labels for 19 documents"):
            PUSearch(Cut(), {}).fit(X[:-1], y)

    @pytest.mark.parametrize(
        ("grid", "message"), [([], "empty list"), ({"threshold": 3}, "threshold.*list"), ({"threshold": []}, "empty")]
    )
    def test_a_grid_without_candidates_is_refused(self, line, grid, message):
        with pytest.raises(UserError, match=message):
            PUSearch(Cut(), grid).fit(*line)

    def test_a_criterion_that_is_not_a_number_is_refused(self, line):
        with pytest.raises(UserError, match=r"NaN for \{'threshold': 2.0\}"):
            PUSearch(Cut(), {"threshold": [2.0]}, scoring=lambda p, u: np.nan).fit(*line)

    @pytest.mark.parametrize(
        "options",
        [
            {"scoring": "accuracy"},
            {"cv": 1},
            {"validation_share": 1.0},
            {"population": "everyone"},
            {"prior": 0.0},
            {"estimator": CountVectorizer()},
        ],
    )
    def test_parameters_are_checked(self, line, options):
        with pytest.raises(ValueError, match=next(iter(options))):
            PUSearch(Cut(), {}).set_params(**options).fit(*line)


class Plain(LogisticRegression):
    """Takes the unlabelled for negative."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(X, np.where(np.asarray(y) == 1, 1, 0), sample_weight)


class OthersUnlabelled(PUSearch):
    """Takes the class 0 for unlabelled, since the checks know of no unlabelled documents."""

    def fit(self, X, y):
        if y is None:
            raise UserError("OthersUnlabelled requires y to be passed, but the target y is None.")
        labels = read_labels(y, who="OthersUnlabelled")
        return super().fit(X, np.where(labels.positive, 1, -1))


@parametrize_with_checks(
    [OthersUnlabelled(Plain(), {"C": [1.0]}, cv=2, random_state=0)],
    expected_failed_checks=lambda _: {
        "check_classifiers_classes": "its classes are words, and this double knows 1 and 0 only"
    },
)
def test_scikit_learns_contract(estimator, check):
    check(estimator)


@pytest.mark.corpus
def test_the_weights_of_classes_that_are_chosen_for_a_newsgroup_are_near_the_best():
    corpus = load_20newsgroups(split="train")
    rng = RNG(0)
    rows = np.sort(rng.choice(len(corpus), 3000, replace=False))
    X = TfidfVectorizer(min_df=3, sublinear_tf=True).fit_transform([corpus.texts[row] for row in rows])
    truth = np.array(corpus.labels)[rows] == "sci.space"
    y = np.full(len(rows), -1)
    y[rng.choice(np.flatnonzero(truth), 40, replace=False)] = 1
    hidden = y == -1
    grid = {"C": [0.01, 0.1], "class_weight": [{1: weight, -1: 1} for weight in (1, 10, 30, 100)]}
    search = PUSearch(LinearSVC(), grid, random_state=0).fit(X, y)
    f1 = {
        str(result["params"]): precision_recall_f1(
            truth[hidden], LinearSVC(**result["params"]).fit(X, y).predict(X[hidden]) == 1
        ).f1
        for result in search.results_
    }
    assert min(f1.values()) < 0.1
    assert f1[str(search.best_params_)] > max(f1.values()) - 0.1


@pytest.mark.parametrize(("criterion", "best"), [("criterion_one", np.argmax), ("criterion_two", np.argmin)])
def test_results_are_told_by_columns_as_grid_search_does(line, criterion, best):
    X, y = line
    search = PUSearch(Cut(), [{"threshold": [0.0, 9.0]}, {"unused": [1]}], scoring=criterion, cv=3, random_state=0)
    columns = search.fit(X, y).cv_results_
    assert columns["params"] == [result["params"] for result in search.results_]
    assert columns["param_threshold"].tolist() == [0.0, 9.0, None]
    assert columns["param_unused"].mask.tolist() == [True, True, False]
    assert columns["mean_test_score"].tolist() == [result["score"] for result in search.results_]
    assert columns["rank_test_score"][best(columns["mean_test_score"])] == 1
