"""Files that somebody takes for others: one sentence that says what they are, and what to do."""

import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from tests.scenarios.records import as_ris, make_records

RECORDS = make_records(12, seed=5, wanted=4)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "known.ris").write_bytes(as_ris(RECORDS[:3]))
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    (tmp_path / "sheet.ods").write_bytes(b"PK")
    (tmp_path / "paper.csv").write_bytes(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(app, ["new", "review", "known.ris", "pile.ris", "--method", "centroid"], catch_exceptions=False)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("estimate known.ris", "known.ris is not a project, whose name ends in .likewise; make one"),
        ("mark known.ris review.likewise", "known.ris is not a project, whose name ends in .likewise; make one"),
        ("estimate .", "is a folder, and not a project; name the file of a project"),
        ("estimate nowhere", "there is no project nowhere.likewise; check its name"),
        ("find known.ris review.likewise", "review.likewise is a project; export its documents to a table"),
        ("find review.likewise pile.ris", "review.likewise is a project; export its documents to a table"),
        ("add review review.likewise", "review.likewise is a project; export its documents to a table"),
        ("add review sheet.ods", "sheet.ods is a spreadsheet; save it as .xlsx or .csv"),
        ("mark review sheet.ods", "sheet.ods is a spreadsheet; save it as .xlsx or .csv"),
        ("mark review paper.csv", "paper.csv is not text: it is a PDF; end its name in .pdf"),
    ],
)
def test_one_sentence_says_what_it_is_and_what_to_do(folder, arguments, sentence):
    result = CliRunner().invoke(app, arguments.split(), catch_exceptions=False)
    assert result.exit_code == 2
    assert sentence in " ".join(result.output.split())
    assert len(result.output.strip().splitlines()) == 1
