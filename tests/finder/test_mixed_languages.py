"""A pile in several languages: every document is counted in its own."""

import numpy as np

from likewise.finder import collect, search
from likewise.finder.collection import Collection
from likewise.finder.counting import count_words

ENGLISH = "The wine number {} is red and the grapes are too, as we all know by now from what was said."
GERMAN = "Der Wein mit der Nummer {} ist rot und die Trauben sind es auch, wie wir alle nach dem Glas wissen."
FRENCH = "Le vin numéro {} est rouge et les raisins le sont aussi, comme nous le savons tous avec vous."


def make_pile(*, english=40, german=20, french=0):
    return [
        text.format(number)
        for text, n in ((ENGLISH, english), (GERMAN, german), (FRENCH, french))
        for number in range(n)
    ]


def test_stop_words_and_stems_are_those_of_the_documents_own_language():
    names = collect(["red wine and grapes"], make_pile()).counted.names
    assert {"grape", "traub", "glas"} <= set(names)
    assert not {"und", "der", "wie", "trauben", "the", "grapes"} & set(names)


def test_a_pile_in_one_language_is_counted_as_ever():
    counted = count_words(["red wine"], make_pile(german=0))
    assert counted.rule.others == ()
    assert counted.other_languages == {}


def test_a_stray_document_in_another_language_gets_no_rule_of_its_own():
    counted = count_words(["red wine"], make_pile(german=2))
    assert counted.rule.others == ()
    assert counted.other_languages == {"german": 2}


def test_a_language_that_is_given_is_that_of_all():
    counted = count_words(["red wine"], make_pile(), language="english")
    assert counted.rule.others == ()
    assert "und" in counted.names


def test_rows_stay_in_the_order_of_the_documents():
    pile = make_pile(french=10)
    shuffled = np.random.default_rng(0).permutation(len(pile))
    one = count_words(["red wine"], pile)
    other = count_words(["red wine"], [pile[place] for place in shuffled])
    assert one.terms == other.terms
    assert (one.raw[1:].toarray()[shuffled] == other.raw[1:].toarray()).all()


def test_documents_that_are_added_are_counted_in_their_own_language_too():
    pile = make_pile()
    whole = collect(["red wine"], pile)
    grown = collect(["red wine"], pile[:55]).add(pile[55:])
    assert grown.counted.terms == whole.counted.terms
    assert (grown.counted.raw != whole.counted.raw).nnz == 0
    assert (grown.phrases != whole.phrases).nnz == 0


def test_examples_in_another_language_find_its_documents_and_say_by_which_words(tmp_path):
    wine = ["Der Keller {} hat alte Weine und einen Wein aus der Stadt, den wir nach dem Essen mit dem Glas trinken."]
    tea = ["Die Kanne {} hat grünen Tee und einen Tee aus dem Garten, den wir nach dem Essen mit der Tasse trinken."]
    pile = [text.format(number) for text in (*wine, *tea) for number in range(10)] + make_pile(english=30, german=0)
    collection = collect([wine[0].format("alt"), wine[0].format("neu")], pile)
    result = search(collection)
    assert all(int(name) <= 10 for name in result.table.sort("rank", nulls_last=True)["id"][:10])
    marked = {result.explain("1").text[start:end] for start, end, _ in result.explain("1").spans}
    assert {"Weine", "Wein"} <= marked
    loaded = Collection.load(collection.save(tmp_path / "kept"))
    assert loaded.counted.rule.others == ("english",) or loaded.counted.rule.others == ("german",)
    assert search(loaded).table.equals(result.table)
