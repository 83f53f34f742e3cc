import subprocess
import sys

import numpy as np
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from likewise.errors import UserError
from likewise.text import Vectorizer, Weighting, tokens
from likewise.text import vectorizer as module

DOCUMENTS = ["The philosophy of philosophers", "", "Philosophical dogs barked; a dog barks", "dogs bark"]


def test_words_are_stemmed_after_stop_words_are_removed():
    vectorizer = Vectorizer(stop_words=["dogs"]).fit(DOCUMENTS)
    assert vectorizer.vocabulary_ == {"bark": 0, "dog": 1, "of": 2, "philosoph": 3, "philosophi": 4, "the": 5}
    assert vectorizer.transform(["dogs dog"]).toarray()[0].tolist() == [0, 1, 0, 0, 0, 0]


def test_counts_are_canonical_csr_of_int32():
    counts = Vectorizer().fit_transform(DOCUMENTS)
    assert isinstance(counts, sparse.csr_array)
    assert counts.dtype == counts.indices.dtype == counts.indptr.dtype == np.int32
    fresh = sparse.csr_array((counts.data, counts.indices, counts.indptr), shape=counts.shape)
    assert fresh.has_canonical_format
    assert counts.indptr.tolist() == [0, 2, 2, 5, 7]


@pytest.mark.parametrize(
    "make",
    [list, iter, tuple, pl.Series, np.array, lambda d: (text for text in d)],
    ids=["list", "iter", "tuple", "polars", "numpy", "generator"],
)
def test_any_iterable_of_strings_is_read(make):
    expected = Vectorizer().fit_transform(DOCUMENTS)
    vectorizer = Vectorizer()
    assert (vectorizer.fit_transform(make(DOCUMENTS)) != expected).nnz == 0
    assert (vectorizer.transform(make(DOCUMENTS)) != expected).nnz == 0
    assert Vectorizer().fit(make(DOCUMENTS)).vocabulary_ == vectorizer.vocabulary_


@pytest.mark.parametrize("n_jobs", [1, 2, 4])
@pytest.mark.parametrize("size", [1, 150, 10**9])
def test_batches_and_threads_do_not_change_the_result(monkeypatch, n_jobs, size):
    documents = [f"word{i % 7} other{i % 11} the dogs dog{i} {'barks ' * (i % 5)}" for i in range(60)]
    parameters = {"ngram_range": (1, 2), "min_df": 2}
    expected = Vectorizer(**parameters, n_jobs=1)
    counts = expected.fit_transform(documents)
    monkeypatch.setattr(module, "batches", lambda texts, real=module.batches: real(texts, size))
    vectorizer = Vectorizer(**parameters, n_jobs=n_jobs)
    again = vectorizer.fit_transform(documents)
    assert vectorizer.vocabulary_ == expected.vocabulary_
    assert vectorizer.surface_forms_ == expected.surface_forms_
    for a, b in [(again, counts), (vectorizer.transform(documents), counts)]:
        assert a.indptr.tobytes() == b.indptr.tobytes()
        assert a.indices.tobytes() == b.indices.tobytes()
        assert a.data.tobytes() == b.data.tobytes()


def test_transform_may_forget_tokens_without_changing_the_result(monkeypatch):
    documents = [f"word{i % 7} the dogs dog{i}" for i in range(60)]
    vectorizer = Vectorizer(ngram_range=(1, 2))
    expected = vectorizer.fit_transform(documents)
    monkeypatch.setattr(module, "_TOKENS_REMEMBERED", 3)
    monkeypatch.setattr(module, "batches", lambda texts, real=module.batches: real(texts, 200))
    assert (vectorizer.transform(documents) != expected).nnz == 0


@pytest.mark.parametrize("mask", [0, 1, 7])
def test_tokens_with_the_same_hash_are_still_told_apart(monkeypatch, mask):
    documents = [f"word{i % 17} other{i % 11} dog{i}" for i in range(40)]
    expected = Vectorizer()
    counts = expected.fit_transform(documents)

    class Colliding(tokens.TokenNumbers):
        def of(self, batch):
            return super().of(batch._replace(keys=batch.keys & np.uint64(mask)))

    monkeypatch.setattr("likewise.text.lexicon.TokenNumbers", Colliding)
    monkeypatch.setattr(module, "batches", lambda texts, real=module.batches: real(texts, 300))
    vectorizer = Vectorizer()
    assert (vectorizer.fit_transform(documents) != counts).nnz == 0
    assert vectorizer.vocabulary_ == expected.vocabulary_
    assert vectorizer.surface_forms_ == expected.surface_forms_


