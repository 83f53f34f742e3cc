"""Examples and a pile in, a ranked pile with reasons out."""

import warnings

import numpy as np
import polars as pl
import pytest
from sklearn.exceptions import ConvergenceWarning

from likewise import registry
from likewise.errors import UserError
from likewise.finder import DEFAULT_METHOD, Finder
from likewise.finder.counting import count_words
from likewise.finder.estimators import make_estimator
from likewise.models.meta import NearestInSpace
from likewise.readers import Documents
from likewise.text import Vectorizer

COLUMNS = [
    "id",
    "rank",
    "probability",
    "lower",
    "upper",
    "suggestion",
    "decision",
    "decided",
    "why",
    "nearest",
    "group",
    "flag",
]
#: Methods that must leave examples out to say anything at all.
HIDES_EXAMPLES = {"elkan-noto", "s-em", *(name for name in registry.names() if name.startswith("spy-"))}
ESTIMATES_A_SHARE = {"nnpu", "positive-nb", "upu"}


@pytest.mark.parametrize("method", registry.names())
class TestEveryMethod:
    def test_the_topic_of_the_examples_ranks_first(self, method, examples, labelled):
        texts, labels = labelled
        table = Finder(method).find(examples, texts).table
        first = [labels[int(name) - 1] for name in table["id"].head(15)]
        assert first.count("wine") >= 14

    def test_probabilities_fall_and_lie_between_0_and_1(self, method, examples, labelled):
        probability = Finder(method).find(examples, labelled[0]).table["probability"]
        assert probability.is_between(0, 1).all()
        assert probability.is_sorted(descending=True)

    def test_the_same_seed_gives_the_same_table(self, method, examples, labelled):
        first, second = (Finder(method, random_state=3, n_jobs=jobs).find(examples, labelled[0]) for jobs in (1, 2))
        assert first.table.equals(second.table)
        assert first.words == second.words

    def test_one_document_in_the_pile_is_enough_or_the_reason_is_said(self, method, examples):
        if method in HIDES_EXAMPLES:
            with pytest.raises(UserError, match=r"two of them|no reliable negatives") as told:
                Finder(method).find(examples, ["a bottle of wine"])
            assert "\n" not in str(told.value)
            return
        table = Finder(method).find(examples, ["a bottle of wine"]).table
        assert table["rank"].to_list() == [1]

    def test_one_example_is_enough_or_the_reason_is_said(self, method, examples, labelled):
        if method in HIDES_EXAMPLES | ESTIMATES_A_SHARE:
            with pytest.raises(UserError, match=r"two of them|from one example") as told:
                Finder(method).find(examples[:1], labelled[0])
            assert "\n" not in str(told.value)
            return
        assert Finder(method).find(examples[:1], labelled[0]).table.height == 60

    def test_documents_without_text_rank_last_with_a_flag(self, method, examples, labelled):
        result = Finder(method).find(examples, ["", *labelled[0], " \n", "!?"])
        assert result.table["id"].tail(3).to_list() == ["1", "62", "63"]
        assert result.table["flag"].tail(3).to_list() == ["no text", "no text", "no words to compare by"]
        assert result.table["flag"].head(60).null_count() == 60
        assert result.table["suggestion"].tail(3).to_list() == ["no"] * 3
        assert result.table["probability"].tail(3).null_count() == 3


def test_the_table_has_the_columns_promised(examples, labelled):
    result = Finder().find(examples, labelled[0])
    assert result.table.columns == COLUMNS
    assert result.table["rank"].to_list() == list(range(1, 61))
    assert result.n_found == (result.table["suggestion"] == "yes").sum()
    assert result.method == DEFAULT_METHOD
    assert result.n_examples == 5
    assert result.seconds > 0


def test_the_words_are_those_of_the_topic(examples, labelled):
    result = Finder("centroid").find(examples, labelled[0])
    own = {"wine", "grape", "vineyard", "cellar", "cork", "barrel", "tannin", "vintage", "bottle", "glass"}
    assert set(result.words) == own
    assert all(set(why.split(", ")) <= own for why in result.table["why"].head(10))
    assert max(len(why.split(", ")) for why in result.table["why"].drop_nulls()) == 5


def test_words_are_shown_as_people_write_them(examples):
    pile = ["philosophy of wine", "moral philosophy", "cars"]
    assert "philosophy" in Finder("centroid").find(["philosophy"], pile).words


def test_nearest_is_the_most_similar_example():
    result = Finder("centroid").find(["red wine", "green tea"], ["a pot of tea", "some wine", "cars"])
    nearest = dict(result.table.select("id", "nearest").rows())
    assert nearest == {"1": "2", "2": "1", "3": None}


def test_examples_in_the_pile_are_matched_and_not_ranked(examples, labelled):
    result = Finder("centroid").find(examples, [*labelled[0], "  " + examples[0].upper(), examples[1]])
    last = result.table.tail(2)
    assert last["decision"].to_list() == ["example", "example"]
    assert last["id"].to_list() == ["61", "62"]
    assert last["rank"].null_count() == 2
    assert result.table["rank"].max() == 60
    assert any("2 documents of the pile are among the examples" in note for note in result.notes)


def test_equal_scores_stand_in_the_order_of_the_pile(examples, labelled):
    table = Finder("centroid").find(examples, [*labelled[0], "tea cup", "cup tea", "tea cup"]).table
    places = [table["id"].to_list().index(name) for name in ("61", "62", "63")]
    assert places == sorted(places)


