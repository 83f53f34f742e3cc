"""Files are written whole, several in one step, and nothing of a killed write stays behind."""

import os
import subprocess
import sys
import time

import pytest

from likewise.atomic_write import write_together, write_whole
from likewise.errors import UserError

KILLED = """
import os, sys
from pathlib import Path
from likewise.atomic_write import write_whole
os.fsync = lambda _: os.kill(os.getpid(), 9)
write_whole(b"new", Path(sys.argv[1]))
"""


def age(path, seconds=60):
    os.utime(path, (time.time() - seconds,) * 2)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_write_left_is_removed_by_the_next(tmp_path):
    target = tmp_path / "found.csv"
    target.write_text("old")
    assert subprocess.run([sys.executable, "-c", KILLED, target], check=False).returncode == -9
    (leftover,) = set(tmp_path.iterdir()) - {target}
    assert target.read_text() == "old"
    age(leftover)
    write_whole(b"new", target)
    assert names(tmp_path) == ["found.csv"]
    assert target.read_text() == "new"


def test_what_another_write_is_still_writing_stays(tmp_path):
    target = tmp_path / "found.csv"
    with write_together():
        write_whole(b"first", target)
        (running,) = tmp_path.iterdir()
        age(running)
        # Another process, which has its own lock.
        code = "import sys; from pathlib import Path; from likewise.atomic_write import write_whole; "
        subprocess.run([sys.executable, "-c", f"{code}write_whole(b'second', Path(sys.argv[1]))", target], check=True)
        assert running.exists()
        assert target.read_bytes() == b"second"
    assert target.read_bytes() == b"first"
    assert names(tmp_path) == ["found.csv"]


def test_files_of_others_are_left_alone(tmp_path):
    others = [".found.csv.tmp", ".found.csv.12345678.tmp.bak", ".other.csv.12345678.tmp", "found.csv.12345678.tmp"]
    for name in others:
        (tmp_path / name).touch()
        age(tmp_path / name)
    write_whole(b"new", tmp_path / "found.csv")
    assert names(tmp_path) == sorted([*others, "found.csv"])


def test_files_written_together_appear_when_all_are_prepared(tmp_path):
    table, report = tmp_path / "found.csv", tmp_path / "report.html"
    table.write_text("old")
    with write_together():
        write_whole(b"new table", table)
        write_whole(b"new report", report)
        assert table.read_text() == "old"
        assert not report.exists()
    assert (table.read_text(), report.read_text()) == ("new table", "new report")
    assert names(tmp_path) == ["found.csv", "report.html"]


def test_if_one_of_several_fails_none_is_changed(tmp_path):
    table = tmp_path / "found.csv"
    table.write_text("old")

    def write_both():
        with write_together():
            write_whole(b"new table", table)
            write_whole(b"new report", tmp_path / "nowhere" / "report.html")

    with pytest.raises(UserError, match=r"cannot write .*report\.html"):
        write_both()
    assert table.read_text() == "old"
    assert names(tmp_path) == ["found.csv"]


def test_a_block_inside_another_waits_for_the_outer_one(tmp_path):
    target = tmp_path / "found.csv"
    with write_together():
        with write_together():
            write_whole(b"new", target)
        assert not target.exists()
    assert target.read_bytes() == b"new"
