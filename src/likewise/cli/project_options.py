"""Options and arguments of the commands on projects, each declared once, and what shells complete them with."""

from pathlib import Path
from typing import Annotated, Any

import typer

_MOST_NAMES = 100


def complete_project(beginning: str) -> list[str]:
    """List the projects and folders whose names begin so.

    Examples
    --------
    >>> complete_project("no/such/folder/")
    []
    """
    folder = Path(beginning).expanduser() if beginning.endswith("/") else Path(beginning).expanduser().parent
    before = beginning.rpartition("/")[0] + "/" if "/" in beginning else ""
    try:
        there = sorted(folder.iterdir())
    except OSError:
        return []
    names = [f"{before}{each.name}" for each in there if each.suffix == ".likewise" and each.is_file()]
    folders = [f"{before}{each.name}/" for each in there if each.is_dir() and not each.name.startswith(".")]
    return [
        name
        for name in (*names, *(each for each in folders if "likewise-cache" not in each))
        if name.startswith(beginning)
    ]


def complete_id(ctx: Any, beginning: str) -> list[str]:
    """List ids of the project that is named before, those that begin so."""
    from likewise.app.project_ids import list_ids
    from likewise.errors import UserError

    name = (ctx.params or {}).get("project")
    if not name:
        return []
    try:
        return list_ids(str(name), beginning, _MOST_NAMES)
    except UserError:  # nothing to complete, and no place to say so
        return []


NewProject = Annotated[
    str, typer.Argument(metavar="PROJECT", help="The file to make; .likewise is added.", show_default=False)
]
ProjectFile = Annotated[
    str,
    typer.Argument(metavar="PROJECT", help="The project's file.", show_default=False, autocompletion=complete_project),
]
DocumentId = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="Id, DOI, PMID or title of a document.", show_default=False, autocompletion=complete_id
    ),
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="NAME", help="Who decides; else LIKEWISE_REVIEWER, or the name of the login."),
]
