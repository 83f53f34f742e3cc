"""Overview, export and report."""

import tempfile
from pathlib import Path
from urllib.parse import quote

from starlette.background import BackgroundTask
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from likewise.app.account import write_prisma, write_report
from likewise.app.overview import make_overview
from likewise.app.project_export import PARTS, export_project
from likewise.app.project_requests import ExportRequest
from likewise.errors import UserError
from likewise.web.bringing import KINDS
from likewise.web.forms import get_text, get_workspace, look, open_project, write
from likewise.web.pages import show

FORMATS = {
    "xlsx": "Excel workbook (.xlsx)",
    "csv": "Table (.csv)",
    "ris": "References for Zotero, EndNote, Rayyan (.ris)",
    "jsonl": "JSON lines (.jsonl)",
    "parquet": "Parquet (.parquet)",
}
# The report has its style in the page, and no script; it may do nothing else.
_REPORT_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"


def show_project(request: Request) -> Response:
    """Go to the results of a project."""
    opened = open_project(request)
    return RedirectResponse(f"/project/{quote(opened.name)}/results", 303)


def show_overview(request: Request) -> Response:
    """Show how far the project is."""
    opened = open_project(request)
    return show("overview.html.jinja", request, view="overview", opened=opened, overview=make_overview(opened.session))


def show_export(request: Request) -> Response:
    """Show what can be written."""
    opened = open_project(request)
    counts = opened.session.count_answers()
    return show("export.html.jinja", request, view="export", opened=opened, formats=FORMATS, kinds=KINDS, counts=counts)


def export(request: Request, form: FormData) -> Response:
    """Write a table and send it; nothing is left of it here."""
    opened = open_project(request, form)
    kind, part = get_text(form, "format"), get_text(form, "only") or None
    if kind not in FORMATS:
        raise UserError(f"{kind!r} cannot be written; choose one of: {', '.join(FORMATS)}", parameter="format")
    folder = _make_folder(request)
    name = f"{opened.name}{f'-{part}' if part in PARTS else ''}.{kind}"
    request_ = ExportRequest(
        project=str(opened.session.project.path),
        out=str(Path(folder.name, name)),
        only=part,
        spreadsheet_safe="safe" in form,
    )
    try:
        written = export_project(request_)
    except UserError:
        folder.cleanup()
        raise
    return FileResponse(written.path, filename=name, background=BackgroundTask(folder.cleanup))


def send_report(request: Request) -> Response:
    """Make the report and show it."""
    opened = open_project(request)
    folder = _make_folder(request)
    place = Path(folder.name, f"{opened.name}-report.html")
    try:
        write_report(str(opened.session.project.path), str(place))
    except UserError:
        folder.cleanup()
        raise
    how = "attachment" if "save" in request.query_params else "inline"
    return FileResponse(
        place,
        filename=place.name,
        content_disposition_type=how,
        media_type="text/html",
        headers={"content-security-policy": _REPORT_POLICY},
        background=BackgroundTask(folder.cleanup),
    )


def send_flow(request: Request) -> Response:
    """Draw the flow diagram and send it."""
    opened = open_project(request)
    folder = _make_folder(request)
    place = Path(folder.name, f"{opened.name}-prisma.svg")
    try:
        write_prisma(str(opened.session.project.path), str(place))
    except UserError:
        folder.cleanup()
        raise
    return FileResponse(place, filename=place.name, background=BackgroundTask(folder.cleanup))


def _make_folder(request: Request) -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(dir=get_workspace(request).drafts.folder, ignore_cleanup_errors=True)


ROUTES = [
    look("/project/{name}", show_project),
    look("/project/{name}/overview", show_overview),
    look("/project/{name}/export", show_export),
    write("/project/{name}/export/table", export),
    look("/project/{name}/report", send_report),
    look("/project/{name}/prisma", send_flow),
]
