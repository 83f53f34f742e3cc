"""Account: what became of a project's records, who decided, and the report of all of it."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.app.agreement import list_agreements
from likewise.app.audit import describe_audit, state_audit
from likewise.app.outputs import find_targets
from likewise.app.project_search import Ranked, rank_project
from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.progress import Progress, report_stage
from likewise.project.answers import Fold
from likewise.project.audit import count_audit
from likewise.project.header import check_header
from likewise.project.project import Project, find_path

if TYPE_CHECKING:
    from likewise.report.account import Account
    from likewise.report.prisma import Prisma

#: Kinds of files that a flow diagram can be written to, beside tables.
_PICTURE, _TEXT = ".svg", ".txt"


@dataclass(frozen=True)
class PrismaResult:
    """The numbers of a flow diagram, and the file that was written.

    Parameters
    ----------
    prisma : Prisma
        The numbers.
    path : pathlib.Path or None
        The file; None if none was wanted.
    """

    prisma: "Prisma"
    path: Path | None


def write_report(path: str, out: str, progress: Progress | None = None, *, force: bool = False) -> Path:
    """Write the report of a project: what was found, the flow diagram, who decided, and how.

    Parameters
    ----------
    path : str
        The project's file.
    out : str
        The page to write; ends in ".html".
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.
    force : bool, default=False
        Whether to replace a page that likewise did not write.

    Returns
    -------
    pathlib.Path
        The page.

    Raises
    ------
    UserError
        If something cannot be read or written.
    """
    check_header(find_path(path))
    if Path(out).suffix.lower() not in (".html", ".htm"):
        raise UserError(f"the report {out} is a page; end its name in .html", parameter="out")
    targets = find_targets(out, None, [find_path(path)], force=force)
    with Project(path) as project:
        ranked = rank_project(project, progress)
        account = make_account(project, ranked)
        report_stage(progress, "writing")
        written = targets.write(_Page(ranked, account))
    if written.report is None:
        raise UserError(f"the report {out} is a page; end its name in .html", parameter="out")
    return written.report


def make_account(project: Project, ranked: Ranked) -> "Account":
    """Account for the records and answers of a project.

    Parameters
    ----------
    project : Project
        Any.
    ranked : Ranked
        Its ranking by all answers.

    Returns
    -------
    Account
        For a report.
    """
    from likewise.report.account import Account
    from likewise.report.prisma import count_prisma

    prisma = count_prisma(ranked.result, count_reasons(ranked.fold), project.list_sources())
    audit = state_audit(count_audit(project.database, ranked.fold))
    stop = " ".join(describe_audit(audit)[:2]) if audit.recall_low is not None else ""
    return Account(prisma, tuple(list_reviewers(ranked.fold)), stop)


def count_reasons(fold: Fold) -> dict[str, int]:
    """Count why documents were excluded.

    Parameters
    ----------
    fold : Fold
        The answers of a project.

    Returns
    -------
    dict of str to int
        The commonest first, each as it was first written.
    """
    written: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for document, answer in fold.current.items():
        given = fold.get_remark(document, "reason") if answer.decision == "no" else None
        if given:
            reason = " ".join(given.split())
            counts[written.setdefault(reason.casefold(), reason)] += 1
    return dict(counts.most_common())


def list_reviewers(fold: Fold) -> list[tuple[str, str]]:
    """List who decided what, and how far each two agree.

    Parameters
    ----------
    fold : Fold
        The answers of a project.

    Returns
    -------
    list of (str, str)
        Name, and what there is to say.
    """
    counts: dict[str, Counter[str]] = {}
    for document in fold.current:
        for by, decision in {answer.by: answer.decision for answer in fold.valid_of(document)}.items():
            counts.setdefault(by, Counter())[decision] += 1
    rows = []
    for by, decided in sorted(counts.items()):
        unsure = f", {decided['unsure']:,} unsure" if decided["unsure"] else ""
        rows.append((by, f"{decided['yes']:,} yes, {decided['no']:,} no{unsure}"))
    for each in list_agreements(fold):
        kappa = "" if each.kappa is None else f", Cohen's kappa {each.kappa:.2f}"
        both = f"{each.n_same:,} of {count_noun(each.n_both, 'document')} alike{kappa}"
        rows.append((" and ".join(each.reviewers), both))
    return rows


def write_prisma(path: str, out: str | None = None, progress: Progress | None = None) -> PrismaResult:
    """Count what became of the records of a project, and write it if wanted.

    Parameters
    ----------
    path : str
        The project's file.
    out : str or None, default=None
        A picture (.svg), a text (.txt) or a table (.csv, .xlsx, …).
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    PrismaResult
        The numbers.

    Raises
    ------
    UserError
        If something cannot be read or written.
    """
    check_header(find_path(path))
    target = None if out is None else _check_out(out)
    with Project(path) as project:
        prisma = make_account(project, rank_project(project, progress)).prisma
    if target is not None:
        _write(prisma, target)
    return PrismaResult(prisma, target)


def prisma_as_json(prisma: "Prisma") -> dict[str, Any]:
    """Make the object of a flow diagram.

    Parameters
    ----------
    prisma : Prisma
        The numbers.

    Returns
    -------
    dict
        Keys `identified, sources, duplicates, to_screen, screened, unread, excluded, reasons, unsure, included,
        known, found`.
    """
    return {
        "identified": prisma.n_identified,
        "sources": [{"name": name, "records": number} for name, number in prisma.sources],
        "duplicates": prisma.n_copies,
        "to_screen": prisma.n_documents,
        "screened": prisma.n_screened,
        "unread": prisma.n_unread,
        "excluded": prisma.n_excluded,
        "reasons": dict(prisma.reasons),
        "unsure": prisma.n_unsure,
        "included": prisma.n_included + prisma.n_known,
        "known": prisma.n_known,
        "found": prisma.n_included,
    }


def list_prisma(prisma: "Prisma") -> list[tuple[str, str, int]]:
    """List the numbers of a flow diagram.

    Parameters
    ----------
    prisma : Prisma
        The numbers.

    Returns
    -------
    list of (str, str, int)
        The part of the diagram, what is counted, and how many.
    """
    from likewise.report.prisma import list_rows

    return list_rows(prisma)


def _check_out(out: str) -> Path:
    from likewise.atomic_write import check_place
    from likewise.writers.kinds import check_kind

    target = Path(out).expanduser()
    if target.suffix.lower() not in (_PICTURE, _TEXT):
        check_kind(target)
    check_place(target)
    return target


def _write(prisma: "Prisma", target: Path) -> None:
    from likewise.atomic_write import write_whole
    from likewise.report.prisma import describe_prisma, draw_prisma, list_rows

    if target.suffix.lower() == _PICTURE:
        from likewise.writers.flow_chart import draw_flow_chart

        write_whole(draw_flow_chart(draw_prisma(prisma)).encode(), target)
    elif target.suffix.lower() == _TEXT:
        write_whole(f"{describe_prisma(prisma)}\n".encode(), target)
    else:
        import polars as pl

        from likewise.writers import write

        write(pl.DataFrame(list_rows(prisma), schema=["part", "what", "n"], orient="row"), target)


class _Page:
    """A project's report, written as that of a result is."""

    def __init__(self, ranked: Ranked, account: "Account") -> None:
        self._ranked, self._account = ranked, account

    def write(self, path: Path, **_: Any) -> Path:
        """Write nothing: a report has no table."""
        return path

    def write_report(self, path: Path) -> Path:
        """Write the page."""
        from likewise.finder.export import write_page

        return write_page(self._ranked.result, path, 100, self._account)
