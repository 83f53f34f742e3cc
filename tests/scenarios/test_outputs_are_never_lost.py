"""D3: a search that is started again takes the place of nothing that a person made."""

import polars as pl
import pytest

from likewise.app import lost_work
from likewise.finder.export import INCLUDED
from likewise.readers import read
from likewise.writers import Layout, write
from tests.cli.conftest import likes, mistake, pile, run, texts_of  # noqa: F401 fixtures


def decide(path, answers, column=INCLUDED):
    """Fill in answers by id, as a person does who opens the table, edits and saves it."""
    table = read(path).table
    values = [answers.get(name) for name in table["id"]]
    write(table.with_columns(pl.Series(column, values, dtype=pl.String)), path)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def search(run, likes, pile, tmp_path):  # noqa: F811
    """Search the same again; return the words on the terminal."""
    out = tmp_path / "out"

    def again(*options, name="found.xlsx"):
        result = run("find", likes, pile, "-o", out / name, *options)
        assert result.exit_code == 0, result.output
        return " ".join(result.stdout.split())

    return again


@pytest.mark.parametrize("name", ["found.xlsx", "found.csv", "found.jsonl"])
def test_a_sheet_with_answers_is_kept_and_the_new_one_gets_a_number(search, tmp_path, name):
    search(name=name)
    found = tmp_path / "out" / name
    decide(found, {"d1": "yes", "d2": "no"})
    before = found.read_bytes()
    second = name.replace("found", "found-2")
    for _ in range(2):  # the second time the numbered one is renewed, not numbered again
        assert f"it is kept, and {second} is written instead" in search(name=name)
    assert found.read_bytes() == before
    assert names(tmp_path / "out") == sorted([name, second, "found.html", "found-2.html"])


def test_force_replaces_it(search, tmp_path):
    search()
    decide(tmp_path / "out" / "found.xlsx", {"d1": "yes"})
    search("--force")
    assert names(tmp_path / "out") == ["found.html", "found.xlsx"]
    assert read(tmp_path / "out" / "found.xlsx").table[INCLUDED].null_count() == 20


def test_a_table_without_answers_is_renewed(search, tmp_path):
    search()
    search("--seed", "3")
    assert names(tmp_path / "out") == ["found.html", "found.xlsx"]


def test_answers_that_the_new_table_has_are_not_lost_with_the_old_one(search, tmp_path):
    search()
    found = tmp_path / "out" / "found.xlsx"
    decide(found, {"d1": "yes", "d12": "No"})
    copy = tmp_path / "mine.csv"
    copy.write_text("id,decision\nd1,yes\nd12,no\n")
    search("--decisions", copy)
    assert names(tmp_path / "out") == ["found.html", "found.xlsx"]
    table = read(found).table
    assert dict(table.filter(pl.col("decision").is_not_null()).select("id", "decision").rows()) == {
        "d1": "yes",
        "d12": "no",
    }


def test_a_column_of_notes_and_a_changed_cell_are_kept_too(search, tmp_path):
    search()
    found = tmp_path / "out" / "found.xlsx"
    decide(found, {"d1": "read again"}, column="remarks")
    assert "has a column 'remarks', which the new table does not have" in search()
    search("--force")
    decide(found, {"d1": "relabelled"}, column="label")
    assert "1 value in the column 'label' that the new table does not have" in search()


def test_a_file_of_somebody_else_is_kept(search, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "found.csv").write_text("id,text\na,my own table\n")
    assert "found.csv is not a table that likewise wrote" in search(name="found.csv")
    assert "my own table" in (tmp_path / "out" / "found.csv").read_text()


def test_answers_on_the_audit_sheet_count(tmp_path):
    old, new = tmp_path / "old.xlsx", tmp_path / "new.xlsx"
    table = pl.DataFrame({"id": ["a", "b"], "text": ["red wine", "tea"], "rank": [1, 2], "suggestion": ["yes", "no"]})
    answered = pl.DataFrame({"id": ["b"], "answer": ["no"], "title": ["tea"]})
    write(table, old, layout=Layout(audit=answered))
    write(table, new)
    assert lost_work.describe_loss(old, new) == "holds 1 answer that the new table does not have"
    write(table.with_columns(decision=pl.Series([None, "no"])), new)
    assert lost_work.describe_loss(old, new) is None
