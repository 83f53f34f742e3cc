"""The prior from ranks of left-out examples: right, honest about its width, and sturdy."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from likewise.errors import UserError
from likewise.estimate import RankPrior
from likewise.estimate.scores import read_scores
from likewise.selection import ranks_among
from tests.estimate.conftest import drawn_scores


@pytest.mark.parametrize("prior", [0.01, 0.05, 0.2, 0.5, 0.8])
def test_the_prior_of_drawn_scores_is_found(prior):
    positive, pile, _ = drawn_scores(prior, 100, 4000, 3.5)
    model = RankPrior().fit(positive, pile)
    assert model.low_ < prior < model.high_
    assert model.prior_ == pytest.approx(prior, rel=0.25)
    assert model.count_ == pytest.approx(4000 * model.prior_)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    held = 0
    for seed in range(60):
        positive, pile, _ = drawn_scores([0.02, 0.1, 0.3][seed % 3], 15, 1000, [2.0, 2.5, 3.0][seed % 3], seed)
        model = RankPrior().fit(positive, pile)
        held += model.low_ <= [0.02, 0.1, 0.3][seed % 3] <= model.high_
    assert held >= 51


def test_more_examples_give_a_narrower_interval():
    widths = []
    for n_positive in (3, 30, 300):
        positive, pile, _ = drawn_scores(0.1, n_positive, 2000, 2.0)
        model = RankPrior().fit(positive, pile)
        widths.append(np.log(model.high_ / model.low_))
    assert widths[0] > 1.2 * widths[1] > 2 * widths[2]


def test_a_higher_level_is_wider_and_the_estimate_the_same(scores):
    positive, pile, _ = scores
    narrow, wide = (RankPrior(level=level).fit(positive, pile) for level in (0.5, 0.99))
    assert wide.low_ < narrow.low_ < narrow.prior_ < narrow.high_ < wide.high_
    assert wide.prior_ == narrow.prior_


def test_the_estimate_is_the_median_of_the_posterior(scores):
    positive, pile, _ = scores
    model = RankPrior(level=0.001).fit(positive[:5], pile)
    assert model.low_ < model.prior_ < model.high_
    assert model.high_ == pytest.approx(model.low_, rel=0.01)


def test_the_guess_decides_where_nothing_else_does_and_little_where_much_is_known(scores):
    positive, pile, _ = scores
    few, many = ([RankPrior(guess=g).fit(p, pile).prior_ for g in (0.01, 0.3)] for p in (positive[:1], positive))
    assert few[1] > 1.5 * few[0]
    assert many[1] == pytest.approx(many[0], rel=0.1)


def test_the_spread_of_the_guess_holds_the_estimate_to_it(scores):
    positive, pile, _ = scores
    held = RankPrior(guess=0.02, guess_spread=0.05).fit(positive, pile)
    assert held.prior_ == pytest.approx(0.02, rel=0.2)


def test_power_nought_ignores_the_ranks():
    pile = np.linspace(0, 1, 500)
    top, bottom = (RankPrior(power=0).fit([score] * 20, pile) for score in (2.0, -2.0))
    assert top.prior_ == bottom.prior_


def test_a_gap_in_the_scores_draws_the_estimate_to_it():
    pile = np.concatenate([np.linspace(9, 10, 150), np.linspace(0, 5, 850)])
    positive = np.linspace(9.2, 10, 5)
    with_gap, without = (RankPrior(gap_power=power).fit(positive, pile) for power in (1.5, 0.0))
    assert with_gap.prior_ == pytest.approx(0.15, rel=0.1)
    assert with_gap.high_ - with_gap.low_ < without.high_ - without.low_


def test_scores_count_by_their_order_but_for_gaps(scores):
    positive, pile, _ = scores
    plain, bent = (RankPrior(gap_power=0).fit(f(positive), f(pile)) for f in (lambda x: x, lambda x: np.exp(x / 2)))
    assert plain.prior_ == bent.prior_
    assert plain.n_taken_ == bent.n_taken_


def test_ranks_that_are_given_are_used_and_are_those_of_scores_by_default(scores):
    positive, pile, _ = scores
    alone = RankPrior().fit(positive, pile)
    assert RankPrior().fit(positive, pile, ranks_among(positive, pile)).prior_ == alone.prior_
    assert RankPrior().fit(np.zeros(60), pile, ranks_among(positive, pile)).prior_ == alone.prior_
    assert RankPrior().fit(positive, pile, ranks_among(positive, pile) / 4).prior_ < alone.prior_ / 2


def test_as_many_are_taken_as_lie_above_the_cut_off_and_f1_is_near_the_best(scores):
    positive, pile, truth = scores
    model = RankPrior().fit(positive, pile)
    taken = pile > model.cut_off_
    assert taken.sum() == model.n_taken_
    hits = np.cumsum(truth[np.argsort(-pile)])
    best = (2 * hits / (np.arange(1, len(pile) + 1) + truth.sum())).max()
    assert 2 * (taken & truth).sum() / (taken.sum() + truth.sum()) > best - 0.02


def test_where_groups_overlap_more_are_taken_than_there_are_positives():
    losses, ratios = [], []
    for seed in range(4):
        positive, pile, truth = drawn_scores(0.2, 400, 5000, 1.2, seed)
        model = RankPrior(guess=0.2, guess_spread=0.3).fit(positive, pile)
        hits = np.cumsum(truth[np.argsort(-pile)])
        f1 = 2 * hits / (np.arange(1, len(pile) + 1) + truth.sum())
        losses.append(f1.max() - f1[model.n_taken_ - 1])
        ratios.append(model.n_taken_ / truth.sum())
    assert np.mean(losses) < 0.01
    assert np.mean(ratios) > 1.2


def test_the_cut_off_lies_between_neighbouring_scores(scores):
    positive, pile, _ = scores
    model = RankPrior().fit(positive, pile)
    descending = np.sort(pile)[::-1]
    assert descending[model.n_taken_ - 1] > model.cut_off_ >= descending[model.n_taken_]
    assert model.cut_off_ == pytest.approx((descending[model.n_taken_ - 1] + descending[model.n_taken_]) / 2)


def test_probabilities_are_calibrated_monotone_and_sum_up_to_the_count():
    positive, pile, truth = drawn_scores(0.2, 200, 20_000, 2.5)
    model = RankPrior().fit(positive, pile)
    probability = model.probability(pile)
    for low, high in ((0.0, 0.1), (0.1, 0.4), (0.4, 0.7), (0.7, 1.01)):
        inside = (probability >= low) & (probability < high)
        assert truth[inside].mean() == pytest.approx(probability[inside].mean(), abs=0.07)
    assert probability.sum() == pytest.approx(model.count_, rel=0.1)
    order = np.argsort(pile)
    assert (np.diff(probability[order]) >= 0).all()


def test_new_scores_have_probabilities_too(scores):
    positive, pile, _ = scores
    low, middle, high = RankPrior().fit(positive, pile).probability([-1e9, np.median(pile), 1e9])
    assert 0 <= low <= middle < 0.2
    assert 0.9 < high <= 1


def test_the_same_again_is_the_same_to_the_last_bit(scores):
    positive, pile, _ = scores
    first, second = (RankPrior().fit(positive, pile) for _ in range(2))
    assert (first.prior_, first.low_, first.high_, first.cut_off_) == (
        second.prior_,
        second.low_,
        second.high_,
        second.cut_off_,
    )


def test_the_order_of_documents_does_not_matter(scores):
    positive, pile, _ = scores
    assert RankPrior().fit(positive[::-1], pile[::-1]).prior_ == pytest.approx(RankPrior().fit(positive, pile).prior_)


def test_one_example_gives_a_wide_interval():
    _, pile, _ = drawn_scores(0.1, 1, 1000, 3.0)
    model = RankPrior().fit([3.0], pile)
    assert model.high_ / model.low_ > 10


@pytest.mark.parametrize("n_positive", [1, 40])
def test_equal_scores_say_nothing_and_take_all(n_positive):
    model = RankPrior().fit(np.zeros(n_positive), np.zeros(300))
    untouched = RankPrior(power=0).fit(np.zeros(n_positive), np.zeros(300))
    assert model.prior_ == pytest.approx(untouched.prior_, rel=0.01)
    assert model.n_taken_ == 300
    assert model.cut_off_ < 0


def test_equal_scores_are_taken_together():
    pile = np.repeat([2.0, 1.0, 0.0], [50, 100, 850])
    model = RankPrior().fit(np.repeat([2.0, 1.0], [5, 10]), pile)
    assert model.n_taken_ in (50, 150, 1000)
    assert (pile > model.cut_off_).sum() == model.n_taken_


def test_a_fall_between_two_values_is_a_gap():
    pile = np.repeat([1.0, 0.0], [100, 900])
    assert RankPrior().fit(np.ones(20), pile).prior_ == pytest.approx(0.1, abs=0.015)
    assert RankPrior(gap_power=0).fit(np.ones(20), pile).prior_ < 0.08


def test_strays_move_the_gap_below_the_prior():
    # A hundred of the pile stand apart, and a quarter of the examples among the rest: so do more than a hundred.
    pile = np.concatenate([np.linspace(9, 10, 100), np.linspace(0, 5, 900)])
    positive = np.concatenate([np.linspace(9, 10, 90), np.linspace(0, 5, 30)])
    assert RankPrior().fit(positive, pile).prior_ == pytest.approx(0.133, abs=0.01)


def test_a_tie_counts_as_any_of_its_ranks_and_not_as_its_middle():
    pile = np.repeat([1.0, 0.0], [100, 900])
    tied = RankPrior(gap_power=0).fit(np.ones(30), pile)
    assert tied.high_ < 0.16
    assert tied.low_ < 0.04  # any share of the hundred may be positive


def test_a_pile_of_one_document():
    model = RankPrior().fit([1.0, 2.0], [0.5])
    assert 0 < model.low_ < model.prior_ < model.high_ < 1
    assert model.n_taken_ == 1
    assert model.cut_off_ < 0.5


def test_a_small_pile_says_less_than_a_large_one():
    widths = []
    for n_unlabelled in (20, 2000):
        positive, pile, _ = drawn_scores(0.2, 200, n_unlabelled, 2.5)
        model = RankPrior().fit(positive, pile)
        widths.append(np.log(model.high_ / model.low_))
    assert widths[0] > 2 * widths[1]


finite_or_not = st.floats(allow_nan=False, width=64)


@settings(max_examples=40, deadline=None)
@given(
    arrays(np.float64, st.integers(1, 6), elements=finite_or_not),
    arrays(np.float64, st.integers(1, 30), elements=finite_or_not),
)
def test_any_scores_give_a_sound_answer(positive, pile):
    model = RankPrior().fit(positive, pile)
    assert 0 <= model.low_ <= model.prior_ <= model.high_ <= 1
    assert 1 <= model.n_taken_ <= len(pile)
    assert (read_scores(positive, pile).unlabelled > model.cut_off_).sum() == model.n_taken_
    probability = model.probability(pile)
    assert ((probability >= 0) & (probability <= 1)).all()
    assert (np.diff(probability[np.argsort(pile, kind="stable")]) >= -1e-12).all()


@pytest.mark.parametrize("ranks", [[0.1], [0.1, 1.2], [0.1, -0.1], [0.1, np.nan]])
def test_ranks_that_cannot_be_are_errors(ranks):
    with pytest.raises(UserError, match="one from 0 to 1 for each of 2 positives"):
        RankPrior().fit([1.0, 2.0], [0.0, 1.0], ranks)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("level", 1.0),
        ("level", 0.0),
        ("guess", 0.0),
        ("guess", 1.5),
        ("guess_spread", 0),
        ("power", -1),
        ("gap_power", -1),
    ],
)
def test_parameters_out_of_bounds_are_named(parameter, value):
    with pytest.raises(UserError, match=f"RankPrior needs {parameter} "):
        RankPrior(**{parameter: value}).fit([1.0], [0.0])


def test_a_copy_that_is_saved_is_small_and_says_the_same():
    pile = np.random.default_rng(0).normal(size=500)
    model = RankPrior().fit(pile[:20] + 2, pile)
    saved = pickle.dumps(model)
    assert len(saved) < 50_000
    again = pickle.loads(saved)  # noqa: S301 made above
    assert again.probability(pile).tolist() == model.probability(pile).tolist()
    assert (again.n_taken_, again.estimate_.count) == (model.n_taken_, model.estimate_.count)
