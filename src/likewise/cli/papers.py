"""``likewise papers``: the seed papers' tables, what became of them, and how to run them again."""

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from likewise.cli.console import output
from likewise.cli.help import PlainCommand
from likewise.cli.options import Jobs
from likewise.cli.progress import show_progress

papers_app = typer.Typer(
    help="Run the tables of the papers again, and see theirs beside ours.", add_completion=False, rich_markup_mode=None
)

Results = Annotated[Path, typer.Option("--results", metavar="FOLDER", help="Where rows and pages are kept.")]
Name = Annotated[str, typer.Argument(metavar="TABLE", help="Such as zhou2010/table2.", show_default=False)]
_FOLDER = Path("docs/papers")


@papers_app.callback(invoke_without_command=True)
def papers_cli(
    context: typer.Context,
    results: Results = _FOLDER,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list and nothing else.")] = False,
) -> None:
    """List the tables: run in full, quickly or never, and what became of their cells."""
    if context.invoked_subcommand is not None:
        return
    listed = overview(results)
    if as_json:
        typer.echo(json.dumps(listed))
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2), header_style="dim")
    for heading in listed[0]:
        table.add_column(heading.replace("_", " "), justify="left" if heading in ("table", "state") else "right")
    for row in listed:
        table.add_row(*(str(value) for value in row.values()))
    output().print(table)


def overview(results: Path = _FOLDER) -> list[dict[str, Any]]:
    """Return the state of every table and how many of its cells are what.

    Examples
    --------
    >>> overview(Path("nowhere"))[0]["state"]
    'never'
    """
    from likewise.papers.runner import state, verdicts
    from likewise.papers.store import Store
    from likewise.papers.tables import tables
    from likewise.papers.verdicts import WORDS

    rows: list[dict[str, Any]] = []
    known: dict[str, Any] = {}
    for name, table in tables().items():
        paper = name.split("/")[0]
        if paper not in known:
            known[paper] = Store(results).read(paper)
        counts = Counter(verdict.word for verdict in verdicts(table, known[paper]).values())
        rows.append({"table": name, "state": state(table, known[paper]), **{word: counts[word] for word in WORDS}})
    return rows


@papers_app.command("run", cls=PlainCommand)
def run_cli(
    name: Annotated[
        str | None, typer.Argument(metavar="TABLE", help="Such as zhou2010/table2; all by default.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer seeds and cells: minutes instead of hours.")] = False,
    n_jobs: Jobs = -1,
    results: Results = _FOLDER,
) -> None:
    """Run the trials of a table that were not run yet; a run that was stopped continues where it was."""
    from likewise.papers.tables import get, tables

    chosen = [get(name)] if name else list(tables().values())
    from likewise.papers.runner import run  # only here, so that a wrong name is answered at once

    for table in chosen:
        with show_progress(title=table.name) as callback:
            made = run(table, results, quick=quick, n_jobs=n_jobs, callback=callback)
        typer.echo(f"{table.name}: {made} trials run")


@papers_app.command("show", cls=PlainCommand)
def show_cli(name: Name, results: Results = _FOLDER) -> None:
    """Print a table: ours with its spread, theirs, and what became of each cell."""
    from likewise.papers.tables import get

    table = get(name)
    from likewise.papers import report, runner  # only here, so that a wrong name is answered at once
    from likewise.papers.store import Store

    known = Store(results).read(name.split("/")[0])
    found = runner.verdicts(table, known)
    parts = report.section(table, found, runner.state(table, known)) + report.tests(table, known)
    typer.echo("\n\n".join(parts))


@papers_app.command("report", cls=PlainCommand)
def report_cli(results: Results = _FOLDER) -> None:
    """Write the pages of all papers, with tables and pictures."""
    from likewise.papers.report import report

    written = report(results)
    typer.echo(f"wrote {len(written)} files to {results}")
