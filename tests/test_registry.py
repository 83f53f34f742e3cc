"""Names, recipes, and what a method tells of itself."""

import inspect

import pytest
from sklearn.base import BaseEstimator

from likewise import registry
from likewise.errors import UserError
from likewise.models.bayes import NaiveBayesEM
from likewise.models.linear import Centroid, NonNegativePU
from likewise.models.meta import ElkanNoto
from likewise.models.two_step import IterativeSVM, SpyExtractor, TwoStep
from likewise.registry import Recipe

SINGLE = ["nb", "i-em", "s-em", "pebl", "roc-svm", "wlr", "biased-svm", "one-class-svm", "positive-nb", "nnpu", "upu"]
SINGLE += ["elkan-noto", "bagging-pu"]
PAIRS = [
    f"{first}-{second}" for first in ("spy", "1dnf", "rocchio", "nb") for second in ("em", "svm", "svm-i", "svm-is")
]


class Told(BaseEstimator):
    """Does a thing. And more of it.

    Parameters
    ----------
    size : int
        How much.

    References
    ----------
    .. [1] A. Author, A title that goes on
       over two lines, 2001.
    .. [2] B. Author, Another, 2002.

    Notes
    -----
    A paragraph : that is none of the three.

    Assumes : this and
        that.
    Use it : always: no colon
        stops it, nor a : second one.
    Cost : nothing.

    Another paragraph, which belongs to none.

    Examples
    --------
    >>> 1 + 1
    2
    """

    def __init__(self, size=3, *, part=None):
        self.size = size
        self.part = part


@pytest.fixture
def registered(monkeypatch):
    """Registers a class or a recipe under the name "told"."""

    def register(thing):
        mapping = type("Point", (), {"load": lambda self: {"told": thing}})()
        monkeypatch.setattr(registry, "_recipes", lambda: {"told": mapping})
        monkeypatch.setattr(registry, "_points", dict)
        if not isinstance(thing, Recipe):
            monkeypatch.setattr(
                registry, "_points", lambda: {"told": type("Point", (), {"load": lambda self: thing})()}
            )

    return register


class TestRecipe:
    def test_it_makes_the_estimator_with_its_settings(self):
        made = Recipe(Centroid, {"beta": 0.5}, "A summary.")()
        assert isinstance(made, Centroid)
        assert (made.beta, made.weighting) == (0.5, "tfidf-log")

    def test_parameters_given_go_on_top(self):
        made = Recipe(Centroid, {"beta": 0.5}, "A summary.")(beta=0.25, threshold="prior")
        assert (made.beta, made.threshold) == (0.25, "prior")

    def test_parameters_of_a_part_are_reached_by_its_name(self):
        recipe = Recipe(TwoStep, {"extractor": SpyExtractor(), "learner": IterativeSVM()}, "A summary.")
        made = recipe(extractor__spy_fraction=0.3, learner__C=7.0)
        assert (made.extractor.spy_fraction, made.learner.C) == (0.3, 7.0)

    def test_what_one_makes_changes_neither_the_recipe_nor_the_next(self):
        recipe = Recipe(TwoStep, {"extractor": SpyExtractor(), "learner": IterativeSVM()}, "A summary.")
        recipe(learner__C=7.0)
        assert recipe().learner.C == 1.0
        assert recipe().learner is not recipe().learner

    def test_a_part_can_be_replaced_whole(self):
        made = registry.get("s-em")(learner=IterativeSVM(C=5.0))
        assert made.learner.C == 5.0

    def test_an_unknown_parameter_is_refused(self):
        with pytest.raises(ValueError, match="colour"):
            Recipe(Centroid, {}, "A summary.")(colour=1)

    def test_its_parameters_are_those_of_parts_too_but_no_estimators(self):
        parameters = Recipe(
            TwoStep, {"extractor": SpyExtractor(spy_fraction=0.2), "learner": IterativeSVM()}, "A summary."
        ).parameters
        assert parameters["extractor__spy_fraction"] == 0.2
        assert {"threshold", "random_state", "learner__C"} <= set(parameters)
        assert not {"extractor", "learner"} & set(parameters)

    def test_every_parameter_told_can_be_set(self):
        for name in registry.names():
            made = registry.get(name)
            made = made() if isinstance(made, Recipe) else made
            if not isinstance(made, type):
                parameters = registry.describe(name).parameters
                assert not [key for key, value in parameters.items() if hasattr(value, "get_params")]
                made.set_params(**parameters)


