import numpy as np
import pytest

from likewise.errors import UserError
from likewise.models.two_step import OneDNFExtractor

HAND_X = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 0, 1]])
HAND_Y = np.array([1, 1, -1, -1, -1, -1])


def found(X=HAND_X, y=HAND_Y, **options):
    return np.flatnonzero(OneDNFExtractor(**options).extract(X, y)).tolist()


def test_the_hand_example():
    assert found() == [5]


def test_a_word_as_common_in_the_pile_is_not_the_examples():
    X = HAND_X.copy()
    X[4, 2] = 1  # word 2 is now in a half of both, so document 3 has no word of the examples
    assert found(X) == [3, 5]


def test_counts_are_of_documents_and_not_of_occurrences():
    X = HAND_X.copy()
    X[2:, 3] = 1
    X[0, 3] = 50  # in one example of two, and in all of the pile
    assert found(X) == [5]


def test_known_negatives_are_no_part_of_the_pile():
    X = np.vstack([HAND_X, [[0, 1, 1, 1]] * 20])
    assert found(X, np.concatenate([HAND_Y, np.zeros(20, dtype=int)])) == [5]


@pytest.mark.parametrize(("min_ratio", "expected"), [(1.0, [5]), (1.9, [5]), (2.0, [3, 4, 5]), (4.0, [2, 3, 4, 5])])
def test_a_word_must_be_so_many_times_as_common(min_ratio, expected):
    assert found(min_ratio=min_ratio) == expected


@pytest.mark.parametrize(("min_df", "expected"), [(1, [5]), (2, [3, 4, 5])])
def test_a_word_must_be_in_so_many_examples(min_df, expected):
    assert found(min_df=min_df) == expected


def test_relaxed_it_takes_the_fewest_words_that_make_up_the_share():
    X = np.array([[1, 1, 1, 0], [1, 1, 1, 1], [1, 1, 0, 1], [1, 0, 0, 1], [0, 1, 0, 1]])
    y = np.array([1, -1, -1, -1, -1])
    # Words 0, 1 and 2 are the example's; the pile has 3, 2, 1 and 1 of them.
    with pytest.raises(UserError, match="relax=True"):
        found(X, y)
    assert found(X, y, relax=True) == [3, 4]
    assert found(X, y, relax=True, min_fraction=0.5) == [3, 4]
    assert found(X, y, relax=True, min_fraction=0.51) == [2, 3, 4]
    for fraction, number in ((0.5, 1), (0.51, 2)):
        extractor = OneDNFExtractor(relax=True, min_fraction=fraction)
        extractor.extract(X, y)
        assert extractor.words_allowed_ == number
    assert found(X, y, relax=True, min_fraction=1.0) == [1, 2, 3, 4]


def test_relaxing_changes_nothing_where_enough_is_found():
    assert found(relax=True, min_fraction=0.25) == [5]
