import numpy as np
import pytest
from scipy import sparse

from likewise.errors import UserError
from likewise.models.two_step import RocchioExtractor
from likewise.text import Weighting
from likewise.text.contrast import mean_row
from tests.conftest import topical_counts

HAND_X = np.array([[1, 0, 0], [3, 4, 0], [0, 3, 4], [0, 0, 1], [4, 3, 0]])
HAND_Y = np.array([1, 1, -1, -1, -1])


def cosine(rows, prototype):
    return rows @ prototype / np.linalg.norm(prototype)


def test_the_hand_example():
    assert RocchioExtractor(weighting="l2").extract(HAND_X, HAND_Y).tolist() == [False, False, True, True, False]


def test_the_similarities_of_the_hand_example():
    rows = sparse.csr_array(Weighting("l2").fit_transform(HAND_X))
    examples, pile = mean_row(rows, HAND_Y == 1), mean_row(rows, HAND_Y == -1)
    np.testing.assert_allclose(16 * examples - 4 * pile, [11.733333, 4.8, -2.4], atol=1e-6)
    np.testing.assert_allclose(16 * pile - 4 * examples, [1.066667, 4.8, 9.6], atol=1e-6)
    extractor = RocchioExtractor()
    pairs = np.column_stack([extractor._likeness(rows, examples, pile), extractor._likeness(rows, pile, examples)])
    np.testing.assert_allclose(pairs[2:], [[0.0744, 0.9790], [-0.1860, 0.8900], [0.9507, 0.3461]], atol=5e-5)


def test_a_document_as_near_to_both_is_negative():
    found = RocchioExtractor().extract([[2, 1], [2, 1], [2, 1]], [1, -1, -1])
    assert found.tolist() == [False, True, True]


@pytest.mark.parametrize("weighting", ["tfidf", "l2", "tfidf-log"])
@pytest.mark.parametrize(("alpha", "beta"), [(16, 4), (1, 0), (4, 4)])
def test_it_equals_dense_prototypes(pu_counts, weighting, alpha, beta):
    X, y, _ = pu_counts
    rows = Weighting(weighting).fit_transform(X).toarray()
    examples, pile = rows[y == 1].mean(axis=0), rows[y == -1].mean(axis=0)
    near, far = (cosine(rows, alpha * a - beta * b) for a, b in ((examples, pile), (pile, examples)))
    found = RocchioExtractor(alpha=alpha, beta=beta, weighting=weighting).extract(X, y)
    np.testing.assert_array_equal(found, (near <= far) & (y == -1))


def test_known_negatives_are_no_part_of_the_pile(pu_counts):
    X, y, truth = pu_counts
    y = y.copy()
    y[np.flatnonzero((y == -1) & ~truth)[:10]] = 0
    extractor = RocchioExtractor(weighting="l2")
    np.testing.assert_array_equal(extractor.extract(X, y)[y != 0], extractor.extract(X[y != 0], y[y != 0]))


def test_one_cluster_is_a_second_pass_over_what_was_found():
    X, topic = topical_counts(n_docs=60, n_words=30, n_topics=3, length=6, seed=2)
    y = np.full(60, -1)
    y[np.flatnonzero(topic == 0)[:3]] = 1
    rows = Weighting("tfidf").fit_transform(X).toarray()
    first = RocchioExtractor().extract(X, y)
    examples, cluster = rows[y == 1].mean(axis=0), rows[first].mean(axis=0)
    kept = cosine(rows, 16 * cluster - 4 * examples) > cosine(rows, 16 * examples - 4 * cluster)
    second = RocchioExtractor(n_clusters=1, random_state=0).extract(X, y)
    np.testing.assert_array_equal(second, first & kept)
    assert second.sum() < first.sum()


def test_a_document_is_kept_if_the_nearest_prototype_of_all_clusters_is_a_negative_one(monkeypatch):
    X, topic = topical_counts(n_docs=60, n_words=30, n_topics=3, length=4, seed=2)
    y = np.full(60, -1)
    y[np.flatnonzero(topic == 0)[:3]] = 1
    rows = Weighting("tfidf").fit_transform(X).toarray()
    first = RocchioExtractor().extract(X, y)

    class ByTopic:
        def __init__(self, n_clusters, **options):
            assert n_clusters == 3

        def fit_predict(self, rows):
            return topic[first]

    monkeypatch.setattr("likewise.models.two_step.rocchio.KMeans", ByTopic)
    examples = rows[y == 1].mean(axis=0)
    means = [rows[first & (topic == number)].mean(axis=0) for number in range(3)]
    positive = np.array([cosine(rows, 16 * examples - 4 * mean) for mean in means])
    negative = np.array([cosine(rows, 16 * mean - 4 * examples) for mean in means])
    expected = first & (negative.max(axis=0) > positive.max(axis=0))
    np.testing.assert_array_equal(RocchioExtractor(n_clusters=3).extract(X, y), expected)
    # Neither the farthest prototypes nor what was found at first would be the same.
    assert (expected != (first & (negative.max(axis=0) > positive.min(axis=0)))).any()
    assert (expected != (first & (negative.min(axis=0) > positive.max(axis=0)))).any()


@pytest.mark.parametrize("n_clusters", [2, 5])
def test_clusters_only_take_documents_away(pu_counts, n_clusters):
    X, y, _ = pu_counts
    found = RocchioExtractor().extract(X, y)
    clustered = RocchioExtractor(n_clusters=n_clusters, random_state=0).extract(X, y)
    again = RocchioExtractor(n_clusters=n_clusters, random_state=0).extract(X, y)
    assert not (clustered & ~found).any()
    np.testing.assert_array_equal(clustered, again)


def test_fewer_documents_than_clusters_are_not_clustered():
    options = {"weighting": "l2"}
    np.testing.assert_array_equal(
        RocchioExtractor(n_clusters=2, **options).extract(HAND_X, HAND_Y),
        RocchioExtractor(**options).extract(HAND_X, HAND_Y),
    )


def test_prototypes_that_cancel_out_are_told():
    with pytest.raises(UserError, match="alpha=4 and beta=4; try other values") as told:
        RocchioExtractor(alpha=4, beta=4).extract([[2, 1], [2, 1]], [1, -1])
    assert "\n" not in str(told.value)
