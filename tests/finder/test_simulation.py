"""Hidden labels, found again."""

import pytest

from likewise import registry
from likewise.errors import UserError
from likewise.finder import simulate
from likewise.finder.simulation import choose_examples

KEYS = {"precision", "recall", "f1", "ap", "n_predicted", "n_positive", "seconds", "method"}


@pytest.mark.parametrize("method", registry.names())
def test_a_clear_topic_is_ranked_first_by_every_method(method, labelled):
    outcome = simulate(*labelled, "wine", 5, method)
    assert set(outcome) == KEYS
    # With so few examples one spy decides what is negative, and rounds of SVMs go on from there.
    assert outcome["ap"] > (0.8 if method == "spy-svm-i" else 0.95)
    assert outcome["n_positive"] == 15
    assert outcome["method"] == method


def test_the_same_seed_gives_the_same_numbers(labelled):
    first, second = (simulate(*labelled, "wine", 5, seed=2) for _ in range(2))
    assert first | {"seconds": 0} == second | {"seconds": 0}


def test_a_document_may_have_several_labels(labelled):
    texts, labels = labelled
    several = [[label, "drink"] if label != "cars" else [] for label in labels]
    assert simulate(texts, several, "wine", 5, "centroid")["n_positive"] == 15
    assert simulate(texts, several, "drink", 5, "centroid")["n_positive"] == 35


def test_documents_without_words_count_as_not_found(labelled):
    texts, labels = labelled
    outcome = simulate([*texts, ""], [*labels, "wine"], "wine", 5, "centroid", seed=1)
    assert outcome["n_positive"] == 16
    assert outcome["recall"] < 1
    assert outcome["ap"] < 1


def test_copies_of_an_example_stay_in_the_pile():
    texts = ["red wine cellar"] * 4 + ["green tea leaf"] * 4
    outcome = simulate(texts, ["wine"] * 4 + ["tea"] * 4, "wine", 2, "centroid")
    assert (outcome["n_positive"], outcome["f1"]) == (2, 1.0)


def test_the_examples_have_the_label_and_the_rest_is_hidden(labelled):
    truth, shown, hidden = choose_examples(labelled[1], "tea", 7, seed=0)
    assert truth[shown].all()
    assert sorted([*shown, *hidden]) == list(range(60))
    assert len(shown) == 7


@pytest.mark.parametrize(
    ("labels", "positive", "number", "says"),
    [
        (["a", "b", "a"], "c", 1, r"no document has the label 'c'; there are: a \(2\), b \(1\)"),
        (["a", "b", "a"], "a", 2, "only 2 documents have the label 'a'.*at most 1"),
        (["a", "b", "a"], "b", 1, "only one document has the label 'b'"),
        (["a", "b", "a"], "a", 0, "at least 1"),
        ([str(number) for number in range(30)], "x", 1, "and 20 more"),
        ([None, None, None], "a", 1, "none at all"),
        (None, "a", 1, "no labels"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_a_sentence(labels, positive, number, says):
    with pytest.raises(UserError, match=says):
        choose_examples(labels, positive, number, seed=0)


def test_labels_and_documents_must_match_in_number():
    with pytest.raises(UserError, match="2 labels for 3 documents"):
        simulate(["x", "y", "z"], ["a", "b"], "a", 1)
