"""The figures of work on projects are those of their rows."""

import csv

from bench import project


def test_the_figures_on_the_page_are_those_of_the_rows():
    rows = list(csv.DictReader(project.ROWS.read_text(encoding="utf-8").splitlines()))
    page = project.PAGE.read_text(encoding="utf-8")
    assert project.figures(rows) in page
    assert project.renew(page, project.figures(rows)) == page
