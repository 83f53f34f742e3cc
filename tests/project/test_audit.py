"""Random samples: kept, and what they prove is true as often as they say."""

import random

import pytest

from likewise.app.audit import audit_as_json, audit_project, describe_audit, state_audit
from likewise.errors import UserError
from likewise.project import Answer, Project
from likewise.project.adding import add_pile
from likewise.project.answers import get_time
from likewise.project.audit import AuditState, count_audit, draw_rest, get_key, read_audit
from tests.project.conftest import make_pile


def say(project, names, decision):
    project.append([Answer(name, decision, "ana", get_time()) for name in names])


def test_answers_count_in_the_order_of_the_draw(path):
    with Project(path) as project:
        drawn = read_audit(project.database)
        say(project, drawn[1:3], "yes")
        assert count_audit(project.database, project.read_fold()).n_answered == 0
        say(project, drawn[:1], "no")
        state = count_audit(project.database, project.read_fold())
        assert (state.n_documents, state.n_drawn, state.n_answered, state.n_found) == (60, len(drawn), 3, 2)
        say(project, drawn[1:2], "unsure")  # which must be settled first
        assert count_audit(project.database, project.read_fold()).n_answered == 1


def test_what_is_found_beside_the_sample_is_not_left(path):
    with Project(path) as project:
        drawn = read_audit(project.database)
        say(project, drawn, "no")
        before = state_audit(count_audit(project.database, project.read_fold()))
        others = [name for name in project.list_ids() if name not in drawn]
        say(project, others[:5], "yes")
        after = state_audit(count_audit(project.database, project.read_fold()))
        assert after.high == max(before.high - 5, 0)
        say(project, others[5:], "no")
        done = state_audit(count_audit(project.database, project.read_fold()))
        assert (done.high, done.recall_low) == (0, 1.0)


def test_a_sample_of_the_rest_is_drawn_from_what_nobody_has_decided(path):
    with Project(path) as project:
        say(project, [f"d{row}" for row in range(20)], "yes")
        say(project, ["d20"], "unsure")
        first = read_audit(project.database)
        assert draw_rest(project, 15, "ana") == 15
        drawn = read_audit(project.database)
        assert set(drawn[:15]) <= {f"d{row}" for row in range(20, 60)}
        assert set(first) <= set(drawn)
        say(project, drawn[:15], "no")
        add_pile(project, make_pile(5, prefix="n", seed=4), "ana")  # not of that sample
        state = count_audit(project.database, project.read_fold())
        assert (state.n_documents, state.n_answered, state.n_before, state.is_of_rest) == (40, 15, 20, True)
        with pytest.raises(UserError, match="draw at least one"):
            draw_rest(project, 0, "ana")
        say(project, [name for name in project.list_ids() if name not in project.read_fold()], "no")
        say(project, ["d20"], "no")
        with pytest.raises(UserError, match="nothing left to draw from"):
            draw_rest(project, 5, "ana")


def test_answers_to_the_sample_stay_when_documents_are_added_twice(path):
    """What counts is a sample of everything: all documents, of whatever batch, whose number is below one number."""
    with Project(path) as project:
        seed, answered = project.facts["audit"]["seed"], []
        for more in (None, make_pile(60, prefix="n", seed=4), make_pile(100, prefix="m", seed=5)):
            if more is not None:
                before = count_audit(project.database, project.read_fold())
                add_pile(project, more, "ana")
                state = count_audit(project.database, project.read_fold())
                assert (state.n_decided, state.n_yes) == (before.n_decided, before.n_yes) == (len(answered), 2)
                assert state.n_drawn > before.n_drawn
                assert audit_as_json(state_audit(state))["n_answered"] == len(answered)
                told = " ".join(describe_audit(state_audit(state)))
                assert f"{len(answered)} of {state.n_drawn} documents of the random sample" in told
            drawn = read_audit(project.database)
            assert {*answered} <= {*drawn}
            todo = [name for name in drawn if name not in answered][:15]
            say(project, todo, "no")
            if not answered:
                say(project, todo[:2], "yes")
            answered += todo
            state = count_audit(project.database, project.read_fold())
            keys = sorted((get_key(name, seed), name) for name in project.list_ids())
            share = project.facts["audit"]["share"]
            first = next((at for at, (key, name) in enumerate(keys) if name not in answered or key >= share), None)
            assert state.n_answered == first > 0
        assert state.n_documents == project.n_documents == 540
        assert share == 30 / 540  # and not the half that was drawn of the first sixty
        drawn = read_audit(project.database)
        say(project, [name for name in drawn if name not in answered], "no")
        state = count_audit(project.database, project.read_fold())
        assert state.n_decided == state.n_drawn == len(drawn)
        assert state.n_answered == sum(key < share for key, _ in keys)


