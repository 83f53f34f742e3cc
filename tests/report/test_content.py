import json
import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.finder import Finder
from likewise.finder.result import Result
from likewise.finder.titles import list_titles
from likewise.readers import read
from likewise.report import make_report
from likewise.report.documents import cut_pieces
from likewise.report.figures import _round_places
from likewise.report.page import render_report
from likewise.text import Vectorizer
from tests.conftest import TOPICS, make_documents


def pile_of(number=40):
    return [text for topic in TOPICS for text in make_documents(topic, number)]


@pytest.fixture(scope="module")
def result():
    return Finder().find(make_documents("wine", 5, seed=1), pile_of())


def written(result, **options):
    """Make the page, which every report must survive."""
    report = make_report(result, **options)
    return report, render_report(report).decode()


def plain(parts):
    return "".join(text for text, _ in parts)


def test_a_report_says_how_many_there_are_and_what_to_expect(result):
    report, page = written(result)
    assert report.count == f"{result.summary[0].upper()}{result.summary[1:]}."
    at = result.at(result.n_taken)
    assert report.recall_words.startswith(f"Read {result.n_taken}: expect {at.good:.0f}, miss about {at.missed:.0f} (")
    assert result.estimate.assumption in report.rests_on[0]
    assert "90 % interval" in report.rests_on[0]
    assert {name: number for number, name in report.figures}["suggested, above the cut-off"] == str(result.n_taken)
    assert page.startswith("<!DOCTYPE html>")


def test_recall_rises_and_ends_with_all_and_stands_out_at_the_cut_off(result):
    figure = make_report(result).recall
    found = [int(row[2].split(" %")[0]) for row in figure.rows]
    assert found == sorted(found)
    assert figure.rows[-1][0] == str(result.n_ranked)
    at = result.at(result.n_taken)
    least, share, most = (
        round(100 * at.good / (at.good + missed)) for missed in (at.missed_high, at.missed, at.missed_low)
    )
    assert least < share < most
    assert figure.rows[figure.key][::2] == (str(result.n_taken), f"{share} % ({least}–{most})")
    assert 5 <= len(figure.rows) <= 13
    assert figure.chart.band
    assert figure.chart.cut.text == "cut-off"


def test_probabilities_are_those_of_the_table_with_their_bounds(result):
    figure = make_report(result).probability
    table = {row["rank"]: row for row in result.table.filter(pl.col("rank").is_not_null()).iter_rows(named=True)}
    assert figure.rows[0][0] == "1"
    for rank, probability, between in figure.rows:
        row = table[int(rank)]
        assert probability == f"{row['probability']:.2f}"
        assert between == f"{row['lower']:.2f}–{row['upper']:.2f}"
    assert figure.chart.band


@pytest.mark.parametrize(("furthest", "cut"), [(1, 1), (2, 0), (20, 7), (97, 40), (5_000, 83), (123_456, 123_456)])
def test_places_are_few_and_hold_the_cut_off_and_the_last(furthest, cut):
    places = _round_places(furthest, cut)
    assert places == sorted(set(places))
    assert places[-1] == furthest
    assert not cut or cut in places
    assert places[0] >= 1
    assert len(places) <= 12


def test_the_list_has_the_first_documents_with_the_words_of_their_reasons_marked(result):
    report = make_report(result, 7)
    assert report.documents_words.startswith("The first 7 of 120 documents that have a rank.")
    assert [document.rank for document in report.documents] == list(range(1, 8))
    for document in report.documents:
        reasons = result.explain(document.id)
        assert plain(document.beginning) + plain(document.rest) == reasons.text
        marked = [text for text, is_marked in document.beginning if is_marked]
        assert marked == [reasons.text[start:end] for start, end, _ in reasons.spans]
        assert marked
        assert document.probability == reasons.probability
        assert document.lower <= document.probability <= document.upper
    facts = dict(report.documents[0].facts)
    nearest = result.explain(report.documents[0].id).nearest[0][0]
    assert facts["nearest example"] == list_titles(result.examples)[result.examples.ids.to_list().index(nearest)]
    assert facts["why"]


def test_a_long_text_is_folded_and_a_book_is_cut():
    book = "wine grape cellar " * 50_000
    report, page = written(Finder().find(make_documents("wine", 5, seed=1), [book, *pile_of(10)]), n_documents=40)
    document = next(document for document in report.documents if document.id == "1")
    assert 500 < len(plain(document.beginning)) <= 600
    assert 2000 < len(plain(document.rest)) <= 2500
    assert document.n_left_out + len(plain(document.beginning)) + len(plain(document.rest)) == len(book)
    assert len(page) < 300_000


