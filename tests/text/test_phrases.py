"""Words and pairs of words, by hashes, and headings apart."""

import numpy as np

from likewise.text import Vectorizer
from likewise.text.phrases import N_COLUMNS, count_phrases, heading, looks_like_lines, looks_like_records, weigh_phrases
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


def test_records_of_literature_are_told_from_letters_and_single_lines() -> None:
    abstract = "We gave wine to forty persons and compared them with forty others. " * 5
    assert looks_like_records([f"A trial of wine\n{abstract}"] * 3)
    assert not looks_like_records([abstract] * 3)
    assert not looks_like_records(["\n".join(["a line of a letter"] * 40)] * 3)
    assert not looks_like_records([])


def test_single_lines_are_told_from_longer_texts() -> None:
    assert looks_like_lines(["Where is my card?"] * 3)
    assert not looks_like_lines(["We drank it daily. " * 20] * 3)
    assert not looks_like_lines([])
