"""What is checked without loading anything is the same as what the loaded things say."""

import subprocess
import sys

import pytest

from likewise import registry
from likewise.app.methods import DEFAULT_METHOD, PROFILES
from likewise.engine import Constants
from likewise.writers.kinds import SUFFIXES
from likewise.writers.write_table import WRITERS

HEAVY = ("sklearn", "numba", "polars", "numpy", "pydantic")


@pytest.mark.parametrize("method", [name for name in registry.names() if registry.read_parameters(name) is not None])
def test_parameters_in_a_file_are_those_of_its_class(method):
    assert set(registry.read_parameters(method)) == set(registry.describe(method).parameters)


def test_names_that_are_written_twice_are_the_same():
    from likewise.finder import DEFAULT_METHOD as OF_THE_FINDER

    assert set(PROFILES) == set(Constants().blends)
    assert DEFAULT_METHOD == OF_THE_FINDER
    assert set(SUFFIXES) == set(WRITERS)


@pytest.mark.parametrize(
    "wrong",
    [
        ["-o", "out.xyz"],
        ["--profile", "magic"],
        ["--set", "colour=red"],
        ["--method", "magic"],
        ["--language", "klingon"],
        ["--nonsense"],
    ],
)
def test_a_mistake_is_answered_before_anything_heavy_is_loaded(tmp_path, wrong):
    pile = tmp_path / "pile.csv"
    pile.write_text("id,text\n1,wine\n")
    code = (
        "import sys\nfrom likewise.cli import main\ntry:\n    main()\nexcept SystemExit as end:\n    print(end.code)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    command = [sys.executable, "-c", code, "find", str(pile), str(pile), *wrong]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout.split("\n")[:2] == ["2", "[]"], answer.stderr


def test_a_wrong_column_is_answered_before_any_model_is_loaded(tmp_path):
    pile = tmp_path / "pile.csv"
    pile.write_text("id,text\n1,wine\n")
    code = (
        "import sys\nfrom likewise.cli import main\ntry:\n    main()\nexcept SystemExit as end:\n    print(end.code)\n"
        "print([name for name in ('sklearn', 'numba') if name in sys.modules])"
    )
    command = [sys.executable, "-c", code, "find", str(pile), str(pile), "--text", "nowhere"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout.split("\n")[:2] == ["2", "[]"], answer.stderr
