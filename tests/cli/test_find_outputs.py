"""What find writes: a table, a report beside it, or both into a folder."""

import pytest

from likewise.writers import write_table
from likewise.writers.workbook import to_workbook


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_table_has_a_report_beside_it(run, likes, pile, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    result = run("find", likes, pile, "-o", out / "found.csv")
    assert names(out) == ["found.csv", "found.html"]
    assert "Report: " in result.stdout


def test_a_folder_is_made_for_both(run, likes, pile, tmp_path):
    run("find", likes, pile, "-o", tmp_path / "new" / "out")
    run("find", likes, pile, "-o", tmp_path / "new" / "more" / "found.csv")
    assert names(tmp_path / "new" / "out") == names(tmp_path / "new" / "more") == ["found.csv", "found.html"]


def test_a_page_alone(run, likes, pile, tmp_path):
    (tmp_path / "out").mkdir()
    run("find", likes, pile, "-o", tmp_path / "out" / "page.html")
    assert names(tmp_path / "out") == ["page.html"]


@pytest.mark.parametrize(
    ("options", "written"),
    [(["--no-report"], ["found.csv"]), (["--report", "OUT/page.html"], ["found.csv", "page.html"])],
)
def test_the_report_may_be_left_out_or_named(run, likes, pile, tmp_path, options, written):
    out = tmp_path / "out"
    out.mkdir()
    run("find", likes, pile, "-o", out / "found.csv", *(option.replace("OUT", str(out)) for option in options))
    assert names(out) == written


def test_a_report_of_ours_is_renewed_and_any_other_page_is_kept(run, likes, pile, tmp_path):
    out = tmp_path / "out"
    for _ in range(2):
        assert run("find", likes, pile, "-o", out).exit_code == 0
    assert names(out) == ["found.csv", "found.html"]
    (out / "found.html").write_text("<p>mine")
    result = run("find", likes, pile, "-o", out)
    assert "found.html is not a report that likewise wrote; it is kept, and found-2.csv is written" in " ".join(
        result.stdout.split()
    )
    assert names(out) == ["found-2.csv", "found-2.html", "found.csv", "found.html"]
    assert (out / "found.html").read_text() == "<p>mine"


def test_the_same_inputs_and_seed_give_the_same_report(run, likes, pile, tmp_path):
    for name in ("a", "b"):
        run("find", likes, pile, "-o", tmp_path / name)
    assert (tmp_path / "a" / "found.html").read_bytes() == (tmp_path / "b" / "found.html").read_bytes()


@pytest.mark.parametrize(
    ("out", "sentence"),
    [("found.xyz", "cannot be written"), ("nowhere/found.xyz", "cannot be written"), ("PILE", "what you search with")],
)
def test_what_cannot_be_written_is_said_before_any_work(mistake, likes, pile, tmp_path, out, sentence):
    path = pile if out == "PILE" else tmp_path / out
    assert sentence in mistake("find", likes, pile, "-o", path)
    assert not (tmp_path / "found.html").exists()
    assert not (tmp_path / "nowhere").exists()


def test_a_report_that_is_no_page_is_a_mistake(mistake, likes, pile, tmp_path):
    assert "end its name in .html" in mistake("find", likes, pile, "--report", tmp_path / "a.pdf")


def test_a_table_made_safe_for_spreadsheets_is_renewed_by_the_next_search(run, likes, tmp_path):
    pile = tmp_path / "pile.csv"
    pile.write_text("id,text\na,=a glass of wine\nb,a pot of tea\nc,a wine cellar\n")
    for _ in range(2):
        run("find", likes, pile, "-o", tmp_path / "out" / "found.csv", "--spreadsheet-safe")
    assert names(tmp_path / "out") == ["found.csv", "found.html"]
    assert "'=a glass" in (tmp_path / "out" / "found.csv").read_text()


def test_a_table_that_takes_the_place_of_an_old_one_is_made_once(run, likes, pile, tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(write_table, "to_workbook", lambda *args: made.append(args) or to_workbook(*args))
    for _ in range(2):
        run("find", likes, pile, "-o", tmp_path / "out" / "found.xlsx")
    assert len(made) == 2
    assert names(tmp_path / "out") == ["found.html", "found.xlsx"]
