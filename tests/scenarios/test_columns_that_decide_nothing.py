"""Columns of a pile that look like decisions and that nobody asked for: not used in the next round either."""

import csv

import openpyxl
import polars as pl
import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.readers import read
from tests.scenarios.records import as_ris, make_records

RECORDS = make_records(30, seed=11, wanted=8)
RAYYAN = 'RAYYAN-INCLUSION: {"Ann"=>"%s"}'
COLUMNS = [("label", 1, 0), ("status", "included", "excluded"), ("Included", "yes", "no"), ("class", "1", "0")]
COLUMNS += [("notes", RAYYAN % "Included", RAYYAN % "Excluded"), ("tags", "include; wine", "exclude")]


@pytest.fixture
def known(tmp_path):
    (tmp_path / "known.ris").write_bytes(as_ris(RECORDS[:3]))
    return tmp_path / "known.ris"


def write_pile(path, column, yes, no):
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["title", "abstract", "doi", column])
        writer.writerows([[r.title, r.abstract, r.doi, (no, yes)[at % 3 == 0]] for at, r in enumerate(RECORDS)])


def run(*arguments):
    result = CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def answers_in(path):
    rows = read(path).table.select("title", "decision").rows()
    return {title: value for title, value in rows if value in ("yes", "no", "unsure")}


def decide(path, answers, column):
    """Answer in a table, as a person does who knows nothing of the other columns."""
    if path.suffix == ".xlsx":
        book = openpyxl.load_workbook(path)
        sheet = book.worksheets[0]
        names = [cell.value for cell in sheet[1]]
        for row in sheet.iter_rows(min_row=2):
            if row[names.index("title")].value in answers:
                row[names.index(column)].value = answers[row[names.index("title")].value]
        book.save(path)
        return
    table = pl.read_csv(path, infer_schema=False)
    old = pl.col(column) if column in table.columns else pl.lit(None)
    new = pl.col("title").replace_strict(answers, default=None, return_dtype=pl.String)
    table.with_columns(pl.coalesce(new, old).alias(column)).write_csv(path)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize(("column", "yes", "no"), COLUMNS)
def test_it_is_not_taken_for_answers_in_any_later_round(known, tmp_path, column, yes, no, kind):
    pile, found = tmp_path / "pile.csv", tmp_path / f"found.{kind}"
    write_pile(pile, column, yes, no)
    run("find", known, pile, "-o", found, "--method", "centroid")
    assert answers_in(found) == {}
    said = {RECORDS[9].title: "no", RECORDS[10].title: "yes"}  # not what the column says of them
    decide(found, said, "decision")
    again, last = tmp_path / f"again.{kind}", tmp_path / f"last.{kind}"
    run("find", found, "-o", again, "--method", "centroid")
    assert answers_in(again) == said
    run("find", known, pile, "--decisions", again, "-o", last, "--method", "centroid")
    assert answers_in(last) == said


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_cell_of_it_that_somebody_changes_is_an_answer(known, tmp_path, kind):
    pile, found = tmp_path / "pile.csv", tmp_path / f"found.{kind}"
    write_pile(pile, "included", "yes", "no")
    run("find", known, pile, "-o", found, "--method", "centroid")
    said = {RECORDS[9].title: "no", RECORDS[10].title: "unsure"}
    decide(found, said, "included")
    run("find", found, "-o", tmp_path / "again.csv", "--method", "centroid")
    assert answers_in(tmp_path / "again.csv") == said


def test_a_project_does_not_take_it_for_answers_of_its_own_export(known, tmp_path):
    pile, project, out = tmp_path / "pile.csv", tmp_path / "review.likewise", tmp_path / "out.csv"
    write_pile(pile, "label", 1, 0)
    run("new", project, known, pile, "--method", "centroid")
    run("export", project, "-o", out)
    assert run("mark", project, out).startswith("0 new answers")
    decide(out, {RECORDS[9].title: "no"}, "decision")
    assert run("mark", project, out).startswith("1 new answer, ")
