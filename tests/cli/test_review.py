"""Review in a terminal: a real pseudo-terminal types the keys and reads the screen."""

import json
import signal

import pytest
from bench.terminal import Terminal, strip_styles

from likewise.app.session import Session
from likewise.errors import UserError
from likewise.finder.inputs import as_documents
from likewise.project.creating import create_project

pytest.importorskip("pty", reason="pseudo-terminals are Unix's")
termios = pytest.importorskip("termios")
PILE = ["a glass of wine\nred or white", "tea for two", "wine cellar \x1b[31m", "a pot of tea", "wine list", "coffee"]


@pytest.fixture
def path(tmp_path):
    examples = as_documents(["red wine, a glass", "white wine"], "examples")
    return create_project(tmp_path / "review", examples, as_documents(PILE, "pile"), by="ana")


def open_review(path, **environment):
    return Terminal("review", str(path), "--by", "ana", environment=environment)


@pytest.fixture
def terminal(path):
    with open_review(path) as terminal:
        yield terminal


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
    assert terminal.process.wait(timeout=180) == 0
    assert sorted(decisions(path).values()) == ["unsure", "yes"]


def test_a_killed_review_loses_no_answer(path):
    terminal = open_review(path, NO_COLOR="1")
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
    terminal.type("/coffee\r")  # however fast it is typed
    assert "coffee" in terminal.read_until("1 of 1 with 'coffee'")
    terminal.type("ohmm\x7f\r")
    terminal.read_until("note saved")
    terminal.type("rdrink\r")
    terminal.read_until("saved: no")
    terminal.type("/tea\r/\r")
    terminal.read_until("2 of 2 with 'tea'")
    terminal.type("r")
    terminal.read_until("1 drink")
    terminal.type("1\r")
    terminal.read_until("saved: no")
    with Session(path, by="ana", read_only=True) as session:
        assert [(answer.decision, answer.reason) for answer in session.answers.values()] == [("no", "drink")] * 2
        (coffee,) = session.find("coffee")
        assert [note.note for note in session.list_notes(coffee)] == ["hm"]


def test_escape_leaves_a_question_without_an_answer_and_then_the_review(terminal, path):
    terminal.read_until("q quit")
    terminal.type("rwrong")
    terminal.read_until("wrong")
    terminal.type("\x1b")
    terminal.read_until("q quit")
    terminal.type("/\x1b[Ano such words\r")  # an arrow in a question is not a letter
    terminal.read_until("no document has 'no such words'")
    terminal.type("\x1b")
    terminal.read_until("Saved: nothing")
    assert terminal.process.wait(timeout=180) == 0
    assert decisions(path) == {}


def test_keys_that_come_at_once_all_count_and_the_end_of_the_input_quits_even_in_a_question(terminal, path):
    terminal.read_until("q quit")
    terminal.type("yn\x1b[B\x1b[Au")
    terminal.read_until("saved: unsure")
    assert sorted(decisions(path).values()) == ["no", "unsure", "yes"]
    terminal.type("o\x04\x04")
    terminal.read_until("Saved: ")
    assert terminal.process.wait(timeout=180) == 0


@pytest.mark.parametrize("size", [(80, 24), (200, 50), (40, 12)])
def test_the_screen_holds_the_card_and_the_keys_at_any_size(tmp_path, size):
    text = "Wine and oak\n" + " ".join(f"barrel{number}" for number in range(900))
    pile = as_documents([text], "pile")
    path = create_project(tmp_path / "review", as_documents(["red wine in oak"], "examples"), pile, by="ana")
    with Terminal("review", str(path), size=size) as terminal:
        terminal.read_until("q quit")
        lines = strip_styles(terminal.screen).split("\n")
        assert len(lines) <= size[1]
        assert max(map(len, lines)) <= size[0]
        assert max(len(line) for line in lines if "barrel" in line) <= 100  # a line that is read with ease
        assert "more lines: space" in terminal.screen
        assert "barrel0" in terminal.screen
        terminal.type(" ")
        assert "barrel0 " not in terminal.read_until("q quit")


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


def test_the_screen_follows_the_size_of_the_window(terminal):
    terminal.read_until("q quit")
    terminal.resize(60, 20)
    lines = strip_styles(terminal.read_until("q quit")).split("\n")
    assert max(map(len, lines)) <= 61  # with the end of the line
    terminal.type("rno")  # in a question, what was typed stays
    terminal.read_until("no")
    terminal.resize(90, 30)
    terminal.type("t\r")
    terminal.read_until("saved: no")


def test_a_stopped_review_goes_on_when_it_is_in_the_foreground_again(terminal, path):
    terminal.read_until("q quit")
    terminal.process.send_signal(signal.SIGSTOP)
    attributes = termios.tcgetattr(terminal.master)
    attributes[3] |= termios.ICANON | termios.ECHO  # as a shell leaves the terminal
    termios.tcsetattr(terminal.master, termios.TCSANOW, attributes)
    terminal.process.send_signal(signal.SIGCONT)
    terminal.read_until("q quit")
    terminal.type("y")
    terminal.read_until("saved: yes")
    assert list(decisions(path).values()) == ["yes"]


def test_an_interrupt_quits_and_says_what_is_saved(terminal, path):
    terminal.read_until("q quit")
    terminal.type("y")
    terminal.read_until("saved: yes")
    terminal.process.send_signal(signal.SIGINT)
    assert "Traceback" not in terminal.read_until("Saved: 1 yes.")
    assert terminal.process.wait(timeout=180) == 130
    assert list(decisions(path).values()) == ["yes"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_review_that_is_ended_gives_the_terminal_back(terminal, path, number):
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("whoever began this run has it survive such a signal, and so does all that it begins")
    terminal.read_until("q quit")
    assert not termios.tcgetattr(terminal.master)[3] & termios.ECHO
    terminal.type("y")
    terminal.read_until("saved: yes")
    terminal.process.send_signal(number)
    assert terminal.process.wait(timeout=180) == -number
    assert termios.tcgetattr(terminal.master)[3] & termios.ECHO
    assert termios.tcgetattr(terminal.master)[3] & termios.ICANON
    assert list(decisions(path).values()) == ["yes"]
