"""Shells complete names of methods, parameters, columns of files, projects and documents, and quickly."""

import os
import subprocess
import sys

import polars as pl
import pytest

from likewise.app.file_columns import list_columns

PROGRAM = [sys.executable, "-c", "import sys; sys.argv[0] = 'likewise'; from likewise.cli import main; main()"]


def complete(line, folder, shell="bash"):
    """Ask the program as a shell does; return what it offers, and the processor seconds that it took."""
    words = line.split(" ")
    typed = (
        {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        if shell == "bash"
        else {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    )
    before = os.times()
    done = subprocess.run(
        PROGRAM,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **typed, "_LIKEWISE_COMPLETE": f"complete_{shell}"},
    )
    after = os.times()
    assert done.stderr == ""
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return done.stdout.split("\n")[:-1], seconds


@pytest.fixture
def tables(tmp_path):
    """The same table in the kinds that are looked into."""
    table = pl.DataFrame({"doi": ["1"], "title": ["red wine"], "abstract": ["a glass of wine"]})
    table.write_csv(tmp_path / "pile.csv", separator=";")
    table.write_ndjson(tmp_path / "pile.jsonl")
    table.write_parquet(tmp_path / "pile.parquet")
    table.write_excel(tmp_path / "pile.xlsx")
    return tmp_path


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "xlsx"])
def test_columns_of_a_file_are_listed_from_its_beginning(tables, kind):
    assert list_columns(str(tables / f"pile.{kind}")) == ["doi", "title", "abstract"]


@pytest.mark.parametrize(
    "name", ["none.csv", "damaged.parquet", "damaged.xlsx", "damaged.sqlite", "empty.jsonl", "a.xyz"]
)
def test_what_cannot_be_looked_into_has_no_columns(tmp_path, name):
    if name != "none.csv":
        (tmp_path / name).write_bytes(b"" if "empty" in name else b"PAR1 PK\x00\xff")
    assert list_columns(str(tmp_path / name)) == []


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("likewise find known pile.csv --text t", ["title"]),
        ("likewise find known pile.csv --text title,a", ["title,abstract"]),
        ("likewise doctor pile.csv --id d", ["doi"]),
        ("likewise find known pile.csv --method ts-", ["ts-plsa"]),
        ("likewise methods ts-", ["ts-plsa"]),
        ("likewise find known pile.csv --method lsi --set n", ["n_components="]),
        ("likewise open-f", ["open-file"]),
        ("likewise compare pile.csv --methods lsi,ts-", ["lsi,ts-plsa"]),
    ],
)
def test_a_shell_is_offered_what_fits_without_loading_what_a_search_needs(tables, line, offered):
    found, seconds = complete(line, tables)
    assert found == offered
    assert seconds < 1.5  # of the processor; loading what a search needs takes more


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_offered_the_same(tables, shell):
    found, _ = complete("likewise find known pile.csv --text t", tables, shell)
    assert len(found) == 1
    assert "title" in found[0]
    assert "abstract" not in found[0]


def test_projects_of_the_folder_and_documents_of_a_project_are_offered(run, tables, likes, monkeypatch):
    monkeypatch.chdir(tables)
    assert run("new", "review", likes, tables / "pile.csv", "--quiet").exit_code == 0
    assert complete("likewise explain rev", tables)[0] == ["review.likewise"]
    assert complete("likewise explain review.likewise ", tables)[0] == ["1"]
