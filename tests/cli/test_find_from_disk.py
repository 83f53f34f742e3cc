"""find on piles that do not fit into the memory, in whatever they are packed: the same table as from the bare file."""

import errno
import gzip
import io
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from likewise.scale import finding, plan
from tests.readers.zip_maker import zip_file

#: What a folder and an archive say of their files.
OF_FILES = ["file", "folder"]


@pytest.fixture(autouse=True)
def small_memory(monkeypatch):
    """Let 900 MB hold 200 documents."""
    monkeypatch.setattr(plan, "_FEWEST", 10)
    monkeypatch.setattr(plan, "_PER_JUDGED", 1_000_000)
    monkeypatch.setattr(plan, "_IN_MEMORY", 1_000_000)


@pytest.fixture
def rows(texts_of):
    """Make 600 records, a tenth of them on wine."""
    texts = [*texts_of("wine", 60), *texts_of("tea", 540)]
    return [{"id": f"d{n}", "text": f"{text} {n}", "year": 1950 + n % 70} for n, text in enumerate(texts)]


def _find(run, likes, pile, out):
    result = run("find", likes, pile, "--memory", "900MB", "-o", out, "--no-report")
    assert result.exit_code == 0, result.output
    assert "judged in part" in result.output
    return pl.read_csv(out, infer_schema=False)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_a_packed_table_has_the_ranking_of_the_bare_one(run, likes, rows, tmp_path, suffix):
    content = pl.DataFrame(rows).write_csv() if suffix == ".csv" else "".join(f"{json.dumps(row)}\n" for row in rows)
    (tmp_path / f"pile{suffix}").write_text(content, encoding="utf-8")
    (tmp_path / f"pile{suffix}.gz").write_bytes(gzip.compress(content.encode()))
    (tmp_path / "pile.zip").write_bytes(zip_file({f"pile{suffix}": content.encode(), "__MACOSX/._pile": b"\0"}))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / f"pile{suffix}").write_text(content, encoding="utf-8")
    bare = _find(run, likes, tmp_path / f"pile{suffix}", tmp_path / "bare.csv")
    assert bare.height == 600
    for name in (f"pile{suffix}.gz", "pile.zip", "folder"):
        found = _find(run, likes, tmp_path / name, tmp_path / "found.csv")
        assert found.drop(OF_FILES, strict=False).equals(bare)
        assert set(found.columns) - set(bare.columns) == (set() if name.endswith(".gz") else set(OF_FILES))


def test_files_of_an_archive_have_the_ranking_of_those_of_a_folder(run, likes, rows, tmp_path):
    members = {f"part {n % 3}/{row['id']}.txt": row["text"].encode() for n, row in enumerate(rows)}
    (tmp_path / "pile.zip").write_bytes(zip_file(members))
    for name, text in members.items():
        (tmp_path / "folder" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "folder" / name).write_bytes(text)
    found = _find(run, likes, tmp_path / "pile.zip", tmp_path / "found.csv")
    assert found.equals(_find(run, likes, tmp_path / "folder", tmp_path / "bare.csv"))
    assert found.height == 600


def test_a_packed_pile_that_is_cut_short_is_one_sentence(mistake, likes, rows, tmp_path):
    content = gzip.compress(pl.DataFrame(rows).write_csv().encode())
    (tmp_path / "pile.csv.gz").write_bytes(content[:-100])
    assert "pile.csv.gz is cut short" in mistake("find", likes, tmp_path / "pile.csv.gz", "--memory", "900MB")


@pytest.mark.skipif(sys.platform == "win32", reason="a signal ends a process there at once")
def test_nothing_temporary_is_left_where_a_search_is_terminated(run, likes, rows, tmp_path, monkeypatch):
    scratch, out = tmp_path / "scratch", tmp_path / "out"
    scratch.mkdir()
    out.mkdir()
    (tmp_path / "pile.zip").write_bytes(zip_file({"pile.csv": pl.DataFrame(rows).write_csv().encode()}))
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))

    def terminate(*_, **__):
        assert list(scratch.iterdir())
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(10)

    monkeypatch.setattr(finding, "judge_in_parts", terminate)
    result = run("find", likes, tmp_path / "pile.zip", "--memory", "900MB", "-o", out / "found.csv")
    assert result.exit_code == 130
    assert result.stderr == "\nlikewise: stopped\n"
    assert not list(scratch.iterdir())
    assert not list(out.iterdir())
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.parametrize(
    ("owner", "name", "suffix"),
    [
        (np, "save", ".csv"),
        (Path, "write_bytes", ".csv"),
        (pl.DataFrame, "write_ipc", ".csv"),
        (pl.LazyFrame, "sink_parquet", ".parquet"),
    ],
)
def test_no_room_for_temporary_files_is_one_sentence(mistake, likes, rows, tmp_path, monkeypatch, owner, name, suffix):
    pl.DataFrame(rows).write_csv(tmp_path / "pile.csv")

    write = getattr(owner, name)

    def refuse(thing, *places, **options):
        if places and isinstance(places[0], io.BytesIO):  # in memory there is room
            return write(thing, *places, **options)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(owner, name, refuse)
    out = tmp_path / f"found{suffix}"
    told = mistake("find", likes, tmp_path / "pile.csv", "--memory", "900MB", "-o", out)
    assert "temporary files cannot be written in" in told
    assert "TMPDIR" in told
    assert not out.exists()
