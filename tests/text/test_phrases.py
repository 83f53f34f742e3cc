"""Words and pairs of words, by hashes, and headings apart."""

import tracemalloc

import numpy as np
import pytest

from likewise.text import Vectorizer, phrases
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


def test_counts_of_two_languages_stand_in_the_order_of_the_texts() -> None:
    german = "Der Wein ist rot und die Trauben sind es auch, wie wir alle wissen."
    rule = WordRule(others=("german",))
    together = count_phrases(["red wine", german, "green tea"], rule)
    assert (together[[1]] != count_phrases([german], rule)).nnz == 0
    assert (together[[2]] != count_phrases(["green tea"], rule)).nnz == 0


def test_a_word_may_be_in_a_text_more_often_than_a_byte_counts() -> None:
    assert count_phrases(["wine " * 70_000, "tea"], RULE).max() == 70_000
    assert count_phrases(["tea"], RULE).dtype == np.uint8


def test_no_texts_have_no_counts() -> None:
    assert count_phrases([], RULE).shape == (0, 2 * N_COLUMNS)


def _records(n_records: int, n_words: int = 200) -> list[str]:
    """Records of which each third has nothing below its title."""
    words = np.random.default_rng(0).integers(0, 300, (n_records, n_words))
    texts = [" ".join(f"word{number}" for number in row) for row in words.tolist()]
    return [f"{text[:80]}\n{text}" if place % 3 else text[:80] for place, text in enumerate(texts)]


def test_weights_do_not_depend_on_how_many_are_made_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = count_phrases(_records(60, 50), RULE)
    at_once = weigh_phrases(counts)
    monkeypatch.setattr(phrases, "_BLOCK", 100)  # a record with an abstract has about as many
    in_blocks = weigh_phrases(counts)
    for part in ("data", "indices", "indptr"):
        assert getattr(in_blocks, part).tobytes() == getattr(at_once, part).tobytes()
    rows = np.array([7, 3, 59, 4])
    assert (weigh_phrases(counts, rows) != weigh_phrases(counts[rows])).nnz == 0


def test_memory_grows_by_little_more_than_what_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrases, "_BLOCK", 50_000)
    peaks, sizes = [], []
    for n_records in (3_000, 6_000):
        texts = _records(n_records)
        tracemalloc.start()
        counts = count_phrases(texts, RULE)
        weights = weigh_phrases(counts)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        sizes.append(sum(made.data.nbytes + made.indices.nbytes for made in (counts, weights)))
    assert weights.indices.dtype == counts.indices.dtype == np.int32
    # The difference is what more records cost: batches, blocks and columns cost the same for any number.
    assert peaks[1] - peaks[0] < 1.6 * (sizes[1] - sizes[0])