class TestDescribe:
    def test_a_class_tells_all_from_its_docstring_and_signature(self, registered):
        registered(Told)
        method = registry.describe("told")
        assert method.name == "told"
        assert method.summary == "Does a thing. And more of it"
        assert method.paper == "A. Author, A title that goes on over two lines, 2001."
        assert method.parameters == {"size": 3, "part": None}
        assert method.assumes == "this and that."
        assert method.use == "always: no colon stops it, nor a : second one."
        assert method.cost == "nothing."

    def test_a_recipe_has_its_own_summary_and_parameters_and_the_rest_of_its_class(self, registered):
        registered(Recipe(Told, {"size": 9, "part": Centroid()}, "Does nine."))
        method = registry.describe("told")
        assert method.summary == "Does nine"
        assert method.paper.startswith("A. Author")
        assert method.parameters["size"] == 9
        assert method.parameters["part__beta"] == 1.0
        assert "part" not in method.parameters
        assert (method.assumes, method.cost) == ("this and that.", "nothing.")

    def test_a_recipe_may_have_its_own_paper_and_notes(self, registered):
        registered(Recipe(Told, {}, "Does it.", "C. Author, 2003.", {"Cost": "much."}))
        method = registry.describe("told")
        assert method.paper == "C. Author, 2003."
        assert (method.assumes, method.cost) == ("this and that.", "much.")

    def test_what_a_docstring_does_not_say_is_empty(self, registered):
        class Silent:
            def __init__(self):
                pass

        Silent.__doc__ = "Says nothing else."
        registered(Silent)
        method = registry.describe("told")
        assert (method.summary, method.paper, method.parameters) == ("Says nothing else", "", {})
        assert (method.assumes, method.use, method.cost) == ("", "", "")

    def test_notes_end_where_the_next_section_begins(self):
        doc = inspect.cleandoc(
            """One.

            Notes
            -----
            Cost : one pass
            Examples
            --------
            >>> 1
            """
        )
        assert registry._notes(doc) == {"Cost": "one pass"}


class TestWhatIsRegistered:
    def test_every_method_of_the_literature_that_there_is(self):
        assert not set(SINGLE + PAIRS) - set(registry.names())
        assert len(PAIRS) == 16

    def test_names_are_sorted_and_single(self):
        names = registry.names()
        assert names == sorted(set(names))

    @pytest.mark.parametrize("name", registry.names())
    def test_a_method_says_what_it_does_assumes_is_for_and_costs(self, name):
        method = registry.describe(name)
        for text in (method.summary, method.assumes, method.use, method.cost):
            assert len(text) > 5
            assert "\n" not in text
            assert "  " not in text
        assert not method.summary.endswith(".")

    @pytest.mark.parametrize(
        "name", ["s-em", "pebl", "roc-svm", "i-em", "upu", "nnpu", "wlr", "elkan-noto", "bagging-pu"]
    )
    def test_a_method_of_a_paper_names_it(self, name):
        paper = registry.describe(name).paper
        assert "[" not in paper
        assert paper.endswith(".")

    @pytest.mark.parametrize("name", PAIRS)
    def test_a_pair_is_two_steps(self, name):
        made = registry.get(name)()
        assert isinstance(made, TwoStep)
        learner = NaiveBayesEM if name.endswith("-em") else IterativeSVM
        assert isinstance(made.learner, learner)

    def test_svm_learners_differ_in_rounds_and_guard(self):
        learners = {kind: registry.get(f"spy-{kind}")().learner for kind in ("svm", "svm-i", "svm-is")}
        assert learners["svm"].max_iter == 1
        assert learners["svm-i"].guard is None
        assert learners["svm-i"].max_iter != 1
        assert learners["svm-is"].guard is not None

    def test_upu_is_the_unbiased_rule(self):
        made = registry.get("upu")()
        assert isinstance(made, NonNegativePU)
        assert made.unbiased
        assert not registry.get("nnpu")().unbiased

    def test_a_class_is_returned_as_it_is(self):
        assert registry.get("elkan-noto") is ElkanNoto

    def test_an_unknown_name_lists_what_there_is_in_one_sentence(self):
        with pytest.raises(UserError, match=r"no method 'wrl'; there are: .*wlr") as told:
            registry.get("wrl")
        assert "\n" not in str(told.value)

    def test_recipes_of_several_packages_come_together(self, monkeypatch):
        first, second = Recipe(Centroid, {}, "One."), Recipe(Centroid, {"beta": 0.0}, "Two.")

        class Point:
            def __init__(self, name, found):
                self.name, self.found = name, found

            def load(self):
                return self.found

        groups = {
            registry.GROUP: [Point("c", Centroid)],
            registry.RECIPES: [Point("a", {"a": first}), Point("b", {"b": second})],
        }
        monkeypatch.setattr(registry, "entry_points", lambda group: groups[group])
        monkeypatch.setattr(registry, "_points", registry._points.__wrapped__)
        monkeypatch.setattr(registry, "_recipes", registry._recipes.__wrapped__)
        assert registry.names() == ["a", "b", "c"]
        assert registry.get("b") is second
        assert registry.get("c") is Centroid
