"""A decision on a record that left the pile is kept through all later exports, and counts again when it returns."""

import polars as pl
import pytest

from likewise.app.check import check
from likewise.app.request import CheckRequest
from likewise.finder import Finder, Result
from likewise.readers import read
from likewise.readers.decisions import read_decisions
from tests.scenarios.records import as_csv, as_ris, make_records
from tests.scenarios.test_nothing_is_lost import answers_for, decide, decisions_in

RECORDS = make_records(40, seed=4, wanted=14)


@pytest.fixture
def known(tmp_path):
    path = tmp_path / "known.ris"
    path.write_bytes(as_ris(RECORDS[:5]))
    return path


@pytest.fixture
def first(find, known, tmp_path):
    """Return an export in which records 10 to 19 are decided, of a pile of all records."""
    (tmp_path / "all.ris").write_bytes(as_ris(RECORDS))
    find(known, tmp_path / "all.ris", "-o", tmp_path / "first.xlsx")
    decide(tmp_path / "first.xlsx", answers_for(RECORDS[10:20]))
    return tmp_path / "first.xlsx"


def write_pile(path, gone):
    path.write_bytes(as_ris([record for place, record in enumerate(RECORDS) if place not in gone]))
    return path


@pytest.mark.parametrize("kind", [".xlsx", ".csv", ".jsonl", ".parquet", ".ris"])
def test_it_survives_exports_of_every_kind_and_comes_back(find, known, first, tmp_path, kind):
    less = write_pile(tmp_path / "less.ris", gone=(10, 15))
    printed = find(known, less, "--decisions", first, "-o", tmp_path / f"second{kind}")
    assert "2 decisions are on documents that are not in the pile and did not count: " in printed
    assert "; they are kept with their decisions" in printed
    assert RECORDS[10].title[:30] in printed
    assert "All 38 documents, ranked" in printed
    # From the second export alone, twice, and then with the whole pile again.
    find(known, less, "--decisions", tmp_path / f"second{kind}", "-o", tmp_path / f"third{kind}")
    find(known, less, "--decisions", tmp_path / f"third{kind}", "-o", tmp_path / f"fourth{kind}")
    printed = find(known, tmp_path / "all.ris", "--decisions", tmp_path / f"fourth{kind}", "-o", tmp_path / "last.xlsx")
    assert "not in the pile" not in printed
    assert decisions_in(tmp_path / "last.xlsx") == answers_for(RECORDS[10:20])


@pytest.mark.parametrize("kind", [".xlsx", ".csv", ".ris"])
def test_it_is_not_ranked_when_the_export_is_the_pile(find, known, first, tmp_path, kind):
    less = write_pile(tmp_path / "less.ris", gone=(10, 15))
    second = tmp_path / f"second{kind}"
    find(known, less, "--decisions", first, "-o", second)
    documents = read(second)
    assert len(documents) == 38
    assert sorted(documents.removed.table["title"]) == sorted([RECORDS[10].title, RECORDS[15].title])
    printed = find(second, "-o", tmp_path / f"third{kind}")
    assert "All 38 documents, ranked" in printed
    third = read(tmp_path / f"third{kind}")
    assert len(third) == 38
    assert sorted(third.removed.table["title"]) == sorted([RECORDS[10].title, RECORDS[15].title])
    find(known, tmp_path / "all.ris", "--decisions", tmp_path / f"third{kind}", "-o", tmp_path / "last.xlsx")
    assert decisions_in(tmp_path / "last.xlsx") == answers_for(RECORDS[10:20])


def test_it_is_kept_under_the_columns_of_another_tool(find, known, first, tmp_path):
    (tmp_path / "scopus.csv").write_bytes(as_csv(RECORDS[20:]))
    find(known, tmp_path / "scopus.csv", "--decisions", first, "-o", tmp_path / "second.csv")
    table = pl.read_csv(tmp_path / "second.csv", infer_schema=False)
    below = table.filter(pl.col("flag").fill_null("").str.contains("no longer in the pile"))
    assert sorted(below.select("DOI", "Title", "Year").rows()) == [(r.doi, r.title, r.year) for r in RECORDS[10:20]]
    assert below["rank"].null_count() == 10


