import numpy as np
import pytest
from scipy import sparse

from likewise.errors import UserError
from likewise.text import Vectorizer, readable, top_words

NAMES = ["a", "b", "c", "d"]


def test_words_come_in_falling_order_and_those_without_effect_are_left_out():
    found = top_words([[1.0, 2.0, 3.0, 4.0], [0, 0, 0, 0]], [1.0, -1.0, 0.0, 2.0], NAMES)
    assert found == [[("d", 8.0), ("a", 1.0), ("b", -2.0)], []]


def test_n_limits_the_words_and_positive_ones_go_first():
    assert top_words([[1, 9, 1, 1]], [1, -1, 3, 2], NAMES, n=2) == [[("c", 3.0), ("d", 2.0)]]
    assert top_words([[1, 1, 1, 1]], [1, 1, 1, 1], NAMES, n=0) == [[]]


def test_equal_contributions_stand_in_the_order_of_the_columns():
    assert [word for word, _ in top_words([[1, 1, 1, 1]], [1, 1, 1, 1], NAMES, n=3)[0]] == ["a", "b", "c"]


def test_contributions_add_up_to_the_score():
    rng = np.random.default_rng(0)
    X = sparse.random_array((20, 30), density=0.3, rng=rng, format="csr")
    weights = rng.normal(size=30)
    found = top_words(X, weights, [str(i) for i in range(30)], n=30)
    np.testing.assert_allclose([sum(c for _, c in row) for row in found], X @ weights)


def test_duplicates_in_the_matrix_are_one_word():
    X = sparse.csr_array(([1.0, 2.0], [1, 1], [0, 2]), shape=(1, 4))
    assert top_words(X, np.ones(4), {"b": 1, "a": 0, "d": 3, "c": 2}) == [[("b", 3.0)]]
    assert X.nnz == 2


def test_stems_are_shown_as_words():
    vectorizer = Vectorizer(ngram_range=(1, 2))
    X = vectorizer.fit_transform(["moral philosophy", "philosophy"])
    found = top_words(X, np.ones(3), vectorizer.vocabulary_, surface_forms=vectorizer.surface_forms_)
    assert [word for word, _ in found[0]] == ["moral", "moral philosophy", "philosophy"]
    assert readable("unknown stem", {}) == "unknown stem"


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(UserError, match=r"4 columns; there are weights of shape \(3,\) and 4 words"):
        top_words([[1, 1, 1, 1]], [1, 1, 1], NAMES)
    with pytest.raises(UserError, match="3 words"):
        top_words([[1, 1, 1, 1]], [1, 1, 1, 1], NAMES[:3])
    with pytest.raises(UserError, match="at least 0"):
        top_words([[1, 1, 1, 1]], [1, 1, 1, 1], NAMES, n=-1)
