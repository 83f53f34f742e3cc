"""``likewise methods``: what there is, from which paper, with which parameters."""

import inspect
import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.app.methods import default_method, describe_methods
from likewise.cli.completion import complete_method
from likewise.cli.console import output

if TYPE_CHECKING:
    from likewise.registry import Method


def methods_cli(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="Describe this method only.",
            show_default=False,
            autocompletion=complete_method,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list and nothing else.")] = False,
) -> None:
    """List the methods, each with its paper and its parameters."""
    chosen = describe_methods(name)
    if as_json:
        from likewise.app.as_json import method_as_json

        typer.echo(json.dumps([method_as_json(method) for method in chosen]))
        return
    from rich.table import Table
    from rich.text import Text

    console, default = output(), default_method()
    for method in chosen:
        remark = "  (the default of `likewise find`)" if method.name == default else ""
        console.print(Text.assemble((method.name, "bold"), (remark, "dim")))
        details = Table(box=None, show_header=False, padding=(0, 1, 0, 2))
        details.add_column(no_wrap=True, style="dim")
        details.add_column()
        details.add_row("", Text(f"{method.summary}."))
        if method.paper:
            details.add_row("paper", Text(method.paper))
        if name is not None:
            for heading, sentence in (("assumes", method.assumes), ("use it", method.use), ("cost", method.cost)):
                if sentence:
                    details.add_row(heading, Text(sentence))
        console.print(details)
        if name is not None:
            console.print("\n  Parameters, for --set NAME=VALUE:")
            listed = Table(box=None, show_header=False, padding=(0, 2))
            for key, value in _settable(method).items():
                listed.add_row(Text(key), Text(_shown(value)), Text(method.meanings.get(key, "").replace("``", "`")))
            console.print(listed)
        console.print()
    if name is None:
        console.print("`likewise methods NAME` lists a method's parameters, what it assumes and when to use it.")


def _settable(method: "Method") -> dict[str, Any]:
    """Leave out what a person at a terminal cannot set or has an option for."""
    hidden = {"callback", "random_state", "n_jobs"}
    return {
        key: value
        for key, value in method.parameters.items()
        if key.rpartition("__")[2] not in hidden and not key.endswith("__threshold")
    }


def _shown(value: Any) -> str:
    return "(no default)" if value is inspect.Parameter.empty else str(value)
