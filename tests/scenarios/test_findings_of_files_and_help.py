"""What people met with their files and the help (D5, D10, D19, D27 to D31, D33)."""

import json
import re
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.finder import Finder
from likewise.readers import read
from tests.scenarios.records import as_endnote, as_ris, as_text, make_records

RECORDS = make_records(120, seed=5, wanted=40)
ROOT = Path(__file__).parents[2]


def invoke(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def known(tmp_path):
    path = tmp_path / "known.ris"
    path.write_bytes(as_ris(RECORDS[:8]))
    return path


@pytest.mark.parametrize("n_decided", [0, 20, 60])
def test_d5_all_numbers_come_from_one_estimate(known, tmp_path, n_decided):
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    decided = RECORDS[20 : 20 + n_decided]
    rows = "\n".join(f"{record.doi},{'yes' if record.is_wanted else 'no'}" for record in decided)
    (tmp_path / "said.csv").write_text(f"doi,decision\n{rows}\n")
    said = tmp_path / "said.csv" if n_decided else None
    options = ["--decisions", said] if said else []
    found = json.loads(invoke("find", known, tmp_path / "pile.ris", *options, "--json").stdout)
    result = Finder().find(read(known), read(tmp_path / "pile.ris"), decisions=said)
    assert found["count"] == pytest.approx(result.estimate.count, abs=1e-3)
    assert found["low"] <= found["count"] <= found["high"]
    for n_read in range(result.n_ranked + 1):
        at = result.at(n_read)
        assert at.good + at.missed == pytest.approx(result.estimate.count, abs=1e-6)
        assert at.missed_low - 1e-9 <= at.missed <= at.missed_high + 1e-9
    everything = result.at(result.n_ranked)
    assert everything.missed == pytest.approx(0, abs=1e-6)
    assert found["cut_off"]["good"] + found["cut_off"]["missed"] == pytest.approx(found["count"], abs=2e-3)
    # What was found so far has the examples and the answers in it.
    n_yes = sum(record.is_wanted for record in decided)
    assert found["found"] == pytest.approx(8 + n_yes, abs=1e-6)


def test_d5_the_report_has_the_same_numbers(known, tmp_path):
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    result = Finder().find(read(known), read(tmp_path / "pile.ris"), decisions={RECORDS[30].doi: "yes"})
    page = result.write_report(tmp_path / "a.html").read_text()
    words = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert result.summary.partition(",")[0].casefold() in words.casefold()


def as_web_of_science(records, *, tagged):
    if tagged:
        lines = ["FN Clarivate Analytics Web of Science", "VR 1.0"]
        for record in records:
            lines += ["PT J", f"AU {record.authors[0]}", f"TI {record.title}", f"AB {record.abstract}"]
            lines += [f"DI {record.doi}", f"PY {record.year}", "ER", ""]
        return "\n".join([*lines, "EF"]).encode()
    rows = ["PT\tAU\tTI\tAB\tDI\tPY"]
    rows += [f"J\t{each.authors[0]}\t{each.title}\t{each.abstract}\t{each.doi}\t{each.year}" for each in records]
    return ("\ufeff" + "\r\n".join(rows) + "\r\n").encode("utf-16-le")


@pytest.mark.parametrize("tagged", [True, False])
def test_d10_web_of_science_is_a_table_of_records(find, known, tmp_path, tagged):
    (tmp_path / "savedrecs.txt").write_bytes(as_web_of_science(RECORDS[:30], tagged=tagged))
    documents = read(tmp_path / "savedrecs.txt")
    assert len(documents) == 30
    assert RECORDS[3].abstract in documents.text[3]
    printed = find(known, tmp_path / "savedrecs.txt", "-o", tmp_path / "found.csv")
    assert "All 30 documents, ranked" in printed
    assert read(tmp_path / "found.csv").table["decision"].to_list().count("example") == 8


def test_d10_endnote_xml_is_a_table_of_records(tmp_path):
    (tmp_path / "library.xml").write_bytes(as_endnote(RECORDS[:30]))
    assert len(read(tmp_path / "library.xml")) == 30


def test_d19_help_does_not_promise_that_a_profile_reads_further():
    text = " ".join(invoke("find", "--help").stdout.split())
    assert "read further" not in text
    assert "reads further" not in " ".join((ROOT / "docs/guide.md").read_text().split())


def test_d27_a_zip_in_a_folder_is_read(find, known, tmp_path):
    pile = tmp_path / "pile"
    pile.mkdir()
    (pile / "a.ris").write_bytes(as_ris(RECORDS[:20]))
    with zipfile.ZipFile(pile / "more.zip", "w") as archive:
        for place, record in enumerate(RECORDS[20:25]):
            archive.writestr(f"{place}.txt", as_text(record))
    assert "All 25 documents, ranked" in find(known, pile, "-o", tmp_path / "found.csv")


def test_d28_documents_in_other_languages_are_told_of(tmp_path):
    english = ["the wine is old and it is from the cellar of the house, which was built by the monks"] * 30
    german = ["der Wein ist alt und er ist aus dem Keller des Hauses, das von den Mönchen gebaut wurde"] * 15
    texts = [f"{text} {place}" for place, text in enumerate([*english, *german])]
    result = Finder("centroid").find(english[:3], texts)
    assert any("in other languages than English: 15 German" in note for note in result.notes), result.notes


COMMANDS = ["find", "doctor", "simulate", "compare", "methods", "demo", "papers"]


@pytest.mark.parametrize("command", COMMANDS)
def test_d29_help_has_no_types_of_python(command):
    text = invoke(command, "--help").stdout
    assert not re.search(r"<(bool|str|int|float|list\[str\])>|\b(TEXT|INTEGER|list\[str\])\b", text)


@pytest.mark.parametrize(
    "arguments",
    [
        ("find", "a", "b", "--top", "x"),
        ("find", "a", "b", "--seed", "1.5"),
        ("find", "a", "b", "--no-such-option"),
        ("find", "nowhere", "nowhere"),
        ("simulate", "nowhere.csv", "--repeats", "many"),
        ("no-such-command",),
    ],
)
def test_d30_every_mistake_is_one_sentence(arguments):
    result = invoke(*arguments)
    said = result.stderr.strip()
    assert result.exit_code == 2
    assert said.startswith("likewise: ")
    assert len(said.splitlines()) == 1
    assert not re.search(r"[│╭╰]|Input should be|Traceback", said)


@pytest.mark.parametrize(
    ("command", "arguments"), [("simulate", "LABELLED"), ("compare", "LABELLED"), ("doctor", "FILE")]
)
def test_d31_pages_say_as_help_does_what_must_be_given(command, arguments):
    page = (ROOT / f"docs/commands/{command}.md").read_text()
    help_text = invoke(command, "--help").stdout
    usage = next(line for line in help_text.splitlines() if "Usage" in line or line.strip().startswith("likewise"))
    for text in (page, usage):
        assert arguments in text
        assert f"[{arguments}]" not in text


def test_d33_nothing_is_said_to_be_on_an_index_that_is_not():
    for name in ("README.md", "docs/guide.md"):
        assert "pip install likewise" not in (ROOT / name).read_text()
        assert "pip install 'likewise[" not in (ROOT / name).read_text()


def test_a_kind_of_file_that_is_refused_is_not_offered(known, tmp_path):
    said = invoke("find", known, known, "--table", "x").stderr
    assert ".xlsx" in said
    assert ".xls," not in said
