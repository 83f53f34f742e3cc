import ast
import importlib.metadata
import tomllib
from pathlib import Path

import pytest

import likewise
from likewise.labels import read_labels

ROOT = Path(__file__).parent.parent


def test_every_public_name_loads():
    for name in likewise.__all__:
        assert getattr(likewise, name) is not None
    assert set(likewise.__all__) == set(dir(likewise))
    with pytest.raises(AttributeError, match="nosuch"):
        likewise.nosuch  # noqa: B018 - the access is what is tested


def test_versions_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert likewise.__version__ == project["version"] == importlib.metadata.version("likewise")
    assert f"version: {likewise.__version__}" in (ROOT / "CITATION.cff").read_text()
    assert f"## {likewise.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_lock_file_has_names_and_versions_only_and_holds_every_dependency():
    lines = [line for line in (ROOT / "requirements.lock").read_text().splitlines() if not line.startswith("#")]
    locked = {}
    for line in lines:
        name, _, version = line.partition("==")
        assert version, line
        assert not set(line) & set("/:@ "), line
        locked[name.lower().replace("_", "-")] = version
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for wanted in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        assert wanted.partition(">=")[0].lower().replace("_", "-") in locked, wanted


def test_labels_read_two_classes_of_any_kind():
    labels = read_labels(["ham", "spam", "ham"], who="Toy")
    assert labels.classes.tolist() == ["ham", "spam"]
    assert labels.positive.tolist() == [False, True, False]
    assert labels.classes[labels.codes].tolist() == ["ham", "spam", "ham"]
    assert read_labels([True, False], who="Toy").negative.tolist() == [False, True]
    assert read_labels([2, 3, -1], who="Toy").unlabelled.tolist() == [False, False, True]
    with pytest.raises(ValueError, match="two classes apart, y has 7: 0, 1, 2, 3, 4, …"):
        read_labels(list(range(7)), who="Toy")


def test_files_and_functions_stay_short():
    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text()
        lines = text.splitlines()
        assert len(lines) <= 350, f"{path} has {len(lines)} lines; split it by idea"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                n_code = count_code_lines(node, lines)
                assert n_code <= 60, f"{node.name} in {path} has {n_code} lines of code; give its parts names"


def count_code_lines(node, lines):
    """Count the lines of a function that are neither docstring nor blank nor comment."""
    first = node.body[0]
    docstring = range(first.lineno, first.end_lineno + 1) if ast.get_docstring(node) is not None else ()
    rest = [lines[at - 1].strip() for at in range(node.lineno, node.end_lineno + 1) if at not in docstring]
    return sum(bool(line) and not line.startswith("#") for line in rest)
