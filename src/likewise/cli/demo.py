"""``likewise demo``: the main job on text that every Python installation has, its own docstrings."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.console import output
from likewise.cli.progress import show_progress
from likewise.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from likewise.datasets import Corpus
    from likewise.documents import Documents
    from likewise.finder import Result
    from likewise.progress import Progress

_SHOWN = 15
_WIDTH_OF_PICTURE = 110


def demo_cli(
    examples: Annotated[int, typer.Option(min=1, help="How many docstrings to show as examples.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Of the choice of examples and of the method.")] = 0,
    label: Annotated[str, typer.Option(help="The package whose docstrings are searched for.")] = "scipy.stats",
    method: Annotated[str | None, typer.Option(help="How to search: a name of `likewise methods`.")] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also draw what is printed into this .svg file.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> None:
    """Find the docstrings of one Python package among all of them, from ten examples."""
    if svg is not None and not svg.absolute().parent.is_dir():
        raise UserError(f"cannot write {svg}: there is no folder {svg.absolute().parent}; make it first")
    with show_progress(quiet=quiet) as callback:
        result, quality = demo(examples, seed=seed, label=label, method=method, callback=callback)
    console = output(record=svg is not None, **({} if svg is None else {"width": _WIDTH_OF_PICTURE}))
    print_demo(console, result, quality, label)
    if svg is not None:
        from likewise.atomic_write import write_whole

        picture = console.export_svg(title="likewise demo", unique_id="likewise-demo")
        write_whole(picture.encode(), svg)


def demo(
    n_examples: int = 10,
    *,
    seed: int = 0,
    label: str = "scipy.stats",
    method: str | None = None,
    callback: "Progress | None" = None,
) -> "tuple[Result, dict[str, Any]]":
    """Search the docstrings of this Python for those of one package, whose labels are hidden.

    Parameters
    ----------
    n_examples : int, default=10
        How many of the package's docstrings are shown.
    seed : int, default=0
        Of the choice and of the method.
    label : str, default="scipy.stats"
        The package.
    method : str or None, default=None
        A registered name; None takes the default.
    callback : callable or None, default=None
        Called with a `Stage`.

    Returns
    -------
    result : Result
        The ranked docstrings.
    quality : dict
        `precision`, `recall`, `f1`, `ap` and `n_positive` against the labels that were hidden.

    Examples
    --------
    >>> result, quality = demo(3, label="json", method="centroid")  # doctest: +SKIP
    """
    import numpy as np

    from likewise.datasets import python_docstrings
    from likewise.evaluate.simulation import choose_examples
    from likewise.finder import DEFAULT_METHOD, Finder
    from likewise.metrics import average_precision, precision_recall_f1
    from likewise.progress import Stage

    if callback is not None:
        callback(Stage("reading"))
    corpus = python_docstrings()
    truth, shown, hidden = choose_examples(corpus.labels, label, n_examples, seed)
    finder = Finder(method or DEFAULT_METHOD, random_state=seed, n_jobs=-1, callback=callback)
    result = finder.find(_documents(corpus.take(shown.tolist())), _documents(corpus.take(hidden.tolist())))
    ranked = result.table.filter(result.table["rank"].is_not_null())
    is_right = dict(zip(corpus.ids, truth.tolist(), strict=True))
    right = np.array([is_right[name] for name in ranked["id"]])
    quality = precision_recall_f1(right, ranked["decision"].to_numpy() == "yes")
    ap = average_precision(right, -ranked["rank"].to_numpy())
    return result, {**quality._asdict(), "ap": ap, "n_positive": int(right.sum())}


def _documents(corpus: "Corpus") -> "Documents":
    import polars as pl

    from likewise.documents import Documents

    table = pl.DataFrame({"id": corpus.ids, "text": corpus.texts})
    return Documents(table=table, text=table["text"], ids=table["id"], source=corpus.source)


def print_demo(console: "Console", result: "Result", quality: "Mapping[str, float]", label: str) -> None:
    """Print what was asked, what was found, how good it is, and what to type next.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    result : Result
        The ranking.
    quality : mapping
        Has the keys `precision`, `recall`, `f1`, `ap` and `n_positive`.
    label : str
        What was searched for.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> result = Finder("centroid").find(["red wine"], ["green tea", "a glass of wine"])
    >>> quality = {"precision": 1, "recall": 1, "f1": 1, "ap": 1, "n_positive": 1}
    >>> print_demo(output(width=80), result, quality, "scipy.stats")
    The pile: 2 docstrings ...
    """
    from rich.text import Text

    from likewise.cli.report import print_notes, print_result
    from likewise.cli.simulate import print_quality

    console.print(
        f"The pile: {len(result.pile):,} docstrings of this Python, without their names. "
        f"The examples: {result.n_examples:,} from {label}, chosen at random.\n",
        markup=False,
    )
    print_result(console, result, _SHOWN, texts=False)
    print_notes(console, result.notes)
    console.print(
        f"\nAgainst the truth, which it has not seen ({quality['n_positive']:,} docstrings of {label} "
        "are in the pile):",
        markup=False,
    )
    print_quality(console, quality)
    console.print("Now with documents of your own:", style="dim")
    for command in ("likewise doctor EXAMPLES PILE", "likewise find EXAMPLES PILE -o found.csv", "likewise methods"):
        console.print(Text(f"  {command}", style="bold"))
