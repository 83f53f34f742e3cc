"""Make the pages that are generated: methods, commands, the guide's review, pictures, the demo (``make docs``)."""

import subprocess
import sys
from pathlib import Path

from command_pages import write_pages
from console_blocks import renew_page
from decision_pictures import write_pictures
from guide_review import write_guide

from likewise import registry

HERE = Path(__file__).parent


def methods_page() -> str:
    """Return a table of every registered method, and one of each method's parameters."""
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
        "| name | what it does | assumes | use it | cost | paper |",
        "|---|---|---|---|---|---|",
        *(
            f"| [`{m.name}`](#{m.name}) | {m.summary} | {m.assumes} | {m.use} | {m.cost} | {m.paper or '–'} |"
            for m in methods
        ),
    ]
    for method in methods:
        made_by = registry.get(method.name)
        cls = made_by.estimator if isinstance(made_by, registry.Recipe) else made_by
        lines += ["", f"## {method.name}", "", f"`{cls.__module__}.{cls.__qualname__}`", ""]
        lines += ["| parameter | default | meaning |", "|---|---|---|"]
        lines += [
            f"| `{name}` | `{default!r}` | {method.meanings.get(name, '').replace('|', '/')} |"
            for name, default in method.parameters.items()
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the pages; with names of commands, those of these commands only; with "guide", the guide's review."""
    if sys.argv[1:] == ["guide"]:
        write_guide(HERE / "guide.md")
        return
    if sys.argv[1:]:
        write_pages(HERE / "commands", sys.argv[1:])
        return
    (HERE / "methods.md").write_text(methods_page(), encoding="utf-8")
    write_pages(HERE / "commands")
    renew_page(HERE / "projects.md")
    write_guide(HERE / "guide.md")
    write_pictures(HERE)
    demo = "import sys; sys.argv = ['likewise', 'demo', '--svg', sys.argv[1]]; from likewise.cli import main; main()"
    subprocess.run([sys.executable, "-c", demo, str(HERE / "demo.svg")], check=True)


if __name__ == "__main__":
    main()
