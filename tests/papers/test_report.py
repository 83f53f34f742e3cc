import json
from dataclasses import replace

import pytest

from likewise.papers import report, runner
from likewise.papers.claims import claims
from likewise.papers.store import Store
from likewise.papers.tables import Cell, Table, get, tables
from likewise.papers.trials import Outcome
from likewise.papers.verdicts import Verdict


def cell(method="nb", share="0.1", value=0.5, label="positive", metric="F1", op="="):
    return Cell(method, {"share": share}, label, metric, op, value, "", "20newsgroups")


def table(*cells, **changes):
    settings = {
        "name": "zhou2010/table2", "cells": cells, "title": "A <table>", "protocol": "mixes", "seeds": 3,
        "quick_seeds": 1, "methods": {"nb": {"name": "nb"}, "wlr": {"name": "wlr"}},
        "settings": {"share": "draw.share"},
    }  # fmt: skip
    return Table(**settings | changes)


def test_ours_theirs_and_the_mark_stand_in_one_cell():
    cells = [cell(value=0.5), cell(share="0.2", value=0.6, op="<"), cell("wlr", value=0.7)]
    found = {
        cells[0].key: Verdict("reproduced", 0.51, 0.01, 3),
        cells[1].key: Verdict("worse", 0.4, 0.0, 1),
        cells[2].key: Verdict("never"),
    }
    lines = report.matrix(table(*cells), found)
    assert lines[0] == "| | share 0.1 F1 | share 0.2 F1 |"
    assert lines[2] == "| nb | 0.51 ± 0.01 / 0.5 = | 0.4 / <0.6 ▼ |"
    assert lines[3].startswith("| wlr | – / 0.7")


def test_reasons_and_readings_are_told():
    one = cell()
    parts = report.section(
        table(one, readings=("Read so.",)), {one.key: Verdict("not_comparable", why="no such pages")}, "quick"
    )
    text = "\n".join(parts)
    for part in ("State: quick", "not comparable 1", "- Read so.", "Not compared: no such pages."):
        assert part in text


def test_a_picture_needs_three_values_of_something_that_varies():
    few = [cell(share=share) for share in ("0.1", "0.2")]
    assert report.chart(table(*few), {one.key: Verdict("better", 0.6, 0.0, 1) for one in few}) == ""
    many = [cell(share=share) for share in ("0.1", "0.2", "0.4")]
    picture = report.chart(table(*many), {one.key: Verdict("better", 0.6, 0.0, 1) for one in many})
    assert "A &lt;table&gt;" in picture
    assert report.chart(table(*many), {one.key: Verdict("never") for one in many}) == ""


def test_values_of_different_corpora_are_no_line():
    cells = [replace(cell(share=share), corpus=f"corpus {share}") for share in ("0.1", "0.2", "0.4")]
    assert report.chart(table(*cells), {one.key: Verdict("better", 0.6, 0.0, 1) for one in cells}) == ""


def test_p_values_are_paired_by_set_and_need_all_of_them():
    cells = [
        Cell(method, {"labeled_fraction": "0.1"}, "positive", "F1", "=", 0.5, "", "20newsgroups")
        for method in ("nb", "wlr")
    ]
    printed = Cell("wlr", {"labeled_fraction": "0.1"}, "positive", "wilcoxon_p_vs_nb", "<", 0.01, "", "20newsgroups")
    rule = {"metric": "wilcoxon_p_vs_nb", "reason": "theirs"}
    of = table(*cells, printed, settings={"labeled_fraction": "draw.share"}, not_comparable=(rule,), seeds=6)
    known = {
        runner.trials_of(of, one, seed)[0].hash: Outcome({"F": 0.5 + 0.1 * place + 0.01 * seed * place}, 1.0, "0")
        for place, one in enumerate(cells)
        for seed in range(6)
    }
    lines = report.tests(of, known)[0].splitlines()
    assert lines[-1] == "| wlr | 0.031 / <0.01 |"
    known.popitem()
    assert "–" in report.tests(of, known)[0]
    assert report.tests(table(cell(), protocol="pair"), {}) == []


def test_methods_that_are_often_worse_are_named():
    of = get("zhou2010/table2")
    found = {one.key: Verdict("worse" if one.method == "pebl" else "better", 0.5, 0.0, 1) for one in of.cells}
    text = report.overview({of.name: found}, {of.name: "full"})
    assert "- zhou2010/table2: `pebl`, 10 of 10 cells" in text
    assert "`wlr`" not in text
    assert "| full |" in text
    nothing = report.overview({of.name: {one.key: Verdict("never") for one in of.cells}}, {of.name: "never"})
    assert "None." in nothing
    assert "| – |" in nothing


class TestClaims:
    def judged(self, **figures):
        """Verdicts of every table: a figure for each method named, and 0.5 for all others."""
        return {
            name: {
                one.key: Verdict("better", figures.get(one.method.replace("-", "_"), 0.5), 0.0, 1) for one in of.cells
            }
            for name, of in tables().items()
        }

    def test_hold_where_the_first_is_above_all_others(self):
        found = {claim.says: claim for claim in claims(self.judged(s_em=0.6, i_em8=0.55, ts_plsa=0.7, biased_svm=0.9))}
        held = {says for says, claim in found.items() if claim.holds}
        assert any(says.startswith("S-EM is better than I-EM") for says in held)
        assert any(says.startswith("I-EM is better than naive Bayes") for says in held)
        assert sum(says.startswith("Topic-sensitive pLSA") for says in held) == 3
        assert sum(says.startswith("Biased SVM") for says in held) == 2
        assert not any(says.startswith("Criterion I chooses") for says in held)

    def test_lower_errors_are_better(self):
        found = {claim.says: claim for claim in claims(self.judged(co_training=0.1))}
        assert found["Co-training is better than the labelled pages alone (blum1998)"].holds

    def test_a_rival_is_the_best_of_another_table_at_the_same_share(self):
        judged = self.judged(biased_svm=0.6)
        of = tables()["liu2003/table1"]
        for one in of.cells:
            if one.method == "spy+svm" and one.setting["gamma"] == "0.9":
                judged[of.name][one.key] = Verdict("better", 0.99, 0.0, 1)
        found = {claim.says: claim for claim in claims(judged)}
        reuters = next(claim for says, claim in found.items() if says.startswith("Biased SVM") and "Reuters" in says)
        assert reuters.holds, "biased SVM is printed at 0.3 and 0.7 only"

    def test_wait_for_figures(self):
        assert all(claim.holds is None for claim in claims({}))


def test_the_published_pages_are_those_of_their_rows(tmp_path):
    from tests.docs.conftest import ROOT

    rows = ROOT / "docs" / "papers" / "rows"
    if not rows.exists():
        pytest.skip("docs/papers/rows is not made yet")
    (tmp_path / "rows").mkdir()
    for file in rows.glob("*.csv"):
        (tmp_path / "rows" / file.name).write_bytes(file.read_bytes())
    for written in report.report(tmp_path):
        published = ROOT / "docs" / "papers" / written.name
        assert published.read_text(encoding="utf-8") == written.read_text(encoding="utf-8"), (
            "run `likewise papers report`"
        )


def test_settings_of_published_rows_are_whole():
    from tests.docs.conftest import ROOT

    for file in (ROOT / "docs" / "papers" / "rows").glob("*.csv"):
        for row in Store(ROOT / "docs" / "papers").rows(file.stem):
            assert set(json.loads(row["settings"])) == {"protocol", "draw", "method", "seed"}
