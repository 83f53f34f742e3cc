"""What a command's arguments and options are, in the words of its help and of its page in the docs."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
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


def process_plainly(parameters: Iterable[Any]) -> None:
    """Let parameters take a text, a default and nothing as they are; only other values need typer's conversion.

    The conversion loads pydantic, which takes a tenth of the time of a small search.

    Parameters
    ----------
    parameters : iterable of typer.core.TyperArgument and typer.core.TyperOption
        Changed.

    Examples
    --------
    >>> from typer.main import get_command
    >>> from likewise.cli.program import app
    >>> command = get_command(app).commands["doctor"]
    >>> command.make_context("doctor", ["pile.csv"]).params["files"]
    ['pile.csv']
    """
    for parameter in parameters:
        if "process_value" not in vars(parameter):  # not done before
            parameter.process_value = partial(_process_value, parameter, parameter.process_value)


def _process_value(parameter: Any, convert: Callable[[Any, Any], Any], ctx: Any, value: Any) -> Any:
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    is_default = value is None or (not isinstance(value, str) and value == parameter.default)
    is_text = annotation is str and isinstance(value, str)
    is_list = annotation == list[str] and isinstance(value, tuple | list)
    if (parameter.required and not value) or not (is_default or is_text or is_list):
        return convert(ctx, value)
    if is_list or (value is None and (parameter.multiple or parameter.nargs == -1)):
        value = list(value or ())
    return value if parameter.callback is None else parameter.callback(ctx, parameter, value)


class PlainCommand(TyperCommand):
    """A command whose help is plain text: no boxes, and no names of Python's types."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments of the command."""
        process_plainly(self.get_params(ctx))
        return list(super().parse_args(ctx, args))

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
