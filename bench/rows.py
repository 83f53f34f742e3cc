"""Rows of measurements, each with what they were made by, and pages that are made of rows."""

import csv
import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from likewise.papers.runner import run_trials
from likewise.papers.store import VERSIONS, Store, commit
from likewise.papers.tables import get
from likewise.papers.trials import Outcome, Trial


def make_stamp(packages: Iterable[str] = VERSIONS) -> dict[str, str]:
    """Return what a measurement is made by: versions of Python and of packages, and the commit.

    Examples
    --------
    >>> list(make_stamp(["numpy"]))
    ['python', 'numpy', 'commit']
    """
    return {"python": platform.python_version(), **{name: version(name) for name in packages}, "commit": commit()}


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of earlier runs; none if there is no file."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [dict(row) for row in csv.DictReader(file)]


def write_rows(path: Path, rows: Sequence[Mapping[str, Any]], fields: Sequence[str] | None = None) -> None:
    """Write all rows, whole or not at all; values that a row lacks are empty, and without fields the first row's count.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_rows(Path(folder, "a.csv"), [{"method": "nb", "f1": 0.5}])
    ...     read_rows(Path(folder, "a.csv"))
    [{'method': 'nb', 'f1': '0.5'}]
    """
    names = list(rows[0]) if fields is None else list(fields)
    draft = path.with_suffix(".part")
    with draft.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore", restval="")
        writer.writeheader()
        writer.writerows(rows)
    draft.replace(path)


def write_page(rows_path: Path, page: str) -> None:
    """Write the page beside its rows."""
    rows_path.with_suffix(".md").write_text(page, encoding="utf-8")


def measure_trials(
    name: str, trials: Sequence[Trial], measure: Callable[[Trial], list[dict[str, Any]]], n_jobs: int = -1
) -> list[dict[str, Any]]:
    """Measure trials, and return the rows of each in their order, with what was drawn.

    Rows are kept in .bench/rows/NAME.csv as they come: a run that is stopped goes on if the code is still the same, and
    several runs may share the work.
    """
    code = commit()
    code += str(time.time()) * code.endswith("+")  # files that differ from the commit may differ again
    stamped = [replace(trial, method={**trial.method, "commit": code}) for trial in trials]
    store = Store(Path(".bench"))
    wanted = [("", trial) for trial in stamped]
    run_trials(store, f"{name}/rows", wanted, partial(_measure_rows, measure), n_jobs=n_jobs)
    known = store.read(name)
    return [{**trial.draw, **row} for trial in stamped for row in known[trial.hash].values["rows"]]  # type: ignore[attr-defined]


def _measure_rows(measure: Callable[[Trial], list[dict[str, Any]]], trial: Trial) -> Outcome:
    start = time.perf_counter()
    rows: Any = measure(trial)
    return Outcome({"number": len(rows), "rows": rows}, round(time.perf_counter() - start, 3), "")


def read_printed(
    *tables: str, metric: str, methods: Mapping[str, str] | None = None, **setting: str
) -> dict[tuple[str, float], dict[str, float]]:
    """Return what a paper prints, by corpus and labelled share, and there by method.

    Parameters
    ----------
    *tables : str
        Names of `likewise.papers.tables.get`.
    metric : str
        As the paper's data call it.
    methods : mapping of str to str, optional
        From the paper's names of methods to ours, where they differ.
    **setting : str
        Of cells that have such a setting, only those with this value are taken.

    Examples
    --------
    >>> read_printed("zhou2010/table2", metric="F1")["20newsgroups", 0.01]["wlr"]
    0.6591
    """
    printed: dict[tuple[str, float], dict[str, float]] = {}
    for cell in (cell for name in tables for cell in get(name).cells):
        fits = all(cell.setting.get(key, value) == value for key, value in setting.items())
        if cell.metric == metric and "labeled_fraction" in cell.setting and fits:
            method = (methods or {}).get(cell.method, cell.method)
            where = printed.setdefault((cell.corpus, float(cell.setting["labeled_fraction"])), {})
            where[method] = float(cell.value)
    return printed
