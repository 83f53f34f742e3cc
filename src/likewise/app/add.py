"""Add: more documents or examples for a project."""

from likewise.app.inputs import check_path
from likewise.app.project_requests import AddRequest
from likewise.app.reviewer import find_reviewer
from likewise.errors import UserError
from likewise.progress import Progress, report_stage
from likewise.project.adding import Added, add_examples, add_pile
from likewise.project.database import check_header
from likewise.project.project import Project, find_path


def add(request: AddRequest, progress: Progress | None = None) -> Added:
    """Read documents and add those that are new to a project; the next ranking takes them in.

    Parameters
    ----------
    request : AddRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Added
        How many are new.

    Raises
    ------
    UserError
        If something cannot be read or written.
    """
    check_header(find_path(request.project))
    if not request.files:
        raise UserError("there is nothing to add; give a file or folder of documents", parameter="files")
    for path in request.files:
        check_path(path, "files")
    by = find_reviewer(request.by)
    with Project(request.project) as project:
        report_stage(progress, "reading")
        from likewise.readers import read

        documents = read(
            request.files,
            text=request.text,
            id=request.id,
            table=request.table,
            follow_links=request.follow_links,
            keep_copies=request.keep_copies,
            progress=progress,
        )
        report_stage(progress, "writing")
        if request.examples:
            from likewise.documents.examples import drop_refused

            return add_examples(project, drop_refused(documents), by)
        return add_pile(project, documents, by)