def test_surface_form_is_the_commonest_token_and_the_first_in_the_alphabet_among_equals():
    documents = ["barks barking barks", "dogs dog the", "barking philosophy", "dog dogs"]
    vectorizer = Vectorizer(ngram_range=(1, 2)).fit(documents)
    assert vectorizer.surface_forms_ == {"bark": "barking", "dog": "dog", "philosophi": "philosophy"}
    assert Vectorizer(stemmer=None).fit(documents).surface_forms_ == {}


def test_surface_forms_are_kept_for_words_that_only_n_grams_use():
    vectorizer = Vectorizer(ngram_range=(2, 2), min_df=2).fit(["moral philosophy x1", "moral philosophy x2"])
    assert vectorizer.surface_forms_ == {"moral": "moral", "philosophi": "philosophy"}


def test_min_count_counts_occurrences_not_documents():
    documents = ["twice twice once", "both", "both"]
    assert Vectorizer(stop_words=None, stemmer=None, min_count=2).fit(documents).vocabulary_ == {"both": 0, "twice": 1}
    binary = Vectorizer(stop_words=None, stemmer=None, min_count=2, binary=True)
    assert binary.fit_transform(documents).toarray().tolist() == [[0, 1], [1, 0], [1, 0]]


def test_unknown_words_and_empty_documents_give_empty_rows():
    vectorizer = Vectorizer().fit(["known"])
    assert vectorizer.transform(["unknown", "", "known unknown"]).toarray().tolist() == [[0], [0], [1]]
    assert vectorizer.transform([]).shape == (0, 1)


def test_given_vocabulary_needs_no_fit():
    vectorizer = Vectorizer(vocabulary=["dog", "cat"])
    assert vectorizer.transform(["cats cat dogs"]).toarray().tolist() == [[1, 2]]
    assert vectorizer.fit_transform(["cats cat dogs"]).toarray().tolist() == [[1, 2]]
    assert vectorizer.surface_forms_ == {"dog": "dogs", "cat": "cat"}


def test_inverse_transform_lists_the_terms_of_each_row():
    vectorizer = Vectorizer()
    counts = vectorizer.fit_transform(DOCUMENTS)
    listed = [terms.tolist() for terms in vectorizer.inverse_transform(counts)]
    assert listed == [["philosoph", "philosophi"], [], ["bark", "dog", "philosoph"], ["bark", "dog"]]
    assert [terms.tolist() for terms in vectorizer.inverse_transform(counts.toarray())] == listed


def test_stop_words_of_a_language_match_tokens_without_accents():
    vectorizer = Vectorizer(language="french", strip_accents="unicode", stemmer=None).fit(["même très cheval"])
    assert vectorizer.vocabulary_ == {"cheval": 0}
    assert Vectorizer(language="german").fit(["und Häuser"]).vocabulary_ == {"haus": 0}
    assert Vectorizer(stop_words="german", stemmer="porter").fit(["und the dogs"]).vocabulary_ == {"dog": 0, "the": 1}


