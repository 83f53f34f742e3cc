"""``likewise methods``: what there is, from which paper, with which parameters."""

import inspect
import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.console import output

if TYPE_CHECKING:
    from likewise.registry import Method


def methods_cli(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Tell of this method only.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list and nothing else.")] = False,
) -> None:
    """List the methods, each with its paper and its parameters."""
    chosen = methods(name)
    if as_json:
        typer.echo(json.dumps([as_object(method) for method in chosen]))
        return
    from rich.table import Table
    from rich.text import Text

    from likewise.finder import DEFAULT_METHOD

    console = output()
    for method in chosen:
        default = "  (what `find` uses unless told otherwise)" if method.name == DEFAULT_METHOD else ""
        console.print(Text.assemble((method.name, "bold"), (default, "dim")))
        details = Table(box=None, show_header=False, padding=(0, 1, 0, 2))
        details.add_column(no_wrap=True, style="dim")
        details.add_column()
        details.add_row("", Text(f"{method.summary}."))
        if method.paper:
            details.add_row("paper", Text(method.paper))
        if name is not None:
            for what, told in (("assumes", method.assumes), ("use it", method.use), ("cost", method.cost)):
                if told:
                    details.add_row(what, Text(told))
        console.print(details)
        if name is not None:
            console.print("\n  Parameters, for --set NAME=VALUE:")
            listed = Table(box=None, show_header=False, padding=(0, 2))
            for key, value in _told(method).items():
                listed.add_row(Text(key), Text(_shown(value)))
            console.print(listed)
        console.print()
    if name is None:
        console.print("`likewise methods NAME` tells a method's parameters, what it assumes and when to use it.")


def methods(name: str | None = None) -> "list[Method]":
    """Describe every method, or one.

    Parameters
    ----------
    name : str or None, default=None
        A registered name; None takes all.

    Returns
    -------
    list of Method
        In alphabetical order.

    Examples
    --------
    >>> methods("lsi")[0].parameters
    {'n_components': 100, 'weighting': 'log-entropy'}
    """
    from likewise import registry

    return [registry.describe(each) for each in (registry.names() if name is None else [name])]


def as_object(method: "Method") -> dict[str, Any]:
    """Make the object that ``--json`` prints for a method.

    Parameters
    ----------
    method : Method
        What the registry says.

    Returns
    -------
    dict
        Keys `name, summary, paper, parameters`; a default that JSON cannot say is written as Python would.

    Examples
    --------
    >>> list(as_object(methods("lsi")[0]))
    ['name', 'summary', 'paper', 'parameters']
    """
    parameters = {key: _in_json(value) for key, value in method.parameters.items()}
    return {"name": method.name, "summary": method.summary, "paper": method.paper, "parameters": parameters}


def _in_json(value: Any) -> Any:
    """Return a default as JSON has it; a parameter without one is null."""
    if value is inspect.Parameter.empty:
        return None
    if isinstance(value, list | tuple):
        return [_in_json(item) for item in value]
    return value if value is None or isinstance(value, bool | int | float | str) else repr(value)


def _told(method: "Method") -> dict[str, Any]:
    """Leave out what a person at a terminal cannot set or has an option for."""
    hidden = {"callback", "random_state", "n_jobs"}
    return {
        key: value
        for key, value in method.parameters.items()
        if key.rpartition("__")[2] not in hidden and not key.endswith("__threshold")
    }


def _shown(value: Any) -> str:
    return "(no default)" if value is inspect.Parameter.empty else str(value)
