"""Review in a terminal: a real pseudo-terminal types the keys and reads the screen."""

import json
import os
import select
import subprocess
import sys
import time

import pytest

from likewise.app.session import Session
from likewise.errors import UserError
from likewise.finder.inputs import as_documents
from likewise.project.creating import create_project

pty = pytest.importorskip("pty", reason="pseudo-terminals are Unix's")
PILE = ["a glass of wine\nred or white", "tea for two", "wine cellar \x1b[31m", "a pot of tea", "wine list", "coffee"]


@pytest.fixture
def path(tmp_path):
    examples = as_documents(["red wine, a glass", "white wine"], "examples")
    return create_project(tmp_path / "review", examples, as_documents(PILE, "pile"), by="ana")


class Terminal:
    """`likewise review` on a pseudo-terminal of 80 × 24."""

    def __init__(self, path, **environment):
        self.master, slave = pty.openpty()
        code = "import sys; from likewise.cli import main; sys.argv[0] = 'likewise'; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "review", str(path), "--by", "ana"],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", **environment},
        )
        os.close(slave)

    def read_until(self, words, seconds=60):
        seen, end = "", time.monotonic() + seconds
        while words not in seen:
            assert time.monotonic() < end, f"{words!r} did not come: {seen[-2000:]!r}"
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    seen += os.read(self.master, 65536).decode(errors="replace")
                except OSError:  # the other side is closed
                    break
        return seen

    def type(self, keys):
        os.write(self.master, keys.encode())

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal(path):
    terminal = Terminal(path)
    yield terminal
    terminal.close()


def decisions(path):
    with Session(path, by="ana", read_only=True) as session:
        return {name: answer.decision for name, answer in session.answers.items()}


def test_keys_answer_documents_and_every_answer_is_in_the_file(terminal, path):
    screen = terminal.read_until("q quit")
    assert "6 documents; no answer yet" in screen
    assert "Why: " in screen
    assert "Most like: " in screen
    assert "\x1b[31m" not in screen.replace("\x1b[31m\x1b", "")
    terminal.type("y")
    terminal.read_until("saved: yes")
    terminal.type("n")
    terminal.read_until("saved: no")
    assert sorted(decisions(path).values()) == ["no", "yes"]  # while it is open
    terminal.type("z")
    terminal.read_until("took back: no")
    terminal.type("u")
    terminal.read_until("saved: unsure")
    terminal.type("q")
    terminal.read_until("Saved: ")
    assert terminal.process.wait(timeout=20) == 0
    assert sorted(decisions(path).values()) == ["unsure", "yes"]


def test_a_killed_review_loses_no_answer(path):
    terminal = Terminal(path, NO_COLOR="1")
    terminal.read_until("q quit")
    terminal.type("y")
    terminal.read_until("saved: yes")
    terminal.close()
    assert list(decisions(path).values()) == ["yes"]


def test_reasons_notes_search_and_help_are_keys_too(terminal, path):
    terminal.read_until("q quit")
    terminal.type("?")
    terminal.read_until("Press any key")
    terminal.type("x")
    terminal.read_until("q quit")
    terminal.type("/")
    terminal.read_until("Find: ")
    for letter in "coffee\n":
        terminal.type(letter)
        time.sleep(0.05)
    assert "coffee" in terminal.read_until("q quit")
    terminal.type("o")
    terminal.read_until("Note: ")
    for letter in "hm\n":
        terminal.type(letter)
        time.sleep(0.05)
    terminal.read_until("note saved")
    terminal.type("r")
    terminal.read_until("exclusion: ")
    for letter in "drink\n":
        terminal.type(letter)
        time.sleep(0.05)
    terminal.read_until("saved: no")
    with Session(path, by="ana", read_only=True) as session:
        (answer,) = session.answers.values()
    assert (answer.decision, answer.reason) == ("no", "drink")


def test_all_documents_can_be_answered_and_passed_over(terminal, path):
    terminal.read_until("q quit")
    terminal.type("j")
    terminal.read_until("q quit")
    terminal.type("k")
    terminal.read_until("q quit")
    for number in range(len(PILE)):
        terminal.type("n")
        terminal.read_until("saved: no" if number < len(PILE) - 1 else "Every document has an answer")
    assert len(decisions(path)) == len(PILE)


def test_without_a_terminal_it_says_what_to_use(path, capsys):
    from likewise.cli.review import review_cli

    with pytest.raises(UserError, match="needs a terminal"):
        review_cli(str(path))
    assert json.dumps(capsys.readouterr().out) == '""'
