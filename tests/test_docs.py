"""Every example in the README runs, and generated pages are up to date."""

import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from likewise.writers import write

ROOT = Path(__file__).parent.parent


def test_the_readme_runs(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.S)
    assert len(blocks) == 4
    program = "\n".join(blocks)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "yes" in done.stdout


def test_every_page_that_is_linked_exists():
    for page in [ROOT / "README.md", *ROOT.glob("docs/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.fixture
def docs(monkeypatch):
    """Let the programs that make the pages be imported."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))


def test_the_pages_of_commands_are_those_of_their_help(docs):
    from command_pages import EXAMPLES, commands, help_of

    listed = dict(commands())
    assert listed.keys() == EXAMPLES.keys()
    for name, command in listed.items():
        page = (ROOT / "docs" / "commands" / f"{name.replace(' ', '-')}.md").read_text(encoding="utf-8")
        assert page.startswith(help_of(name, command)), f"run `make docs`: likewise {name}"
        assert all(f"$ {line}\n" in page for line in EXAMPLES[name]), f"run `make docs`: likewise {name}"


def test_the_guide_can_be_followed(docs, tmp_path):
    from command_pages import ran
    from example_files import make_files

    make_files(tmp_path)
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    steps = re.findall(r"^\$ (likewise .*)$", guide, flags=re.M)
    assert len(steps) == 3
    printed = ran(steps[0], tmp_path)
    assert "1,000 documents" in printed
    assert "About 62 like these (56–69)" in ran(steps[1], tmp_path)
    assert "About 62 like these (56–69)" in guide
    # What the guide has its reader do: add a column, and write what is decided into it.
    found = pl.read_excel(tmp_path / "found.xlsx", infer_schema_length=0)
    read = pl.Series("included", ["yes" if place < 5 else "" for place in range(found.height)])
    write(found.with_columns(read), tmp_path / "found.xlsx")
    assert "besides 5 that you said yes to" in ran(steps[2], tmp_path)


def test_the_table_of_methods_is_that_of_the_registry(docs):
    from build import methods_page

    assert (ROOT / "docs" / "methods.md").read_text(encoding="utf-8") == methods_page(), "run `make docs`"
