"""The pace of finds in a project: of what was read from the likeliest on, and of this pile alone."""

import pytest

from likewise.app.pace import describe_pace, pace_as_json, state_pace
from likewise.estimate.pace import count_left_by_pace
from likewise.project import Answer, Project, create_project
from likewise.project.adding import add_pile
from likewise.project.answers import get_time
from tests.project.conftest import make_pile


@pytest.fixture
def project(tmp_path):
    examples = make_pile(1, prefix="e", seed=9)
    path = create_project(tmp_path / "review", examples, make_pile(), by="ana", answers=[make("d59", "yes", "mark")])
    with Project(path) as project:
        yield project


def make(name, decision, pick="top"):
    return Answer(name, decision, "ana", get_time(), pick=pick)


def read(project, prefix="d"):
    """Read fifteen documents, of which the first, the third and the fifth are found."""
    decisions = ["yes" if row in (0, 2, 4) else "no" for row in range(15)]
    project.append([make(f"{prefix}{row}", decision) for row, decision in enumerate(decisions)])


def test_the_pace_is_of_what_was_read_from_the_likeliest_on(project):
    project.append([make("d50", "yes", "audit"), make("d51", "no", None), make("d52", "unsure")])
    assert state_pace(project, project.read_fold()).left is None
    read(project)
    pace = state_pace(project, project.read_fold())
    assert (pace.n_read, pace.n_found) == (15, 3)
    assert pace.left == pytest.approx(count_left_by_pace([1, 3, 5], 15, 60 - 4))
    assert pace.recall == pytest.approx(5 / (5 + pace.left))
    assert not pace.may_stop
    assert pace_as_json(pace)["left"] == round(pace.left, 3)
    assert "3 were found in 15 read" in describe_pace(pace)[0]


def test_the_pace_begins_anew_when_documents_are_added(project):
    read(project)
    before = state_pace(project, project.read_fold())
    add_pile(project, make_pile(), "ana")  # nothing new
    assert state_pace(project, project.read_fold()) == before
    add_pile(project, make_pile(prefix="n", seed=3), "ana")
    assert (state_pace(project, project.read_fold()).n_read, state_pace(project, project.read_fold()).left) == (0, None)
    read(project, "n")
    pace = state_pace(project, project.read_fold())
    assert pace.left == pytest.approx(count_left_by_pace([1, 3, 5], 15, 120 - 1 - 15))
    assert pace.recall == pytest.approx(7 / (7 + pace.left))


def test_an_answer_that_is_changed_keeps_its_place(project):
    read(project)
    project.append([make("d1", "yes", None), make("d0", "no", None)])
    pace = state_pace(project, project.read_fold())
    assert pace.left == pytest.approx(count_left_by_pace([2, 3, 5], 15, 59))


def test_a_pile_that_is_read_leaves_nothing(project):
    read(project)
    project.append([make(f"d{row}", "no") for row in range(15, 59)])
    pace = state_pace(project, project.read_fold())
    assert (pace.left, pace.recall, pace.may_stop) == (0, 1, True)
    assert "enough to stop" in describe_pace(pace)[1]
