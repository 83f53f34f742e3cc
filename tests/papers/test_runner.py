"""One runner: stopped and started again, nothing twice, and rows to verdicts."""

from collections import Counter
from dataclasses import replace

import pytest
from joblib import parallel_config

from likewise.papers import protocols, runner
from likewise.papers.runner import plan, run, state, verdicts
from likewise.papers.store import Store
from likewise.papers.tables import Cell, Table
from likewise.papers.trials import Outcome
from likewise.progress import Stage
from tests.papers import topical


def cell(method, value=0.5, *, label="positive", metric="F1", corpus="any", **setting):
    return Cell(method, setting, label, metric, "=", value, "", corpus)


#: Two methods at two shares and three seeds, and a cell that cannot be compared.
TABLE = Table(
    "made/table1",
    (
        cell("theirs", share="0.10"), cell("theirs", share="0.50"), cell("other", share="0.10"),
        cell("other", share="0.50"), cell("theirs", metric="p", share="0.10"), cell("unknown", share="0.10"),
    ),
    "Made up", "mixes", seeds=3, quick_seeds=1,
    methods={"theirs": {"name": "nb", "params": {"alpha": 1.0}}, "other": {"name": "wlr"}},
    settings={"share": "draw.share"},
    quick={"share": ["0.10"]},
    not_comparable=({"metric": "p", "reason": "a p-value"},),
)  # fmt: skip


@pytest.fixture
def ran(monkeypatch):
    """Trials that are not run but counted, by hash; F is 0.5 for nb and 0.9 for others."""
    counts = Counter()

    def trial(one):
        counts[one.hash] += 1
        value = 0.5 if one.method["name"] == "nb" else 0.9
        return Outcome({"F": value, "accuracy": 0.8, "n_P": 10}, 0.1, "0123")

    monkeypatch.setattr(runner, "run_trial", trial)
    return counts


def known(folder):
    return Store(folder).read("made")


class TestPlan:
    def test_has_every_comparable_cell_for_every_seed(self):
        parts = list(plan(TABLE))
        assert len(parts) == 4 * 3
        assert Counter(part.seed for part in parts) == {0: 4, 1: 4, 2: 4}
        assert {part.cell.key for part in parts} == {one.key for one in TABLE.cells[:4]}
        assert all(part.trial.seed == part.seed for part in parts)

    def test_quick_has_fewer_cells_and_seeds(self):
        parts = list(plan(TABLE, quick=True))
        assert [(part.cell.method, part.cell.setting["share"], part.seed) for part in parts] == [
            ("theirs", "0.10", 0), ("other", "0.10", 0),
        ]  # fmt: skip

    def test_settings_go_where_the_table_says(self):
        table = replace(
            TABLE,
            cells=(cell("theirs", share="0.10", smoothing="2", how="none", name="sci"),),
            settings={
                "share": "draw.share", "smoothing": "params.alpha", "how": "params.max_length", "name": "draw.topics",
            },
            lookup={"sci": ["a", "b"]},
            draw={"n_topics": 3, "share": 0.9},
            texts={"any": {"min_count": 1}},
        )  # fmt: skip
        trial = next(plan(table)).trial
        assert trial.protocol == "mixes"
        assert trial.draw == {
            "corpus": "any", "share": 0.1, "n_topics": 3, "topics": ["a", "b"], "text": {"min_count": 1},
        }  # fmt: skip
        assert trial.method == {"name": "nb", "params": {"alpha": 2, "max_length": "none"}}
        assert isinstance(trial.method["params"]["alpha"], int)

    def test_a_setting_that_goes_nowhere_only_names_the_cell(self):
        table = replace(TABLE, cells=(cell("theirs", share="0.10", row="3"), cell("theirs", share="0.10", row="4")))
        assert len({part.trial.hash for part in plan(table)}) == 3

    def test_one_method_s_settings_of_the_draw_are_its_own(self):
        methods = {"theirs": {"name": "nb", "draw": {"supervised": True}}, "other": {"name": "wlr"}}
        parts = list(plan(replace(TABLE, methods=methods), quick=True))
        assert [part.trial.draw.get("supervised") for part in parts] == [True, None]
        assert all("draw" not in part.trial.method for part in parts)
        assert methods["theirs"]["draw"] == {"supervised": True}

    def test_another_corpus_can_stand_for_the_paper_s(self):
        table = replace(TABLE, corpora={"any": "webdir"})
        assert next(plan(table)).trial.draw["corpus"] == "webdir"

    def test_averages_are_over_parts_of_their_corpora(self):
        table = replace(
            TABLE,
            cells=(cell("theirs", label="average", corpus="x+y"), cell("theirs", label="average", corpus="y")),
            parts=({"corpus": "x", "label": "a"}, {"corpus": "y", "label": "b"}, {"corpus": "z", "label": "c"}),
            lookup={"b": ["b1", "b2"]},
            seeds=1,
        )
        drawn = [(part.cell.corpus, part.trial.draw["corpus"], part.trial.draw["label"]) for part in plan(table)]
        assert drawn == [("x+y", "x", "a"), ("x+y", "y", ["b1", "b2"]), ("y", "y", ["b1", "b2"])]

    def test_a_cell_s_class_is_given_as_the_table_says(self):
        table = replace(TABLE, cells=(cell("theirs", label="sci.space"),), label_as="label")
        assert next(plan(table)).trial.draw["label"] == "sci.space"


