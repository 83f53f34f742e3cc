"""One dealer of folds."""

import numpy as np
import pytest

from likewise.selection import deal, deal_rows


@pytest.mark.parametrize(("n_rows", "n_folds"), [(0, 3), (1, 5), (4, 5), (7, 3), (20, 4)])
def test_folds_are_even_and_no_fold_is_empty(n_rows, n_folds):
    sizes = np.bincount(deal(n_rows, n_folds, np.random.default_rng(0)))
    assert sizes.sum() == n_rows
    assert len(sizes) == min(n_rows, n_folds)
    assert n_rows == 0 or sizes.max() - sizes.min() <= 1


def test_every_row_is_in_one_fold():
    rows = np.array([3, 5, 8, 9, 11])
    assert sorted(np.concatenate(deal_rows(rows, 3, np.random.default_rng(1)))) == rows.tolist()


def test_the_generator_decides():
    first, same, other = (deal(30, 3, np.random.default_rng(seed)).tolist() for seed in (0, 0, 1))
    assert first == same != other