def test_a_text_without_spaces_is_cut_all_the_same():
    report = make_report(Finder().find(make_documents("wine", 5, seed=1), ["wine" + "x" * 9000, *pile_of(10)]), 40)
    document = next(document for document in report.documents if document.id == "1")
    assert len(plain(document.beginning)) == 600


def test_a_title_stands_above_the_text_and_not_in_it_again():
    texts = pile_of(10)
    pile = pl.DataFrame(
        {
            "id": [f"d{number}" for number in range(len(texts))],
            "title": [f"Of wine, number{number}" if number else "" for number in range(len(texts))],
            "abstract": texts,
        }
    )
    report = make_report(Finder().find(make_documents("wine", 5, seed=1), pile))
    by_id = {document.id: document for document in report.documents}
    assert plain(by_id["d1"].title) == "Of wine, number1"
    assert ("wine", True) in by_id["d1"].title
    assert plain(by_id["d1"].beginning) == texts[1]
    assert by_id["d0"].title == ()
    assert plain(by_id["d0"].beginning) == texts[0]


def test_a_title_that_is_no_part_of_the_text_is_shown_too():
    pile = pl.DataFrame({"title": ["A headline", "Another"], "text": ["wine", "tea"]})
    named = replace(Finder("centroid").find(["red wine"], pile["text"].to_list()), pile=read_frame(pile))
    assert plain(make_report(named).documents[0].title) == "A headline"


def read_frame(pile):
    from likewise.readers.assemble import assemble
    from likewise.readers.raw_table import RawTable

    return assemble(RawTable(pile), "pile.csv", text="text")


def test_pieces_keep_every_letter_and_cut_spans_at_the_ends():
    assert cut_pieces("abcdef", [(0, 2, "ab"), (3, 6, "def")], 1, 5) == (("b", True), ("c", False), ("de", True))
    assert cut_pieces("abc", [], 1, 1) == ()


def test_what_was_read_is_told_with_all_that_was_not(tmp_path):
    examples, pile = tmp_path / "likes", tmp_path / "pile"
    for folder, texts in ((examples, make_documents("wine", 4, seed=1)), (pile, pile_of(8))):
        folder.mkdir()
        for number, text in enumerate(texts):
            (folder / f"{folder.name}-{number}.txt").write_text(text)
    (pile / "empty.txt").write_text(" ")
    (pile / "again.txt").write_text(pile_of(8)[0])
    (pile / "mine.txt").write_text(make_documents("wine", 4, seed=1)[0])
    (pile / "<b>.xyz").write_bytes(b"\x00\x01")
    result = Finder().find(examples, pile, decisions={"pile-1.txt": "yes"})
    report, page = written(result)
    assert report.title == "Documents like 4 examples, in pile"
    told = {source.role: dict(source.facts) for source in report.sources}
    assert told["Pile"]["documents"] == "27"
    assert told["Pile"]["without text"] == "1"
    assert told["Pile"]["exact copies"] == "1"
    assert told["Pile"]["also examples"] == "1"
    assert told["Pile"]["decided before"] == "1"
    assert told["Pile"]["near-copies"] == "2, in 1 group"
    assert told["Pile"]["from"] == str(pile)
    assert told["Examples"]["documents"] == "4"
    assert [name for name, _ in report.sources[1].unread] == ["<b>.xyz"]
    assert "&lt;b&gt;.xyz" in page
    assert dict(report.documents[-1].facts)["flag"] == "no text"
    assert "pile-1.txt" not in {document.id for document in report.documents}
    assert ("near-copies", "group 1") in [fact for document in report.documents for fact in document.facts]


def test_an_audit_is_drawn_below_the_cut_off_and_says_what_none_would_mean():
    result = Finder().find(make_documents("wine", 5, seed=1), pile_of(100))
    report = make_report(result)
    below = set(result.table.filter(pl.col("rank").is_not_null() & (pl.col("suggestion") == "no"))["id"])
    assert len(set(report.audit)) == len(report.audit) >= 50
    assert {name for name, _ in report.audit} <= below
    assert f"Read {len(report.audit)} documents drawn at random from the {len(below)} below" in report.firm_up[0]
    assert f"at most about {3 * len(below) / len(report.audit):.0f} are missed" in report.firm_up[0]


