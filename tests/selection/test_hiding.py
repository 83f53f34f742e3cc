import numpy as np
import pytest
from scipy.special import expit

from likewise.errors import UserError
from likewise.selection.hiding import PATIENCE, STEEPNESS, Hidden, best_of_hidden, hide

EXAMPLES = np.array([True] * 7 + [False] * 13)
PILE = ~EXAMPLES


def constant(*rows):
    """Candidates that say the same whatever is shown."""
    return lambda shown: np.array(rows, dtype=float)


class TestHide:
    def test_every_candidate_says_of_every_example_and_of_the_pile(self):
        rng = np.random.default_rng(0)
        hidden = hide(constant(*rng.normal(size=(4, 20))), EXAMPLES, PILE, 3)
        assert hidden.found.shape == (4, 7)
        assert hidden.share.shape == (4,)
        assert 0 <= hidden.found.min() <= hidden.found.max() <= 1

    def test_each_example_is_hidden_once_and_folds_are_even(self):
        turns = []

        def scores(shown):
            turns.append(shown.copy())
            return np.zeros((1, 20))

        hide(scores, EXAMPLES, PILE, 3)
        away = np.array([EXAMPLES & ~shown for shown in turns])
        np.testing.assert_array_equal(away.sum(axis=0), EXAMPLES)
        assert sorted(away.sum(axis=1)) == [2, 2, 3]
        assert not any(shown[PILE].any() for shown in turns)

    def test_turns_are_no_more_than_examples(self):
        turns = []
        hide(lambda shown: turns.append(shown) or np.zeros((1, 20)), EXAMPLES, PILE, 50)
        assert len(turns) == 7

    def test_found_is_a_soft_decision_in_spreads_of_the_pile(self):
        scores = np.arange(20.0) - 9
        hidden = hide(constant(scores), EXAMPLES, PILE, 7)
        soft = expit(STEEPNESS * scores / scores[PILE].std())
        np.testing.assert_allclose(np.sort(hidden.found[0]), np.sort(soft[EXAMPLES]))
        assert hidden.share[0] == pytest.approx(soft[PILE].mean())

    def test_scores_on_another_scale_are_the_same_decisions(self):
        scores = np.random.default_rng(1).normal(size=20)
        one, ten = (hide(constant(factor * scores), EXAMPLES, PILE) for factor in (1, 10))
        np.testing.assert_allclose(one.found, ten.found)
        np.testing.assert_allclose(one.share, ten.share)

    def test_what_was_said_while_hidden_counts_and_no_other(self):
        # Sure of what is shown, sure against what is not: no hidden example comes back.
        hidden = hide(lambda shown: np.where(shown, 50.0, -50.0)[None], EXAMPLES, PILE)
        assert hidden.found.max() < 1e-9
        assert hidden.share[0] < 1e-9

    def test_equal_scores_of_the_whole_pile_are_left_as_they_are(self):
        scores = np.where(EXAMPLES, 2.0, -1.0)
        hidden = hide(constant(scores), EXAMPLES, PILE, 2)
        np.testing.assert_allclose(hidden.found, expit(2 * STEEPNESS))
        np.testing.assert_allclose(hidden.share, expit(-STEEPNESS))

    def test_the_folds_are_the_same_every_time(self):
        def scores(shown):
            return np.cumsum(shown * 1.0)[None] - 3

        first, second = hide(scores, EXAMPLES, PILE, 3), hide(scores, EXAMPLES, PILE, 3)
        np.testing.assert_array_equal(first.found, second.found)

    def test_known_negatives_are_neither_hidden_nor_counted(self):
        pile = PILE.copy()
        pile[-6:] = False
        scores = np.random.default_rng(1).normal(size=20)
        far = scores.copy()
        far[-6:] = 1e6
        first, second = (hide(constant(values), EXAMPLES, pile) for values in (scores, far))
        np.testing.assert_array_equal(first.found, second.found)
        np.testing.assert_array_equal(first.share, second.share)

    def test_the_examples_given_are_left_as_they_were(self):
        examples = EXAMPLES.copy()
        hide(constant(np.zeros(20)), examples, PILE)
        np.testing.assert_array_equal(examples, EXAMPLES)

    @pytest.mark.parametrize(
        ("positive", "pile", "numbers"),
        [([True, False, False], [False, True, True], "1 and 2"), ([True, True, False], [False] * 3, "2 and 0")],
    )
    def test_without_two_examples_and_a_pile_nothing_can_be_hidden(self, positive, pile, numbers):
        with pytest.raises(UserError, match=f"needs two examples and a pile; there are {numbers}") as told:
            hide(constant(np.zeros(3)), np.array(positive), np.array(pile))
        assert "\n" not in str(told.value)


class TestBestOfHidden:
    def test_recall_squared_over_the_share_decides(self):
        # 1 / .5, .49 / .1 and .04 / .01 with every example alike: no error to be patient about
        found = np.array([[1.0] * 4, [0.7] * 4, [0.2] * 4])
        assert best_of_hidden(Hidden(found, np.array([0.5, 0.1, 0.01]))) == 1

    def test_recall_counts_twice(self):
        # Criteria 1/.5 = 2 and .36/.25 = 1.44; with recall counted once the second, 2.4, would win.
        assert best_of_hidden(Hidden(np.array([[1.0] * 3, [0.6] * 3]), np.array([0.5, 0.25]))) == 0

    def test_of_equals_the_first_is_taken(self):
        assert best_of_hidden(Hidden(np.ones((3, 5)), np.full(3, 0.2))) == 0
        assert best_of_hidden(Hidden(np.ones((3, 5)), np.array([0.4, 0.2, 0.2]))) == 1

    @staticmethod
    def _two(loss_in_errors):
        """Two candidates that differ in their examples; the first is worse by so many standard errors."""
        found = np.array([[0.9, 0.5, 0.7, 0.7], [0.7, 0.7, 0.7, 0.7]])
        by_example = 2 * found / 0.7
        error = (by_example[1] - by_example[0]).std() / np.sqrt(4)
        return Hidden(found, np.array([0.1 * np.exp(loss_in_errors * error), 0.1]))

    def test_the_first_within_half_a_standard_error_is_taken(self):
        assert PATIENCE == 0.5
        assert best_of_hidden(self._two(0.49)) == 0

    def test_and_beyond_it_the_best(self):
        assert best_of_hidden(self._two(0.51)) == 1

    def test_a_difference_without_spread_is_no_chance(self):
        assert best_of_hidden(Hidden(np.full((2, 6), 0.7), np.array([0.1001, 0.1]))) == 1

    def test_a_later_one_as_good_as_the_best_is_not_taken(self):
        found = np.array([[0.7, 0.7, 0.7, 0.7], [0.9, 0.5, 0.7, 0.7]])
        assert best_of_hidden(Hidden(found, np.array([0.1, 0.1]))) == 0

    def test_nothing_found_and_nothing_taken_are_finite(self):
        assert best_of_hidden(Hidden(np.zeros((2, 3)), np.zeros(2))) == 0
        assert best_of_hidden(Hidden(np.array([[0.0] * 3, [0.5] * 3]), np.array([0.0, 0.3]))) == 1


def test_one_turn_would_show_nothing():
    positive = np.array([True, True, False, False])
    with pytest.raises(UserError, match="two turns"):
        hide(lambda shown: np.zeros((1, 4)), positive, ~positive, 1)
