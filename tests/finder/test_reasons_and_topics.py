"""Why a document ranks where it does, where its words stand, and what the documents found are about."""

import time

import numpy as np
import pytest
from scipy import sparse

from likewise.errors import UserError
from likewise.finder import Finder
from likewise.finder.topics import topics_among
from likewise.text import Vectorizer
from likewise.text.spans import WordRule
from tests.conftest import make_documents

LIKES = ["a glass of fine wine", "red wines of old vineyards"]
PILE = ["A pot of tea", "WINE, wine-glasses & vineyards", "milk", "", "tea and milk"]


class TestExplain:
    def test_words_come_with_their_weight_best_first(self):
        reasons = Finder("centroid").find(LIKES, PILE).explain("2")
        words, values = zip(*reasons.words, strict=True)
        assert set(words) == {"wine", "glass", "vineyards"}
        assert list(values) == sorted(values, reverse=True)
        assert min(values) > 0

    def test_the_words_are_those_of_the_table_and_more(self, examples, labelled):
        result = Finder().find(examples, labelled[0])
        for name, why in result.table.select("id", "why").head(10).rows():
            assert [word for word, _ in result.explain(name).words][:5] == why.split(", ")

    def test_spans_are_places_in_the_original_text(self):
        reasons = Finder("centroid").find(LIKES, PILE).explain("2")
        assert reasons.text == PILE[1]
        shown = [(reasons.text[start:end], word) for start, end, word in reasons.spans]
        assert shown == [("WINE", "wine"), ("wine", "wine"), ("glasses", "glass"), ("vineyards", "vineyards")]
        assert {word for _, _, word in reasons.spans} <= {word for word, _ in reasons.words}

    def test_rank_probability_and_decision_are_those_of_the_table(self, examples, labelled):
        result = Finder().find(examples, labelled[0], decisions={"5": "no"})
        for row in result.table.to_dicts():
            reasons = result.explain(row["id"])
            assert (reasons.id, reasons.rank, reasons.probability, reasons.suggestion) == (
                row["id"],
                row["rank"],
                row["probability"],
                row["suggestion"],
            )
            assert reasons.text == labelled[0][int(row["id"]) - 1]

    def test_nearest_are_the_three_most_similar_examples(self, examples, labelled):
        result = Finder("centroid").find(examples, labelled[0])
        for name, nearest in result.table.select("id", "nearest").head(20).rows():
            likest = result.explain(name).nearest
            assert len(likest) == 3
            assert likest[0][0] == nearest
            cosines = [cosine for _, cosine in likest]
            assert cosines == sorted(cosines, reverse=True)
            assert 0 < cosines[-1] <= cosines[0] <= 1 + 1e-6

    def test_a_document_without_words_has_no_reasons(self):
        reasons = Finder("centroid").find(LIKES, PILE).explain("4")
        assert (reasons.words, reasons.spans, reasons.nearest, reasons.probability) == ([], [], [], None)

    def test_a_document_that_is_an_example_is_nearest_to_itself(self):
        result = Finder("centroid").find(LIKES, [*PILE, LIKES[1].upper()])
        reasons = result.explain("6")
        assert (reasons.decision, reasons.rank) == ("example", None)
        assert reasons.nearest[0] == ("2", pytest.approx(1.0))
        assert [reasons.text[start:end] for start, end, _ in reasons.spans][-1] == "VINEYARDS"
        assert result.table["nearest"][-1] == "2"

    def test_an_unknown_id_is_said(self):
        with pytest.raises(UserError, match="no document of the pile has the id 'x'"):
            Finder("centroid").find(LIKES, PILE).explain("x")