def test_english_stop_words_are_those_of_scikit_learn():
    for stop_words in ("auto", "english"):
        texts = [" ".join(sorted(ENGLISH_STOP_WORDS)), "word"]
        assert Vectorizer(stop_words=stop_words).fit(texts).vocabulary_ == {"word": 0}


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ("one string", "not one string"),
        (["fine", None], r"document 1 .* None"),
        (["fine", "fine", b"raw"], "document 2 .* bytes"),
        (["fine", float("nan")], "document 1 .* nan of type float"),
        (pl.DataFrame({"text": ["a", "b"]}), "DataFrame"),
        ({"text": "words"}, "dict"),
        (3, "not 3"),
        ([], "no documents"),
        (["the of", "and", ""], "no words were found in 3 documents"),
        (["half \ud83d word"], "lone surrogate"),
    ],
)
def test_documents_that_cannot_be_read_are_named(documents, message):
    with pytest.raises(UserError, match=message):
        Vectorizer().fit(documents)
    with pytest.raises(UserError, match=message):
        Vectorizer().fit_transform(documents)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"language": "klingon"}, "there are for arabic"),
        (
            {"language": "klingon", "stop_words": None},
            "snowball stemmer for the language 'klingon'; there are for arabic",
        ),
        ({"stop_words": "klingon"}, "there are for arabic"),
        ({"stemmer": "lovins"}, "snowball and porter"),
        ({"stemmer": "porter", "language": "german"}, "for english"),
        ({"token_pattern": "("}, "not a regular expression"),
        ({"token_pattern": "(a)(b)"}, "2 capturing groups"),
        ({"ngram_range": (2, 1)}, "ngram_range"),
        ({"ngram_range": (0, 1)}, "ngram_range"),
        ({"ngram_range": (1.0, 2)}, "ngram_range"),
        ({"min_df": 5, "max_df": 2}, "fewer documents"),
        ({"min_df": 5, "max_df": 5}, "none of 3 terms"),
        ({"min_count": 9}, "none of 3 terms"),
        ({"vocabulary": []}, "vocabulary is empty"),
        ({"vocabulary": ["a", "b", "a"]}, "'a' more than once"),
        ({"vocabulary": {"a": 0, "b": 2}}, "from 0 to 1"),
    ],
)
def test_parameters_that_cannot_work_are_named_with_a_way_out(parameters, message):
    with pytest.raises(UserError, match=message):
        Vectorizer(**parameters).fit(["good words", "more words", "other things"])


@pytest.mark.parametrize(
    "parameters", [{"min_df": 0}, {"max_df": 1.5}, {"lowercase": "yes"}, {"strip_accents": "all"}, {"min_count": 0}]
)
def test_parameters_of_the_wrong_kind_are_refused(parameters):
    with pytest.raises(ValueError, match=next(iter(parameters))):
        Vectorizer(**parameters).fit(["words"])


def test_transform_before_fit_is_refused():
    with pytest.raises(NotFittedError):
        Vectorizer().transform(["words"])
    with pytest.raises(NotFittedError):
        Vectorizer().get_feature_names_out()


def test_it_clones_and_works_in_a_pipeline():
    vectorizer = clone(Vectorizer(ngram_range=(1, 2), stop_words=["dogs"])).set_params(min_df=1)
    model = make_pipeline(vectorizer, Weighting("tfidf-log"), LogisticRegression())
    model.fit(["dogs bark", "cats purr", "dogs barked", "cats purring"], [0, 1, 0, 1])
    assert model.predict(["barks", "purrs"]).tolist() == [0, 1]
    assert model[:2].get_feature_names_out().tolist() == model[0].get_feature_names_out().tolist()
    assert not Vectorizer().__sklearn_tags__().input_tags.two_d_array


def test_fitting_again_forgets():
    vectorizer = Vectorizer().fit(["one thing"])
    assert vectorizer.fit(["other words"]).vocabulary_ == Vectorizer().fit(["other words"]).vocabulary_


MEASURE = """
import resource, sys
from likewise.text import Vectorizer

piece = " ".join(f"word{i}longer" for i in range(500))

def stream(n):
    for i in range(n):
        yield f"{piece} {i % 50}th"

for n in (6_000, 20_000):
    vectorizer = Vectorizer(n_jobs=1)
    if sys.argv[1] == "matrix":
        counts = vectorizer.fit_transform(stream(n))
        size = counts.data.nbytes + counts.indices.nbytes
    else:
        size = vectorizer.fit(stream(n)) and 0
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, size / 2**20, n * len(piece) / 2**20)
    counts = None
"""


@pytest.mark.parametrize("what", ["vocabulary", "matrix"])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="peak memory is read in the units of Linux")
def test_memory_follows_the_matrix_and_not_the_text(what):
    output = subprocess.run([sys.executable, "-c", MEASURE, what], capture_output=True, check=True, text=True).stdout
    few, few_matrix, few_text, many, many_matrix, many_text = map(float, output.split())
    assert many_text - few_text > 90
    # Twice the matrix: its blocks, and the blocks put together. The rest is what allocators keep.
    assert many - few < 2 * (many_matrix - few_matrix) + 35


def test_zero_threads_are_refused_as_a_parameter():
    with pytest.raises(ValueError, match="The 'n_jobs' parameter of Vectorizer must be"):
        Vectorizer(n_jobs=0).fit(["red wine"])
