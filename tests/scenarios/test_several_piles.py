"""Several files and folders are one pile: each paper once, with all its sources, and the numbers of each source."""

import random
import zipfile
from dataclasses import replace

import polars as pl
import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.errors import UserError
from likewise.readers import read
from tests.scenarios.records import as_csv, as_nbib, as_pdf, as_ris, as_text, make_records

RECORDS = make_records(40, seed=2, wanted=12)


@pytest.fixture
def exports(tmp_path):
    """PubMed, Scopus and a folder of PDFs, which overlap."""
    pubmed, scopus, papers = tmp_path / "pubmed.nbib", tmp_path / "scopus.csv", tmp_path / "papers"
    pubmed.write_bytes(as_nbib(RECORDS[:25]))
    scopus.write_bytes(as_csv(RECORDS[15:38]))
    papers.mkdir()
    for place in (3, 20, 30, 39):
        (papers / f"{place}.pdf").write_bytes(as_pdf(RECORDS[place]))
    return pubmed, scopus, papers


def test_several_piles_are_one(find, exports, tmp_path):
    known = tmp_path / "known.ris"
    known.write_bytes(as_ris(RECORDS[:5]))
    printed = find(known, *exports, "-o", tmp_path / "found.csv")
    assert "All 39 documents, ranked" in printed  # one of the 40 is in no file
    assert "52 records of 3 sources are 39 documents: 13 copies across sources merged" in printed
    table = read(tmp_path / "found.csv").table
    titles = [title.lower() for title in table["title"].to_list() if title]
    assert sorted(titles) == sorted(record.title.lower() for record in RECORDS[:38])
    sources = dict(zip(titles, table.filter(table["title"].is_not_null())["sources"].to_list(), strict=True))
    assert sources[RECORDS[3].title.lower()] == "pubmed.nbib; papers/3.pdf"
    assert sources[RECORDS[20].title.lower()] == "pubmed.nbib; scopus.csv; papers/20.pdf"
    assert sources[RECORDS[10].title.lower()] == "pubmed.nbib"


def test_the_numbers_of_each_source_are_kept(exports):
    documents = read(exports)
    assert [tuple(source) for source in documents.sources] == [
        ("pubmed.nbib", 25, 25),
        ("scopus.csv", 23, 13),
        ("4 files", 4, 1),
    ]
    assert sum(source.n_left for source in documents.sources) == len(documents) == 39


def test_a_file_beside_a_table_is_the_record_with_its_own_title_and_abstract(exports, tmp_path):
    documents = read([*exports])
    place = documents.table["title"].to_list().index(RECORDS[3].title)
    assert "Introduction" not in documents.text[place] or len(documents.text[place]) < 5 * len(RECORDS[3].abstract)
    assert documents.table["abstract"][place] == RECORDS[3].abstract


def test_a_whole_paper_does_not_replace_its_abstract_but_a_bare_title(tmp_path):
    record, bare = RECORDS[0], RECORDS[1]
    table = f'title,abstract\n"{record.title}","{record.abstract}"\n"{bare.title}",\n'
    (tmp_path / "table.csv").write_text(table)
    (tmp_path / "whole.txt").write_text(as_text(record) + "Introduction. " + "It is old and nobody knows. " * 200)
    (tmp_path / "bare.txt").write_text(as_text(bare))
    documents = read(tmp_path)
    assert len(documents) == 2
    assert "nobody knows" not in documents.text[0]
    assert bare.abstract in documents.text[1]


def test_copies_are_kept_apart_if_wanted(exports):
    assert len(read(exports, keep_copies=True)) == 52


def test_a_zip_in_a_folder_has_the_numbers_of_its_files(tmp_path):
    with zipfile.ZipFile(tmp_path / "old.zip", "w") as archive:
        archive.writestr("a.ris", as_ris(RECORDS[:10]))
        archive.writestr("b.nbib", as_nbib(RECORDS[5:20]))
    (tmp_path / "new.csv").write_bytes(as_csv(RECORDS[10:30]))
    documents = read(tmp_path)
    assert len(documents) == 30
    assert [tuple(source) for source in documents.sources] == [
        ("new.csv", 20, 20),
        ("old.zip/a.ris", 10, 10),
        ("old.zip/b.nbib", 15, 0),
    ]


def test_two_files_of_one_name_are_told_apart(tmp_path):
    for name, some in (("may", RECORDS[:10]), ("june", RECORDS[5:15])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "export.ris").write_bytes(as_ris(some))
    paths = [tmp_path / "may" / "export.ris", tmp_path / "june" / "export.ris"]
    documents = read(paths)
    assert [source.name for source in documents.sources] == [str(path) for path in paths]
    assert len(documents) == documents.ids.n_unique() == 15
    folders = read([tmp_path / "may", tmp_path / "june"])
    assert [tuple(source) for source in folders.sources] == [("may/export.ris", 10, 10), ("june/export.ris", 10, 5)]


def test_a_path_given_twice_counts_once(exports):
    assert len(read([exports[0], exports[0]])) == 25


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n"])
def test_a_file_that_is_named_and_cannot_be_read_is_a_mistake(exports, tmp_path, content):
    (tmp_path / "broken.png").write_bytes(content)
    with pytest.raises(UserError, match=r"broken\.png"):
        read([*exports, tmp_path / "broken.png"])


