"""The page of searches and fits on a cluster: that of its rows, and what it says of runs that are watched."""

from bench.cluster import FIELDS, ROWS
from bench.cluster_page import page
from bench.rows import read_rows


def made_up(what: str, workers: int, **figures: float) -> dict[str, str]:
    state = {"what": what, "documents": "1000", "workers": str(workers), "killed": "False", "pair": "0"}
    return dict.fromkeys(FIELDS, "") | state | {name: str(value) for name, value in figures.items()}


def test_the_page_is_that_of_its_rows() -> None:
    assert ROWS.with_suffix(".md").read_text(encoding="utf-8") == page(read_rows(ROWS))


def test_what_the_client_does_alone_bounds_the_gain_of_a_search() -> None:
    rows = [
        made_up("stages", 1, start=2, judging=8, counting=25, seconds=50),
        made_up("stages", 2, start=2, judging=8, counting=14, seconds=32),
    ]
    told = page(rows)
    assert "would be 1.67 × as fast as one, and are 1.56 ×" in told  # 50 / (10 + 40 / 2), 50 / 32
    assert "An iteration of pLSA" not in told


def test_an_iteration_is_told_in_milliseconds_and_by_medians() -> None:
    figures = {
        "longest": 0.9,
        "shortest": 0.9,
        "between": 0.04,
        "step_processor": 0.9,
        "scheduler": 0.05,
        "client": 0.02,
    }
    rows = [made_up("watch", number, iteration=1 / number, **figures) for number in (1, 2)]
    slow = [{**row, "pair": str(pair), "iteration": "3"} for row in rows for pair in (1, 2)]
    assert "takes 1000 ms with one worker" in page(rows)
    assert "takes 3000 ms with one worker" in page([*rows, *slow])
