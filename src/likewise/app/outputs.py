"""Where a result goes: a table, a report beside it, or both in a folder; checked before any work is done."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, cast

from likewise.errors import UserError

if TYPE_CHECKING:
    from likewise.finder import Result

_TABLE = "found.csv"
_PAGES = (".html", ".htm")
#: So many names are tried for a file that must not take the place of another.
_MOST_NAMES = 1000


class Writable(Protocol):
    """What has a table that can be written: a result, or a part of one."""

    def write(
        self, path: Path, *, on_loss: Callable[[str], object] | None = None, spreadsheet_safe: bool = False
    ) -> Path:
        """Write the table to a file of the kind that its suffix names."""


class Written(NamedTuple):
    """Files that were written, and what there is to say of them.

    Parameters
    ----------
    table, report : Path or None
        None for one that was not wanted.
    notes : tuple of str
        A sentence for a file that was kept, and for everything that a format could not hold.

    Examples
    --------
    >>> Written(None, Path("found.html"), ()).report.name
    'found.html'
    """

    table: Path | None
    report: Path | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Targets:
    """Files to write, and whether they may take the place of anything.

    Parameters
    ----------
    table, report : Path or None, default=None
        None for one that is not wanted.
    names_report : bool, default=False
        Whether the report has a name of its own; otherwise it is named after the table.
    force : bool, default=False
        Whether to replace whatever is there.
    spreadsheet_safe : bool, default=False
        As of `likewise.finder.Result.write`.

    Examples
    --------
    >>> Targets(report=Path("report.html")).table is None
    True
    """

    table: Path | None = None
    report: Path | None = None
    names_report: bool = False
    force: bool = False
    spreadsheet_safe: bool = False

    def write(self, result: "Result | Writable") -> Written:
        """Write what is wanted, each file whole or not at all, and all of them in one step.

        A file that is there already is replaced only if nothing of a person's work is lost by that; otherwise the new
        one gets a number: found-2.xlsx for found.xlsx.

        Parameters
        ----------
        result : Result or Writable
            What was found; for a report, a result.

        Returns
        -------
        Written
            The files, and a sentence for each that was kept.

        Raises
        ------
        UserError
            If the system refuses.
        """
        from likewise.atomic_write import write_together

        with _Draft(result, spreadsheet_safe=self.spreadsheet_safe) as draft:
            table, page, notes = (self.table, self.report, []) if self.force else self._free_names(draft)
            with write_together():
                if table is not None:
                    notes += draft.write_to(table)
                if page is not None:
                    cast("Result", result).write_report(page)
        return Written(table, page, tuple(notes))

    def _free_names(self, draft: "_Draft") -> tuple[Path | None, Path | None, list[str]]:
        """Find names whose files are not there, or can be replaced without a loss; a report goes with its table."""
        if self.table is None or self.names_report:
            table, notes = self._free_name(self.table, [], draft)
            page, more = self._free_name(self.report, [], draft)
            return table, page, [*notes, *more]
        beside = [] if self.report is None else [self.report]
        table, notes = self._free_name(self.table, beside, draft)
        page = None if self.report is None or table is None else name_report(table)
        return table, page, notes

    def _free_name(self, wanted: Path | None, beside: Sequence[Path], draft: "_Draft") -> tuple[Path | None, list[str]]:
        if wanted is None:
            return None, []
        first = ""
        for number in range(1, _MOST_NAMES):
            path = _numbered(wanted, number)
            pages = [_numbered(page, number) for page in beside]
            why = _reason_to_keep(path, draft) or next(filter(None, map(_reason_to_keep, pages)), None)
            if why is None:
                return path, [f"{first}; it is kept, and {path.name} is written instead"] if first else []
            first = first or why
        raise UserError(f"there are too many files such as {wanted}; move some away", parameter="out")


def list_kinds() -> list[str]:
    """List the kinds of tables that can be written, without a dot.

    Examples
    --------
    >>> "parquet" in list_kinds()
    True
    """
    from likewise.writers import suffixes

    return [suffix.removeprefix(".") for suffix in suffixes()]


def name_report(table: Path) -> Path:
    """Name the report of a table.

    Parameters
    ----------
    table : Path
        A file that may end in ".gz".

    Returns
    -------
    Path
        A page beside it.

    Examples
    --------
    >>> name_report(Path("found.csv.gz")).name
    'found.html'
    """
    return table.with_name(f"{_split_name(table)[0]}.html")


def find_targets(
    out: str | None,
    report: str | None,
    sources: Sequence[Path],
    *,
    no_report: bool = False,
    force: bool = False,
    spreadsheet_safe: bool = False,
) -> Targets:
    """Find out what to write, and refuse what cannot be written or would write over what is read.

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
    force, spreadsheet_safe : bool, default=False
        As of `Targets`.

    Returns
    -------
    Targets
        What to write. A folder that is not there is made.

    Raises
    ------
    UserError
        If something cannot be written there, or is what is read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     targets = find_targets(f"{folder}/found.xlsx", None, [])
    >>> targets.table.name, targets.report.name
    ('found.xlsx', 'found.html')
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
        from likewise.writers import check_kind, check_target

        check_kind(table)
        _make_folder(table.parent)
        check_target(table)
    if page is not None:
        from likewise.atomic_write import check_place

        _make_folder(page.parent)
        check_place(page)
    return Targets(
        table, page, names_report=report is not None or table is None, force=force, spreadsheet_safe=spreadsheet_safe
    )


