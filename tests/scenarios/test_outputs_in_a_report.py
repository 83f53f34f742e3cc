"""D16, D17, D25 and "Wording": a report that colleagues and journals take."""

import polars as pl
import pytest

from likewise.documents.documents import SourceCount
from likewise.finder import Finder
from likewise.finder.inputs import as_documents
from likewise.report import make_report
from likewise.report.flow import list_flow
from tests.scenarios.test_outputs_in_a_workbook import records


@pytest.fixture(scope="module")
def result():
    pile = records(240).with_columns(
        pl.lit("Abel, A.; Cole, C.; Dorn, D.; Ende, E.").alias("Authors"),
        pl.lit("Journal of <Examples>").alias("Source title"),
        pl.when(pl.int_range(240) < 40).then(pl.lit("")).otherwise("Abstract").alias("Abstract"),
    )
    return Finder().find(pile[:16:4], pile[16:])


@pytest.fixture(scope="module")
def page(result, tmp_path_factory):
    return result.write_report(tmp_path_factory.mktemp("report") / "found.html").read_text(encoding="utf-8")


def test_documents_have_authors_year_journal_and_a_link(result, page):
    first = make_report(result).documents[0]
    assert first.byline == "Abel, A.; Cole, C.; Dorn, D. et al. · 2001 · Journal of <Examples>"
    assert f'<a href="https://doi.org/{first.doi}" rel="noreferrer">' in page
    assert "Journal of &lt;Examples&gt;" in page


def test_a_doi_cannot_break_out_of_its_link():
    pile = pl.DataFrame({"title": ["Red wine"], "doi": ['10.1000/a"><script>alert(1)</script>']})
    document = make_report(Finder("centroid").find(["red wine from grapes"], pile)).documents[0]
    assert document.link.startswith("https://doi.org/10.1000/a")
    assert not set('"<>') & set(document.link)


def test_documents_with_a_title_only_are_counted(result):
    facts = dict(make_report(result).sources[1].facts)
    assert facts["with a title only"] == "24"
    assert facts["without text"] == "0"


def test_the_methods_paragraph_has_citations_and_no_riddles(result):
    methods = make_report(result).methods
    for name in (
        "Page et al. 1999",
        "Tong, Faloutsos and Pan 2006",
        "Deerwester",
        "Elkan and Noto 2008",
        "Broder 1997",
    ):
        assert name in methods
    assert "tf-idf" in methods
    assert "seed was 0" in methods


def test_the_wording_that_puzzled_is_gone(page):
    for words in (
        "taken",
        "The words that made it",
        "holds all that it shows",
        "the band is the interval that",
        "knife",
    ):
        assert words not in page
    assert "suggested" in page
    assert "This is a 90 % interval." in page


def test_prisma_numbers_are_told_for_each_source():
    pile = as_documents(pl.DataFrame({"text": ["green tea", "a glass of wine", "milk"]}), "pile")
    object.__setattr__(pile, "sources", (SourceCount("a.nbib", 3, 2), SourceCount("b.ris", 2, 1)))
    flow = dict(list_flow(Finder("centroid").find(["red wine"], pile, decisions={"1": "no"})))
    assert flow["records read"] == "5"
    assert (flow["from a.nbib"], flow["from b.ris"]) == ("3", "2")
    assert flow["copies removed before the search"] == "2"
    assert flow["decided: no"] == "1"


def test_print_shows_whole_entries_and_a_short_list_behind_the_first_twenty(page):
    assert page.count('class="brief"') == 80
    assert ".documents article { break-inside: avoid; }" in page
    assert ".brief .text" in page


def test_after_decisions_the_methods_paragraph_says_that_they_were_used(result):
    assert "No negative examples were used" in make_report(result).methods
    ids = result.table["id"].head(6)
    again = Finder().find(result.examples, result.pile, decisions=dict(zip(ids, ["yes", "no"] * 3, strict=True)))
    methods = make_report(again).methods
    assert "6 documents had been screened before and decided: 3 included, 3 excluded." in methods
    assert "No negative examples were used" not in methods
    assert "The number of further documents like the examples was estimated" in methods
