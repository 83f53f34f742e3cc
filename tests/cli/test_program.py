"""The program itself: start, version, interrupts, pipes and progress bars."""

import io
import os
import subprocess
import sys

import pytest

from likewise import __version__
from likewise.app.first_run import is_first_run, report_first_run
from likewise.app.request import SearchRequest
from likewise.app.search import search
from likewise.cli import main, program, progress
from likewise.cli.console import one_line
from likewise.cli.parameters import parse_parameters
from likewise.progress import Stage


def test_version(run):
    first, second = run("--version").stdout.splitlines()
    assert first == f"likewise {__version__}"
    assert all(name in second for name in ("Python", "numpy", "scipy", "scikit-learn", "numba", "polars"))


def test_help_names_every_command(run):
    output = run("--help").stdout
    assert all(command in output for command in ("find", "demo", "simulate", "compare", "methods"))


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from likewise.cli.program import app; "
        "print([name for name in ('numpy', 'sklearn', 'polars', 'numba', 'scipy') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_an_interrupt_ends_with_130_and_a_short_line(run, likes, pile, monkeypatch):
    def interrupted(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("likewise.cli.find.search", interrupted)
    result = run("find", likes, pile)
    assert result.exit_code == 130
    assert result.stderr.strip() == "likewise: stopped"


@pytest.mark.parametrize("arguments", [["find", "LIKES", "PILE", "--json"], ["methods"], ["find", "LIKES", "PILE"]])
def test_a_closed_pipe_is_quiet(likes, pile, arguments):
    arguments = [{"LIKES": str(likes), "PILE": str(pile)}.get(word, word) for word in arguments]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        code = "from likewise.cli import main; main()"
        process = subprocess.run(
            [sys.executable, "-c", code, *arguments], stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60
        )
    finally:
        os.close(writing)
    assert process.stderr == ""
    assert process.returncode in {1, 141}


def test_a_terminal_without_unicode_gets_something_readable(likes, pile):
    code = "from likewise.cli import main; main()"
    answer = subprocess.run(
        [sys.executable, "-c", code, "find", likes, pile],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        timeout=60,
    )
    assert answer.returncode == 0
    assert answer.stderr == b""


def test_the_entry_point_runs_the_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["likewise", "methods", "magic"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith("likewise: ")


def test_a_closed_pipe_found_at_the_last_moment_is_quiet_too(run, likes, pile, monkeypatch):
    def closed(*args, **kwargs):
        raise BrokenPipeError

    redirected = []
    monkeypatch.setattr("likewise.cli.find.search", closed)
    monkeypatch.setattr(program, "discard_output", lambda: redirected.append(True))
    result = run("find", likes, pile)
    assert (result.exit_code, result.output, redirected) == (141, "", [True])


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_on_a_terminal_and_gone_afterwards(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with progress.show_progress() as callback:
        callback(Stage("counting"))
        callback(Stage("fitting", done=3, total=10))
    assert "Learning from your examples" in sys.stderr.getvalue()


def test_a_first_run_says_that_it_compiles(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress.show_progress() as callback:
        report_first_run(callback)
    assert "Preparing compiled code for the first run" in sys.stderr.getvalue()
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "counting.number_keys-13.py311.nbi").touch()
    assert not is_first_run()


def test_an_interrupt_while_modules_are_loaded_prints_no_traceback():
    code = (
        "import builtins, sys; from likewise.cli import main\n"
        "def load(name, *rest, true=builtins.__import__):\n"
        "    if name == 'typer': raise KeyboardInterrupt\n"
        "    return true(name, *rest)\n"
        "builtins.__import__ = load; sys.argv = ['likewise', '--help']; main()"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (answer.returncode, answer.stdout, answer.stderr) == (130, "", "\nlikewise: stopped\n")


WRONG = [
    (["find", "a", "b", "--top", "x"], "--top must be a whole number; it is 'x'"),
    (["find", "a", "b", "--top", "-3"], "--top must be at least 0; it is '-3'"),
    (["find", "a", "b", "--topp", "3"], "there is no option --topp; did you mean --top?"),
    (["demo", "a"], "see: likewise demo --help"),
    (["nothing"], "see: likewise --help"),
    (["doctor"], "FILE is missing; see: likewise doctor --help"),
    (["simulate", "a", "--share", "much"], "--share must be a number; it is 'much'"),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_wrong_arguments_get_one_sentence_like_any_other_mistake(mistake, arguments, sentence):
    assert sentence in mistake(*arguments)


@pytest.mark.parametrize("command", ["find", "doctor", "demo", "simulate", "compare", "methods", "papers"])
def test_help_is_plain_and_shows_no_types_of_python(run, command):
    result = run(command, "--help")
    assert result.exit_code == 0
    for word in ("<str>", "<bool>", "<int>", "list[", "TEXT", "INTEGER", "╭"):
        assert word not in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["find", "nowhere.csv", "x.csv"],
        ["find", "HERE", "HERE", "--method", "magic"],
        ["find", "HERE", "HERE", "--set", "magic=1"],
        ["find", "HERE", "HERE", "--language", "klingon"],
        ["doctor", "nowhere.csv"],
        ["simulate", "nowhere.csv", "--positive", "1"],
        ["papers", "run", "nowhere/table1"],
        ["papers", "show", "nowhere/table1"],
    ],
)
def test_a_mistake_is_answered_before_anything_heavy_is_loaded(arguments):
    arguments = [__file__ if word == "HERE" else word for word in arguments]
    code = (
        "import sys; from likewise.cli import main\n"
        f"sys.argv = ['likewise', *{arguments!r}]\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code)\n"
        "print([name for name in ('numpy', 'sklearn', 'polars', 'numba', 'scipy', 'rich') if name in sys.modules])"
    )
    assert run_python(code) == "2\n[]"


def test_progress_is_quiet_when_asked_to_or_without_a_terminal(monkeypatch):
    with progress.show_progress() as callback:
        assert callback is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress.show_progress(quiet=True) as callback:
        assert callback is None
    assert sys.stderr.getvalue() == ""


def test_find_passes_the_progress_on(likes, pile):
    heard = []
    search(SearchRequest(examples=str(likes), pile=str(pile)), heard.append)
    assert list(dict.fromkeys(stage.name for stage in heard)) == ["reading", "counting", "fitting", "explaining"]


def test_parameters_are_read_as_numbers_booleans_none_and_text():
    settings = ["a=1", "b=0.5", "c=true", "d=None", "e=auto", "f=1e-3", "g= x=y"]
    assert parse_parameters(settings) == {"a": 1, "b": 0.5, "c": True, "d": None, "e": "auto", "f": 0.001, "g": "x=y"}


def test_a_long_text_is_shortened_before_it_is_looked_at():
    assert one_line("wine\x00\n\t" + "x" * 10**6, 10) == "wine xxx"


def run_python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    "use",
    [
        "import scipy.stats; print(scipy.stats.rankdata([2, 1])[0])",
        "from scipy import stats; print(stats.rankdata([2, 1])[0])",
        "from scipy.stats import rankdata; print(rankdata([2, 1])[0])",
        "from scipy.stats._stats_py import rankdata; print(rankdata([2, 1])[0])",
        "import sklearn.base; from scipy import stats; import scipy.stats; print(scipy.stats.rankdata([2, 1])[0])",
    ],
)
def test_a_deferred_module_is_loaded_when_it_is_used(use):
    assert run_python(f"from likewise.cli.deferred import defer_import; defer_import('scipy.stats'); {use}") == "2.0"


def test_a_search_loads_nothing_that_it_does_not_need(likes, pile):
    code = (
        "import sys; from likewise.cli import main\n"
        f"sys.argv = ['likewise', 'find', {str(likes)!r}, {str(pile)!r}, '--json']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "names = ('scipy.stats._stats_py', 'sklearn.linear_model', 'sklearn.svm', 'skops')\n"
        "print([name for name in names if name in sys.modules])"
    )
    assert run_python(code).splitlines()[-1] == "[]"
