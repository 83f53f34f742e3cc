"""``likewise find``: rank a pile by likeness to examples."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.console import output
from likewise.cli.parameters import parse_parameters
from likewise.cli.progress import watching
from likewise.errors import UserError

if TYPE_CHECKING:
    from likewise.finder import Result
    from likewise.finder.stages import Callback


def find_cli(
    examples: Annotated[
        str,
        typer.Argument(
            metavar="EXAMPLES", help="Documents you like: a folder or a file; - for pasted text.", show_default=False
        ),
    ],
    pile: Annotated[
        str, typer.Argument(metavar="PILE", help="Documents to search: a folder or a file.", show_default=False)
    ],
    out: Annotated[
        str | None,
        typer.Option("-o", "--out", help="Write all of the ranked pile here: .csv, .tsv, .jsonl, .json, also .gz."),
    ] = None,
    method: Annotated[str | None, typer.Option(help="How to search: a name of `likewise methods`.")] = None,
    text: Annotated[str | None, typer.Option(help="Text columns, with commas between them.")] = None,
    id: Annotated[str | None, typer.Option("--id", help="Column of ids.")] = None,  # noqa: A002
    decisions: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="What you decided so far: a table with the columns id and decision, yes or no."
        ),
    ] = None,
    profile: Annotated[
        str | None, typer.Option(help="What your examples share: topics, or criteria as in a review of literature.")
    ] = None,
    top: Annotated[int, typer.Option(min=0, help="Documents to show.")] = 20,
    embed: Annotated[
        bool, typer.Option("--embed", help="Link documents by what they mean, too; for one-line texts (extra embed).")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same result.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no notes.")] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the method; repeatable.")
    ] = None,
) -> None:
    """Rank a pile of documents by how much they are like your examples, and say why."""
    params = parse_parameters(settings or [])
    with watching(quiet=quiet or as_json) as callback:
        result = find(
            examples,
            pile,
            out=out,
            method=method,
            text=text,
            id=id,
            decisions=decisions,
            profile=profile,
            embed=embed,
            seed=seed,
            params=params,
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
    if out is not None:
        console.print(f"All {len(result.pile):,} documents, ranked: {out}", markup=False, soft_wrap=True)
    elif not quiet:
        console.print("Add -o found.csv to keep all of them, ranked.", style="dim")


def find(
    examples: str,
    pile: str,
    *,
    out: str | None = None,
    method: str | None = None,
    text: str | None = None,
    id: str | None = None,  # noqa: A002
    decisions: str | None = None,
    profile: str | None = None,
    embed: bool = False,
    seed: int = 0,
    params: Mapping[str, Any] | None = None,
    callback: "Callback | None" = None,
) -> "Result":
    """Read, search, and write the result if asked to.

    Parameters
    ----------
    examples, pile : str
        Paths for `likewise.readers.read`; examples may be "-" for stdin.
    out : str or None, default=None
        File to write.
    method : str or None, default=None
        A registered name; None takes the default.
    text, id : str or None, default=None
        Columns; None guesses.
    decisions : str or None, default=None
        File for `likewise.finder.decisions.read_decisions`.
    profile : str or None, default=None
        Of the method, as in `likewise.finder.Finder`.
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
    ...     find(str(likes), str(pile), method="centroid").table["id"].to_list()
    ['2', '1']
    """
    from likewise.cli.inputs import read_examples
    from likewise.finder import DEFAULT_METHOD, Finder, Stage
    from likewise.finder.decisions import read_decisions
    from likewise.finder.estimators import make_estimator, with_profile
    from likewise.readers import read
    from likewise.writers import check_target

    if out is not None:
        target = check_target(out)
        sources = [Path(path) for path in (examples, pile, decisions) if path is not None]
        if target.exists() and any(path.exists() and target.samefile(path) for path in sources):
            raise UserError(f"{out} is what you search with; name another file with -o, so that nothing is lost")
    finder = Finder(
        method or DEFAULT_METHOD, params=params, random_state=seed, n_jobs=-1, callback=callback, profile=profile
    )
    # A misspelt name should not wait for the files to be read.
    make_estimator(finder.method, with_profile(finder.method, params, profile))
    if callback is not None:
        callback(Stage("reading"))
    decided, notes = ({}, ()) if decisions is None else read_decisions(decisions)
    shown, searched = read_examples(examples, text=text, id=id), read(pile, text=text, id=id)
    vectors = "static" if embed else None
    result = finder.find(shown, searched, decisions=decided, extra_vectors=vectors)
    if out is not None:
        result.write(out)
    return replace(result, notes=(*notes, *result.notes))


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
        Keys `n_found, n_pile, n_examples, method, seconds, notes`; of the estimated number `count, low, high, verdict,
        assumption` and `cut_off`, an object that says what the documents taken are expected to bring and to miss, with
        null for what is not estimated or cannot be told; and `documents`, a list of objects with the keys `id, rank,
        probability, decision, why, nearest, flag`.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> list(as_object(Finder("centroid").find(["wine"], ["tea", "red wine"]), 1)["documents"][0])
    ['id', 'rank', 'probability', 'decision', 'why', 'nearest', 'flag']
    """
    estimate = result.estimate
    told = estimate is not None and estimate.verdict != "cannot tell"
    return {
        "n_found": result.n_found,
        "n_pile": len(result.pile),
        "n_examples": result.n_examples,
        "method": result.method,
        "seconds": round(result.seconds, 3),
        "notes": list(result.notes),
        **{key: round(float(getattr(estimate, key)), 1) if told else None for key in ("count", "low", "high")},
        **{key: None if estimate is None else getattr(estimate, key) for key in ("verdict", "assumption")},
        "cut_off": result.at(result.n_taken)._asdict() if told else None,
        "documents": result.table.head(top).to_dicts(),
    }
