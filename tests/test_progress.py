"""A bar in a notebook, and nothing where there is none."""

import sys
from types import ModuleType

import pytest

from likewise.finder import Finder
from likewise.progress import NotebookBar, Stage


class Handle:
    def __init__(self, pages):
        self.pages = pages

    def update(self, page):
        self.pages.append(page)


@pytest.fixture
def pages(monkeypatch):
    """As much of IPython as is used; return what is shown in one place, in turn."""
    shown = []

    def display(page, *, display_id):
        assert display_id
        assert shown == []  # shown once, then renewed
        shown.append(page)
        return Handle(shown)

    shell, displays = ModuleType("IPython"), ModuleType("IPython.display")
    shell.get_ipython = lambda: object()
    displays.display, displays.HTML = display, str
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", displays)
    return shown


def test_a_bar_is_renewed_in_its_place_and_gone_at_the_end(pages):
    with NotebookBar(seconds=0) as bar:
        Finder(callback=bar).find(["red wine", "wine, red"], ["green tea", "a glass of wine", "tea"])
        bar(Stage("fitting", 3, 10))
    assert any("Counting words" in page for page in pages)
    assert 'value="3" max="10"' in pages[-2]
    assert pages[-1] == ""


def test_a_bar_is_not_drawn_more_often_than_anybody_sees(pages):
    with NotebookBar(seconds=60) as bar:
        for done in range(1000):
            bar(Stage("fitting", done, 1000))
    assert len(pages) == 2


def test_names_of_stages_are_escaped(pages):
    NotebookBar()(Stage("<b>"))
    assert "&lt;b&gt;" in pages[0]


def test_a_bar_shows_nothing_outside_a_notebook(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    with NotebookBar(seconds=0) as bar:
        bar(Stage("fitting", 1, 2))
    assert capsys.readouterr() == ("", "")
