"""Trials of the papers that are run again: every method has its turn, and a difference is told."""

import json

from bench.rows import read_rows

from bench import papers_again


def make_row(method, seed, seconds=1.0):
    settings = {"method": {"name": method}, "seed": seed}
    return {"paper": "p", "table": "t", "seconds": str(seconds), "settings": json.dumps(settings)}


def test_every_method_has_its_turn_before_one_has_a_second():
    rows = [*(make_row("nb", seed) for seed in range(9)), make_row("s-em", 0), make_row("slow", 0, 99)]
    drawn = [json.loads(row["settings"])["method"]["name"] for row in papers_again.draw_rows(rows, 1)]
    assert sorted(drawn[:2]) == ["nb", "s-em"]
    assert drawn.count("nb") == 9
    assert "slow" not in drawn


def test_a_value_that_differs_is_told(monkeypatch):
    settings = {"protocol": "mixes", "draw": {}, "method": {"name": "nb"}, "seed": 0}
    values = json.dumps({"F": 0.5, "ap": float("nan")})
    row = {"paper": "p", "table": "t", "hash": "h", "commit": "c", "settings": json.dumps(settings), "values": values}
    for found, gap in ((0.5, 0.0), (0.75, 0.25)):
        outcome = type("Outcome", (), {"values": {"F": found, "ap": float("nan")}})
        monkeypatch.setattr(papers_again, "run_trial", lambda trial, outcome=outcome: outcome)
        again = papers_again.run_again(row)
        assert again["largest_difference"] == gap
        assert f"| p/t | 1 | 1 | {int(not gap)} | {gap:.2g} |" in papers_again.make_page([again])


def test_the_page_is_that_of_its_rows():
    page = papers_again.ROWS.with_suffix(".md").read_text(encoding="utf-8")
    assert page == papers_again.make_page(read_rows(papers_again.ROWS))
