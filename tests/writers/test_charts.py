import itertools
import re
import xml.etree.ElementTree as ElementTree

import pytest

from likewise.writers.charts import ticks_between
from likewise.writers.line_chart import _apart, line_chart
from likewise.writers.shaded_table import shaded_table

SVG = "{http://www.w3.org/2000/svg}"


def chart(**options):
    series = {"<tea>": [(0.01, 0.5), (0.1, 0.75), (1.0, 0.9)], "wine": [(0.01, 0.4), (1.0, 0.905)]}
    return line_chart("Tea & wine", series, x_label="share", y_label="F1", **options)


def test_a_chart_is_well_formed_and_says_what_it_shows():
    root = ElementTree.fromstring(chart())
    assert root.find(f"{SVG}title").text == "Tea & wine"
    assert "<tea> from 0.5 to 0.9" in root.find(f"{SVG}desc").text
    texts = [node.text for node in root.iter(f"{SVG}text")]
    assert {"<tea>", "wine", "share", "F1"} <= set(texts)


def test_lines_differ_by_more_than_colour():
    dashes = re.findall(r'stroke-dasharray="([^"]*)"', chart())
    assert len(set(dashes)) == len(dashes) == 2


def test_equal_ratios_are_equally_far_apart_on_a_logarithmic_axis():
    root = ElementTree.fromstring(chart(x_log=True, percent=True))
    marks = {node.text: float(node.get("x")) for node in root.iter(f"{SVG}text") if "%" in (node.text or "")}
    assert marks["10 %"] - marks["1 %"] == pytest.approx(marks["100 %"] - marks["10 %"], abs=0.2)


def test_higher_values_stand_higher_and_within_the_picture():
    root = ElementTree.fromstring(chart(y_range=(0.0, 1.0)))
    heights = [float(node.get("cy")) for node in root.iter(f"{SVG}circle")]
    assert heights[0] > heights[1] > heights[2] > 0


def test_names_of_lines_that_end_together_do_not_overlap():
    ends = sorted(_apart([100.0, 101.0, 99.0, 348.0, 348.0], 44, 348))
    assert min(b - a for a, b in itertools.pairwise(ends)) >= 16.9
    assert max(ends) <= 348


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.83, 0.91), (0, 12_000), (-3, 3)])
def test_ticks_are_round_and_few(low, high):
    ticks = ticks_between(low, high)
    assert 3 <= len(ticks) <= 8
    assert low <= min(ticks)
    assert max(ticks) <= high


def test_many_places_get_ticks_and_one_point_is_a_chart():
    root = ElementTree.fromstring(
        line_chart("One", {"a": [(x, 0.5) for x in range(50)]}, x_label="x", y_label="y", y_range=None)
    )
    assert len(list(root.iter(f"{SVG}text"))) < 25
    ElementTree.fromstring(line_chart("One", {"a": [(1, 0.5)]}, x_label="x", y_label="y"))


def test_a_chart_of_nothing_is_an_error():
    with pytest.raises(ValueError, match="point"):
        line_chart("None", {}, x_label="x", y_label="y")


def test_a_table_writes_shares_in_its_cells_and_names_the_worst():
    root = ElementTree.fromstring(
        shaded_table("Mix-ups", ["a", "<b>"], [[0.9, 0.3], [0.1, 0.001]], rows="said", columns="true")
    )
    texts = [node.text for node in root.iter(f"{SVG}text")]
    assert texts.count("<b>") == 2
    assert {"90", "30", "10"} <= set(texts)
    assert "0" not in texts
    assert "said a, true <b>, 30" in root.find(f"{SVG}desc").text


def test_more_is_darker():
    fills = re.findall(
        r'fill="#(\w{6})"', shaded_table("M", ["a", "b"], [[1.0, 0.5], [0.0, 0.2]], rows="r", columns="c")
    )
    shades = [sum(int(fill[at : at + 2], 16) for at in (0, 2, 4)) for fill in fills if fill != "444"]
    cells = shades[-4:]
    assert cells[0] < cells[1] < cells[3] < cells[2]
