"""``likewise demo``: the main job on text that every Python installation has, its own docstrings."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.app.demo import run_demo
from likewise.app.request import DemoRequest
from likewise.cli.console import output
from likewise.cli.options import Method, Quiet, Seed
from likewise.cli.progress import show_progress
from likewise.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from likewise.finder import Result

_SHOWN = 15
_WIDTH_OF_PICTURE = 110


def demo_cli(
    n_examples: Annotated[
        int, typer.Option("--examples", metavar="N", min=1, help="How many docstrings serve as examples.")
    ] = 10,
    seed: Seed = 0,
    label: Annotated[
        str, typer.Option("--label", metavar="NAME", help="The package whose docstrings are searched for.")
    ] = "scipy.stats",
    method: Method = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also draw what is printed into this .svg file.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Find the docstrings of one Python package among all of them, from ten examples."""
    if svg is not None and not svg.absolute().parent.is_dir():
        raise UserError(f"cannot write {svg}: there is no folder {svg.absolute().parent}; make it first")
    request = DemoRequest(n_examples=n_examples, seed=seed, label=label, method=method)
    with show_progress(quiet=quiet) as progress:
        answer = run_demo(request, progress)
    console = output(record=svg is not None, **({} if svg is None else {"width": _WIDTH_OF_PICTURE}))
    print_demo(console, answer.result, answer.quality, label)
    if svg is not None:
        from likewise.atomic_write import write_whole

        picture = console.export_svg(title="likewise demo", unique_id="likewise-demo")
        write_whole(picture.encode(), svg)


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

    from likewise.cli.quality import print_quality
    from likewise.cli.report import print_notes, print_result

    console.print(
        f"The pile: {len(result.pile):,} docstrings of this Python, without their names. "
        f"The examples: {result.n_examples:,} from {label}, chosen at random.\n",
        markup=False,
    )
    print_result(console, result, _SHOWN, texts=False)
    print_notes(console, result.notes)
    console.print(
        f"\nCompared with the truth, which it has not seen ({quality['n_positive']:,} docstrings of {label} "
        "are in the pile):",
        markup=False,
    )
    print_quality(console, quality)
    console.print("Now with documents of your own:", style="dim")
    for command in ("likewise doctor EXAMPLES PILE", "likewise find EXAMPLES PILE -o found.csv", "likewise methods"):
        console.print(Text(f"  {command}", style="bold"))
