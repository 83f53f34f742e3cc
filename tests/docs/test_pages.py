"""Every example in the README and on every page runs, and generated pages are up to date."""

import contextlib
import io
import json
import re
import shlex

import polars as pl
import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.writers import write
from tests.docs.conftest import ROOT

#: Pages with commands that are told elsewhere: by `make docs` from what they print, or by tests of their own.
_ELSEWHERE = ("commands", "papers")


@pytest.fixture
def run_here(docs, monkeypatch):
    """Run a command of a page in this process, which has loaded everything already."""
    from command_pages import tidy

    monkeypatch.setenv("LIKEWISE_REVIEWER", "ana")
    monkeypatch.setenv("COLUMNS", "100")

    def run(command, folder):
        monkeypatch.chdir(folder)
        done = CliRunner().invoke(app, shlex.split(command)[1:], catch_exceptions=False)
        assert done.exit_code == 0, f"{command}: {done.stderr}"
        return tidy(done.stdout, folder)

    return run


def _pages():
    return [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name not in _ELSEWHERE]


def _python_blocks(page):
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.S)


def test_the_python_of_every_page_runs(docs, tmp_path, monkeypatch):
    from example_files import make_files

    make_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    pages = [page for page in (ROOT / "README.md", *_pages()) if page.name != "tutorial.md" and _python_blocks(page)]
    assert {"from-python.md", "count.md", "pulearn.md", "scikit-learn.md"} <= {page.name for page in pages}
    for page in pages:
        names = {"__name__": "__main__"}
        for number, block in enumerate(_python_blocks(page), start=1):
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, f"{page.name}, block {number}", "exec"), names)


def test_every_page_that_is_linked_exists():
    for page in [ROOT / "README.md", *_pages()]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_page_with_commands_is_run(docs):
    from console_blocks import PAGES, list_steps

    told = {"guide.md", *PAGES}  # the guide's are below
    steps = {page: list_steps(page.read_text(encoding="utf-8")) for page in _pages()}
    assert {str(page.relative_to(ROOT / "docs")) for page, found in steps.items() if found} == told


def test_the_pages_of_commands_are_those_of_their_help(docs):
    from command_pages import EXAMPLES, commands, help_of

    listed = dict(commands())
    assert listed.keys() == EXAMPLES.keys()
    for name, command in listed.items():
        page = (ROOT / "docs" / "commands" / f"{name.replace(' ', '-')}.md").read_text(encoding="utf-8")
        assert page.startswith(help_of(name, command)), f"run `make docs`: likewise {name}"
        assert all(f"$ {line}\n" in page for line in EXAMPLES[name]), f"run `make docs`: likewise {name}"


def test_the_guide_can_be_followed(docs, run_here, tmp_path):
    from example_files import make_files

    make_files(tmp_path)
    write(pl.read_csv(tmp_path / "search.csv", infer_schema_length=0), tmp_path / "search.ris")
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    steps = re.findall(r"^\$ (likewise .*)$", guide, flags=re.M)
    assert len(steps) == 4
    assert "1,000 documents" in run_here(steps[0], tmp_path)
    assert "About 60 like these" in run_here(steps[1], tmp_path)
    # What the guide has its reader do: write what is decided into the column `included`.
    found = pl.read_excel(tmp_path / "found.xlsx", infer_schema_length=0)
    read = pl.Series("included", ["yes" if place < 5 else "" for place in range(found.height)])
    write(found.with_columns(read), tmp_path / "found.xlsx")
    assert "besides 5 that you said yes to" in run_here(steps[2], tmp_path).replace("\n", " ")
    assert "besides 5 that you said yes to" in run_here("likewise find found2.xlsx -o found3.xlsx", tmp_path).replace(
        "\n", " "
    )


@pytest.mark.corpus
def test_the_review_in_the_guide_is_what_its_commands_print(docs, tmp_path):
    from guide_review import put_into, tell, walk

    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    assert put_into(guide, tell(walk(tmp_path))) == guide, "run `python docs/build.py guide`"


def test_the_commands_of_every_page_run_and_end_as_the_page_says(docs, run_here):
    from console_blocks import PAGES, renew_blocks

    for name in PAGES:
        page = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert _ends(renew_blocks(page, run_here)) == _ends(page), f"run `python docs/build.py pages`: {name}"


def _ends(page):
    """Return how the last line of each command's output begins; numbers and words of topics move with the engine."""
    blocks = "\n".join(re.findall(r"```console\n(.*?)```", page, flags=re.S))
    printed = re.split(r"^(\$ .*)$", blocks, flags=re.M)[1:]
    return {
        command: re.sub(r"\d+", "0", " ".join(re.findall(r"^\S.*", said, flags=re.M)[-1].split()[:2]))
        for command, said in zip(printed[::2], printed[1::2], strict=True)
    }


@pytest.mark.slow
def test_what_every_page_says_that_commands_print_is_what_they_print(docs, run_here):
    from console_blocks import PAGES, renew_blocks

    for name in PAGES:
        page = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert renew_blocks(page, run_here) == page, f"run `python docs/build.py pages`: {name}"


def test_the_notebook_runs_and_its_page_has_its_cells(docs):
    from notebook import read_cells, run_notebook

    path = ROOT / "docs" / "tutorial.ipynb"
    page = path.with_suffix(".md").read_text(encoding="utf-8")
    assert all(source in page for _, source in read_cells(path)), "run `python docs/build.py pages`"
    shown = [each.kind for _, _, found in run_notebook(path) for each in found]
    assert {"text", "html", "svg"} == set(shown)


def test_the_notebook_that_is_kept_has_no_output_and_is_of_the_usual_form():
    notebook = json.loads((ROOT / "docs" / "tutorial.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


def test_the_table_of_methods_is_that_of_the_registry(docs):
    from build import methods_page

    assert (ROOT / "docs" / "methods.md").read_text(encoding="utf-8") == methods_page(), "run `make docs`"
