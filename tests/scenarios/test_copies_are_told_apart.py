"""Documents of one text, or one title, that are several: an answer is on the one that it was given on."""

import csv
import json

import polars as pl
import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.documents.matching import match_documents
from likewise.finder.inputs import as_documents
from likewise.readers import read
from tests.scenarios.records import as_ris, make_records

REQUEST = ("Password", "Please reset my password, I cannot log in any more since I came back from my holidays.")


def make_tickets(first, number):
    return [
        (
            f"T-{at}",
            *(REQUEST if at % 3 == 0 else (f"Printer {at}", f"The printer on floor {at} prints page {at * 7} only.")),
            f"2026-01-{at % 28 + 1:02}",
        )
        for at in range(first, first + number)
    ]


def write(path, rows, names):
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([names, *rows])


def run(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


@pytest.fixture
def likes(tmp_path):
    path = tmp_path / "likes.txt"
    path.write_text("The printer on floor 1 prints page 7 only.")
    return path


TICKETS = make_tickets(0, 40)
ANSWERS = {"T-21": "yes", "T-9": "no", "T-30": "unsure", "T-10": "yes"}


@pytest.mark.parametrize(
    "names", [("Id", "Subject", "Description", "Date"), ("Nr", "Betreff", "Beschreibung", "Datum")]
)
@pytest.mark.parametrize("way", ["find", "project"])
def test_an_answer_is_on_its_ticket_though_others_have_the_same_text(likes, tmp_path, names, way):
    write(tmp_path / "pile.csv", TICKETS, names)
    run("find", likes, tmp_path / "pile.csv", "-o", tmp_path / "found.csv", "--method", "centroid")
    found = pl.read_csv(tmp_path / "found.csv", infer_schema=False)
    said = pl.col(names[0]).replace_strict(ANSWERS, default=None, return_dtype=pl.String).alias("included")
    edited = found.with_columns(said).sort(names[0], descending=True).filter(pl.col(names[0]) != "T-0")
    edited.write_csv(tmp_path / "edited.csv")
    if way == "find":
        out = tmp_path / "next.csv"
        arguments = ["--decisions", tmp_path / "edited.csv", "-o", out, "--method", "centroid"]
        run("find", likes, tmp_path / "pile.csv", *arguments)
    else:
        run("new", tmp_path / "p", likes, tmp_path / "pile.csv", "--method", "centroid")
        run("mark", tmp_path / "p", tmp_path / "edited.csv")
        out = tmp_path / "out.csv"
        run("export", tmp_path / "p", "-o", out)
    rows = read(out).table.select(names[0], "decision").rows()
    assert {name: value for name, value in rows if value in ("yes", "no", "unsure")} == ANSWERS


@pytest.mark.parametrize("name", ["Id", "Issue key", "Ticket ID"])
def test_tickets_of_one_text_and_different_numbers_are_not_copies(likes, tmp_path, name):
    names = (name, "Subject", "Description", "Date")
    write(tmp_path / "january.csv", TICKETS, names)
    write(tmp_path / "february.csv", [*make_tickets(40, 20), *TICKETS[:5]], names)
    assert len(read([tmp_path / "january.csv", tmp_path / "february.csv"])) == 60
    run("new", tmp_path / "p", likes, tmp_path / "january.csv", "--method", "centroid")
    assert run("add", tmp_path / "p", tmp_path / "february.csv").startswith("20 documents added; 5 known already")


def test_numbers_of_rows_and_of_another_kind_keep_no_text_apart():
    texts = [REQUEST[1], "The printer is broken, and nobody on this floor can print."]
    pile = as_documents(pl.DataFrame({"id": ["d1", "d2", "d3"], "text": [*texts, "tea"]}), "pile")
    for ids in (["1", "2"], ["a", "b"], ["d2", "d1"]):
        given = as_documents(pl.DataFrame({"id": ids, "text": texts}), "examples")
        expected = [-1, -1] if ids[0] == "d2" else [0, 1]
        assert match_documents(pile, given).tolist() == expected


def test_a_ticket_has_its_summary_and_its_description(tmp_path):
    names = ("Summary", "Issue key", "Status", "Description", "Comment", "Comment")
    rows = [(subject, key, "Done", text, "x", "y") for key, subject, text, _ in TICKETS]
    write(tmp_path / "jira.csv", rows, names)
    documents = read(tmp_path / "jira.csv")
    assert documents.columns["text"] == ("Summary", "Description")
    assert documents.ids[3] == "T-3"


def test_answers_of_another_project_are_on_the_same_ticket(likes, tmp_path):
    write(tmp_path / "pile.csv", TICKETS, ("Id", "Subject", "Description", "Date"))
    write(tmp_path / "answers.csv", ANSWERS.items(), ("Id", "included"))
    for name in ("mine", "theirs"):
        run("new", tmp_path / name, likes, tmp_path / "pile.csv", "--method", "centroid")
    run("mark", tmp_path / "theirs", tmp_path / "answers.csv", "--by", "ana")
    run("mark", tmp_path / "mine", tmp_path / "theirs.likewise")
    answers = json.loads(run("log", tmp_path / "mine", "--json"))["answers"]
    assert {answer["id"]: answer["decision"] for answer in answers} == ANSWERS


@pytest.mark.parametrize(("title", "dois"), [("Reply", ("10.1000/a", None)), ("", ("10.1000/a", "10.1000/b"))])
def test_answers_of_another_project_do_not_go_to_another_paper_of_the_title(tmp_path, title, dois):
    records = make_records(12, seed=3, wanted=4)
    (tmp_path / "known.ris").write_bytes(as_ris(records[:2]))
    for name, doi in zip(("theirs", "mine"), dois, strict=True):
        lines = ["TY  - JOUR", f"TI  - {title or records[5].title}", f"AB  - {name} is another paper", "PY  - 2001"]
        record = "\n".join([*lines, *([f"DO  - {doi}"] if doi else []), "ER  - ", ""])
        (tmp_path / f"{name}.ris").write_bytes(as_ris(records[6:]) + record.encode())
        run("new", tmp_path / name, tmp_path / "known.ris", tmp_path / f"{name}.ris", "--method", "centroid")
    write(tmp_path / "answers.csv", [(dois[0], "yes")], ("doi", "included"))
    run("mark", tmp_path / "theirs", tmp_path / "answers.csv")
    said = run("mark", tmp_path / "mine", tmp_path / "theirs.likewise")
    assert said.startswith("0 new answers, 0 changed, 0 as before, 1 on documents that are not in the project")


@pytest.mark.parametrize("way", ["add", "new"])
def test_an_id_that_two_files_use_decides_nothing_alone_and_is_told_of(likes, tmp_path, way):
    for name, first in (("january.csv", 0), ("february.csv", 40)):
        rows = [(row, text) for row, (_, _, text, _) in enumerate(make_tickets(first, 20), start=1)]
        write(tmp_path / name, rows, ("id", "text"))
    piles = [tmp_path / "january.csv", tmp_path / "february.csv"]
    run("new", tmp_path / "p", likes, *piles[: 1 if way == "add" else 2], "--method", "centroid", "--keep-copies")
    if way == "add":
        run("add", tmp_path / "p", piles[1], "--keep-copies")
    write(tmp_path / "answers.csv", [(5, "no")], ("id", "included"))
    said = " ".join(run("mark", tmp_path / "p", tmp_path / "answers.csv").split())
    assert said.startswith("0 new answers")
    assert "1 decision is on an id that several documents of the pile have, and did not count: 5" in said
    text = make_tickets(40, 20)[4][2]
    write(tmp_path / "answers.csv", [(5, text, "no")], ("id", "text", "included"))
    assert run("mark", tmp_path / "p", tmp_path / "answers.csv").startswith("1 new answer")
    run("export", tmp_path / "p", "-o", tmp_path / "no.csv", "--only", "no")
    assert read(tmp_path / "no.csv").text.to_list() == [text]


def test_a_row_number_and_many_shared_words_do_not_make_one_document():
    january = as_documents(
        pl.DataFrame({"id": ["1", "2"], "text": ["how do I top up my card", "is my card there"]}), "a"
    )
    february = as_documents(
        pl.DataFrame({"id": ["1", "2"], "text": ["how do I close my card", "is my card there?"]}), "b"
    )
    assert match_documents(january, february).tolist() == [-1, 1]


def make_series(path, years, title, journals):
    lines = []
    for year, journal in zip(years, journals, strict=True):
        lines += ["TY  - JOUR", f"TI  - {title}", f"PY  - {year}", f"JO  - {journal}", "ER  - ", ""]
    path.write_bytes(as_ris(make_records(12, seed=3, wanted=4)) + "\n".join(lines).encode())


def test_reports_of_one_title_and_different_years_stay_apart(tmp_path):
    title = "Annual report of the national registry of wine"
    make_series(tmp_path / "a.ris", range(2010, 2014), title, ["A"] * 4)
    make_series(tmp_path / "b.ris", range(2012, 2016), title, ["A"] * 4)
    table = read([tmp_path / "a.ris", tmp_path / "b.ris"]).table
    years = table.filter(pl.col("title") == title).select("year", "sources").rows()
    assert sorted(years) == [
        *((str(year), "a.ris") for year in (2010, 2011)),
        *((str(year), "a.ris; b.ris") for year in (2012, 2013)),
        *((str(year), "b.ris") for year in (2014, 2015)),
    ]


def test_papers_called_editorial_are_not_known_by_that(tmp_path):
    make_series(tmp_path / "a.ris", [2015] * 2, "Editorial", ["Wine", "Tea"])
    make_series(tmp_path / "b.ris", [2015] * 3, "Editorial", ["Wine", "Milk", "Water"])
    (tmp_path / "known.ris").write_bytes(as_ris(make_records(12, seed=3, wanted=4)[:3]))
    run("new", tmp_path / "p", tmp_path / "known.ris", tmp_path / "a.ris", "--method", "centroid")
    # That of the journal called Wine is the same in all columns.
    assert run("add", tmp_path / "p", tmp_path / "b.ris").startswith("2 documents added; 13 known already")
