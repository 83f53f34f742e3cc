"""A notebook, run cell by cell in this Python as Jupyter does, and written as a page with what each cell showed.

A kernel would bring two dozen packages for the sake of one page. A cell is what Python can compile; what Jupyter
adds is that the last expression is shown, as HTML or a picture where it has one.
"""

import ast
import contextlib
import io
import json
import os
import re
from pathlib import Path
from typing import Any, NamedTuple


class Shown(NamedTuple):
    """What a cell showed: the kind of output, and the output."""

    kind: str
    value: str


def read_cells(path: Path) -> list[tuple[str, str]]:
    """Read a notebook: the kind ("code" or "markdown") and the source of each cell."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [(cell["cell_type"], "".join(cell["source"])) for cell in cells]


def run_cell(source: str, names: dict[str, Any]) -> list[Shown]:
    """Run a cell among names that it may change, and return what it printed and what its last expression shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    shown = [Shown("text", printed.getvalue().rstrip())] if printed.getvalue() else []
    return shown if value is None else [*shown, show(value)]


def show(value: Any) -> Shown:
    """Show a value as a notebook does: the richest form that it has."""
    for kind in ("svg", "html"):
        form = getattr(value, f"_repr_{kind}_", None)
        if form is not None and not type(value).__module__.startswith("polars"):  # frames are wide; a page is not
            return Shown(kind, form())
    return Shown("text", repr(value))


def run_notebook(path: Path) -> list[tuple[str, str, list[Shown]]]:
    """Run all cells in order; return the kind, the source and what was shown of each."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [(kind, source, run_cell(source, names) if kind == "code" else []) for kind, source in read_cells(path)]


def write_page(path: Path) -> str:
    """Run a notebook and return its page; pictures are written beside it."""
    os.environ.setdefault("LIKEWISE_REVIEWER", "ana")
    parts: list[str] = []
    pictures = 0
    for kind, source, shown in run_notebook(path):
        parts.append(source if kind == "markdown" else f"```python\n{source}\n```")
        for each in shown:
            if each.kind == "text":
                parts.append(f"```text\n{each.value}\n```")
            elif each.kind == "html":
                page = re.sub(r"\b20\d\d-\d\d-\d\d\b", "2026-01-05", each.value)  # else it were another page every day
                parts.append(f'<div class="shown">\n{page}\n</div>')
            else:
                pictures += 1
                picture = path.with_name(f"{path.stem}-{pictures}.svg")
                picture.write_text(each.value, encoding="utf-8")
                parts.append(f"![What the cell above draws]({picture.name})")
        if kind == "markdown" and source.startswith("# "):
            parts.append("<!-- made by `make docs` from the notebook: do not edit -->")
    return "\n\n".join(parts) + "\n"
