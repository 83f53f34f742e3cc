from itertools import pairwise

import numpy as np
import pytest
from scipy.special import expit

from likewise.errors import UserError
from likewise.estimate.literature.spies import spy_threshold
from likewise.labels import read_labels
from likewise.models.bayes import NaiveBayesEM
from likewise.models.two_step import SpyExtractor
from tests.conftest import topical_counts
from tests.models.bayes import oracle


@pytest.fixture
def with_twenty_examples():
    X, topic = topical_counts(n_docs=150, n_words=40, n_topics=2, length=15, seed=5)
    y = np.full(150, -1)
    y[np.flatnonzero(topic == 0)[:20]] = 1
    return X, y, topic == 0


@pytest.mark.parametrize(
    ("scores", "noise_level", "expected"),
    [
        ([0.02, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9, 1.0, 1.0], 0.15, 0.4),  # interpolated it would be .435
        (np.arange(100.0), 0.29, 29.0),  # .29 · 100 is 28.999…
        (np.arange(100.0), 0.0, 0.0),
        (np.arange(100.0), 0.999, 99.0),
        (np.arange(6.0), 0.15, 0.0),  # under seven spies it is the least
        (np.arange(7.0), 0.15, 1.0),
        ([3.0], 0.5, 3.0),
        ([3.0, 1.0, 2.0], 0.34, 2.0),
    ],
)
def test_the_threshold_is_a_spys_own_score(scores, noise_level, expected):
    assert spy_threshold(np.asarray(scores), noise_level) == expected


@pytest.mark.parametrize("n_spies", [1, 6, 7, 10, 20, 100])
@pytest.mark.parametrize("noise_level", [0.0, 0.05, 0.15, 0.2, 0.29])
def test_exactly_the_share_of_noise_lies_below(n_spies, noise_level):
    scores = np.random.default_rng(0).permutation(n_spies).astype(float)
    below = (scores < spy_threshold(scores, noise_level)).sum()
    assert below == round(noise_level * 100) * n_spies // 100


@pytest.mark.parametrize("seed", range(4))
def test_what_is_found_scores_below_the_spy_after_two_steps_of_em(seed):
    X, topic = topical_counts(n_docs=40, n_words=10, n_topics=2, length=6, seed=6)
    y = np.full(40, -1)
    y[np.flatnonzero(topic == 0)[:2]] = 1
    possible = []
    for spy in np.flatnonzero(y == 1):
        hidden = y.copy()
        hidden[spy] = -1
        scores = oracle.em(X.toarray(), hidden, start="pile", n_steps=2)[0][2]
        possible.append(((scores < scores[spy] - 1e-9) & (y == -1)).tolist())
    assert possible[0] != possible[1]
    assert SpyExtractor(random_state=seed).extract(X, y).tolist() in possible


def test_a_document_that_scores_as_the_threshold_is_not_reliable():
    # The spies' threshold is a score of the pile too, and nothing is below it.
    X = [[4, 0], [4, 0], [4, 0], [1, 3]]
    found = SpyExtractor(random_state=0).extract(X, [1, 1, -1, -1])
    assert found.tolist() == [False, False, False, True]


def test_spies_are_never_found_and_more_noise_finds_more(with_twenty_examples):
    X, y, _ = with_twenty_examples
    levels = [0.0, 0.05, 0.15, 0.3, 0.6, 0.9]
    found = [SpyExtractor(spy_fraction=0.5, noise_level=level, random_state=0).extract(X, y) for level in levels]
    assert not any(mask[y == 1].any() for mask in found)
    for less, more in pairwise(found):
        assert not (less & ~more).any()
    assert found[0].sum() < found[-1].sum()


@pytest.mark.parametrize(
    ("spy_fraction", "n_examples", "n_spies"),
    [(0.1, 20, 2), (0.1, 2, 1), (0.1, 14, 1), (0.1, 16, 2), (0.5, 10, 5), (0.99, 20, 19), (0.99, 2, 1)],
)
def test_a_share_of_the_examples_spies_at_least_one_and_not_all(
    monkeypatch, with_twenty_examples, spy_fraction, n_examples, n_spies
):
    X, y, _ = with_twenty_examples
    y = y.copy()
    y[np.flatnonzero(y == 1)[n_examples:]] = -1
    drawn = []

    def record(self, X, labels, spies):
        drawn.append(spies)
        return np.full(len(labels.positive), -1.0)

    monkeypatch.setattr(SpyExtractor, "_one_draw", record)
    SpyExtractor(spy_fraction=spy_fraction, n_repeats=2, random_state=0).extract(X, y)
    for spies in drawn:
        assert len(np.unique(spies)) == n_spies
        assert (y[spies] == 1).all()
    assert len(drawn) == 2


def test_permuting_documents_permutes_what_the_same_spies_find(with_twenty_examples):
    X, y, _ = with_twenty_examples
    order = np.random.default_rng(1).permutation(len(y))
    spies = np.flatnonzero(y == 1)[:3]
    moved = np.flatnonzero(np.isin(order, spies))
    extractor = SpyExtractor()
    plain = extractor._one_draw(X, read_labels(y, who=""), spies)
    permuted = extractor._one_draw(X[order], read_labels(y[order], who=""), moved)
    np.testing.assert_allclose(permuted, plain[order], rtol=1e-9, atol=1e-9)


def test_repeated_draws_keep_what_is_reliable_each_time(with_twenty_examples):
    X, y, truth = with_twenty_examples
    once, often = (
        SpyExtractor(noise_level=0.9, spy_fraction=0.5, n_repeats=n, random_state=3).extract(X, y) for n in (1, 8)
    )
    assert not (often & ~once).any()
    assert often.sum() < once.sum()
    assert truth[often].mean() <= truth[once].mean()


def test_the_same_seed_draws_the_same_spies(with_twenty_examples):
    X, y, _ = with_twenty_examples
    first, second = (SpyExtractor(noise_level=0.5, random_state=9).extract(X, y) for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_spies_are_useful_where_the_probabilities_of_long_documents_are_all_nought(with_twenty_examples):
    X, y, truth = with_twenty_examples
    X = X * 20_000
    hidden = y.copy()
    hidden[np.flatnonzero(y == 1)[::2]] = -1
    scores = NaiveBayesEM(init="unlabeled_negative", max_iter=2, tol=0.0).fit(X, hidden).decision_function(X)
    assert set(expit(scores)) <= {0.0, 1.0}
    found = SpyExtractor(spy_fraction=0.5, random_state=0).extract(X, y)
    assert found.sum() > 0.8 * (~truth).sum()
    assert truth[found].mean() < truth[y == -1].mean() / 2


def test_known_negatives_stay_negative(with_twenty_examples):
    X, y, truth = with_twenty_examples
    known = y.copy()
    known[np.flatnonzero((y == -1) & ~truth)[:20]] = 0
    spies = np.flatnonzero(y == 1)[:2]
    hidden = known.copy()
    hidden[spies] = -1
    scores = oracle.em(X.toarray(), hidden, start="pile", n_steps=2)[0][2]
    doubts = SpyExtractor()._one_draw(X, read_labels(known, who=""), spies)
    np.testing.assert_allclose(doubts, scores - scores[spies].min(), rtol=1e-8, atol=1e-8)


def test_one_example_cannot_spy_and_stay():
    with pytest.raises(UserError, match="needs at least two of them, there is 1; try RocchioExtractor") as told:
        SpyExtractor().extract([[2, 0], [1, 1], [0, 2]], [1, -1, -1])
    assert "\n" not in str(told.value)
