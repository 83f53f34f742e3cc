"""What is brought into a project: more documents, more examples, or answers from a table."""

from urllib.parse import quote

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from likewise.app.add import add, describe_added
from likewise.app.mark import describe_marked, mark
from likewise.app.project_requests import AddRequest, MarkRequest
from likewise.errors import UserError
from likewise.progress import Progress
from likewise.web.drafts import Draft
from likewise.web.forms import get_text, get_workspace, open_project, write
from likewise.web.guard import UPLOAD
from likewise.web.workspace import Opened

#: What files may be, and how the page calls it; the first one is the usual.
KINDS = {
    "documents": "more documents to search, such as this month's hits",
    "examples": "more examples of what you like",
    "answers": "answers: a table with a column of ids, DOIs or titles, and one of yes and no",
}


def bring(request: Request, form: FormData) -> Response:
    """Add what files hold, in the background; its page tells how far it is, and the export page what came of it."""
    opened, workspace = open_project(request, form), get_workspace(request)
    kind = get_text(form, "kind") or next(iter(KINDS))
    if kind not in KINDS:
        raise UserError(f"{kind!r} cannot be added; choose one of: {', '.join(KINDS)}", parameter="kind")
    draft = workspace.drafts.new()
    draft.add_form(form, "files", "pile")
    if not draft.names("pile"):
        workspace.drafts.remove(draft.id)
        raise UserError("there is nothing to add; choose a file first", parameter="files")

    def work(progress: Progress) -> str:
        try:
            with draft.naming_files_alone():
                opened.tell(_bring(opened, kind, draft, workspace.by, progress))
        finally:
            workspace.drafts.remove(draft.id)
        opened.session.answers_since(0)
        opened.rerank()
        return f"/project/{quote(opened.name)}/export"

    job = workspace.jobs.start(f"Adding {kind} to {opened.name}", work, f"/project/{quote(opened.name)}/export#add")
    return RedirectResponse(f"/job/{job.id}", 303)


def _bring(opened: Opened, kind: str, draft: Draft, by: str | None, progress: Progress) -> list[str]:
    project, paths = str(opened.session.project.path), draft.paths("pile")
    if kind == "answers":
        marked = mark(MarkRequest(project=project, decisions=paths, by=by), progress)
        return [describe_marked(marked), *marked.notes]
    is_example = kind == "examples"
    added = add(
        AddRequest(project=project, files=paths, examples=is_example, by=by, folder=str(draft.folder)), progress
    )
    return [*describe_added(added, "example" if is_example else "document"), *added.notes]


ROUTES = [write(f"{UPLOAD}project/{{name}}", bring)]
