"""What every extractor of reliable negatives keeps to."""

import numpy as np
import pytest
from scipy import sparse

from likewise.errors import UserError
from likewise.models.bayes import NaiveBayes
from likewise.models.two_step import Extractor, NaiveBayesExtractor, OneDNFExtractor, RocchioExtractor, SpyExtractor
from tests.conftest import topical_counts

MADE = {
    "spy": SpyExtractor(random_state=0),
    "spy-repeated": SpyExtractor(n_repeats=3, noise_level=0.5, random_state=0),
    "1dnf": OneDNFExtractor(relax=True),
    "rocchio": RocchioExtractor(),
    "rocchio-clusters": RocchioExtractor(n_clusters=3, random_state=0),
    "nb": NaiveBayesExtractor(),
}
every_extractor = pytest.mark.parametrize("extractor", list(MADE.values()), ids=list(MADE))
# Each finds nothing here: no document of the pile is below the spies, without an example's word, or unlikely.
WITHOUT_NEGATIVES = {
    "spy": (SpyExtractor(random_state=0), [[2, 1], [2, 1], [2, 1], [2, 1]], [1, 1, -1, -1]),
    "1dnf": (OneDNFExtractor(), [[1, 1, 0], [1, 0, 1], [0, 1, 1]], [1, -1, -1]),
    "rocchio": (RocchioExtractor(), [[1, 1], [0, 0]], [1, -1]),
    "nb": (NaiveBayesExtractor(), [[2, 1], [2, 1], [2, 1]], [1, 1, -1]),
}


@every_extractor
def test_reliable_negatives_are_unlabelled_mostly_negative_and_have_words(extractor, pu_counts):
    X, y, truth = pu_counts
    X = X.toarray()
    empty = np.flatnonzero(y == -1)[:3]
    X[empty] = 0
    y = y.copy()
    known = np.flatnonzero((y == -1) & ~truth)[5:8]
    y[known] = 0
    found = extractor.extract(sparse.csr_array(X), y)
    assert found.dtype == bool
    assert found.shape == y.shape
    assert found.any()
    assert not found[y != -1].any()
    assert not found[empty].any()
    assert truth[found].mean() < 0.1


@every_extractor
def test_a_document_of_stored_zeros_is_empty(extractor, pu_counts):
    X, y, _ = pu_counts
    hollow = np.flatnonzero(y == -1)[:4]
    zeroed = X.copy()
    for row in hollow:
        zeroed.data[zeroed.indptr[row] : zeroed.indptr[row + 1]] = 0
    without = zeroed.copy()
    without.eliminate_zeros()
    found = extractor.extract(zeroed, y)
    assert zeroed.nnz > without.nnz
    assert not found[hollow].any()
    np.testing.assert_array_equal(found, extractor.extract(without, y))


@every_extractor
def test_dense_and_float32_counts_give_the_same(extractor, pu_counts):
    X, y, _ = pu_counts
    expected = extractor.extract(X, y)
    np.testing.assert_array_equal(extractor.extract(X.toarray(), y), expected)
    np.testing.assert_array_equal(extractor.extract(X.astype(np.float32), y), expected)


@pytest.mark.parametrize("name", ["1dnf", "rocchio", "nb"])
def test_permuting_documents_permutes_what_is_found(name, pu_counts):
    X, y, _ = pu_counts
    order = np.random.default_rng(0).permutation(len(y))
    np.testing.assert_array_equal(MADE[name].extract(X[order], y[order]), MADE[name].extract(X, y)[order])


@pytest.mark.parametrize("name", sorted(WITHOUT_NEGATIVES))
def test_no_reliable_negative_is_told_in_one_sentence_with_a_way_out(name):
    extractor, X, y = WITHOUT_NEGATIVES[name]
    way_out = "SpyExtractor" if name != "spy" else "RocchioExtractor"
    with pytest.raises(UserError, match=rf"found no reliable negatives among \d+ unlabelled .*; try {way_out}") as told:
        extractor.extract(X, y)
    message = str(told.value)
    assert message.startswith(type(extractor).__name__)
    assert "or give more examples." in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("name", "way_out"),
    [("spy", {"min_fraction": 0.1}), ("nb", {"min_fraction": 0.1}), ("1dnf", {"relax": True})],
)
def test_the_way_out_that_the_message_names_leads_out(name, way_out):
    extractor, X, y = WITHOUT_NEGATIVES[name]
    with pytest.raises(UserError) as told:
        extractor.extract(X, y)
    assert " ".join(f"{key}={value}" for key, value in way_out.items()) in str(told.value)
    assert type(extractor)(**way_out).extract(X, y).any()