def _places(out: str | None) -> tuple[Path | None, Path | None]:
    """Return where a table and a report go."""
    if out is None:
        return None, None
    if out == "-":
        raise UserError("results are written to files, and - is none; name one, such as found.csv", parameter="out")
    place = Path(out).expanduser()
    if place.suffix.lower() in _PAGES:
        return None, place
    table = place / _TABLE if place.is_dir() or not place.suffix else place
    return table, name_report(table)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"cannot make the folder {folder}: {error.strerror}; choose another place", parameter="out"
        ) from error


def _split_name(path: Path) -> tuple[str, str]:
    """Split the name of a file before its suffix; what is compressed has two."""
    packed = ".gz" if path.name.lower().endswith(".gz") else ""
    name = Path(path.name[: len(path.name) - len(packed)])
    return name.stem, path.name[len(name.stem) :]


def _numbered(path: Path, number: int) -> Path:
    stem, suffix = _split_name(path)
    return path if number == 1 else path.with_name(f"{stem}-{number}{suffix}")


def _reason_to_keep(path: Path, draft: "_Draft | None" = None) -> str | None:
    """Say why a file must stay; None if it is not there, or nothing is lost with it."""
    if not path.exists():
        return None
    if path.suffix.lower() in _PAGES:
        with path.open("rb") as stream:
            is_ours = b'name="generator" content="likewise' in stream.read(4096)
        return None if is_ours else f"{path.name} is not a report that likewise wrote"
    if draft is None:
        return None
    from likewise.app.lost_work import describe_loss

    loss = describe_loss(path, draft.path_like(path))
    return None if loss is None else f"{path.name} {loss}"


class _Draft:
    """The table of a result, made once: to compare with a file that is there, and to take its place."""

    def __init__(self, result: "Result | Writable", *, spreadsheet_safe: bool) -> None:
        self._result = result
        self._safe = spreadsheet_safe
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._path: Path | None = None
        self._notes: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def path_like(self, path: Path) -> Path:
        """Return the table as a file of the kind of a path, whatever number is in its name."""
        if self._path is None:
            self._folder = tempfile.TemporaryDirectory()
            self._path = Path(self._folder.name, path.name)
            self._result.write(self._path, on_loss=self._notes.append, spreadsheet_safe=self._safe)
        return self._path

    def write_to(self, path: Path) -> list[str]:
        """Put the table in place, and return sentences on what the format cannot hold."""
        from likewise.atomic_write import write_whole

        if self._path is not None and self._path.name == path.name:
            write_whole(self._path.read_bytes(), path)
            return self._notes
        notes: list[str] = []  # they name the file
        self._result.write(path, on_loss=notes.append, spreadsheet_safe=self._safe)
        return notes
