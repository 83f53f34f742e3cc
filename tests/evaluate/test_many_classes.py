import numpy as np
import pytest

from likewise.errors import UserError
from likewise.evaluate import simulate_classes
from likewise.evaluate.many_classes import choose_labelled, one_class_each
from likewise.progress import Stage

WORDS = {"wine": "grape vine cellar bottle", "tea": "leaf kettle pot brew", "beer": "hop malt barrel foam"}


@pytest.fixture
def drinks():
    rng = np.random.default_rng(0)
    labels = [name for name in WORDS for _ in range(20)]
    return [" ".join(rng.choice(WORDS[name].split(), 6)) for name in labels], labels


def test_classes_are_told_from_a_few_labels_of_each(drinks):
    outcome = simulate_classes(*drinks, share=0.2, method="nb-em")
    assert (outcome["n_labelled"], outcome["n_predicted"]) == (12, 48)
    assert outcome["micro_f1"] == outcome["macro_f1"] == 1.0
    assert outcome["n_classes"] == len(outcome["classes"]) == 3
    assert outcome["classes"]["tea"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}


def test_the_same_seed_hides_the_same_labels(drinks):
    first, second = (simulate_classes(*drinks, share=0.1, method="nb", seed=3) for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_whoever_waits_is_told_where_it_is(drinks):
    told = []
    simulate_classes(*drinks, share=0.2, method="nb-em", callback=told.append)
    assert told[:2] == [Stage("counting"), Stage("fitting")]


def test_documents_with_no_label_or_several_are_left_out(drinks):
    texts, labels = drinks
    labels[0], labels[1], labels[2] = None, ["wine", "tea"], ["wine"]
    rows, truth = one_class_each(texts, labels)
    assert rows.tolist() == [2, *range(3, 60)]
    assert truth[0] == "wine"
    assert simulate_classes(texts, labels, 0.5, "nb-em")["n_labelled"] == 29


def test_every_class_keeps_a_label_however_small_the_share():
    shown = choose_labelled(np.repeat([0, 1, 2], [1, 50, 300]), 0.01, seed=0)
    assert [int(part.sum()) for part in np.split(shown, [1, 51])] == [1, 1, 3]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"labels": None}, "no labels"),
        ({"labels": ["wine"]}, "1 labels for 60 documents"),
        ({"labels": ["wine"] * 60}, "at least two classes are needed"),
        ({"share": 0.0}, "between 0 and 1"),
        ({"share": 1.0}, "between 0 and 1"),
        ({"share": 0.999}, "no document to predict"),
        ({"method": "wlr"}, "use one of .*nb-em"),
        ({"method": "nonsense"}, "no method"),
        ({"params": {"alpha": -1.0}}, "alpha"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_a_sentence(drinks, change, says):
    texts, labels = drinks
    settings = {"labels": labels, "share": 0.1, "method": "nb", **change}
    with pytest.raises(UserError, match=says) as told:
        simulate_classes(texts, **settings)
    assert "\n" not in str(told.value)
