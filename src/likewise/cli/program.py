"""All commands together, and what happens to a user's mistake, an interrupt and a closed pipe."""

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from likewise import __version__
from likewise.cli.account import prisma_cli, report_cli
from likewise.cli.add import add_cli
from likewise.cli.audit import audit_cli
from likewise.cli.compare import compare_cli
from likewise.cli.conflicts import conflicts_cli
from likewise.cli.demo import demo_cli
from likewise.cli.doctor import doctor_cli
from likewise.cli.estimate import estimate_cli
from likewise.cli.explain import explain_cli
from likewise.cli.export import export_cli
from likewise.cli.find import find_cli
from likewise.cli.help import PlainCommand, process_plainly
from likewise.cli.history import copy_cli, log_cli, repair_cli
from likewise.cli.mark import mark_cli
from likewise.cli.methods import methods_cli
from likewise.cli.mistakes import UsageError, word_usage_error, word_user_error
from likewise.cli.new import new_cli
from likewise.cli.open import open_cli
from likewise.cli.open_file import open_file_cli
from likewise.cli.papers import papers_app
from likewise.cli.review import review_cli
from likewise.cli.simulate import simulate_cli
from likewise.errors import UserError

_MISTAKE = 2
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
    """A group of commands that reports a user's mistake in one sentence, without a traceback and without a box."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments before the command's own."""
        process_plainly(self.get_params(ctx))
        return list(super().parse_args(ctx, args))

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Parse the arguments and run the command; a wrong argument is a mistake like any other."""
        try:
            answer = super().main(*args, **{**extra, "standalone_mode": False})
        except UsageError as error:
            if type(error).__name__ == "NoArgsIsHelpError":
                typer.echo(error.format_message())
            else:
                typer.echo(f"likewise: {word_usage_error(error)}", err=True)
            answer = _MISTAKE
        except typer.Abort:
            answer = _INTERRUPTED
        if answer == _INTERRUPTED:  # typer makes it of an interrupt, wherever that comes
            typer.echo("\nlikewise: stopped", err=True)
        if standalone_mode:
            sys.exit(answer if isinstance(answer, int) else 0)
        return answer

    def invoke(self, ctx: Any) -> Any:
        """Run the command; 2 is the exit code of a mistake."""
        try:
            answer = super().invoke(ctx)
            # Here and not at the end of the interpreter, where a closed pipe could no longer be caught.
            sys.stdout.flush()
        except UserError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            typer.echo(f"likewise: {word_user_error(error, command)}", err=True)
            raise typer.Exit(_MISTAKE) from None
        except BrokenPipeError:
            discard_output()
            raise typer.Exit(_CLOSED_PIPE) from None
        return answer


app = typer.Typer(
    name="likewise",
    cls=OneSentence,
    help="Show it a handful of documents you like; it finds the rest. Nothing leaves your machine.",
    epilog="Start with: likewise demo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help in plain text, at once
    context_settings={"help_option_names": ["-h", "--help"]},
)


#: What a result, or trouble with one, may depend on.
_MATTER = ("numpy", "scipy", "scikit-learn", "numba", "polars")


def _print_version(wanted: bool) -> None:
    if wanted:
        import platform
        from importlib.metadata import version

        typer.echo(f"likewise {__version__}")
        matter = [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in _MATTER)]
        typer.echo(f"{', '.join(matter)}; {platform.platform(terse=True)}")
        raise typer.Exit


def _print_man(wanted: bool) -> None:
    if wanted:
        from typer.main import get_command

        from likewise.cli.man_page import write_man_page

        typer.echo(write_man_page(get_command(app)), nl=False)
        raise typer.Exit


@app.callback()
def _whole(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    man: Annotated[
        bool,
        typer.Option("--man", callback=_print_man, is_eager=True, help="Print the manual page, for man -l -."),
    ] = False,
) -> None:
    """Take the options that stand before any command."""


app.command("find", cls=PlainCommand, short_help="Find the documents of a pile that are like yours.")(find_cli)
app.command("open", cls=PlainCommand, short_help="Open the page in the browser.")(open_cli)
app.command("new", cls=PlainCommand, short_help="Make a project that remembers every answer.")(new_cli)
app.command("add", cls=PlainCommand, short_help="Add documents or examples to a project.")(add_cli)
app.command("review", cls=PlainCommand, short_help="Read and answer in the terminal, one key each.")(review_cli)
app.command("mark", cls=PlainCommand, short_help="Write decisions from a file into a project.")(mark_cli)
app.command("estimate", cls=PlainCommand, short_help="Say how many are found, and how many are left.")(estimate_cli)
app.command("audit", cls=PlainCommand, short_help="Say what a random sample proves.")(audit_cli)
app.command("explain", cls=PlainCommand, short_help="Say why a document stands where it does.")(explain_cli)
app.command("open-file", cls=PlainCommand, short_help="Open the file that a document is.")(open_file_cli)
app.command("export", cls=PlainCommand, short_help="Write the documents of a project to a table.")(export_cli)
app.command("report", cls=PlainCommand, short_help="Write the report of a project.")(report_cli)
app.command("prisma", cls=PlainCommand, short_help="Print the numbers of a flow diagram.")(prisma_cli)
app.command("log", cls=PlainCommand, short_help="Print the history of a project.")(log_cli)
app.command("conflicts", cls=PlainCommand, short_help="Say how far reviewers agree, and settle conflicts.")(
    conflicts_cli
)
app.command("copy", cls=PlainCommand, short_help="Copy a project, also while it is open.")(copy_cli)
app.command("repair", cls=PlainCommand, short_help="Recover the answers of a damaged project.")(repair_cli)
app.command("doctor", cls=PlainCommand, short_help="Say what was understood of files.")(doctor_cli)
app.command("demo", cls=PlainCommand, short_help="Try it on the docstrings of this Python.")(demo_cli)
app.command("simulate", cls=PlainCommand, short_help="Search labelled documents and score the result.")(simulate_cli)
app.command("compare", cls=PlainCommand, short_help="Compare several methods on labelled documents.")(compare_cli)
app.command("methods", cls=PlainCommand, short_help="List the methods.")(methods_cli)
app.add_typer(papers_app, name="papers", short_help="Run the tables of the papers again.")
