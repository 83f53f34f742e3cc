import numpy as np
import pytest

from likewise.models.bayes import NaiveBayesEM
from likewise.models.bayes.recipes import RECIPES


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_recipe_makes_an_estimator_that_finds_the_hidden_positives(name, pu_counts):
    X, y, truth = pu_counts
    model = RECIPES[name]().fit(X, y)
    assert ((model.predict(X) == 1) == truth).mean() > 0.95


def test_i_em_starts_from_the_pile_and_asks_hidden_examples():
    made = RECIPES["i-em"]()
    assert isinstance(made, NaiveBayesEM)
    assert (made.init, made.select, made.clamp) == ("unlabeled_negative", "criterion_one", "all")


def test_parameters_are_set_on_top_of_the_recipe(pu_counts):
    X, y, _ = pu_counts
    made = RECIPES["i-em"](alpha=1.0, select=None, max_iter=8, tol=0.0)
    same = NaiveBayesEM(alpha=1.0, init="unlabeled_negative", max_iter=8, tol=0.0)
    np.testing.assert_array_equal(made.fit(X, y).decision_function(X), same.fit(X, y).decision_function(X))
    with pytest.raises(ValueError, match="nosuch"):
        RECIPES["i-em"](nosuch=1)
