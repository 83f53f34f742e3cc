"""``likewise compare``: several methods on the same draws of examples, with paired tests."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.app.labelled import read_labelled
from likewise.cli.comparison_report import as_table, print_comparison
from likewise.cli.console import output
from likewise.cli.progress import show_progress
from likewise.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from likewise.progress import Progress


def compare_cli(
    labelled: Annotated[
        str, typer.Argument(metavar="LABELLED", help="Labelled documents: a folder or a file.", show_default=False)
    ],
    positive: Annotated[str | None, typer.Option(help="The label to search for.", show_default=False)] = None,
    examples: Annotated[int, typer.Option(help="How many documents of that label to show.")] = 10,
    draws: Annotated[int, typer.Option(help="How many times to choose them anew.")] = 5,
    methods: Annotated[
        str | None, typer.Option(help="Names of `likewise methods`, with commas; others are tested against the first.")
    ] = None,
    text: Annotated[str | None, typer.Option(help="Text columns, with commas between them.")] = None,
    label: Annotated[str | None, typer.Option(help="Column of labels.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the choice of examples and of the methods.")] = 0,
    out: Annotated[
        str | None, typer.Option("-o", "--out", help="Write the table here: .csv, .xlsx, .jsonl or another kind.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Processors; -1 is all of them.")] = -1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> None:
    """Show the same examples to several methods, and say which of them finds the rest best."""
    if positive is None:
        raise UserError("say which label to search for with --positive LABEL")
    names = None if methods is None else [name.strip() for name in methods.split(",") if name.strip()]
    with show_progress(quiet=quiet or as_json, title="Searching") as callback:
        answer = compare(
            labelled,
            positive,
            examples,
            methods=names,
            text=text,
            label=label,
            seed=seed,
            draws=draws,
            out=out,
            n_jobs=jobs,
            callback=callback,
        )
    if as_json:
        typer.echo(json.dumps(answer))
        return
    print_comparison(output(), answer)


def compare(
    labelled: str,
    positive: str,
    n_examples: int,
    *,
    methods: "Sequence[str] | None" = None,
    text: str | None = None,
    label: str | None = None,
    seed: int = 0,
    draws: int = 5,
    out: str | None = None,
    n_jobs: int = -1,
    callback: "Progress | None" = None,
) -> dict[str, Any]:
    r"""Read labelled documents, compare methods on them, and write the table if asked to.

    Parameters
    ----------
    labelled : str
        A path for `likewise.readers.read`.
    positive, n_examples, methods, seed, draws, n_jobs, callback
        As in `likewise.evaluate.compare`.
    text, label : str or None, default=None
        Columns; None guesses.
    out : str or None, default=None
        File to write.

    Returns
    -------
    dict
        As `likewise.evaluate.compare`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "drinks.csv")
    ...     _ = path.write_text("label,text\nwine,a glass of wine\nwine,wine in a glass\ntea,a pot of tea\n")
    ...     compare(str(path), "wine", 1, methods=["centroid"], draws=2)["reference"]
    'centroid'
    """
    from likewise.evaluate import compare as compared
    from likewise.finder.estimators import make_estimator
    from likewise.writers import check_target, write

    if out is not None:
        target = check_target(out)
        if target.exists() and Path(labelled).exists() and target.samefile(labelled):
            raise UserError(f"{out} is what you search; name another file with -o, so that nothing is lost")
    for name in methods or ():
        make_estimator(name)  # a misspelt name should not wait for the file to be read
    texts, labels = read_labelled(labelled, text=text, label=label)
    answer = compared(texts, labels, positive, n_examples, methods, seed, draws, n_jobs=n_jobs, callback=callback)
    if out is not None:
        write(as_table(answer), out)
    return answer
