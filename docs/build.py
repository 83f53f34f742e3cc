"""Make the pages that are generated (``make docs``), and the site of all pages.

python docs/build.py                 all of it
python docs/build.py site            the site only, in build/site
python docs/build.py pages           pages with commands: how-to pages, projects, when to stop; and the notebook
python docs/build.py guide           the guide's review
python docs/build.py find new        the pages of these commands
"""

import subprocess
import sys
from pathlib import Path

from api_pages import write_api
from command_pages import write_pages
from console_blocks import PAGES, renew_page
from decision_pictures import write_pictures
from guide_review import write_guide
from notebook import write_page
from typer.main import get_command

from likewise import registry
from likewise.cli.man_page import write_man_page
from likewise.cli.program import app

HERE = Path(__file__).parent
SITE = HERE.parent / "build" / "site"


def methods_page() -> str:
    """Return a table of every registered method, then what is to be said of each, with its parameters."""
    methods = [registry.describe(name) for name in registry.names()]
    lines = [
        "# Methods",
        "",
        "Made by `make docs` from the registry and the docstrings; do not edit.",
        "",
        "Any of them is named with `--method` in `likewise find` and `likewise simulate`; its parameters are set with",
        "`--set`. `--set threshold=prior` cuts a ranking by an estimated share of positives instead of the method's",
        "own rule; `likewise` always estimates how many there are, so that it changes little there. How good they are:",
        "[accuracy](accuracy.md), [one class against nineteen](simulations.md).",
        "",
        "| name | what it does |",
        "|---|---|",
        *(f"| [`{method.name}`](#{method.name}) | {method.summary} |" for method in methods),
    ]
    for method in methods:
        made_by = registry.get(method.name)
        cls = made_by.estimator if isinstance(made_by, registry.Recipe) else made_by
        lines += ["", f"## {method.name}", "", f"{method.summary}.", ""]
        told = {"Paper": method.paper, "Assumes": method.assumes, "Use it": method.use, "Cost": method.cost}
        lines += [f"- **{what}**: {sentence}" for what, sentence in told.items() if sentence]
        lines += [f"- **Class**: `{cls.__module__}.{cls.__qualname__}`", ""]
        lines += ["| parameter | default | meaning |", "|---|---|---|"]
        lines += [
            f"| `{name}` | `{default!r}` | {method.meanings.get(name, '').replace('|', '/')} |"
            for name, default in method.parameters.items()
        ]
    return "\n".join(lines) + "\n"


def renew_pages() -> None:
    """Run the commands of all pages, and the notebook, and write down what they print."""
    for name in PAGES:
        renew_page(HERE / name)
    (HERE / "tutorial.md").write_text(write_page(HERE / "tutorial.ipynb"), encoding="utf-8")


def site_command(target: Path) -> list[str]:
    """Write the command that makes the site; anything that Sphinx warns of, such as a broken link, is an error.

    Parameters
    ----------
    target : Path
        A folder; what has not changed in it is kept.

    Returns
    -------
    list of str
        The program and its arguments.
    """
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "-b", "html"]
    return [*command, "-d", str(target / ".doctrees"), str(HERE), str(target)]


def build_all() -> None:
    """Make every page that is generated, then the site."""
    (HERE / "methods.md").write_text(methods_page(), encoding="utf-8")
    write_api(HERE / "api")
    (HERE / "likewise.1").write_text(write_man_page(get_command(app)), encoding="utf-8")
    write_pages(HERE / "commands")
    renew_pages()
    write_guide(HERE / "guide.md")
    write_pictures(HERE)
    demo = "import sys; sys.argv = ['likewise', 'demo', '--svg', sys.argv[1]]; from likewise.cli import main; main()"
    subprocess.run([sys.executable, "-c", demo, str(HERE / "demo.svg")], check=True)
    subprocess.run(site_command(SITE), check=True)
    sys.stdout.write(f"The site: {SITE / 'index.html'}\n")


def main() -> None:
    """Make what is named, or all of it."""
    match sys.argv[1:]:
        case []:
            build_all()
        case ["site"]:
            subprocess.run(site_command(SITE), check=True)
            sys.stdout.write(f"The site: {SITE / 'index.html'}\n")
        case ["pages"]:
            renew_pages()
        case ["guide"]:
            write_guide(HERE / "guide.md")
        case names:
            write_pages(HERE / "commands", names)


if __name__ == "__main__":
    main()
