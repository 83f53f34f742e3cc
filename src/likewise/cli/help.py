"""What a command's arguments and options are, in the words of its help and of its page in the docs."""

from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand


def usage_of(command: Any) -> str:
    """Write the arguments of a command as its usage has them.

    Parameters
    ----------
    command : typer.core.TyperCommand
        Any command.

    Returns
    -------
    str
        Names; those that may be left out in brackets, those that may be repeated with dots behind them.

    Examples
    --------
    >>> from typer.main import get_command
    >>> from likewise.cli.program import app
    >>> usage_of(get_command(app).commands["doctor"])
    'FILE... [OPTIONS]'
    """
    names = []
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = _name_of(parameter) + ("..." if parameter.nargs == -1 else "")
            names.append(name if parameter.required else f"[{name}]")
    return " ".join([*names, "[OPTIONS]"])


def rows_of(command: Any, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each argument or option with what it is.

    Parameters
    ----------
    command : typer.core.TyperCommand
        Any command.
    kind : {"argument", "option"}
        Which.

    Yields
    ------
    name, meaning : str
        The name with the word for its value; the help with the default.

    Examples
    --------
    >>> from typer.main import get_command
    >>> from likewise.cli.program import app
    >>> dict(rows_of(get_command(app).commands["find"], "option"))["--top N"]
    'How many documents to show. Default: 20.'
    """
    for parameter in command.params:
        if parameter.param_type_name != kind or getattr(parameter, "hidden", False):
            continue
        name = _name_of(parameter)
        if kind == "option":
            name = ", ".join(parameter.opts) + ("" if parameter.is_flag else f" {name}")
        default = parameter.default
        is_shown = default is not None and not isinstance(default, bool) and not callable(default)
        yield name, (parameter.help or "") + (f" Default: {default}." if is_shown else "")


def _name_of(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


class PlainCommand(TyperCommand):
    """A command whose help is plain text: no boxes, and no names of Python's types."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line of usage."""
        formatter.write_usage(ctx.command_path, usage_of(self))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options."""
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            rows = list(rows_of(self, kind))
            if kind == "option":
                rows.append(("-h, --help", "Show this help and stop."))
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