def test_a_document_of_enormous_length_does_not_drown_the_rest(examples, labelled):
    texts, labels = labelled
    table = Finder().find(examples, [*texts, "tea " * 200_000]).table
    first = [labels[int(name) - 1] for name in table["id"].head(15)]
    assert first.count("wine") >= 14


def test_long_documents_are_scaled_down_and_others_left_alone():
    counts = count_words(["wine cellar"], ["tea " * 1000 + "pot", "tea pot"]).counts.toarray()
    assert counts[0].sum() == counts[2].sum() == 2
    assert counts[1].max() == pytest.approx(40, rel=0.01)
    assert counts[1][counts[1] > 0].min() == 1


def test_rare_words_are_left_out_only_among_enough_documents():
    assert "cellar" in count_words(["wine cellar"], ["wine"] * 10).names
    assert "cellar" not in count_words(["wine cellar"], ["wine"] * 60).names


def test_a_vectorizer_of_ones_own_is_used_and_left_unfitted(examples, labelled):
    vectorizer = Vectorizer(stemmer=None, stop_words=None)
    Finder("centroid", vectorizer=vectorizer).find(examples, labelled[0])
    assert not hasattr(vectorizer, "vocabulary_")


def test_documents_keep_their_ids_and_columns(examples):
    table = pl.DataFrame({"key": ["x", "y"], "body": ["green tea", "wine cellar wine"], "rank": ["a", "b"]})
    pile = Documents(table=table, text=table["body"], ids=table["key"], columns={"id": ("key",)})
    both = Finder("centroid").find(examples, pile).with_originals()
    assert both.columns == ["key", "body", "rank", "rank_likewise", *COLUMNS[2:]]
    assert both["key"].to_list() == ["y", "x"]
    assert both["rank"].to_list() == ["b", "a"]


def test_the_callback_hears_of_every_stage(examples, labelled):
    heard = []
    Finder("ts-plsa", callback=lambda stage: heard.append(stage)).find(examples, labelled[0])
    assert list(dict.fromkeys(stage.name for stage in heard)) == ["counting", "fitting", "explaining"]
    assert max(stage.done for stage in heard) > 1


def test_a_callback_with_locks_works_for_wrapped_transformers(examples, labelled):
    class Bar:
        def __init__(self):
            self.seen = 0

        def __deepcopy__(self, memo):
            raise TypeError("cannot be copied")

        def hear(self, stage):
            self.seen += stage.done

    bar = Bar()
    Finder("plsa", callback=bar.hear).find(examples, labelled[0])
    assert bar.seen > 0


def test_an_unfinished_fit_does_not_warn(examples, labelled):
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        Finder("ts-plsa", params={"max_iter": 2, "warmup": 0}).find(examples, labelled[0])


def test_a_transformer_is_wrapped_and_a_classifier_is_not():
    assert isinstance(make_estimator("lda"), NearestInSpace)
    assert not isinstance(make_estimator("naive"), NearestInSpace)


def test_parameters_given_win_over_the_seed():
    assert make_estimator("ts-plsa", {"random_state": 5}, random_state=1).random_state == 5


@pytest.mark.parametrize(
    ("examples", "pile", "says"),
    [
        ([], ["tea"], "no documents in examples"),
        (["wine"], [], "no documents in pile"),
        ("wine", ["tea"], "one string"),
        (["wine"], ["tea", None], "NoneType"),
        (["", " "], ["tea"], "none of the 2 examples has any text"),
        (["wine"], ["Wine"], "every document of the pile is one of the examples"),
        (["the and"], ["tea"], "the only example has no word"),
        (["wine"], ["the", "and"], "none of the 2 documents of the pile has a word"),
        (["the"], ["and"], "vocabulary is empty"),
    ],
)
def test_what_cannot_be_searched_is_said_in_a_sentence(examples, pile, says):
    with pytest.raises(UserError, match=says):
        Finder("centroid").find(examples, pile)


@pytest.mark.parametrize(
    ("method", "params", "says"),
    [
        ("magic", None, "there are: .*ts-plsa"),
        ("lsi", {"colour": 1}, "no parameter 'colour'; it has: n_components"),
        ("lsi", {"n_components": 0}, "n_components"),
    ],
)
def test_wrong_methods_and_parameters_are_said_in_a_sentence(method, params, says, examples, labelled):
    with pytest.raises(UserError, match=says):
        Finder(method, params=params).find(examples, labelled[0])


def test_an_example_without_text_is_noted(examples, labelled):
    result = Finder("centroid").find([*examples, ""], labelled[0])
    assert any("1 example has no text" in note for note in result.notes)


def test_a_falling_objective_is_noted(examples, labelled, monkeypatch):
    cls = registry.get("ts-plsa")
    fit = cls.fit

    def falling(self, X, y):
        fit(self, X, y)
        self.stop_reason_ = "diverged"
        return self

    monkeypatch.setattr(cls, "fit", falling)
    assert any("objective fell" in note for note in Finder("ts-plsa").find(examples, labelled[0]).notes)


def test_nearest_examples_are_the_same_in_small_blocks(monkeypatch):
    from scipy import sparse

    from likewise.finder import explain

    rng = np.random.default_rng(0)
    examples, pile = (sparse.csr_array(rng.random((n, 8)) * (rng.random((n, 8)) > 0.5)) for n in (5, 40))
    whole = explain.nearest_examples(examples, pile)
    monkeypatch.setattr(explain, "_BLOCK", 15)
    np.testing.assert_array_equal(explain.nearest_examples(examples, pile), whole)