def test_of_a_few_documents_below_the_cut_off_all_are_to_be_read():
    report = make_report(Finder().find(make_documents("wine", 5, seed=1), pile_of(10)))
    assert report.audit == ()
    assert re.fullmatch(r"Read the \d+ documents below the cut-off too, to be certain\.", report.firm_up[0])


def test_where_examples_cannot_tell_the_page_says_so_and_keeps_the_order(result):
    table = result.table.with_columns(
        pl.lit(None, dtype=pl.Float64).alias(name) for name in ("probability", "lower", "upper")
    )
    estimate = replace(result.estimate, verdict="cannot tell", assumption="they have nothing in common")
    report, page = written(replace(result, table=table, estimate=estimate))
    assert report.count.startswith("Cannot tell from these examples how many there are")
    assert report.recall is report.probability is None
    assert "do not show" in report.recall_words
    assert "do not show" in report.probability_words
    assert "could not be estimated: they have nothing in common" in report.methods
    assert report.audit == ()
    assert len(report.documents) == 100
    assert "probability <b>" not in page


def test_a_method_that_estimates_nothing_has_a_page_without_the_count():
    result = Finder("centroid").find(make_documents("wine", 5, seed=1), pile_of())
    report, _ = written(result)
    assert report.recall is None
    assert "centroid does not estimate" in report.recall_words
    assert report.probability is not None
    assert report.probability.chart.band == ""
    assert {row[2] for row in report.probability.rows} == {"not known"}
    assert "Rocchio" in report.methods
    assert "was not estimated" in report.methods


def test_where_about_none_is_like_the_examples_there_is_nothing_to_draw(result):
    none = replace(
        result,
        estimate=replace(result.estimate, verdict="none", count=0.2, low=0.0, high=3.0),
        table=result.table.with_columns(suggestion=pl.lit("no")),
        n_found=0,
    )
    report, page = written(none)
    assert report.count.startswith("Probably none like these (at most 3)")
    assert report.recall is None
    assert "Probably there are none" in report.recall_words
    assert report.topics is None
    assert "too few" in report.topics_words
    assert "cut-off</text>" not in page


@pytest.mark.parametrize("method", ["likewise", "centroid"])
def test_a_pile_of_one_document_has_a_page(method):
    report, page = written(Finder(method).find(["red wine"], ["a glass of wine"]))
    assert "1 document " in f"{report.title} "
    assert len(report.documents) == 1
    assert report.probability is None
    assert report.probability_words.startswith("Only one document")
    assert report.documents_words.startswith("The only document that has a rank.")
    assert ">Document 1</h3>" in page


def test_topics_are_drawn_and_told():
    pile = [text for topic in ("wine", "tea") for text in make_documents(topic, 40)]
    result = Finder("centroid").find(make_documents("wine", 5, seed=1), pile)
    result = replace(result, table=result.table.with_columns(suggestion=pl.lit("yes")), n_found=80)
    report, _ = written(result)
    assert len(report.topics.rows) == len(result.topics) >= 2
    assert sum(int(row[1]) for row in report.topics.rows) == 80
    assert report.topics_words == f"The 80 documents found fall into {len(result.topics)} topics."


def test_the_same_search_gives_the_same_bytes_and_a_date_only_if_it_is_given(result):
    again = Finder().find(make_documents("wine", 5, seed=1), pile_of())
    assert written(replace(again, seconds=99.0))[1] == written(result)[1]
    assert "3 May 2031" in written(result, date="3 May 2031")[1]


def test_a_result_that_was_saved_gives_the_same_page(result, tmp_path):
    assert written(type(result).load(result.save(tmp_path / "found.likewise")))[1] == written(result)[1]


def test_the_methods_can_be_pasted_and_name_all_that_matters(result):
    report = make_report(result)
    names = (
        "likewise",
        "Python",
        "numpy",
        "scipy",
        "scikit-learn",
        "seed was 0",
        "English",
        "snowball",
        "90 % interval",
    )
    assert all(name in report.methods for name in names)
    assert result.pile.fingerprint in report.methods
    assert result.examples.fingerprint in report.methods
    assert "random walk" in report.methods
    assert "\n" not in report.methods
    settings = dict(report.settings)
    assert settings["seed"] == "0"
    assert settings["n_neighbors"]
    assert settings["SHA-256 of the pile"] == result.pile.fingerprint
    assert "n_jobs" not in settings


