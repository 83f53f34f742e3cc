"""The three steps of CONTRIBUTING.md, done."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text()


def code(language):
    return re.search(rf"```{language}\n(.*?)```", GUIDE, flags=re.S).group(1)


@pytest.fixture
def package(tmp_path):
    """A foreign package as an installer would leave it: a module, and metadata with its entry point."""
    (tmp_path / "lively.py").write_text(code("python"))
    metadata = tmp_path / "lively-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: lively\nVersion: 1.0\n")
    name, target = (part.strip(' "\n') for part in code("toml").split("="))
    (metadata / "entry_points.txt").write_text(f"[likewise.models]\n{name} = {target}\n")
    return tmp_path


def run(package, *command):
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, cwd=package, env={"PYTHONPATH": str(package)},
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_model_of_another_package_is_found_by_name_and_described(package):
    program = "import sys; sys.argv = ['likewise', 'methods', '--json']; from likewise.cli import main; main()"
    told = run(package, "-c", program)
    assert '"lively"' in told
    assert "Counts the words that are livelier in your examples" in told


def test_its_example_runs(package):
    run(package, "-m", "doctest", "lively.py")


@pytest.mark.parametrize(("checks", "name"), [("test_contract.py", "lively"), ("test_sklearn_checks.py", "Lively")])
def test_it_passes_all_checks_by_being_registered(package, checks, name):
    tests = Path(__file__).parent / "models" / checks
    told = run(
        package, "-m", "pytest", str(tests), "-q", "-k", name, "-p", "no:cacheprovider", "--rootdir",
        str(tests.parent.parent.parent), "-p", "no:randomly",
    )  # fmt: skip
    assert re.search(r"\d\d passed", told)
    assert "failed" not in told.replace("xfailed", "")


def test_its_package_can_run_the_checks_itself(package):
    program = "import warnings; warnings.simplefilter('ignore'); from lively import Lively\n" + code("py")
    run(package, "-c", program)
