"""Start: examples and a pile, what was understood of them, and the search."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from functools import partial
from urllib.parse import quote

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from likewise.app.demo_project import make_demo_project
from likewise.app.new_project import new_project
from likewise.app.pasted import place_pasted
from likewise.app.project_requests import NewRequest
from likewise.errors import UserError
from likewise.progress import Progress
from likewise.web.drafts import ZONES, Draft
from likewise.web.folder import list_entries, list_files
from likewise.web.forms import get_text, get_workspace, look, write
from likewise.web.guard import MOST_OF_UPLOAD, UPLOAD
from likewise.web.jobs import Job
from likewise.web.pages import show, show_error
from likewise.web.workspace import Workspace

#: Seconds that a page waits for work that may be short, and between looks at work that is not.
_SHORT, _BETWEEN = 0.4, 0.2


def show_start(request: Request) -> Response:
    """Show an empty start page."""
    return _show(request, None)


def show_draft(request: Request) -> Response:
    """Show what there is of a search to be, and what was understood of it."""
    workspace = get_workspace(request)
    draft = workspace.drafts.find(request.path_params["draft"])
    if draft.preview is None and draft.job is None and any(map(draft.names, ZONES)):
        draft.job = workspace.jobs.start("Reading your files", lambda _: _preview(draft))
        draft.job.wait(_SHORT)
    return _show(request, draft)


def _show(request: Request, draft: Draft | None) -> Response:
    workspace, inside = get_workspace(request), request.query_params.get("in", "")
    return show(
        "start.html.jinja",
        request,
        view="start",
        draft=draft,
        workspace=workspace,
        projects=workspace.list_projects(),
        inside=inside,
        entries=list_entries(workspace.folder, inside),
        most_bytes=MOST_OF_UPLOAD,
        once=secrets.token_urlsafe(9),
    )


def _preview(draft: Draft) -> str:
    draft.make_preview()
    return f"/start/{draft.id}"


def upload(request: Request, form: FormData) -> Response:
    """Keep files or a pasted text for a search to be; without any, nothing changes."""
    workspace = get_workspace(request)
    drafts = workspace.drafts
    chosen = [
        (zone, file)
        for zone in ZONES
        if (path := get_text(form, f"take-{zone}"))
        for file in list_files(workspace.folder, path)
    ]
    name = get_text(form, "draft")
    draft = drafts.find(name) if name else drafts.new()
    for zone in ZONES:
        if get_text(form, "clear") == zone:
            draft.clear(zone)
        draft.add_form(form, zone, zone)
    for zone, file in chosen:
        draft.add_file(zone, file)
    if "pasted" in form:
        draft.pasted = get_text(form, "pasted").strip()
    draft.job = None
    return _redirect(f"/start/{draft.id}")


def search(request: Request, form: FormData) -> Response:
    """Begin a search; its page tells how far it is."""
    workspace = get_workspace(request)
    draft, name = get_text(form, "draft"), workspace.check_name(get_text(form, "project"))
    job = workspace.jobs.start_once(get_text(form, "once"), lambda: _search(workspace, form, draft, name))
    return _redirect(f"/job/{job.id}")


def _search(workspace: Workspace, form: FormData, draft_id: str, name: str) -> Job:
    draft = workspace.drafts.find(draft_id)
    pasted = get_text(form, "pasted", draft.pasted)
    examples = draft.paths("examples")
    if not draft.names("pile"):
        raise UserError("there is nothing to search; choose the documents to search first", parameter="pile")
    wanted = NewRequest(
        project=str(workspace.place(name)),
        examples=examples[0] if examples else None,
        **place_pasted(pasted),
        pile=draft.paths("pile"),
        by=workspace.by,
        folder=str(draft.folder),
    )
    if workspace.place(name).exists():
        raise UserError(f"there is a project {name} already; choose another name", parameter="project")

    def work(progress: Progress) -> str:
        with draft.naming_files_alone():
            new_project(wanted, progress)
        workspace.drafts.remove(draft.id)
        workspace.open(name)
        return f"/project/{quote(name)}/results"

    return workspace.jobs.start(f"Making the project {name}", work, f"/start/{draft.id}")


def try_it(request: Request, form: FormData) -> Response:
    """Begin the demo."""
    workspace = get_workspace(request)

    def work(progress: Progress) -> str:
        path = make_demo_project(str(workspace.folder), workspace.by, progress)
        workspace.open(path.stem)
        return f"/project/{quote(path.stem)}/results"

    begin = partial(workspace.jobs.start, "Making the project of the demo", work)
    return _redirect(f"/job/{workspace.jobs.start_once(get_text(form, 'once'), begin).id}")


def show_job(request: Request) -> Response:
    """Show how far some work is, or go where it leads."""
    job = _find_job(get_workspace(request), request)
    if job is None:
        return show_error(request, "this work is not known any more; begin again on the start page", 404)
    job.wait(_SHORT)
    if job.target is not None:
        return _redirect(job.target)
    return show("job.html.jinja", request, 200 if job.error is None else 400, view="start", job=job)


async def stream_job(request: Request) -> Response:
    """Tell how far some work is, as it goes on."""
    job = _find_job(request.app.state.workspace, request)
    if job is None:
        return JSONResponse({"error": "this work is not known any more"}, 404)
    return StreamingResponse(_events(request, job), media_type="text/event-stream")


async def _events(request: Request, job: Job) -> AsyncIterator[str]:
    version = -1
    while not await request.is_disconnected():
        if job.version != version:
            version = job.version
            state = {"text": job.describe(), "share": job.share(), "target": job.target, "error": job.error}
            yield f"data: {json.dumps(state)}\n\n"
        if job.is_done:
            return
        await asyncio.sleep(_BETWEEN)


def _find_job(workspace: Workspace, request: Request) -> Job | None:
    return workspace.jobs.find(request.path_params["job"])


def _redirect(target: str) -> Response:
    return RedirectResponse(target, 303)


ROUTES = [
    look("/", show_start),
    look("/start/{draft}", show_draft),
    write(f"{UPLOAD}files", upload),
    write("/search", search),
    write("/demo", try_it),
    look("/job/{job}", show_job),
    Route("/job/{job}/events", stream_job, methods=["GET"]),
]
