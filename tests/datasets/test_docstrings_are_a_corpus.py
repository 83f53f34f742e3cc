"""Docstrings of installed packages as documents."""

import gc
import subprocess
import sys
import types
from collections import Counter

import pytest

from likewise.datasets import python_docstrings
from likewise.errors import UserError

LONG = "one two three four five six seven eight nine ten"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Make an importable package of {file: source}."""

    def make(files):
        for name, source in files.items():
            path = tmp_path / "wine_cellar" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source if isinstance(source, bytes) else source.encode())
        monkeypatch.syspath_prepend(tmp_path)

    return make


def test_modules_classes_methods_and_functions_are_found_with_their_names(package):
    package(
        {
            "__init__.py": f'"""Package {LONG}."""\nraise RuntimeError("read, never imported")\n',
            "red/__init__.py": "",
            "red/dry.py": f'class A:\n    """Class {LONG}."""\n    def f(self):\n        """Method {LONG}."""\n',
            "red/_hidden.py": f'if True:\n    async def g():\n        """Function\n        {LONG}."""\n',
            "_white.py": f'def h():\n    """Private {LONG}."""\n',
        }
    )
    corpus = python_docstrings(["wine_cellar"])
    assert dict(zip(corpus.ids, corpus.labels, strict=True)) == {
        "wine_cellar": "wine_cellar",
        "wine_cellar._white.h": "wine_cellar",
        "wine_cellar.red._hidden.g": "wine_cellar.red",
        "wine_cellar.red.dry.A": "wine_cellar.red",
        "wine_cellar.red.dry.A.f": "wine_cellar.red",
    }
    assert corpus.texts[corpus.ids.index("wine_cellar.red._hidden.g")] == f"Function\n{LONG}."
    assert "wine_cellar" not in sys.modules


def test_short_ones_repeats_tests_and_broken_files_are_left_out(package):
    package(
        {
            "__init__.py": f'"""{LONG}"""',
            "a.py": f'def f():\n    """{LONG}"""\ndef g():\n    """Too short."""\n',
            "tests/b.py": f'"""Tests {LONG}"""',
            "test_c.py": f'"""Test {LONG}"""',
            "broken.py": f'"""Broken {LONG}"""\ndef (',
            "nul.py": f'"""Nul {LONG}"""\0'.encode(),
            "odd.py": f'"""Odd \\d {LONG}"""',
        }
    )
    assert python_docstrings(["wine_cellar"]).ids == ["wine_cellar", "wine_cellar.odd"]
    assert len(python_docstrings(["wine_cellar"], min_words=1)) == 3


def test_names_that_occur_twice_are_numbered(package):
    source = f'class A:\n    def p(self):\n        """Get {LONG}."""\n    def p(self, x):\n        """Set {LONG}."""\n'
    package({"__init__.py": source})
    assert python_docstrings(["wine_cellar"]).ids == ["wine_cellar.A.p", "wine_cellar.A.p#2"]


@pytest.mark.parametrize("name", ["no_such_package", "numpy.linalg", "sys"])
def test_package_that_cannot_be_read_is_an_error(name):
    with pytest.raises(UserError, match=f"no Python package '{name}'"):
        python_docstrings([name])


def test_module_that_was_made_by_hand_cannot_be_read(monkeypatch):
    monkeypatch.setitem(sys.modules, "wine_by_hand", types.ModuleType("wine_by_hand"))
    with pytest.raises(UserError, match="no Python package 'wine_by_hand'"):
        python_docstrings(["wine_by_hand"])


def test_single_module_is_a_package_too():
    assert set(python_docstrings(["argparse"]).labels) == {"argparse"}


def test_collector_is_left_as_it_was():
    gc.disable()
    try:
        python_docstrings(["json"])
        assert not gc.isenabled()
    finally:
        gc.enable()
    python_docstrings(["json"])
    assert gc.isenabled()


def test_scipy_has_hundreds_of_statistics_and_the_order_is_fixed():
    corpus = python_docstrings(["scipy"])
    sizes = Counter(corpus.labels)
    assert sizes["scipy.stats"] > 500
    assert {"scipy.optimize", "scipy.linalg", "scipy.signal"} < set(sizes)
    assert not any("._" in label or ".tests" in label for label in sizes)
    assert len(set(corpus.ids)) == len(set(corpus.texts)) == len(corpus)
    assert "scipy 1" in corpus.source


def test_nothing_is_imported_and_two_processes_agree():
    code = (
        "import sys; from likewise.datasets.docstrings import python_docstrings as d; c = d(['numpy', 'json']);"
        "assert 'numpy' not in sys.modules; sys.stdout.write(c.sha256)"
    )
    runs = {subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout for _ in range(2)}
    assert len(runs) == 1


def test_backslashes_of_any_kind_are_read_without_a_warning(package):
    lines = [
        rf'"""Not escaped: \d \\w \" \x41 {LONG}."""',
        rf'def f():\n    r"""Raw: \d \\w \alpha {LONG}."""',
        r'pattern, binary = "\s\\\s", b"\d"',
    ]
    package({"__init__.py": "\n".join(lines).replace("():\\n", "():\n")})
    corpus = python_docstrings(["wine_cellar"])  # warnings are errors here
    assert corpus.texts == [rf'Not escaped: \d \w " A {LONG}.', rf"Raw: \d \\w \alpha {LONG}."]
