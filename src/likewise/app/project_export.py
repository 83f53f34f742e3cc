"""Export: the documents of a project as a table, every original column and ours, or its answers alone."""

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.app.decision_table import make_decision_table
from likewise.app.outputs import Targets, find_targets
from likewise.app.project_requests import ExportRequest
from likewise.app.project_search import Ranked, rank_project
from likewise.errors import UserError
from likewise.progress import Progress, report_stage
from likewise.project.audit import read_audit
from likewise.project.header import check_header
from likewise.project.project import Project, find_path

if TYPE_CHECKING:
    import polars as pl

#: Parts of a project that can be written.
PARTS = ("yes", "no", "undecided", "decisions", "audit")


@dataclass(frozen=True)
class ExportResult:
    """A file that was written.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    n_documents : int
        Rows.
    notes : tuple of str
        What the format could not hold, or what was kept.
    """

    path: Path
    n_documents: int
    notes: tuple[str, ...]


def check_export(request: ExportRequest) -> Targets:
    """Refuse an export that cannot work, before anything heavy is loaded.

    Parameters
    ----------
    request : ExportRequest
        What is asked for.

    Returns
    -------
    Targets
        The file to write.

    Raises
    ------
    UserError
        If the project, the part or the file is wrong.

    Examples
    --------
    >>> check_export(ExportRequest(project="nowhere", out="found.csv"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no project nowhere.likewise; check its name, or make a new one
    """
    path = find_path(request.project)
    check_header(path)
    if request.only is not None and request.only not in PARTS:
        raise UserError(f"{request.only!r} cannot be exported; choose one of: {', '.join(PARTS)}", parameter="only")
    out = name_file(path, request.out, request.format)
    return find_targets(
        out, None, [path], no_report=True, force=request.force, spreadsheet_safe=request.spreadsheet_safe
    )


def name_file(project: Path, out: str | None, kind: str | None) -> str:
    """Name the file of an export.

    Parameters
    ----------
    project : pathlib.Path
        The project's file.
    out : str or None
        A name; None is that of the project, in the folder that one is in.
    kind : str or None
        What it ends in, with or without the dot.

    Returns
    -------
    str
        The name.

    Raises
    ------
    UserError
        If name and kind contradict each other, or there is neither.

    Examples
    --------
    >>> name_file(Path("review.likewise"), None, "ris"), name_file(Path("review.likewise"), "found", "csv")
    ('review.ris', 'found.csv')
    """
    from likewise.writers.kinds import SUFFIXES, find_suffix

    ending = None if kind is None else f".{kind.lower().lstrip('.')}"
    if ending is not None and ending not in SUFFIXES:
        raise UserError(f"{kind!r} cannot be written; choose one of: {', '.join(SUFFIXES)}", parameter="format")
    if out is None:
        if ending is None:
            raise UserError("name a file to write to, such as found.xlsx", parameter="out")
        return f"{project.stem}{ending}"
    suffix = find_suffix(Path(out))
    if ending is None or suffix == ending:
        if suffix not in SUFFIXES:
            raise UserError(
                f"{out} does not say which kind of table to write; end it in one of: {', '.join(SUFFIXES)}",
                parameter="out",
            )
        return out
    if suffix in SUFFIXES:
        raise UserError(f"{out} is not a {ending} file; name one kind only", parameter="format")
    return f"{out}{ending}"


def export_project(request: ExportRequest, progress: Progress | None = None) -> ExportResult:
    """Write the documents of a project, ranked by all answers, or its answers.

    Parameters
    ----------
    request : ExportRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    ExportResult
        The file.

    Raises
    ------
    UserError
        If something cannot be read or written.
    """
    targets = check_export(request)
    with Project(request.project) as project:
        if request.only == "decisions":
            part: Any = _Table(make_decision_table(project))
        else:
            drawn = read_audit(project.database, last=True) if request.only == "audit" else []
            part = _Part(rank_project(project, progress), request.only, drawn)
        report_stage(progress, "writing")
        written = targets.write(part)
    if written.table is None:
        raise UserError("name a table to write to, such as found.xlsx", parameter="out")
    return ExportResult(written.table, len(part), written.notes)


class _Part:
    """Some rows of a ranking, written as a result is."""

    def __init__(self, ranked: Ranked, only: str | None, drawn: list[str]) -> None:
        self._ranked, self._only, self._drawn = ranked, only, drawn

    def __len__(self) -> int:
        keep = self._keep()
        return len(self._ranked.result.table) if keep is None else int(keep.sum())

    def write(
        self,
        path: str | PathLike[str],
        *,
        on_loss: Callable[[str], object] | None = None,
        spreadsheet_safe: bool = False,
    ) -> Path:
        """Write the rows to a file of the kind that its suffix names."""
        from likewise.finder.export import write_result

        return write_result(
            self._ranked.result,
            path,
            on_loss,
            spreadsheet_safe=spreadsheet_safe,
            keep=self._keep(),
            beside=self._notes(),
        )

    def _keep(self) -> "pl.Series | None":
        table = self._ranked.result.table
        if self._only is None:
            return None
        if self._only == "audit":
            return table["id"].is_in(self._drawn)
        if self._only == "undecided":
            return table["rank"].is_not_null()
        # What was said of an example is not in the column, but has been said.
        current = self._ranked.fold.current
        said = [name for name, answer in current.items() if answer.decision == self._only]
        return table["decision"].eq_missing(self._only) | (
            table["decision"].eq_missing("example") & table["id"].is_in(said)
        )

    def _notes(self) -> "pl.DataFrame | None":
        """Make columns of reasons and notes, if there are any."""
        import polars as pl

        fold, columns = self._ranked.fold, {}
        for name in ("reason", "note"):
            said = {document: fold.get_remark(document, name) for document in fold.current}
            if any(said.values()):
                cells = [said.get(document) for document in self._ranked.result.table["id"]]
                columns[name] = pl.Series(cells, dtype=pl.String)
        return pl.DataFrame(columns) if columns else None


class _Table:
    """A table, written as a result is."""

    def __init__(self, table: "pl.DataFrame") -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    def write(
        self,
        path: str | PathLike[str],
        *,
        on_loss: Callable[[str], object] | None = None,
        spreadsheet_safe: bool = False,
    ) -> Path:
        """Write the table to a file of the kind that its suffix names."""
        from likewise.writers import write

        return write(self._table, path, on_loss=on_loss, spreadsheet_safe=spreadsheet_safe)