def test_a_sample_of_the_rest_allows_no_stop_once_documents_are_added(path):
    with Project(path) as project:
        say(project, [f"d{row}" for row in range(30)], "yes")
    with Project(path) as project:
        say(project, read_audit(project.database)[: audit_project(path, draw=30).n_enough], "no")
        say(project, read_audit(project.database, last=True), "no")
    assert audit_project(path).may_stop
    with Project(path) as project:
        add_pile(project, make_pile(5, prefix="n", seed=4), "ana")
    audit = audit_project(path)
    assert (audit.may_stop, audit.high, audit.state.n_added) == (False, 15, 15)
    assert "15 undecided documents were added since it was drawn" in " ".join(describe_audit(audit))
    with Project(path) as project:
        say(project, [f"n{row}" for row in range(15)], "no")
    assert audit_project(path).may_stop


def test_unsure_ones_that_hold_the_sample_up_are_named(path):
    with Project(path) as project:
        drawn = read_audit(project.database)
        say(project, drawn[:1], "unsure")
        say(project, drawn[1:], "no")
        audit = state_audit(count_audit(project.database, project.read_fold()))
    assert (audit.high, audit.state.n_unsure) == (None, 1)
    assert "1 document of it is unsure: say yes or no to it" in " ".join(describe_audit(audit))


def test_the_sample_of_the_rest_says_when_to_stop(path):
    with Project(path) as project:
        say(project, [f"d{row}" for row in range(30)], "yes")
    audit = audit_project(path, draw=30)
    assert not audit.may_stop
    assert audit.n_enough <= 30
    with Project(path) as project:
        say(project, read_audit(project.database)[: audit.n_enough], "no")
    audit = audit_project(path)
    assert audit.may_stop
    assert "It is enough to stop" in " ".join(describe_audit(audit))


def test_bounds_hold_though_reading_learns_from_the_sample_and_documents_are_added():
    """Of all samples, at most one in twenty may leave more than its bound; the reader here cheats as well as it can."""
    n_wrong, times = 0, 300
    for trial in range(times):
        draw = random.Random(trial)
        relevant = {f"a{row}" for row in draw.sample(range(300), 12)} | {
            f"b{row}" for row in draw.sample(range(100), 6)
        }
        frame = [f"a{row}" for row in range(300)] + [f"b{row}" for row in range(100)]
        drawn = sorted((name for name in frame if get_key(name, trial) < 0.2), key=lambda name: get_key(name, trial))
        found = relevant & {*drawn}
        # Read as many documents as the sample had relevant ones, and stop: the order depends on the sample.
        read = draw.sample([name for name in frame if name not in drawn], 10 * len(found))
        beside = relevant & {*read}
        state = AuditState(
            len(frame), len(drawn), len(drawn), len(found), len(beside), 0, len(frame) - len(drawn) - len(read)
        )
        n_wrong += len(relevant - found - beside) > state_audit(state).high
    assert n_wrong <= 0.05 * times + 2.5 * (0.05 * 0.95 * times) ** 0.5
    assert n_wrong > 0  # or the bounds would be wider than they need to be
