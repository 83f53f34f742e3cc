"""``likewise find``: rank a pile by likeness to examples."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.app.inputs import Asked
from likewise.app.outputs import Targets, targets
from likewise.cli.console import output
from likewise.cli.parameters import parse_parameters
from likewise.cli.progress import show_progress
from likewise.errors import UserError

if TYPE_CHECKING:
    from likewise.finder import Result
    from likewise.progress import Progress


def find_cli(
    examples: Annotated[
        str | None,
        typer.Argument(
            metavar="EXAMPLES",
            help="Documents you like: a folder, a file of any kind, a list of ids or DOIs; - for pasted text. Left out "
            "with --marked, --ids, or --text alone.",
            show_default=False,
        ),
    ] = None,
    pile: Annotated[
        str | None,
        typer.Argument(
            metavar="PILE", help="Documents to search: a folder, a zip, or a file of any kind.", show_default=False
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--out",
            metavar="OUT",
            help="Write all of the ranked pile here (.csv, .xlsx, .ris, …, or a folder) and report.html beside it.",
        ),
    ] = None,
    report: Annotated[
        str | None, typer.Option("--report", metavar="FILE", help="Write the report here instead of beside OUT.")
    ] = None,
    no_report: Annotated[bool, typer.Option("--no-report", help="Write no report.")] = False,
    marked: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help="The examples are rows of the pile: yes or 1 in this column, no or 0 if not."
        ),
    ] = None,
    ids: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="The examples are documents of the pile: ids or DOIs, or a file of them."),
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(help="Text columns, with commas between them; without EXAMPLES, the text of an example."),
    ] = None,
    id: Annotated[str | None, typer.Option("--id", help="Column of ids.")] = None,  # noqa: A002
    table: Annotated[
        str | None, typer.Option(metavar="NAME", help="Sheet of a workbook; table of, or query to, an SQLite file.")
    ] = None,
    decisions: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="What you decided so far: a table with the columns id and decision, yes or no."
        ),
    ] = None,
    method: Annotated[str | None, typer.Option(help="How to search: a name of `likewise methods`.")] = None,
    profile: Annotated[
        str | None, typer.Option(help="What your examples share: topics, or criteria as in a review of literature.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="Of the documents, for stop words and stems; found out if not given.")
    ] = None,
    embed: Annotated[
        bool, typer.Option("--embed", help="Link documents by what they mean, too; for one-line texts (extra embed).")
    ] = False,
    top: Annotated[int, typer.Option(min=0, help="Documents to show.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same result.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no notes.")] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the method; repeatable.")
    ] = None,
) -> None:
    """Rank a pile of documents by how much they are like your examples, and say how many there are, and why."""
    if examples is None:
        raise UserError("there is nothing to search; give EXAMPLES and a PILE, or try: likewise demo")
    asked = Asked(examples, pile, text=text, id=id, table=table, marked=marked, ids=ids)
    read_from = [*asked.paths, *([Path(decisions)] if decisions else [])]
    files = targets(out, "" if no_report else report, read_from)
    with show_progress(quiet=quiet or as_json) as callback:
        result = find(
            asked,
            files=files,
            method=method,
            decisions=decisions,
            profile=profile,
            language=language,
            embed=embed,
            seed=seed,
            params=parse_parameters(settings or []),
            callback=callback,
        )
    if as_json:
        typer.echo(json.dumps(as_object(result, top)))
        return
    from likewise.cli.report import print_notes, print_result

    console = output()
    print_result(console, result, top)
    if not quiet:
        print_notes(console, result.notes)
    if files.table is not None:
        console.print(f"All {len(result.pile):,} documents, ranked: {files.table}", markup=False, soft_wrap=True)
    if files.report is not None:
        console.print(f"A page to show: {files.report}", markup=False, soft_wrap=True)
    if out is None and not quiet:
        console.print("Add -o found.csv to keep all of them, ranked, and a report to show.", style="dim")


def find(
    asked: Asked,
    *,
    files: Targets | None = None,
    method: str | None = None,
    decisions: str | None = None,
    profile: str | None = None,
    language: str | None = None,
    embed: bool = False,
    seed: int = 0,
    params: Mapping[str, Any] | None = None,
    callback: "Progress | None" = None,
) -> "Result":
    """Read, search, and write the result if asked to.

    Parameters
    ----------
    asked : Asked
        Where the examples and the pile are.
    files : Targets or None, default=None
        Files to write.
    method : str or None, default=None
        A registered name; None takes the default.
    decisions : str or None, default=None
        File for `likewise.readers.decisions.read_decisions`.
    profile, language : str or None, default=None
        As in `likewise.finder.Finder`.
    embed : bool, default=False
        Whether to link documents by `likewise.text.static_vectors`, too.
    seed : int, default=0
        Of the method.
    params : mapping or None, default=None
        Parameters of the method.
    callback : callable or None, default=None
        Called with a `Stage`.

    Returns
    -------
    Result
        With the notes on the file of decisions before the others.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     likes, pile = pathlib.Path(folder, "likes.json"), pathlib.Path(folder, "pile.json")
    ...     _ = likes.write_text('["red wine"]'), pile.write_text('["green tea", "a glass of wine"]')
    ...     find(Asked(str(likes), str(pile)), method="centroid").table["id"].to_list()
    ['2', '1']
    """
    from likewise.app.inputs import read_asked
    from likewise.finder import DEFAULT_METHOD, Finder
    from likewise.finder.estimators import make_estimator, with_profile
    from likewise.progress import Stage
    from likewise.readers.decisions import read_decisions

    finder = Finder(
        method or DEFAULT_METHOD,
        params=params,
        random_state=seed,
        n_jobs=-1,
        callback=callback,
        profile=profile,
        language=language,
    )
    # A misspelt name should not wait for the files to be read.
    make_estimator(finder.method, with_profile(finder.method, params, profile))
    if callback is not None:
        callback(Stage("reading"))
    given = read_asked(asked, callback)
    decided, notes = ({}, ()) if decisions is None else read_decisions(decisions, given.pile.columns.get("id", ()))
    result = finder.find(
        given.examples,
        given.pile,
        decisions={**given.decisions, **decided},
        extra_vectors="static" if embed else None,
    )
    result = replace(result, notes=(*notes, *result.notes))
    if files is not None:
        if callback is not None:
            callback(Stage("writing"))
        result = replace(result, notes=(*result.notes, *files.write(result)))
    return result


def as_object(result: "Result", top: int) -> dict[str, Any]:
    """Make the object that ``--json`` prints.

    Parameters
    ----------
    result : Result
        The ranking.
    top : int
        How many documents.

    Returns
    -------
    dict
        Keys `n_found, n_pile, n_examples, method, language, seconds, notes, unread`; of the estimated number `count,
        low, high, verdict, assumption` and `cut_off`, an object that says what the documents taken are expected to
        bring and to miss, with null for what is not estimated or cannot be told; and `documents`, a list of objects
        with the keys `id, rank, probability, lower, upper, decision, why, nearest, group, flag`.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> list(as_object(Finder("centroid").find(["wine"], ["tea", "red wine"]), 1)["documents"][0])
    ['id', 'rank', 'probability', 'lower', 'upper', 'decision', 'why', 'nearest', 'group', 'flag']
    """
    estimate = result.estimate
    told = estimate is not None and estimate.verdict != "cannot tell"
    return {
        "n_found": result.n_found,
        "n_pile": len(result.pile),
        "n_examples": result.n_examples,
        "method": result.method,
        "language": result.settings.get("language"),
        "seconds": round(result.seconds, 3),
        "notes": list(result.notes),
        "unread": [
            {"name": name, "reason": reason}
            for documents in (result.examples, result.pile)
            for name, reason in (() if documents is None else documents.unread)
        ],
        **{key: round(float(getattr(estimate, key)), 1) if told else None for key in ("count", "low", "high")},
        **{key: None if estimate is None else getattr(estimate, key) for key in ("verdict", "assumption")},
        "cut_off": result.at(result.n_taken)._asdict() if told else None,
        "documents": result.table.head(top).to_dicts(),
    }
