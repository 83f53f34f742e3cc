"""Near-copies are grouped, and nothing else is."""

import random

import numpy as np
import polars as pl
import pytest

from likewise.documents.duplicates import duplicate_groups
from likewise.finder import Finder
from likewise.finder.inputs import as_documents
from likewise.text import Vectorizer

VOCABULARY = [f"word{number:03}" for number in range(500)]


def texts(number, seed=0, length=40):
    draw = random.Random(seed)
    return [" ".join(draw.choices(VOCABULARY, k=length)) for _ in range(number)]


def groups_of(given):
    documents = as_documents(given, "pile")
    return duplicate_groups(documents, Vectorizer().fit_transform(documents.text.to_list())).tolist()


def test_documents_that_share_nothing_much_are_in_no_group():
    assert groups_of(texts(300)) == [0] * 300


def test_copies_with_a_few_words_changed_are_one_group():
    pile = texts(200)
    draw = random.Random(1)
    copies = []
    for text in pile[:20]:
        words = text.split()
        for at in draw.sample(range(40), 2):
            words[at] = draw.choice(VOCABULARY)
        copies.append(" ".join(words))
    found = groups_of(pile + copies)
    assert found[20:200] == [0] * 180
    together = sum(found[at] == found[200 + at] != 0 for at in range(20))
    assert together >= 19
    assert max(found) == together


def test_groups_are_numbered_in_order_of_their_first_documents():
    one, two, alone = texts(3)
    assert groups_of([two, alone, one, one, two]) == [1, 0, 2, 2, 1]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            {"doi": ["10.1000/X", "https://doi.org/10.1000/x", None], "text": ["old red wine", "red wine", "milk"]},
            [1, 1, 0],
        ),
        ({"doi": ["10.1000/X", "10.1000/x", None], "text": ["red wine", "green tea", "milk"]}, [0, 0, 0]),
        ({"title": ["Editorial", "Editorial"], "abstract": ["on wine and grapes", "on tea and pots"]}, [0, 0]),
        (
            {
                "title": ["The wine of old cellars in France"] * 2,
                "abstract": ["barrels of oak and cork and grapes and tannin", None],
            },
            [1, 1],
        ),
        ({"text": ["", "", "red wine"]}, [0, 0, 0]),
    ],
)
def test_numbers_and_long_titles_tell_copies_and_short_titles_do_not(table, expected):
    assert groups_of(pl.DataFrame(table)) == expected


def test_the_result_has_a_column_of_groups_and_says_so():
    pile = [*texts(30), *texts(2)]
    result = Finder("centroid").find(texts(3, seed=7), pile)
    grouped = result.table.filter(pl.col("group").is_not_null())
    assert sorted(grouped["id"]) == ["1", "2", "31", "32"]
    assert any("4 documents of the pile are near-copies of each other, in 2 groups" in note for note in result.notes)


def test_a_thousand_equal_documents_are_one_group():
    assert set(groups_of(["red wine in old barrels"] * 1000)) == {1}


def test_the_order_of_the_pile_changes_no_group():
    pile = [*texts(50), *texts(10)]
    order = np.random.default_rng(0).permutation(60)
    found, moved = np.array(groups_of(pile)), np.array(groups_of([pile[at] for at in order]))
    assert ((found[order][:, None] == found[order]) == (moved[:, None] == moved)).all()


def test_the_order_of_documents_changes_no_group():
    draw = np.random.default_rng(0)
    pile = [" ".join(draw.choice(VOCABULARY[:30], 24, replace=False)) for _ in range(150)] + ["a b", "", "wine tea"]
    counts = Vectorizer().fit_transform(pile)
    groups = duplicate_groups(as_documents(pile, "pile"), counts)
    assert (groups > 0).sum() > 20
    order = draw.permutation(len(pile))
    again = duplicate_groups(as_documents([pile[place] for place in order], "pile"), counts[order])
    pairs = set(zip(groups[order].tolist(), again.tolist(), strict=True))
    assert len(pairs) == groups.max() + 1 == again.max() + 1  # each group has one number here and one there