class TestRun:
    def test_makes_every_trial_once(self, ran, tmp_path):
        assert run(TABLE, tmp_path, n_jobs=1) == 12
        assert set(ran) == {part.trial.hash for part in plan(TABLE)} == set(known(tmp_path))
        assert set(ran.values()) == {1}

    def test_a_second_run_has_nothing_to_do(self, ran, tmp_path):
        run(TABLE, tmp_path, n_jobs=1)
        assert run(TABLE, tmp_path, n_jobs=1) == 0
        assert set(ran.values()) == {1}

    def test_stopped_in_the_middle_it_goes_on_where_it_was(self, ran, tmp_path):
        assert run(TABLE, tmp_path, n_jobs=1, callback=lambda progress: progress.done == 5) == 5
        assert len(known(tmp_path)) == 5
        assert run(TABLE, tmp_path, n_jobs=1) == 7
        assert len(known(tmp_path)) == 12
        assert set(ran.values()) == {1}

    def test_broken_in_the_middle_it_goes_on_where_it_was(self, ran, tmp_path, monkeypatch):
        works = runner.run_trial

        def breaks(trial):
            if len(ran) == 4:
                raise KeyboardInterrupt
            return works(trial)

        monkeypatch.setattr(runner, "run_trial", breaks)
        with pytest.raises(KeyboardInterrupt):
            run(TABLE, tmp_path, n_jobs=1)
        monkeypatch.setattr(runner, "run_trial", works)
        assert run(TABLE, tmp_path, n_jobs=1) == 8
        assert set(ran.values()) == {1}

    def test_several_workers_can_be_stopped_too(self, ran, tmp_path):
        with parallel_config(backend="threading"):
            assert run(TABLE, tmp_path, n_jobs=2, callback=lambda progress: progress.done == 5) == 5
            assert run(TABLE, tmp_path, n_jobs=2) == 7
        assert set(known(tmp_path)) == {part.trial.hash for part in plan(TABLE)}

    def test_a_full_run_keeps_what_a_quick_one_made(self, ran, tmp_path):
        assert run(TABLE, tmp_path, quick=True, n_jobs=1) == 2
        assert run(TABLE, tmp_path, n_jobs=1) == 10
        assert set(ran.values()) == {1}

    def test_tables_of_a_paper_share_trials(self, ran, tmp_path):
        second = replace(TABLE, name="made/table2", cells=(*TABLE.cells, cell("theirs", share="0.30")))
        run(TABLE, tmp_path, n_jobs=1)
        assert run(second, tmp_path, n_jobs=1) == 3
        assert set(ran.values()) == {1}
        assert state(second, known(tmp_path)) == "full"

    def test_cells_of_a_table_share_trials(self, ran, tmp_path):
        table = replace(TABLE, cells=(cell("theirs", share="0.10"), cell("theirs", share="0.10", metric="accuracy")))
        assert run(table, tmp_path, n_jobs=1) == 3

    def test_progress_counts_up_to_all_there_is_to_do(self, ran, tmp_path):
        told = []
        run(TABLE, tmp_path, quick=True, n_jobs=1, callback=told.append)
        assert told == [Stage("trials", 1, 2), Stage("trials", 2, 2)]

    def test_rows_name_their_cell_and_commit(self, ran, tmp_path, monkeypatch):
        monkeypatch.setattr(runner, "commit", lambda: "abc1234")
        run(TABLE, tmp_path, quick=True, n_jobs=1)
        rows = Store(tmp_path).rows("made")
        assert [(row["table"], row["cell"], row["commit"]) for row in rows] == [
            ("table1", TABLE.cells[0].key, "abc1234"), ("table1", TABLE.cells[2].key, "abc1234"),
        ]  # fmt: skip


class TestState:
    def test_is_never_then_quick_then_full(self, ran, tmp_path):
        assert state(TABLE, known(tmp_path)) == "never"
        run(TABLE, tmp_path, quick=True, n_jobs=1)
        assert state(TABLE, known(tmp_path)) == "quick"
        run(TABLE, tmp_path, n_jobs=1, callback=lambda progress: progress.done == 9)
        assert state(TABLE, known(tmp_path)) == "quick"
        run(TABLE, tmp_path, n_jobs=1)
        assert state(TABLE, known(tmp_path)) == "full"

    def test_half_a_quick_run_is_none(self, ran, tmp_path):
        run(TABLE, tmp_path, quick=True, n_jobs=1, callback=lambda progress: True)
        assert state(TABLE, known(tmp_path)) == "never"

    def test_a_table_that_has_nothing_to_run_was_never_run(self):
        assert state(replace(TABLE, cells=(cell("unknown"),)), {}) == "never"