@every_extractor
def test_without_a_pile_there_is_nothing_to_find(extractor):
    with pytest.raises(UserError, match=r"no unlabelled document .* add a pile") as told:
        extractor.extract([[1, 2], [0, 1], [2, 0]], [1, 1, 0])
    assert "\n" not in str(told.value)


@every_extractor
@pytest.mark.parametrize("y", [[-1, -1, -1, -1], [0, 0, -1, -1]])
def test_without_examples_there_is_nothing_to_learn(extractor, y):
    with pytest.raises(UserError, match="no positive document"):
        extractor.extract([[1, 2], [0, 1], [2, 0], [1, 1]], y)


@pytest.mark.parametrize("name", ["1dnf", "rocchio", "nb"])
def test_one_example_is_enough(name, pu_counts):
    X, y, truth = pu_counts
    y = y.copy()
    y[np.flatnonzero(y == 1)[1:]] = -1
    found = MADE[name].extract(X, y)
    assert found.any()
    assert truth[found].mean() < truth[y == -1].mean()


class Given(Extractor):
    """Doubts that are given."""

    def __init__(self, doubts=(), min_fraction=0.0):
        self.doubts = doubts
        self.min_fraction = min_fraction

    def _doubts(self, X, labels):
        return np.array(self.doubts, dtype=float)


@pytest.mark.parametrize(
    ("min_fraction", "expected"),
    [
        (0.0, [1]),
        (0.25, [1]),
        (0.26, [1, 2, 3]),  # two are wanted, and the third has the same doubts
        (0.75, [1, 2, 3]),
        (1.0, [1, 2, 3, 4]),
    ],
)
def test_a_least_share_takes_those_of_least_doubt(min_fraction, expected):
    X, y = np.ones((5, 2)), [1, -1, -1, -1, -1]
    found = Given(doubts=[-9, -0.1, 0.0, 0.0, 7], min_fraction=min_fraction).extract(X, y)
    assert np.flatnonzero(found).tolist() == expected


def test_a_least_share_is_not_rounded_up_by_the_machine():
    y = np.array([1] + [-1] * 100)  # .07 · 100 is 7.000000000000001
    found = Given(doubts=np.arange(101), min_fraction=0.07).extract(np.ones((101, 1)), y)
    assert found.sum() == 7


def test_a_least_share_never_takes_empty_documents():
    X = np.ones((4, 2))
    X[1:3] = 0
    found = Given(doubts=[0, 1, 2, 3], min_fraction=1.0).extract(X, [1, -1, -1, -1])
    assert np.flatnonzero(found).tolist() == [3]


def test_naive_bayes_extracts_what_it_calls_negative():
    X, topic = topical_counts(n_docs=60, n_words=20, n_topics=2, length=4, seed=0)
    y = np.full(60, -1)
    y[np.flatnonzero(topic == 0)[:8]] = 1
    found = {alpha: NaiveBayesExtractor(alpha=alpha).extract(X, y) for alpha in (0.1, 5.0)}
    for alpha, mask in found.items():
        scores = NaiveBayes(alpha=alpha).fit(X, y).decision_function(X)
        np.testing.assert_array_equal(mask, (scores < 0) & (y == -1))
    assert (found[0.1] != found[5.0]).any()


@pytest.mark.parametrize(
    ("extractor", "name"),
    [
        (SpyExtractor(spy_fraction=1.0), "spy_fraction"),
        (SpyExtractor(noise_level=1.0), "noise_level"),
        (OneDNFExtractor(min_ratio=0.5), "min_ratio"),
        (RocchioExtractor(weighting="nosuch"), "weighting"),
        (NaiveBayesExtractor(alpha=0.0), "alpha"),
        (NaiveBayesExtractor(min_fraction=1.1), "min_fraction"),
    ],
)
def test_impossible_parameters_are_refused(extractor, name, pu_counts):
    X, y, _ = pu_counts
    with pytest.raises(ValueError, match=name):
        extractor.extract(X, y)
