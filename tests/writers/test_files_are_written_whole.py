"""Tables to files: every format reads back, and a file is written whole or not at all."""

import gzip
import os
import stat

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.writers import append_columns, check_target, suffixes, write
from likewise.writers.kinds import PACKED

TABLE = pl.DataFrame(
    {
        "id": ["1", "2", "3"],
        "text": ["=SUM(A1)", 'says "hi",\nand goes', "naïve – ünïcode"],
        "rank": [1, 2, 3],
        "probability": [0.9, 0.5, None],
    }
)


@pytest.mark.parametrize("suffix", [*suffixes(), *(f"{suffix}.gz" for suffix in suffixes() if suffix not in PACKED)])
def test_every_format_reads_back(tmp_path, suffix):
    path = write(TABLE, tmp_path / f"found{suffix}")
    documents = read(path)
    texts = TABLE["text"].to_list()
    assert documents.text.to_list() == ([" ".join(text.split()) for text in texts] if ".ris" in suffix else texts)
    assert documents.table["rank"].cast(pl.Int64).to_list() == [1, 2, 3]
    assert set(TABLE.columns) <= set(documents.table.columns)


@pytest.mark.parametrize("suffix", PACKED)
def test_what_is_compressed_already_is_not_compressed_again(tmp_path, suffix):
    with pytest.raises(UserError, match=r"leave \.gz out"):
        check_target(tmp_path / f"found{suffix}.gz")


@pytest.mark.parametrize("suffix", [*suffixes(), ".jsonl.gz"])
def test_the_same_table_gives_the_same_bytes(tmp_path, suffix):
    first, second = (write(TABLE, tmp_path / f"{name}{suffix}").read_bytes() for name in "ab")
    assert first == second


def test_gz_is_compressed(tmp_path):
    assert gzip.decompress(write(TABLE, tmp_path / "a.csv.gz").read_bytes()).startswith(b"id,text")


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@here"])
def test_cells_that_look_like_formulas_stay_untouched(tmp_path, cell):
    path = write(pl.DataFrame({"text": [cell]}), tmp_path / "a.csv")
    assert path.read_text() == f"text\n{cell}\n"


def test_lists_become_cells_and_stay_lists_in_json(tmp_path):
    table = pl.DataFrame({"topics": [["grain", "corn"], None], "more": [{"a": 1}, {"a": 2}]})
    assert write(table, tmp_path / "a.tsv").read_text() == 'topics\tmore\ngrain; corn\t"{""a"": 1}"\n\t"{""a"": 2}"\n'
    assert write(table, tmp_path / "a.jsonl").read_text().startswith('{"topics": ["grain", "corn"], "more": {"a": 1}}')


@pytest.mark.parametrize("name", ["found.docx", "found", "found.gz"])
def test_an_unknown_suffix_lists_what_there_is(tmp_path, name):
    with pytest.raises(UserError, match=r"\.csv, \.json, \.jsonl, .*\.xlsx"):
        check_target(tmp_path / name)


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(UserError, match="there is no folder"):
        write(TABLE, tmp_path / "no" / "found.csv")


def test_a_folder_in_the_place_of_the_file_is_said(tmp_path):
    (tmp_path / "found.csv").mkdir()
    with pytest.raises(UserError, match="is a folder"):
        write(TABLE, tmp_path / "found.csv")


def test_a_folder_that_does_not_allow_it_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(UserError, match="does not allow it"):
        write(TABLE, tmp_path / "found.csv")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failing_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step):
    path = tmp_path / "found.csv"
    path.write_text("old")

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(UserError, match="No space left on device"):
        write(TABLE, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_old_file_keeps_its_permissions_and_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "found.csv", tmp_path / "link.csv"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write(TABLE, link)
    assert link.is_symlink()
    assert path.read_text().startswith("id,text")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_clash_of_names_gets_a_suffix_and_the_original_stays():
    original = pl.DataFrame({"rank": ["a"], "why": ["b"], "why_likewise": ["c"]})
    both = append_columns(original, pl.DataFrame({"rank": [1], "why": ["w"]}))
    assert both.row(0, named=True) == {
        "rank": "a",
        "why": "b",
        "why_likewise": "c",
        "rank_likewise": 1,
        "why_likewise_likewise": "w",
    }
