"""With stemmer=None a Vectorizer gives the matrix and the vocabulary of CountVectorizer, whatever the text."""

import sys
import unicodedata
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from likewise.text import Vectorizer
from likewise.text import vectorizer as module
from likewise.text.batches import batches


def _shown(settings):
    """Name settings the same way in every process: a function's address and a set's order would differ."""
    shown = {key: sorted(value) if isinstance(value, set | frozenset) else value for key, value in settings.items()}
    return str({key: "function" if callable(value) else value for key, value in shown.items()})


NASTY = [
    "e\u0301te\u0301 été ÉTÉ cafe\u0301s",
    "x² ½ ¼½ ²³ 10² a½b Ⅷ Ⅷⅷ ①② 一二三 𝟘𝟙",
    "ΣΑΣ ὈΔΥΣΣΕΎΣ Σ ΑΣ' ΑΣ.Β ΑΣ\u0301 ΑΣΑ",
    "İstanbul ISTANBUL ıi İİ",
    "Straße STRASSE ẞß ﬁne ﬀ",
    "👩\u200d💻 👩👩 a\u200db می\u200cخواهم 🇩🇪 x😀y",
    "日本語の文章、中文 한국어 단어",
    "كِتَابٌ العربية ١٢٣ ـــ",
    "हिन्दी में नमस्ते क्षत्रिय १२३",
    "don't rock'n'roll e-mail under_score __init__ _ __ a1 1a",
    "tab\tnew\nline\r\nnul\0byte nb\u00a0space zero\u200bwidth bom\ufeffmark soft\u00adhyphen",
    "",
    "   ",
    "the and of",
    "word " * 50,
    "ᲀᲈ ꭰᎠ ǅǆ ŉ ΐ ᾳ ⅷ Ⓐⓐ 𐐀𐐨 \U0001e900\U0001e922",
    "ไทย ภาษาไทย ລາວ \u0ece",
]


def assert_same(texts, ours=None, **parameters):
    mine = Vectorizer(stemmer=None, **{"stop_words": None, **parameters, **(ours or {})})
    other = CountVectorizer(**parameters)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Your stop_words may be inconsistent")
        expected = other.fit_transform(texts)
    counted = mine.fit_transform(texts)
    assert mine.get_feature_names_out().tolist() == other.get_feature_names_out().tolist()
    assert mine.vocabulary_ == other.vocabulary_
    expected.sort_indices()
    for attribute in ("indptr", "indices", "data"):
        np.testing.assert_array_equal(getattr(counted, attribute), getattr(expected, attribute))
    assert counted.shape == expected.shape
    assert (mine.transform(texts) != expected).nnz == 0
    return mine


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"lowercase": False},
        {"strip_accents": "unicode"},
        {"strip_accents": "ascii"},
        {"preprocessor": str.upper},
        {"strip_accents": lambda text: text.replace("ß", "ss")},
        {"ngram_range": (1, 2)},
        {"ngram_range": (2, 4), "stop_words": ["word", "the"]},
        {"ngram_range": (3, 3)},
        {"stop_words": "english"},
        {"binary": True},
        {"vocabulary": ["word", "été", "unseen", "10²"]},
        {"vocabulary": {"straße", "word"}, "ngram_range": (1, 2)},
        {"vocabulary": {"word word": 1, "word": 0}, "ngram_range": (1, 2)},
        {"min_df": 2, "token_pattern": r"\w"},
    ],
    ids=_shown,
)
def test_nasty_unicode_gives_the_same_matrix(parameters):
    assert_same(NASTY, **parameters)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\w+",
        r"\b\w+\b",
        r"(?u)\b\w{3,}\b",
        r"\w{5,}",
        r"\b\w{2,4}\b",
        r"\w{2,4}",
        r"\S+",
        r"\d+",
        r"[a-z]+",
        r"[a-z]{2,}",
        r"\b[a-z]+\b",
        r"(?u)\b[a-zA-Z][a-zA-Z]+\b",
        r"\b[^\W\d_]+\b",
        r"[^\W\d_]{2,}",
        r"\b[^\W\d]\w*\b",
        r"[\w'-]+",
        r"[^\s]+",
        r"\b[\w']+\b",
        r"\w\w*\w",
        r"\w?\w+",
        r"\b(\w)\w+\b",
        r"(?<=a)\w|x",
        r"(?i)[A-Z]+",
        r"(?a)\w+",
        r"\w+\b",
        r"word",
        r"\bword\b",
        r".",
        r"[\]a-z]+",
        r"\w*",
    ],
)
def test_every_token_pattern_gives_the_same_matrix(pattern):
    assert_same(NASTY, token_pattern=pattern)


@pytest.mark.parametrize("size", [1, 10_000])
def test_words_with_spaces_are_the_runs_of_words_that_read_the_same(size, monkeypatch):
    monkeypatch.setattr(module, "batches", lambda documents: batches(documents, size))
    texts = ["new york city", "old york", "new_york city", "new_york", "old york_city york", "new york city"]
    assert_same(texts, preprocessor=lambda text: text, token_pattern=r"\w+", ngram_range=(1, 3))
    texts = [f"{text}," for text in texts]
    for n in ((1, 2), (2, 3)):
        assert_same([*texts, "old, york city, new york, city"], token_pattern="[a-z]+(?: york)?", ngram_range=n)


def test_every_character_counts_as_in_python():
    every = [chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point < 0xE000]
    texts = ["".join(every[start : start + 997]) for start in range(0, len(every), 997)]
    texts += ["x" + "x".join(every[start : start + 4001]) for start in range(0, 0x3000, 4001)]
    assert_same(texts)


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)) | st.sampled_from("abΣ\u0301²İ _'")), max_size=6))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_the_same_matrix(texts):
    assert_same([*texts, "always words"], ngram_range=(1, 2))


@pytest.mark.parametrize(
    "parameters",
    [
        {"min_df": 2, "max_df": 0.5},
        {"min_df": 0.01, "max_df": 40},
        {"max_features": 57},
        {"max_features": 200, "binary": True, "min_df": 3},
        {"max_features": 333, "ngram_range": (1, 3), "stop_words": "english"},
        {"strip_accents": "unicode", "stop_words": "english", "dtype": np.float32},
        {"min_df": 1, "max_df": 1},
    ],
    ids=_shown,
)
@pytest.mark.corpus
def test_real_text_gives_the_same_matrix(corpus, parameters):
    assert_same(corpus("webkb", 150) + corpus("20newsgroups", 150), **parameters)


@pytest.mark.parametrize("name", ["20newsgroups", "reuters21578", "webkb", "webdir"])
@pytest.mark.corpus
def test_real_corpora_give_the_same_matrix_with_many_batches_and_threads(corpus, name, monkeypatch):
    texts = corpus(name, 700)
    monkeypatch.setattr(module, "batches", lambda documents, real=module.batches: real(documents, 50_000))
    assert_same(texts, {"n_jobs": 3}, stop_words="english")


def test_lower_case_is_pythons_even_for_letters_that_another_unicode_version_knows():
    unassigned = [chr(p) for p in range(sys.maxunicode + 1) if unicodedata.category(chr(p)) == "Cn"]
    assert_same(["aΣ" + "a aΣ".join(unassigned[:3000]) + "a", "more words"])
