"""Words and pairs of words, by hashes, and headings apart."""

import numpy as np

from likewise.text import Vectorizer
from likewise.text.phrases import N_COLUMNS, count_phrases, heading, weigh_phrases
from likewise.text.spans import WordRule

RULE = WordRule.of(Vectorizer())


def test_the_order_of_two_words_counts() -> None:
    one, other = count_phrases(["dog bites man"], RULE), count_phrases(["man bites dog"], RULE)
    assert one.nnz == other.nnz == 5
    assert (one != other).nnz == 4  # the words are the same, the pairs are not


def test_stop_words_are_counted_and_forms_are_one_word() -> None:
    assert count_phrases(["the wine"], RULE).nnz == 3
    assert (count_phrases(["wines"], RULE) != count_phrases(["wine"], RULE)).nnz == 0


def test_documents_counted_later_have_the_same_columns() -> None:
    texts = ["red wine in a glass", "a pot of tea", "wine and tea"]
    together = count_phrases(texts, RULE)
    apart = [count_phrases([text], RULE) for text in texts]
    for row, alone in enumerate(apart):
        assert (together[[row]] != alone).nnz == 0


def test_a_heading_has_columns_of_its_own() -> None:
    counts = count_phrases(["On wine\nWe drink it.", "no heading here"], RULE)
    assert counts[[0], N_COLUMNS:].nnz > 0
    assert counts[[1], N_COLUMNS:].nnz == 0
    assert heading("x" * 301 + "\nbelow") == ""


def test_phrases_of_one_document_say_nothing_of_others() -> None:
    rows = weigh_phrases(count_phrases(["red wine", "red wine", "green tea", ""], RULE))
    assert rows[[2]].nnz == rows[[3]].nnz == 0
    assert np.all(rows.multiply(rows).sum(axis=1) <= 1 + 1e-6)


def test_a_record_without_an_abstract_is_a_heading_where_others_have_one() -> None:
    records = [f"Why {what}\nWe gave it to adults." for what in ("wine", "tea", "wine", "tea")]
    # The words below the titles are all the same, so that nothing but a title can be like "Why wine".
    rows = weigh_phrases(count_phrases([*records, "Why wine"], RULE))
    assert np.isclose(rows[[4]].multiply(rows[[4]]).sum(), 1.0)
    assert (rows[[4]] @ rows[[0]].T)[0, 0] > (rows[[4]] @ rows[[1]].T)[0, 0]
    alone = weigh_phrases(count_phrases(["Why wine", "Why tea"] * 2, RULE))
    assert np.all(alone.multiply(alone).sum(axis=1) < 0.9)  # nobody has a heading here
