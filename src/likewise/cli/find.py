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
    top: Annotated[int, typer.Option(min=0, help="Documents to show.")] = 20,
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
    seed : int, default=0
        Of the method.
    params : mapping or None, default=None
        Parameters of the method.
    callback : callable or None, default=None
        Called with a `Stage`.

    Returns
    -------
    Result
        With the notes of the readers before those of the search.

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
    from likewise.finder.estimators import make_estimator
    from likewise.readers import read
    from likewise.writers import check_target

    if out is not None:
        target = check_target(out)
        if target.exists() and any(Path(path).exists() and target.samefile(path) for path in (examples, pile)):
            raise UserError(f"{out} is what you search with; name another file with -o, so that nothing is lost")
    finder = Finder(method or DEFAULT_METHOD, params=params, random_state=seed, n_jobs=-1, callback=callback)
    make_estimator(finder.method, params)  # a misspelt name should not wait for the files to be read
    if callback is not None:
        callback(Stage("reading"))
    shown, searched = read_examples(examples, text=text, id=id), read(pile, text=text, id=id)
    result = finder.find(shown, searched)
    if out is not None:
        result.write(out)
    return replace(result, notes=(*shown.notes, *searched.notes, *result.notes))


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
        Keys `n_found, n_pile, n_examples, method, seconds, notes` and `documents`, a list of objects with the keys
        `id, rank, probability, decision, why, nearest, flag`.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> list(as_object(Finder("centroid").find(["wine"], ["tea", "red wine"]), 1)["documents"][0])
    ['id', 'rank', 'probability', 'decision', 'why', 'nearest', 'flag']
    """
    return {
        "n_found": result.n_found,
        "n_pile": len(result.pile),
        "n_examples": result.n_examples,
        "method": result.method,
        "seconds": round(result.seconds, 3),
        "notes": list(result.notes),
        "documents": result.table.head(top).to_dicts(),
    }