class TestSpans:
    def test_stop_words_are_no_words(self):
        rule = WordRule.of(Vectorizer(stop_words=["wine"], stemmer=None))
        assert list(rule.spans("wine tea", {"wine", "tea"})) == [(5, 8, "tea")]

    def test_runs_of_words_are_found_over_stop_words_and_the_longest_wins(self):
        rule = WordRule.of(Vectorizer(ngram_range=(1, 2)))
        assert list(rule.spans("A glass of wine, wine", {"glass wine", "glass", "wine"})) == [
            (2, 15, "glass wine"),
            (17, 21, "wine"),
        ]

    def test_capitals_are_seen_by_a_pattern_of_small_letters(self):
        rule = WordRule.of(Vectorizer(token_pattern="[a-z]+", stop_words=None))
        assert list(rule.spans("RED Wine", {"wine"})) == [(4, 8, "wine")]

    def test_accents_do_not_matter_where_they_are_taken_off(self):
        rule = WordRule.of(Vectorizer(strip_accents="unicode", stemmer=None))
        text = "Un château, CHÂTEAU"
        assert [text[start:end] for start, end, _ in rule.spans(text, {"chateau"})] == ["château", "CHÂTEAU"]

    def test_characters_that_grow_do_not_move_the_places(self):
        text = "İİİ wine, WINE"  # each İ becomes two characters in lower case
        spans = WordRule.of(Vectorizer()).spans(text, {"wine"})
        assert [text[start:end] for start, end, _ in spans] == ["wine", "WINE"]

    def test_a_group_of_the_pattern_is_the_token(self):
        rule = WordRule.of(Vectorizer(token_pattern=r"#(\w+)", stop_words=None, stemmer=None))
        assert list(rule.spans("wine #wine", {"wine"})) == [(6, 10, "wine")]


class TestTopics:
    @pytest.fixture
    def two_kinds(self):
        """Examples of wine and cars, and a pile of a hundred of them among tea."""
        likes = make_documents("wine", 6, seed=1) + make_documents("cars", 6, seed=1)
        return likes, make_documents("wine", 60) + make_documents("cars", 50) + make_documents("tea", 100)

    def test_topics_are_told_with_words_sizes_and_typical_documents(self, two_kinds):
        result = Finder("naive").find(*two_kinds)
        topics = result.topics
        assert len(topics) == min(result.n_found // 25, 6) >= 2
        assert sum(topic.n_documents for topic in topics) == result.n_found
        assert [topic.n_documents for topic in topics] == sorted((t.n_documents for t in topics), reverse=True)
        found = set(result.table.filter(result.table["suggestion"] == "yes")["id"])
        for topic in topics:
            assert 0 < len(topic.words) <= 6
            assert set(topic.ids) <= found
        kinds = ["wine" if int(topic.ids[0]) <= 60 else "cars" for topic in topics]
        assert {"wine", "cars"} <= set(kinds)

    def test_topics_are_the_same_every_time(self, two_kinds):
        assert Finder("naive").find(*two_kinds).topics == Finder("naive", n_jobs=2).find(*two_kinds).topics

    def test_few_documents_have_no_topics(self, examples, labelled):
        assert Finder().find(examples, labelled[0]).topics == ()

    def test_words_are_readable_and_those_of_one_document_make_no_topic(self):
        rows = np.zeros((50, 54))
        rows[:25, 0] = rows[:25, 1] = rows[25:, 2] = rows[25:, 3] = 2
        rows[np.arange(50), 4 + np.arange(50)] = 5
        terms = ["philosophi", "tree", "car", "road", *(f"own{n}" for n in range(50))]
        names = [str(n) for n in range(50)]
        topics = topics_among(sparse.csr_array(rows), names, terms, {"philosophi": "philosophy"})
        words = [set(topic.words) for topic in topics]
        assert words in ([{"philosophy", "tree"}, {"car", "road"}], [{"car", "road"}, {"philosophy", "tree"}])

    def test_documents_that_share_nothing_have_no_topics(self):
        assert topics_among(sparse.csr_array(np.eye(60)), ["a"] * 60, ["w"] * 60, {}) == ()

    def test_nobody_waits_for_topics(self):
        rng = np.random.default_rng(0)
        counts = sparse.random_array((600, 5000), density=0.02, rng=rng, format="csr")
        counts.data = np.ceil(counts.data * 3)
        names = [str(n) for n in range(600)]
        topics_among(counts[:60], names[:60], names * 9, {})  # compiled kernels are loaded
        start = time.perf_counter()
        topics_among(counts, names, [str(n) for n in range(5000)], {})
        assert time.perf_counter() - start < 3  # a busy machine is no reason to fail


def test_topics_have_no_units_and_numbers():
    counts = sparse.csr_array([[2.0, 2.0, 3.0, 0.0, 0.0]] * 30 + [[0.0, 0.0, 0.0, 3.0, 4.0]] * 25)
    names = [f"d{number}" for number in range(55)]
    topics = topics_among(counts, names, ["wine", "cellar", "mg", "tea", "50"], {})
    assert [sorted(topic.words) for topic in topics] == [["cellar", "wine"], ["tea"]]
