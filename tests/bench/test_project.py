"""The figures of work on projects are those of their rows."""

from bench.rows import read_rows

from bench import project


def test_the_figures_on_the_page_are_those_of_the_rows():
    page = project.PAGE.read_text(encoding="utf-8")
    assert project.FIGURES.put(page, project.make_lines(read_rows(project.ROWS))) == page
