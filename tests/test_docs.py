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
    write(pl.read_csv(tmp_path / "search.csv", infer_schema_length=0), tmp_path / "search.ris")
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    steps = re.findall(r"^\$ (likewise .*)$", guide, flags=re.M)
    assert len(steps) == 4
    assert "1,000 documents" in ran(steps[0], tmp_path)
    assert "About 62 like these" in ran(steps[1], tmp_path)
    # What the guide has its reader do: write what is decided into the column `included`.
    found = pl.read_excel(tmp_path / "found.xlsx", infer_schema_length=0)
    read = pl.Series("included", ["yes" if place < 5 else "" for place in range(found.height)])
    write(found.with_columns(read), tmp_path / "found.xlsx")
    assert "besides 5 that you said yes to" in ran(steps[2], tmp_path).replace("\n", " ")
    assert "besides 5 that you said yes to" in ran("likewise find found2.xlsx -o found3.xlsx", tmp_path).replace(
        "\n", " "
    )


@pytest.mark.corpus
def test_the_review_in_the_guide_is_what_its_commands_print(docs, tmp_path):
    from guide_review import put_into, tell, walk

    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    assert put_into(guide, tell(walk(tmp_path))) == guide, "run `python docs/build.py guide`"


def test_the_page_of_projects_can_be_followed(docs, tmp_path):
    from command_pages import ran
    from console_blocks import list_steps
    from example_files import make_files

    make_files(tmp_path)
    steps = list_steps((ROOT / "docs" / "projects.md").read_text(encoding="utf-8"))
    assert len(steps) > 12
    printed = {step: ran(step, tmp_path) for step in steps}
    assert "80 new answers" in printed["likewise mark review decisions.csv --by ana"]
    assert "40 documents added; 10 known already." in printed["likewise add review more.ris"]
    assert (tmp_path / "prisma.svg").exists()


def test_the_table_of_methods_is_that_of_the_registry(docs):
    from build import methods_page

    assert (ROOT / "docs" / "methods.md").read_text(encoding="utf-8") == methods_page(), "run `make docs`"
