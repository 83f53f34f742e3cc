"""Processes that are killed at any moment, full disks and read-only places: no saved answer is lost, none invented."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from likewise.errors import UserError
from likewise.project import Answer, Project, create_project
from likewise.project.answers import get_time
from likewise.project.runs import read_runs

ROOT = Path(__file__).parent.parent.parent
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}


def kill_at_work(path, task, tag, folder, seconds, *, early):
    """Let a process work until it is killed, maybe while it still starts; return what it said was saved."""
    command = [sys.executable, "-m", "tests.project.crash_worker", str(path), task, tag, str(folder)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=ENVIRONMENT
    )
    with process:
        if not early:
            assert process.stdout.readline() == "started\n"
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        # What stood behind the first line may have been read with it, and communicate() does not look there.
        said, wrong = process.stdout.read(), process.stderr.read()
    assert process.returncode == -signal.SIGKILL, wrong
    # The last line may be cut short by the kill.
    return [line for line in said.split("\n")[:-1] if line and line != "started"]


def check(path, said, tag, before):
    """Compare a project with what a killed process said; return how far the log is."""
    with Project(path) as project:  # which looks for damage
        answers = project.read_answers(before)
        assert [answer.seq for answer in answers] == list(range(before + 1, before + 1 + len(answers)))
        notes = [answer.note for answer in answers if answer.note]
        saved = [line.removeprefix("saved ") for line in said if line.startswith("saved ")]
        assert notes[: len(saved)] == saved
        assert len(notes) <= len(saved) + 1  # at most one was being said
        undone = [line.removeprefix("undone ") for line in said if line.startswith("undone ")]
        known = {answer.seq: answer.note for answer in answers}
        taken = [known[answer.undoes] for answer in answers if answer.decision == "undo"]
        assert taken[: len(undone)] == undone
        marked = [line.removeprefix("marked ") for line in said if line.startswith("marked ")]
        by = Counter(answer.by for answer in answers if answer.pick == "mark" and answer.by.startswith(f"{tag} "))
        assert all(by[name] == 40 for name in marked)
        assert set(by.values()) <= {40}  # all of a file, or nothing
        added = [line.removeprefix("added ") for line in said if line.startswith("added ")]
        batches = Counter(name.rpartition("-")[0] for name in project.list_ids(f"{tag}-"))
        assert all(batches[name] == 20 for name in added)
        assert set(batches.values()) <= {20}
        assert len(project.read_pile()) == project.n_documents
        ranked = [int(line.removeprefix("ranked ")) for line in said if line.startswith("ranked ")]
        assert {*ranked} <= {run.number for run in read_runs(project.database)}
        return before + len(answers)


def work_and_kill(path, folder, times, seed):
    draw = random.Random(seed)
    last, n_said = 0, 0
    for number in range(times):
        task = draw.choices(["answer", "mark", "add", "rerank"], [6, 2, 2, 2])[0]
        early = draw.random() < 0.2
        tag = f"t{number}"
        said = kill_at_work(path, task, tag, folder, draw.uniform(0.01, 1.5 if early else 0.4), early=early)
        last = check(path, said, tag, last)
        n_said += len(said)
    return n_said


def test_no_saved_answer_is_lost_and_none_invented_when_processes_are_killed(path, tmp_path):
    assert work_and_kill(path, tmp_path, 25, seed=1) > 0  # how many depends on how busy the machine is


@pytest.mark.slow
def test_a_thousand_kills_lose_nothing(path, tmp_path):
    assert work_and_kill(path, tmp_path, 1000, seed=2) > 5_000


def test_a_project_is_there_whole_or_not_at_all_when_its_making_is_killed(tmp_path, likes, pile):
    draw = random.Random(3)
    likes.table.write_csv(tmp_path / "likes.csv")
    pile.table.write_csv(tmp_path / "pile.csv")
    for number in range(4):
        target = tmp_path / f"p{number}.likewise"
        code = "import sys; from likewise.cli import main; sys.argv[0] = 'likewise'; main()"
        command = [sys.executable, "-c", code, "new", str(target), "likes.csv", "pile.csv", "--quiet"]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=tmp_path, env=ENVIRONMENT
        )
        time.sleep(draw.uniform(0.8, 2.5))
        process.kill()
        process.communicate()
        if target.exists():
            with Project(target) as project:
                assert project.n_documents == len(project.read_pile()) == 60


@pytest.fixture
def mounted(tmp_path):
    """A file system of a few megabytes in memory."""
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("mounting a small file system is not allowed here")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(folder):
    with (folder / "filler").open("wb", buffering=0) as stream, suppress(OSError):
        while True:
            stream.write(b"\0" * 4096)


def answer_many(project, **more):
    for row in range(2000):
        project.append([Answer(f"d{row % 60}", "no", "ana", get_time(), **{"note": str(row), **more})])


def test_a_full_disk_is_one_sentence_and_loses_nothing(mounted, likes, pile):
    path = create_project(mounted / "review", likes, pile, by="ana")
    with Project(path) as project:
        project.append([Answer("d1", "yes", "ana", get_time())])
        fill(mounted)
        with pytest.raises(UserError, match=r"disk is full; nothing that was saved is lost") as wrong:
            answer_many(project)
        assert "\n" not in str(wrong.value)
        n_saved = len(project.read_answers())
        with pytest.raises(UserError, match="disk is full"):
            create_project(mounted / "other", likes, pile, by="ana")
        assert not (mounted / "other.likewise").exists()
        (mounted / "filler").unlink()
        project.append([Answer("d2", "yes", "ana", get_time())])
    with Project(path) as project:
        answers = project.read_answers()
    assert len(answers) == n_saved + 1
    assert [answer.note for answer in answers[1:-1]] == [str(row) for row in range(n_saved - 1)]


def test_a_limit_on_the_size_of_the_file_is_a_full_disk(path):
    with Project(path) as project:
        (pages,) = project.database.read("PRAGMA page_count")[0]
        project.database.read(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(UserError, match="disk is full"):
            answer_many(project, reason="x" * 500)
        saved = project.read_answers()
    with Project(path) as project:
        assert project.read_answers() == saved
        assert [answer.note for answer in saved] == [str(row) for row in range(len(saved))]


@pytest.fixture
def frozen(mounted, likes, pile):
    """A project in a place that nobody can write to; its newest answer is in the log beside it."""
    path = create_project(mounted / "review", likes, pile, by="ana")
    with Project(path) as project:
        project.append([Answer("d1", "yes", "ana", get_time())])
    subprocess.run(["mount", "-o", "remount,ro", mounted], check=True)
    return path


def test_a_project_in_a_read_only_place_is_read_and_not_written(frozen):
    with Project(frozen) as project:
        assert project.read_only
        assert project.read_fold()["d1"].decision == "yes"
        with pytest.raises(UserError, match="it is read-only; copy it to a place where you may write"):
            project.append([Answer("d2", "yes", "ana", get_time())])


def test_the_newest_answers_are_read_though_the_place_became_read_only_while_it_was_open(mounted, likes, pile):
    path = create_project(mounted / "review", likes, pile, by="ana")
    project = Project(path)
    project.append([Answer("d1", "yes", "ana", get_time())])
    log = path.with_name("review.likewise-wal")
    assert log.stat().st_size  # not in the file itself yet
    copy = mounted / "copy.likewise"
    copy.write_bytes(path.read_bytes())
    copy.with_name("copy.likewise-wal").write_bytes(log.read_bytes())
    project.close()
    subprocess.run(["mount", "-o", "remount,ro", mounted], check=True)
    with Project(copy) as project:
        assert project.read_only
        assert project.read_fold()["d1"].decision == "yes"


def run_program(*arguments):
    code = "import sys; from likewise.cli import main; sys.argv[0] = 'likewise'; main()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)


def test_commands_on_a_read_only_project_read_and_refuse_to_write_in_one_sentence(frozen, tmp_path):
    assert "1 of 60 documents decided" in run_program("estimate", frozen).stdout
    assert run_program("export", frozen, "-o", tmp_path / "out.csv").returncode == 0
    assert run_program("report", frozen, "-o", tmp_path / "out.html").returncode == 0
    assert "said yes of d1" in run_program("log", frozen).stdout
    (tmp_path / "a.csv").write_text("key,included\nd2,no\n")
    refused = run_program("mark", frozen, tmp_path / "a.csv")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "it is read-only; copy it" in refused.stderr
    assert run_program("copy", frozen, tmp_path / "mine").returncode == 0
    assert "1 new answer" in run_program("mark", tmp_path / "mine", tmp_path / "a.csv").stdout


def test_commands_on_a_full_disk_say_so_in_one_sentence_and_still_estimate(mounted, likes, pile, tmp_path):
    path = create_project(mounted / "review", likes, pile, by="ana")
    fill(mounted)
    rows = "".join(f"d{row},no,{'x' * 3000}\n" for row in range(60))
    (tmp_path / "a.csv").write_text(f"key,included,reason\n{rows}")
    refused = run_program("mark", path, tmp_path / "a.csv")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "the disk is full" in refused.stderr
    assert "0 of 60 documents decided" in run_program("estimate", path).stdout
    (mounted / "filler").unlink()
    assert "60 new answers" in run_program("mark", path, tmp_path / "a.csv").stdout