class TestVerdicts:
    def test_every_cell_has_one(self, ran, tmp_path):
        run(TABLE, tmp_path, n_jobs=1)
        found = verdicts(TABLE, known(tmp_path))
        assert set(found) == {cell.key for cell in TABLE.cells}
        assert Counter(verdict.word for verdict in found.values()) == {
            "reproduced": 2, "better": 2, "not_comparable": 2,
        }  # fmt: skip
        assert found[TABLE.cells[0].key].n_trials == 3
        assert found[TABLE.cells[2].key].ours == pytest.approx(0.9, abs=1e-6)

    def test_reasons_are_given(self, ran, tmp_path):
        found = verdicts(TABLE, {})
        assert found[TABLE.cells[4].key].why == "a p-value"
        assert found[TABLE.cells[5].key].why == "no method of ours stands for it"

    def test_what_was_not_run_is_never(self, ran, tmp_path):
        run(TABLE, tmp_path, quick=True, n_jobs=1)
        found = verdicts(TABLE, known(tmp_path))
        words = [found[one.key].word for one in TABLE.cells[:4]]
        assert words == ["reproduced", "never", "better", "never"]
        assert found[TABLE.cells[0].key].n_trials == 1

    def test_a_seed_of_which_a_part_is_missing_does_not_count(self, ran):
        table = replace(
            TABLE,
            cells=(cell("theirs", label="average"),),
            parts=({"label": "a"}, {"label": "b"}),
            seeds=2,
        )
        trials = [part.trial for part in plan(table)]
        outcomes = {trial.hash: Outcome({"F": 0.5}, 0.1, "0123") for trial in trials[:3]}
        (verdict,) = verdicts(table, outcomes).values()
        assert verdict.n_trials == 2
        outcomes[trials[3].hash] = Outcome({"F": 0.5}, 0.1, "0123")
        (verdict,) = verdicts(table, outcomes).values()
        assert verdict.n_trials == 4

    def test_an_outcome_without_the_measure_does_not_count(self):
        table = replace(TABLE, cells=(cell("theirs", metric="must_link_satisfied", share="0.10"),))
        outcomes = {part.trial.hash: Outcome({"F": 0.5}, 0.1, "0123") for part in plan(table)}
        assert [verdict.word for verdict in verdicts(table, outcomes).values()] == ["never"]

    @pytest.mark.parametrize(
        ("metric", "value", "ours"),
        [("F_percent", 50.0, 50.0), ("accuracy_percent", 80.0, 80.0), ("accuracy", 0.8, 0.8)],
    )
    def test_metrics_are_those_of_the_paper_in_its_unit(self, ran, tmp_path, metric, value, ours):
        table = replace(TABLE, cells=(cell("theirs", value, metric=metric, share="0.10"),))
        run(table, tmp_path, n_jobs=1)
        (verdict,) = verdicts(table, known(tmp_path)).values()
        assert verdict.word == "reproduced"
        assert verdict.ours == pytest.approx(ours, abs=1e-6)

    def test_sizes_are_numbers_of_documents(self, ran, tmp_path):
        table = replace(TABLE, cells=(cell("", 10, metric="n_P"),), methods={"": {"name": "sizes"}}, whole=100.0)
        run(table, tmp_path, n_jobs=1)
        (verdict,) = verdicts(table, known(tmp_path)).values()
        assert (verdict.word, verdict.ours) == ("reproduced", 10)

    def test_stand_ins_are_run_and_shown_but_not_compared(self, ran, tmp_path):
        rule = {"corpus": "odp", "stand_in": "webdir", "reason": "not to be had"}
        table = replace(TABLE, cells=(cell("theirs", 0.1, corpus="odp", share="0.10"),), not_comparable=(rule,))
        assert run(table, tmp_path, n_jobs=1) == 3
        (verdict,) = verdicts(table, known(tmp_path)).values()
        assert (verdict.word, verdict.why, verdict.n_trials) == ("not_comparable", "not to be had", 3)
        assert verdict.ours == pytest.approx(0.5, abs=1e-6)

    def test_corpora_of_one_class_and_setting_are_judged_apart(self):
        cells = tuple(cell("theirs", 0.5, label="average", corpus=corpus, share="0.10") for corpus in ("x", "y"))
        table = replace(TABLE, cells=cells, seeds=1)
        values = {"x": 0.5, "y": 0.9}
        outcomes = {
            part.trial.hash: Outcome({"F": values[part.trial.draw["corpus"]]}, 0.1, "0123") for part in plan(table)
        }
        assert sorted(verdict.word for verdict in verdicts(table, outcomes).values()) == ["better", "reproduced"]


def test_a_table_is_run_from_its_cells_to_its_verdicts(monkeypatch, tmp_path):
    monkeypatch.setattr(protocols, "counted", topical([f"t{number % 8}" for number in range(160)]))
    # Words tell the topics apart, so nothing is missed with half of the examples labelled.
    table = replace(TABLE, cells=(cell("theirs", 1.0, share="0.50"), cell("theirs", 0.1, share="0.5")))
    assert run(table, tmp_path, n_jobs=1) == 3
    assert [verdict.word for verdict in verdicts(table, known(tmp_path)).values()] == ["reproduced", "better"]
