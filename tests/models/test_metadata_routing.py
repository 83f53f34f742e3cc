"""Metadata reach the inner estimators that request them."""

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin, clone
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.model_selection import GroupKFold, StratifiedKFold

from likewise.errors import UserError
from likewise.models.bayes import NaiveBayesEM
from likewise.models.meta import BaggingPU, ElkanNoto, NearestInSpace
from likewise.models.two_step import RocchioExtractor, TwoStep
from likewise.selection.search import PUSearch
from tests.conftest import topical_counts

SEEN = []


class Recorder(ClassifierMixin, TransformerMixin, BaseEstimator):
    """Keeps what its fit was given; the weight of a document is written into its first column."""

    def __init__(self, C=1.0):
        self.C = C

    def fit(self, X, y=None, sample_weight=None):
        rows = X.toarray() if hasattr(X, "toarray") else np.asarray(X)
        SEEN.append((rows[:, 0].copy(), None if sample_weight is None else np.asarray(sample_weight)))
        self.classes_ = np.unique(y) if y is not None else np.array([0, 1])
        return self

    def fit_transform(self, X, y=None, sample_weight=None):
        return self.fit(X, y, sample_weight).transform(X)

    def transform(self, X):
        return np.asarray(X.toarray()[:, :3], dtype=float) + 1.0

    def decision_function(self, X):
        return np.asarray(X.sum(axis=1)).ravel() - 3.0

    def predict_proba(self, X):
        share = 1 / (1 + np.exp(-self.decision_function(X) / 10))
        return np.column_stack([1 - share, share])

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0).astype(int)]


@pytest.fixture
def data():
    SEEN.clear()
    X, topics = topical_counts(40, seed=0)
    y = np.where((topics == 0) & (np.arange(len(topics)) % 2 == 0), 1, -1)
    X = X.toarray() if hasattr(X, "toarray") else np.asarray(X)
    X[:, 0] = np.arange(1, len(y) + 1)
    return X, y, 2.0 * X[:, 0]


def make(inner):
    return {
        "TwoStep": TwoStep(RocchioExtractor(), inner),
        "BaggingPU": BaggingPU(inner, n_estimators=2, weighting="counts", random_state=0),
        "ElkanNoto": ElkanNoto(inner, cv=2, weighting="counts", random_state=0),
        "NearestInSpace": NearestInSpace(inner),
        "PUSearch": PUSearch(inner, {"C": [1.0, 2.0]}, cv=2, random_state=0),
    }


NAMES = sorted(make(None))


@pytest.mark.parametrize("name", NAMES)
def test_weights_that_are_requested_reach_every_inner_fit_with_their_documents(data, name):
    X, y, weight = data
    with sklearn.config_context(enable_metadata_routing=True):
        make(Recorder().set_fit_request(sample_weight=True))[name].fit(X, y, sample_weight=weight)
    assert SEEN
    for column, given in SEEN:
        np.testing.assert_array_equal(given, 2.0 * column)


@pytest.mark.parametrize("name", NAMES)
def test_weights_under_another_name_reach_the_inner_fit(data, name):
    X, y, weight = data
    with sklearn.config_context(enable_metadata_routing=True):
        make(Recorder().set_fit_request(sample_weight="share"))[name].fit(X, y, share=weight)
    assert all(given is not None for _, given in SEEN)


@pytest.mark.parametrize("name", NAMES)
def test_weights_that_nobody_asked_for_are_refused(data, name):
    X, y, weight = data
    model = make(Recorder())[name]
    with pytest.raises(ValueError, match="enable_metadata_routing=True"):
        clone(model).fit(X, y, sample_weight=weight)
    with (
        sklearn.config_context(enable_metadata_routing=True),
        pytest.raises(UnsetMetadataPassedError, match="sample_weight"),
    ):
        clone(model).fit(X, y, sample_weight=weight)
    assert SEEN == []


@pytest.mark.parametrize("name", NAMES)
def test_without_metadata_nothing_changes(data, name):
    X, y, _ = data
    with sklearn.config_context(enable_metadata_routing=True):
        make(Recorder().set_fit_request(sample_weight=True))[name].fit(X, y)
    assert {given is None for _, given in SEEN} == {True}


def test_weights_change_what_a_learner_of_ours_learns(data):
    X, y, _ = data
    weight = np.where(y == 1, 2.0, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        model = TwoStep(RocchioExtractor(), NaiveBayesEM().set_fit_request(sample_weight=True))
        weighted = clone(model).fit(X, y, sample_weight=weight).decision_function(X)
        plain = clone(model).fit(X, y).decision_function(X)
    assert not np.allclose(weighted, plain)


def test_weighted_elkan_noto_multiplies_both_weights(data):
    X, y, weight = data
    with sklearn.config_context(enable_metadata_routing=True):
        inner = Recorder().set_fit_request(sample_weight=True)
        ElkanNoto(inner, cv=2, weighted=True, weighting="counts", random_state=0).fit(X, y, sample_weight=weight)
    column, given = SEEN[-1]
    totals = np.bincount(column.astype(int), weights=given)[1:]
    np.testing.assert_allclose(totals, weight)


def test_metadata_with_a_threshold_by_prior_are_refused(data):
    X, y, weight = data
    with sklearn.config_context(enable_metadata_routing=True):
        model = TwoStep(RocchioExtractor(), NaiveBayesEM().set_fit_request(sample_weight=True), threshold="prior")
        with pytest.raises(UserError, match='takes no sample_weight with threshold="prior"'):
            model.fit(X, y, sample_weight=weight)


def test_search_takes_splitters_and_routes_groups_to_them(data):
    X, y, _ = data
    groups = np.arange(len(y)) // 2 % 4
    with sklearn.config_context(enable_metadata_routing=True):
        splitter = GroupKFold(4).set_split_request(groups=True)
        search = PUSearch(Recorder(), {"C": [1.0]}, cv=splitter).fit(X, y, groups=groups)
    assert search.n_splits_ == 4
    for column, _ in SEEN[:4]:
        assert len(set(groups[column.astype(int) - 1])) == 3


def test_known_negatives_are_trained_on_whatever_the_splitter_says(data):
    X, y, _ = data
    y[np.flatnonzero(y == -1)[:3]] = 0
    PUSearch(Recorder(), {"C": [1.0]}, cv=StratifiedKFold(3), refit=False).fit(X, y)
    for column, _ in SEEN:
        assert set(X[y == 0, 0]) <= set(column)