def test_a_later_decision_on_it_takes_the_place_of_the_earlier(find, known, first, tmp_path):
    less = write_pile(tmp_path / "less.ris", gone=(10,))
    changed = tmp_path / "changed.csv"
    changed.write_text(f"doi,decision\n{RECORDS[10].doi},no\n")
    find(known, less, "--decisions", first, "--decisions", changed, "-o", tmp_path / "second.csv")
    removed = read(tmp_path / "second.csv").removed
    assert removed.table.select("doi", "decision").rows() == [(RECORDS[10].doi, "no")]


def test_an_export_that_keeps_one_is_not_written_over(find, known, first, tmp_path):
    less = write_pile(tmp_path / "less.ris", gone=(10,))
    find(known, less, "--decisions", first, "-o", tmp_path / "second.csv")
    assert "second-2.csv" in find(known, less, "-o", tmp_path / "second.csv")
    assert len(read(tmp_path / "second.csv").removed) == 1
    # The same decisions again lose nothing.
    assert "second-2" not in find(known, less, "--decisions", first, "-o", tmp_path / "second.csv")


def test_doctor_tells_of_it(find, known, first, tmp_path):
    less = write_pile(tmp_path / "less.ris", gone=(10,))
    find(known, less, "--decisions", first, "-o", tmp_path / "second.csv")
    checkup = check(CheckRequest(files=(str(tmp_path / "second.csv"),))).checkups[0]
    assert checkup.n_documents == 39
    assert "1 document is decided and no longer in the pile" in " ".join(checkup.notes)


def test_it_is_in_a_saved_result_and_in_the_flow_of_the_report(known, first, tmp_path):
    less = write_pile(tmp_path / "less.ris", gone=(10,))
    result = Finder("centroid").find(read(known), read(less), decisions=first)
    loaded = Result.load(result.save(tmp_path / "a.likewise"))
    assert loaded.pile.removed.table["title"].to_list() == [RECORDS[10].title]
    loaded.write_report(tmp_path / "a.html")
    assert "decided, no longer among the records" in (tmp_path / "a.html").read_text()


def test_decisions_by_doi_pmid_and_title_are_kept_too(known, tmp_path):
    less = write_pile(tmp_path / "less.ris", gone=(10, 11, 12))
    given = {RECORDS[10].doi: "yes", RECORDS[12].title: "no"}
    Finder("centroid").find(read(known), read(less), decisions=given).write(tmp_path / "a.csv")
    (tmp_path / "all.ris").write_bytes(as_ris(RECORDS))
    back = Finder("centroid").find(read(known), read(tmp_path / "all.ris"), decisions=tmp_path / "a.csv")
    back.write(tmp_path / "b.csv")
    assert decisions_in(tmp_path / "b.csv") == {RECORDS[10].title: "yes", RECORDS[12].title: "no"}


def test_numbers_of_rows_get_an_explanation(find, known, tmp_path):
    pile = write_pile(tmp_path / "pile.ris", gone=())
    (tmp_path / "rows.csv").write_text("id,decision\n3,yes\n4,no\n")
    printed = find(known, pile, "--decisions", tmp_path / "rows.csv", "-o", tmp_path / "found.csv")
    assert "2 decisions are on documents that are not in the pile and did not count: 3, 4" in printed
    assert "the number of a row identifies nothing in another file; decide in the table" in printed
    assert read(tmp_path / "found.csv").removed is None


@pytest.mark.parametrize("content", ["title,Include?\nA paper on wine,\n", "doi,decision\n10.1000/a,\n"])
def test_a_file_in_which_nothing_is_decided_yet_is_a_note(find, known, tmp_path, content):
    pile = write_pile(tmp_path / "pile.ris", gone=())
    (tmp_path / "empty.csv").write_text(content)
    printed = find(known, pile, "--decisions", tmp_path / "empty.csv")
    assert "decides nothing yet" in printed


def test_an_export_in_which_nothing_is_decided_yet_is_a_note(find, known, tmp_path):
    pile = write_pile(tmp_path / "pile.ris", gone=())
    find(known, pile, "-o", tmp_path / "found.xlsx")
    assert "decides nothing yet" in find(known, pile, "--decisions", tmp_path / "found.xlsx")
    assert read_decisions(tmp_path / "found.xlsx")[0].values == ()
