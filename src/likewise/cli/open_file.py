"""``likewise open-file``: the file that a document is, opened."""

from typing import Annotated

import typer

from likewise.cli.console import output
from likewise.cli.project_options import DocumentId, ProjectFile

_Print = Annotated[bool, typer.Option("--print", help="Print the path only, and open nothing.")]


def open_file_cli(
    project: ProjectFile,
    id: DocumentId,  # noqa: A002 the name of the column
    only_print: _Print = False,
) -> None:
    """Open the file that a document was read from, such as a PDF, with the system's program for it."""
    from likewise.app.open_file import locate_document, open_with_system

    path = locate_document(project, id)
    if only_print:
        typer.echo(path)
        return
    from likewise.cli.links import print_path

    print_path(output(), "Opened" if open_with_system(path) else "Nothing opens files here. It is", path)