def test_a_path_that_is_not_there_is_named(exports, tmp_path):
    result = CliRunner().invoke(app, ["find", str(exports[0]), str(exports[1]), str(tmp_path / "nowhere.ris")])
    assert result.exit_code == 2
    assert "nowhere.ris" in result.output


def test_an_empty_folder_and_no_path_at_all_are_mistakes(exports, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="empty has no files to read"):
        read([exports[0], tmp_path / "empty"])
    with pytest.raises(UserError, match="nothing to read"):
        read([])


def test_the_report_names_all_piles(find, exports, tmp_path):
    known = tmp_path / "known.ris"
    known.write_bytes(as_ris(RECORDS[:5]))
    arguments = ["find", known, *exports, "-o", tmp_path / "found.html", "--method", "centroid"]
    result = CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    page = (tmp_path / "found.html").read_text()
    assert "in pubmed.nbib, scopus.csv, papers" in page
    assert "from scopus.csv" in page


def test_messages_that_begin_alike_or_quote_each_other_stay_apart(tmp_path):
    draw = random.Random(0)
    words = ["car", "engine", "oil", "road", "wheel", "brake", "light", "fuel", "speed", "price", "dealer", "seat"]
    head = "Newsgroups: misc.forum.about.cars\nPath: server.one.example server.two.example relay.three.example post\n"
    bodies = [" ".join(draw.choices(words, k=40)) for _ in range(40)]
    answers = [f"Somebody wrote:\n> {body}\nNo, I do not think so, and I never did." for body in bodies[:10]]
    first = [head + body for body in bodies]
    second = [head + body for body in (*answers, *bodies[20:25])]
    for name, texts in (("first.csv", first), ("second.csv", second)):
        pl.DataFrame({"text": texts}).write_csv(tmp_path / name)
    documents = read(tmp_path)
    assert len(documents) == 50
    assert documents.notes[0] == "55 records of 2 sources are 50 documents: 5 copies across sources merged"


@pytest.mark.parametrize("names", [("subject", "body"), ("title", "description")])
def test_answers_to_a_ticket_are_documents_of_their_own(tmp_path, names):
    draw = random.Random(1)
    words = ["printer", "paper", "tray", "light", "driver", "cable", "office", "floor", "error", "page", "ink", "scan"]
    bodies = [" ".join(draw.choices(words, k=30)) for _ in range(30)]
    january = [("Re: the printer on the second floor", body) for body in bodies[:10]]
    january = [(f"{subject} {number}", body) for number, (subject, body) in enumerate(january)]
    february = [(subject, f"Thank you. You wrote:\n> {body}\nIt works now.") for subject, body in january]
    for name, rows in (("january.csv", january), ("february.csv", [*february, january[0]])):
        pl.DataFrame(rows, schema=list(names), orient="row").write_csv(tmp_path / name)
    likes = tmp_path / "likes.txt"
    likes.write_text(january[1][1])
    both = read([tmp_path / "january.csv", tmp_path / "february.csv"])
    assert len(both) == 20  # the one that is in both files is there once

    project = tmp_path / "tickets"
    assert CliRunner().invoke(app, ["new", str(project), str(likes), str(tmp_path / "january.csv")]).exit_code == 0
    added = CliRunner().invoke(app, ["add", str(project), str(tmp_path / "february.csv")])
    assert added.stdout.startswith("10 documents added; 1 known already")


def test_abstracts_that_come_later_are_told_and_how_to_read_by_them(tmp_path):
    def run(command, *arguments):
        done = CliRunner().invoke(app, [command, *(str(tmp_path / each) for each in arguments)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return " ".join(done.output.split())

    (tmp_path / "known.ris").write_bytes(as_ris(RECORDS[:3]))
    (tmp_path / "titles.ris").write_bytes(as_ris([replace(record, abstract="") for record in RECORDS[3:20]]))
    (tmp_path / "whole.ris").write_bytes(as_ris(RECORDS[12:30]))
    decisions = pl.DataFrame({"doi": [record.doi for record in RECORDS[10:14]], "decision": ["yes", "no"] * 2})
    decisions.write_csv(tmp_path / "decisions.csv")
    run("new", "p", "known.ris", "titles.ris")
    run("mark", "p", "decisions.csv")
    told = "has abstracts of 8 known documents without one, which are not taken in"
    for _ in range(2):
        assert told in run("add", "p", "whole.ris")
    assert "abstracts of" not in run("add", "p", "titles.ris")

    run("new", "all", "known.ris", "titles.ris", "whole.ris")
    assert "4 new answers" in run("mark", "all", "p.likewise")
    done = CliRunner().invoke(app, ["export", str(tmp_path / "all"), "-o", str(tmp_path / "all.csv")])
    assert done.exit_code == 0, done.output
    table = pl.read_csv(tmp_path / "all.csv")
    decided = table.filter(pl.col("decision").is_not_null())
    assert dict(decided.select("doi", "decision").rows()) == dict(decisions.rows())
    abstract = table.filter(pl.col("doi") == RECORDS[12].doi)["abstract"].item()
    assert abstract == RECORDS[12].abstract
