"""The log of answers: nothing is lost, changed or invented, whoever writes at the same time."""

import multiprocessing
import sqlite3

import pytest

from likewise.errors import UserError
from likewise.project import Answer, Project
from likewise.project.answers import Fold, get_time


def said(document, decision, by="ana", **more):
    return Answer(document, decision, by, get_time(), **more)


def test_an_answer_is_there_when_the_file_is_opened_again(path):
    with Project(path) as project:
        (written,) = project.append([said("d3", "yes", pick="top", note="good", reason=None)])
    with Project(path, read_only=True) as project:
        (read,) = project.read_answers()
    assert read == written
    assert read.seq == 1
    assert '"doi": "10.1000/d0.3"' in read.identity


def test_later_answers_win_and_undo_takes_back_exactly_one():
    fold = Fold([said("a", "yes", seq=1), said("a", "no", by="ben", seq=2), said("b", "unsure", seq=3)])
    assert fold["a"].decision == "no"
    assert fold.count() == {"yes": 0, "no": 1, "unsure": 1}
    fold.apply(said("a", "undo", undoes=1, seq=4))  # ana takes hers back, which was not the last
    assert fold["a"].decision == "no"
    fold.apply(said("a", "undo", undoes=1, seq=5))  # twice changes nothing
    fold.apply(said("a", "undo", by="ben", undoes=2, seq=6))
    assert "a" not in fold
    assert fold.last == 6
    assert fold.last_of("ana").document == "b"


def test_an_undo_that_names_no_answer_takes_the_last_one():
    fold = Fold([said("a", "yes", seq=1), said("a", "no", seq=2), said("a", "undo", seq=3)])
    assert fold["a"].decision == "yes"


def test_replaying_the_log_gives_the_same_state(path):
    with Project(path) as project:
        fold = Fold()
        for answer in (said("d1", "yes"), said("d2", "no"), said("d1", "no"), said("d1", "undo", undoes=3)):
            fold.apply(*project.append([answer]))
        again = project.read_fold()
    assert again.current == fold.current
    assert {name: answer.decision for name, answer in again.current.items()} == {"d1": "yes", "d2": "no"}


@pytest.mark.parametrize("sql", ["UPDATE answers SET decision = 'no'", "DELETE FROM answers"])
def test_the_file_refuses_to_change_or_erase_an_answer(path, sql):
    with Project(path) as project:
        project.append([said("d1", "yes")])
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="never changed or erased"):
        connection.execute(sql)
    connection.close()


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (said("nowhere", "yes"), "no document of the project has the id 'nowhere'"),
        (said("d1", "perhaps"), "not an answer"),
        (said("d1", "yes", pick="best"), "not a pick"),
    ],
)
def test_a_wrong_answer_is_refused_and_none_of_its_batch_is_written(path, answer, says):
    with Project(path) as project:
        with pytest.raises(UserError, match=says):
            project.append([said("d2", "yes"), answer])
        assert project.read_answers() == []


def _answer(path, start, barrier, number):
    with Project(path) as project:
        barrier.wait()
        for row in range(start, start + number):
            project.append([Answer(f"d{row % 60}", "yes", f"reviewer {start}", get_time(), note=f"{row}")])


def test_eight_processes_answer_at_once_and_nothing_is_lost(path):
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(8)
    workers = [context.Process(target=_answer, args=(path, 200 * worker, barrier, 200)) for worker in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 8
    with Project(path) as project:
        answers = project.read_answers()
    assert [answer.seq for answer in answers] == list(range(1, 1601))
    for worker in range(8):
        theirs = [int(answer.note) for answer in answers if answer.by == f"reviewer {200 * worker}"]
        assert theirs == list(range(200 * worker, 200 * worker + 200))
