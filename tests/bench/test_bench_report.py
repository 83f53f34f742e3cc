from bench.reach import checkpoints, reached
from bench.report import line, page
from bench.result import Result

MEASURED = Result(
    "sorting",
    "Sorting",
    "sorter",
    "10 lists",
    "one thread",
    [("seconds", "1", "2")],
    2.0,
    "sorter 1.0",
    "Both sort.",
    "stable only",
)
MISSING = Result("counting", "Counting", "counter", "10 lists", "", missing="counter could not be installed")


def test_the_page_has_figures_versions_machine_date_and_the_command():
    text = page([MEASURED], 1.5)
    for part in (
        "| seconds | 1 | 2 |",
        "**2.00**",
        "sorter 1.0",
        "10 lists",
        " cores",
        "date: 20",
        "--only sorting",
        "load before: 1.5",
        "| 2.00 | stable only |",
    ):
        assert part in text


def test_a_peer_that_could_not_be_had_is_in_the_page_with_the_reason_and_without_a_figure():
    text = page([MEASURED, MISSING], 1.5)
    assert "| counter | not measured |  |" in text
    assert "Not measured: counter could not be installed." in text
    assert "not measured" in line(MISSING)


def test_the_time_to_a_target_is_read_off_between_the_points_around_it_and_never_before_the_first():
    curve = [(1.0, 900.0), (2.0, 500.0), (3.0, 600.0), (4.0, 400.0)]
    assert reached(curve, 600.0) == 1.75
    assert reached(curve, 500.0) == 2.0
    assert reached(curve, 950.0) == 1.0
    assert reached(curve, 450.0) == 3.75


def test_a_curve_that_never_meets_the_target_takes_for_ever():
    assert reached([(1.0, 900.0)], 500.0) == float("inf")


def test_checkpoints_rise_and_end_at_the_budget():
    for budget in (1, 2, 15, 64, 200):
        points = checkpoints(budget)
        assert points == sorted(set(points))
        assert points[0] == 1
        assert points[-1] == budget
