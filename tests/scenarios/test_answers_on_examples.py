"""Answers on documents that are examples: a yes finds nothing new, a no takes the example away, numbers agree."""

import csv
import json

import polars as pl
import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.finder import collect, search
from likewise.readers import read
from tests.scenarios.records import as_ris, make_records

RECORDS = make_records(40, seed=7, wanted=12)
EXAMPLES = [record for record in RECORDS if record.is_wanted][:4]
OTHERS = [record for record in RECORDS if record not in EXAMPLES]


def run(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


@pytest.fixture
def project(tmp_path):
    (tmp_path / "known.ris").write_bytes(as_ris(EXAMPLES))
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    run("new", tmp_path / "review", tmp_path / "known.ris", tmp_path / "pile.ris")
    return tmp_path / "review.likewise"


def mark(project, answers):
    path = project.with_name("answers.csv")
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([["title", "included"], *((record.title, value) for record, value in answers)])
    project.with_name("said.txt").write_text(run("mark", project, path))
    return json.loads(run("estimate", project, "--json")), json.loads(run("prisma", project, "--json"))


def check(estimate, prisma):
    assert prisma["included"] == estimate["found"]
    assert prisma["to_screen"] == prisma["screened"] + prisma["unread"]
    assert prisma["screened"] == prisma["excluded"] + prisma["unsure"] + prisma["included"]
    assert estimate["recall"] == pytest.approx(estimate["found"] / (estimate["found"] + estimate["count"]), abs=1e-3)


def test_a_yes_to_an_example_finds_nothing_new(project):
    estimate, prisma = mark(project, [(EXAMPLES[0], "yes"), (OTHERS[0], "yes"), (OTHERS[1], "no")])
    assert (estimate["found"], estimate["n_yes"]) == (5, 2)
    check(estimate, prisma)


def test_a_no_to_an_example_takes_it_away(project):
    estimate, prisma = mark(project, [(EXAMPLES[0], "no"), (OTHERS[0], "yes")])
    assert (estimate["found"], prisma["excluded"], prisma["known"]) == (4, 1, 3)
    check(estimate, prisma)
    assert "1 document is an example" in project.with_name("said.txt").read_text()


def test_every_document_with_no_the_examples_too(project):
    estimate, prisma = mark(project, [(record, "no") for record in RECORDS])
    assert (estimate["found"], estimate["count"], prisma["included"]) == (0, 0, 0)


def test_a_no_to_every_example_leaves_them_until_there_is_another(project):
    estimate, _ = mark(project, [(record, "no") for record in EXAMPLES])
    assert estimate["found"] == 4
    estimate, prisma = mark(project, [(OTHERS[0], "yes")])
    assert estimate["found"] == 1
    check(estimate, prisma)


@pytest.mark.parametrize("only", ["yes", "no"])
def test_what_was_said_of_an_example_is_exported(project, only):
    mark(project, [(EXAMPLES[0], "yes"), (EXAMPLES[1], "no"), (OTHERS[0], only)])
    out = project.with_name("part.csv")
    run("export", project, "-o", out, "--only", only)
    wanted = {"yes": EXAMPLES[0], "no": EXAMPLES[1]}[only]
    assert set(read(out).table["title"]) == {wanted.title, OTHERS[0].title}


@pytest.mark.parametrize("method", ["likewise", "naive", "s-em"])
def test_every_method_learns_from_a_refused_example_as_from_any_no(method):
    wine, tea = [f"wine grapes barrel {n}" for n in range(6)], [f"tea leaves pot {n}" for n in range(6)]
    collection = collect([*wine[:2], tea[0]], [*wine[1:], *tea])
    ids = dict(zip(collection.pile.text, collection.pile.ids, strict=True))
    result = search(collection, {ids[tea[0]]: "no"}, method=method)
    table = result.table.join(pl.DataFrame({"id": list(ids.values()), "text": list(ids)}), on="id")
    assert result.n_examples == 2
    assert table.filter(pl.col("text") == tea[0])["decision"].to_list() == ["no"]
    assert all("wine" in text for text in table.filter(pl.col("rank") <= 4)["text"])
