"""The file itself: versions, other files, damage, and what can still be read of it."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from likewise.errors import UserError
from likewise.project import Answer, Project
from likewise.project import database as opening
from likewise.project.answers import get_time
from likewise.project.header import DamagedProject, check_header
from likewise.project.repair import copy_project, find_damage, repair_project
from likewise.project.schema import MIGRATIONS, VERSION


@pytest.fixture
def answered(path):
    with Project(path) as project:
        for row in range(60):
            project.append(
                [Answer(f"d{row}", "yes" if row % 3 else "no", "ana", get_time(), note=f"{row} " + "x" * 900)]
            )
    return path


def test_a_file_of_an_earlier_version_is_brought_to_this_one(path, monkeypatch):
    steps = (*MIGRATIONS, "ALTER TABLE runs ADD COLUMN colour TEXT; CREATE TABLE colours (name TEXT)")
    monkeypatch.setattr(opening, "migrate", lambda connection: _migrate(connection, steps))
    monkeypatch.setattr(opening, "needs_migration", lambda version, path: version < len(steps) + 1)
    with Project(path) as project:
        assert project.database.read("PRAGMA user_version") == [(VERSION + 1,)]
        assert (
            project.database.read("SELECT colour FROM runs") == project.database.read("SELECT name FROM colours") == []
        )


def _migrate(connection, steps):
    from likewise.project.schema import migrate

    migrate(connection, steps)


def test_a_step_that_fails_changes_nothing(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        with pytest.raises(sqlite3.OperationalError):
            _migrate(connection, (*MIGRATIONS, "CREATE TABLE colours (name TEXT); CREATE TABLE colours (name TEXT)"))
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'colours'").fetchall()


def test_a_file_of_a_later_version_is_refused(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with pytest.raises(UserError, match="written by a newer likewise"):
        Project(path)


def test_a_folder_and_a_missing_file_are_said(tmp_path):
    (tmp_path / "a.likewise").mkdir()
    with pytest.raises(UserError, match="is a folder"):
        Project(tmp_path / "a")
    with pytest.raises(UserError, match="there is no project"):
        Project(tmp_path / "b")


def test_a_second_process_reads_while_the_first_writes(path):
    with Project(path) as writer, Project(path, read_only=True) as reader, writer.database.writing() as connection:
        connection.execute("INSERT INTO facts VALUES ('colour', '\"red\"')")
        assert "colour" not in reader.facts
    with Project(path) as project:
        assert project.facts["colour"] == "red"


def test_a_copy_made_while_somebody_writes_is_consistent(answered, tmp_path):
    with Project(answered) as writer, writer.database.writing() as connection:
        connection.execute("INSERT INTO facts VALUES ('colour', '\"red\"')")
        copy = copy_project(answered, tmp_path / "copy")
    with Project(copy) as project:
        assert "colour" not in project.facts
        assert len(project.read_answers()) == 60
    assert find_damage(copy) == []
    with pytest.raises(UserError, match="is not replaced"):
        copy_project(answered, copy)


def test_nothing_is_left_beside_a_project_that_was_read(path):
    with Project(path, read_only=True) as project:
        project.read_pile()
    assert [file.name for file in path.parent.iterdir()] == ["review.likewise"]


def damage(path, table):
    """Overwrite a page in the middle of a table."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = [
            number
            for (number,) in connection.execute("SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno", (table,))
        ]
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    at = (pages[len(pages) // 2] - 1) * size
    content[at : at + size] = bytes([0xA5]) * size
    path.write_bytes(content)


def has_dbstat():
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("SELECT 1 FROM dbstat")
        except sqlite3.OperationalError:
            return False
        return True


needs_dbstat = pytest.mark.skipif(not has_dbstat(), reason="this SQLite does not tell where tables lie")


@needs_dbstat
@pytest.mark.parametrize("table", ["answers", "documents", "batches", "chunks", "keys"])
def test_damage_is_found_when_a_project_is_opened(answered, table):
    damage(answered, table)
    with pytest.raises(DamagedProject, match="likewise repair") as wrong:
        Project(answered)
    assert "\n" not in str(wrong.value)


@needs_dbstat
def test_every_answer_that_can_be_read_is_recovered(answered, tmp_path):
    damage(answered, "answers")
    repaired = repair_project(answered, tmp_path / "again")
    assert repaired.damage
    with Project(repaired.path) as project:
        answers = project.read_answers()
    assert 40 < len(answers) == repaired.rows["answers"] < 60
    assert {answer.note.split()[0]: answer.document for answer in answers} == {
        str(answer.seq - 1): f"d{answer.seq - 1}" for answer in answers
    }


@needs_dbstat
@pytest.mark.parametrize("table", ["documents", "chunks", "batches"])
def test_answers_are_recovered_without_their_documents(answered, tmp_path, table):
    damage(answered, table)
    repaired = repair_project(answered, tmp_path / "again")
    assert repaired.rows["answers"] == 60
    assert not repaired.is_whole


def test_an_answer_whose_bytes_have_changed_is_not_taken_for_one(answered, tmp_path):
    with closing(sqlite3.connect(answered)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = answered.read_bytes()
    at = content.index(b"17 xxxx")
    answered.write_bytes(content[:at] + b"71 xxxx" + content[at + 7 :])
    with Project(answered) as project, pytest.raises(DamagedProject, match="answer 18"):
        project.read_answers()
    repaired = repair_project(answered, tmp_path / "again")
    assert "answer 18" in repaired.damage
    assert repaired.rows["answers"] == 59
    assert repaired.is_whole


def test_nothing_to_recover_is_said(tmp_path):
    (tmp_path / "a.likewise").write_bytes(b"SQLite format 3\0" + b"\0" * 5000)
    with pytest.raises(UserError, match="nothing of"):
        repair_project(tmp_path / "a", tmp_path / "b")
    assert not (tmp_path / "b.likewise").exists()


def test_answers_are_recovered_from_a_file_that_was_cut_short(answered, tmp_path):
    with closing(sqlite3.connect(answered)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = answered.read_bytes()
    answered.write_bytes(content[: len(content) - 3 * 4096])
    with pytest.raises(DamagedProject):
        Project(answered)
    repaired = repair_project(answered, tmp_path / "again")
    assert 30 < repaired.rows["answers"] < 60
    with Project(repaired.path) as project:
        assert [answer.note.split()[0] for answer in project.read_answers()] == [
            str(answer.seq - 1) for answer in project.read_answers()
        ]


def test_a_table_is_not_taken_for_the_name_of_a_new_project(tmp_path, likes, pile):
    from likewise.project import create_project

    (tmp_path / "search.csv").write_text("id,text\n1,wine\n")
    with pytest.raises(UserError, match="is a file, and not a project"):
        create_project(tmp_path / "search.csv", likes, pile, by="ana")


def test_a_project_opens_at_once_while_another_process_writes(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        with Project(path) as project:
            assert not project.read_only
            assert project.n_documents
        assert time.monotonic() - start < 5  # it would wait for its turn, which takes longer
        other.execute("ROLLBACK")
    with Project(path) as project:
        assert project.database.read("PRAGMA busy_timeout") == [(10_000,)]


def look_from_another_process(path):
    """Open a project in another process, as a command does, and return how many answers it has."""
    code = "import sys; from likewise.project import Project; print(len(Project(sys.argv[1]).read_answers()))"
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_a_process_that_only_looks_takes_no_log_away_from_one_that_writes(path):
    log = path.with_name(f"{path.name}-wal")
    with Project(path) as project:
        project.append([Answer("d1", "yes", "ana", get_time())])
        with Project(path, check=False):  # as a ranking in the background does
            pass
        check_header(path)
        assert look_from_another_process(path) == 1
        project.append([Answer("d2", "yes", "ana", get_time())])
        assert log.stat().st_size  # else it would be gone with this process
        assert look_from_another_process(path) == 2


def test_nothing_is_written_to_a_file_that_is_no_longer_there(path):
    elsewhere = path.with_name("elsewhere.likewise")
    with Project(path) as project:
        project.append([Answer("d1", "yes", "ana", get_time())])
        path.rename(elsewhere)
        with pytest.raises(UserError, match="was moved, replaced or deleted while it was open; put it back"):
            project.append([Answer("d2", "yes", "ana", get_time())])
        elsewhere.rename(path)
        project.append([Answer("d3", "yes", "ana", get_time())])
        assert [answer.document for answer in project.read_answers()] == ["d1", "d3"]
