"""Names of files are links where a terminal shows them, and the manual is of the commands there are."""

import io
import shutil
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from likewise.cli.links import print_path, shows_links

ROOT = Path(__file__).parents[2]


@pytest.fixture
def printed(monkeypatch):
    """Print a path to a terminal, or to a pipe, under some variables; return what was sent."""

    def make(*, is_terminal=True, **variables):
        for name in ("NO_COLOR", "TERM", "TERM_PROGRAM", "VTE_VERSION", "KITTY_WINDOW_ID", "WT_SESSION"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        stream = io.StringIO()
        print_path(Console(file=stream, force_terminal=is_terminal, width=40), "Report", "a b/found.html")
        return stream.getvalue()

    return make


def test_a_terminal_that_shows_links_gets_one(printed):
    sent = printed(TERM="xterm-256color", TERM_PROGRAM="vscode")
    assert "\x1b]8;" in sent
    assert "file://" in sent
    assert "/a%20b/found.html" in sent


@pytest.mark.parametrize(
    "variables",
    [
        {"TERM": "dumb", "TERM_PROGRAM": "vscode"},
        {"TERM": "xterm-256color", "TERM_PROGRAM": "vscode", "NO_COLOR": "1"},
        {"TERM": "linux"},
        {"TERM": "xterm-256color", "TERM_PROGRAM": "vscode", "is_terminal": False},
    ],
)
def test_no_other_reader_gets_a_link(printed, variables):
    assert printed(**variables) == "Report: a b/found.html\n"


def test_old_terminals_of_gnome_are_left_alone():
    assert shows_links({"VTE_VERSION": "6003"})
    assert not shows_links({"VTE_VERSION": "4205"})
    assert not shows_links({"VTE_VERSION": "unknown"})


def test_the_manual_that_is_installed_is_that_of_the_commands(run):
    printed = run("--man").stdout
    assert (ROOT / "docs" / "likewise.1").read_text(encoding="utf-8") == printed, "run `make docs`"
    assert ".SS likewise open\\-file PROJECT ID [OPTIONS]" in printed


def test_man_understands_every_line_of_the_manual():
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("needs groff")
    command = [groff, "-man", "-Tutf8", "-ww", "-K", "utf8", "-z", str(ROOT / "docs" / "likewise.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
