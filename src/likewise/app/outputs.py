"""Where a result goes: a table, a report beside it, or both in a folder; checked before any work is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from likewise.errors import UserError

if TYPE_CHECKING:
    from likewise.finder import Result

TABLE, REPORT = "found.csv", "report.html"
_PAGES = (".html", ".htm")


@dataclass(frozen=True)
class Targets:
    """Files to write.

    Parameters
    ----------
    table, report : Path or None, default=None
        None for one that is not wanted.

    Examples
    --------
    >>> Targets(report=Path("report.html")).table is None
    True
    """

    table: Path | None = None
    report: Path | None = None

    def write(self, result: "Result") -> tuple[str, ...]:
        """Write what is wanted, each file whole or not at all, and all of them in one step.

        Parameters
        ----------
        result : Result
            What was found.

        Returns
        -------
        tuple of str
            A sentence for everything that a format could not hold.
        """
        from likewise.atomic_write import write_together

        losses: list[str] = []
        with write_together():
            if self.table is not None:
                result.write(self.table, on_loss=losses.append)
            if self.report is not None:
                result.write_report(self.report)
        return tuple(losses)


def find_targets(out: str | None, report: str | None, sources: Sequence[Path], *, no_report: bool = False) -> Targets:
    """Find out what to write, and refuse what cannot be written or would write over something.

    Parameters
    ----------
    out : str or None
        A table, a page (.html), or a folder for both.
    report : str or None
        A page; None for the usual one.
    sources : sequence of Path
        Files that are read.
    no_report : bool, default=False
        Whether to write no report.

    Returns
    -------
    Targets
        What to write.

    Raises
    ------
    UserError
        If something cannot be written there, is what is read, or is a page that somebody else made.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     targets = find_targets(f"{folder}/found.xlsx", None, [])
    >>> targets.table.name, targets.report.name
    ('found.xlsx', 'report.html')
    """
    if report is not None and no_report:
        raise UserError("a report is both named and left out; choose one", parameter="report")
    table, page = _places(out)
    if report is not None:
        page = Path(report).expanduser()
        if page.suffix.lower() not in _PAGES:
            raise UserError(f"the report {report} is a page; end its name in .html", parameter="report")
    if no_report:
        page = None
    for path in (table, page):
        if path is not None and any(path.exists() and source.exists() and path.samefile(source) for source in sources):
            raise UserError(
                f"{path} is what you search with; name another file, so that nothing is lost", parameter="out"
            )
    if table is not None:
        from likewise.writers import check_target

        check_target(table)
    if page is not None:
        _check_page(page)
    return Targets(table, page)


def _places(out: str | None) -> tuple[Path | None, Path | None]:
    """Return where a table and a report go."""
    if out is None:
        return None, None
    place = Path(out).expanduser()
    if place.suffix.lower() in _PAGES:
        return None, place
    if place.is_dir() or not place.suffix:
        _make_folder(place)
        return place / TABLE, place / REPORT
    return place, place.with_name(REPORT)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"cannot make the folder {folder}: {error.strerror}; choose another place", parameter="out"
        ) from error


def _check_page(page: Path) -> None:
    from likewise.atomic_write import check_place

    check_place(page)
    if page.is_file():
        with page.open("rb") as stream:
            is_ours = b'name="generator" content="likewise' in stream.read(4096)
        if not is_ours:
            raise UserError(
                f"{page} exists and is not a report of likewise; name another report, or move it away",
                parameter="report",
            )