def test_parameters_and_words_of_ones_own_are_told():
    vectorizer = Vectorizer(stop_words=["of", "the"], stemmer=None)
    finder = Finder(params={"n_steps": 3}, vectorizer=vectorizer, profile="criteria", random_state=None)
    report = make_report(finder.find(make_documents("wine", 5, seed=1), pile_of(10)))
    assert "n_steps = 3, the profile criteria, and there was no seed" in report.methods
    assert "a custom list of 2 words" in report.methods
    assert "not stemmed" in report.methods
    bare = make_report(Finder(vectorizer=Vectorizer(stop_words=None)).find(["red wine", "wine"], ["wine", "tea"]))
    assert dict(bare.settings)["stop words"] == "none"


def test_parameters_that_were_set_stand_once_in_the_settings():
    result = Finder(params={"n_neighbors": 7}).find(make_documents("wine", 5, seed=1), pile_of(10))
    assert result.settings["params"] == {"n_neighbors": 7}
    settings = make_report(result).settings
    assert [value for name, value in settings if name == "n_neighbors"] == ["7"]
    assert "params" not in dict(settings)


def test_folders_called_examples_and_pile_are_folders(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, texts in (("examples", ["red wine", "a glass of wine"]), ("pile", ["wine", "green tea", "black tea"])):
        (tmp_path / name).mkdir()
        for number, text in enumerate(texts):
            (tmp_path / name / f"{number}.txt").write_text(text)
    report = make_report(Finder("centroid").find(Path("examples"), Path("pile")))
    assert [dict(source.facts)["from"] for source in report.sources] == ["examples", "pile"]
    assert report.title == "Documents like 2 examples, in pile"


def test_frames_are_texts_given_by_a_program():
    frame = pl.DataFrame({"text": ["wine", "green tea", "black tea"]})
    report = make_report(Finder("centroid").find(frame.head(1), frame))
    assert {dict(source.facts)["from"] for source in report.sources} == {"texts given by a program"}
    assert report.title == "Documents like 1 example, among 3 documents"


def test_a_report_does_not_count_the_ranked_documents_over_and_over(monkeypatch):
    result = Finder().find(make_documents("wine", 5, seed=1), pile_of(10))
    counted = []
    monkeypatch.setattr(Result, "n_ranked", property(lambda self: counted.append(1) or 20))
    monkeypatch.setattr(Result, "n_taken", property(lambda self: counted.append(1) or 10))
    make_report(result)
    assert len(counted) < 40


def test_documents_in_another_language_are_marked_as_such():
    finder = Finder("centroid", language="german")
    _, page = written(finder.find(["roter Wein im Glas"], ["Tee mit Milch", "Wein im Keller"]))
    assert '<p class="text" dir="auto" lang="de">' in page
    assert "German list of stop-words" in page


def test_a_result_without_evidence_or_examples_has_a_page(result):
    report, page = written(replace(result, evidence=None, examples=None))
    assert "<mark>" not in page
    assert [source.role for source in report.sources] == ["Pile"]


def test_a_script_in_any_place_stays_text(tmp_path):
    evil = "<script>alert(1)</script>"
    pile = tmp_path / "pile.jsonl"
    rows = [
        {"id": f"{evil}{n}", "title": f"{evil} wine", evil: evil, "text": f"{text} {evil}"}
        for n, text in enumerate(pile_of(10))
    ]
    pile.write_text("\n".join(json.dumps(row) for row in rows))
    examples = pl.DataFrame({"id": [f"e{evil}{n}" for n in range(5)], "text": make_documents("wine", 5, seed=1)})
    examples = examples.with_columns((pl.lit(f"{evil} ") + pl.col("text")).alias("text"))
    result = Finder().find(examples, read(pile))
    result = replace(result, notes=(evil,), words=(evil,), settings={**result.settings, evil: evil})
    _, page = written(result)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > 100


def test_a_report_of_no_documents_is_one_and_of_fewer_is_refused(result):
    report, _ = written(result, n_documents=0)
    assert report.documents == ()
    assert report.documents_words == "No document is listed here."
    with pytest.raises(UserError, match="-1 documents cannot be made; give"):
        make_report(result, -1)
