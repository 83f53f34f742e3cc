"""All commands together, and what happens to a user's mistake, an interrupt and a closed pipe."""

import io
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from likewise import __version__
from likewise.cli.compare import compare_cli
from likewise.cli.demo import demo_cli
from likewise.cli.doctor import doctor_cli
from likewise.cli.find import find_cli
from likewise.cli.methods import methods_cli
from likewise.cli.papers import papers_app
from likewise.cli.simulate import simulate_cli
from likewise.errors import UserError

_INTERRUPTED = 130  # what shells expect: 128 + the number of the signal
_CLOSED_PIPE = 141


def discard_output() -> None:
    """Send what is still buffered nowhere: whoever read our output has seen enough.

    Examples
    --------
    >>> discard_output()  # doctest: +SKIP
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class OneSentence(TyperGroup):
    """A group of commands that tells a user's mistake in one sentence, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; 2 is the exit code of a mistake, 130 of an interrupt."""
        try:
            answer = super().invoke(ctx)
            # Here and not at the end of the interpreter, where a closed pipe could no longer be caught.
            sys.stdout.flush()
        except UserError as error:
            typer.echo(f"likewise: {error}", err=True)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            typer.echo("\nlikewise: stopped", err=True)
            raise typer.Exit(_INTERRUPTED) from None
        except BrokenPipeError:
            discard_output()
            raise typer.Exit(_CLOSED_PIPE) from None
        return answer


app = typer.Typer(
    cls=OneSentence,
    help="Show it a handful of documents you like; it finds the rest. Nothing leaves your machine.",
    epilog="Start with: likewise demo",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"likewise {__version__}")
        raise typer.Exit


@app.callback()
def _whole(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Take the options that stand before any command."""


app.command("find")(find_cli)
app.command("doctor")(doctor_cli)
app.command("demo")(demo_cli)
app.command("simulate")(simulate_cli)
app.command("compare")(compare_cli)
app.command("methods")(methods_cli)
app.add_typer(papers_app, name="papers")


def main() -> None:
    """Run the command line; the entry point of the program ``likewise``.

    Examples
    --------
    >>> import sys
    >>> sys.argv = ["likewise", "--version"]
    >>> main()
    Traceback (most recent call last):
        ...
    SystemExit: 0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a character shows "?" instead of ending the program.
            stream.reconfigure(errors="replace")
    app()
