"""Evaluate: simulate a search whose answer is known, or compare several methods."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.app.evaluate_request import CompareRequest, SimulateRequest
from likewise.app.first_run import report_first_run
from likewise.app.inputs import check_path
from likewise.app.labelled import read_labelled
from likewise.app.methods import check_method
from likewise.errors import UserError
from likewise.progress import Progress, report_stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl


def check_simulation(request: SimulateRequest) -> None:
    """Refuse a simulation that cannot work, by what is known without loading anything heavy.

    Parameters
    ----------
    request : SimulateRequest
        What is asked for.

    Raises
    ------
    UserError
        If a path, a method, or a place for a picture is wrong, or fields do not go together.

    Examples
    --------
    >>> check_simulation(SimulateRequest(labelled="labelled.csv"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: name the label to search for, or ask for all classes
    """
    if request.classes == (request.positive is not None):
        ways = "name the label to search for, or ask for all classes"
        raise UserError(f"{ways}, not both" if request.classes else ways, parameter="positive")
    if request.classes and (request.repeats != 1 or request.plot is not None):
        one = "repeats" if request.repeats != 1 else "plot"
        raise UserError(f"{one} is for one label, not for all classes; leave it out", parameter=one)
    if request.method is not None:
        check_method(request.method)
    if request.plot is not None:
        check_picture(Path(request.plot).expanduser())
    check_path(request.labelled, "labelled")


def check_picture(path: Path) -> None:
    """Refuse a place where no picture can be drawn.

    Parameters
    ----------
    path : Path
        The place.

    Raises
    ------
    UserError
        If it is not an .svg file in a folder that is there.

    Examples
    --------
    >>> check_picture(Path("curve.png"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: a picture is an .svg file, and curve.png is not; end its name in .svg
    """
    if path.suffix.lower() != ".svg":
        raise UserError(f"a picture is an .svg file, and {path} is not; end its name in .svg", parameter="plot")
    if path.is_dir():
        raise UserError(f"{path} is a folder; name a file to draw into", parameter="plot")
    if not path.absolute().parent.is_dir():
        raise UserError(
            f"cannot write {path}: there is no folder {path.absolute().parent}; make it first", parameter="plot"
        )


def simulate(request: SimulateRequest, progress: Progress | None = None) -> dict[str, Any]:
    r"""Read labelled documents, simulate a search, and draw a picture of it if wanted.

    Parameters
    ----------
    request : SimulateRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    dict
        As `likewise.evaluate.simulate` returns it, or `likewise.evaluate.simulate_classes`.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "drinks.csv")
    ...     _ = path.write_text("label,text\nwine,a glass of wine\nwine,wine in a glass\ntea,a pot of tea\n")
    ...     request = SimulateRequest(labelled=str(path), positive="wine", n_examples=1, method="centroid")
    ...     simulate(request)["n_positive"]
    1
    """
    check_simulation(request)
    report_first_run(progress)
    report_stage(progress, "reading")
    from likewise import evaluate
    from likewise.atomic_write import write_whole
    from likewise.evaluate.recall_chart import draw_recall
    from likewise.evaluate.repeats import check_n_jobs
    from likewise.finder.estimators import DEFAULT_METHOD, make_estimator

    check_n_jobs(request.n_jobs)
    method = request.method or (DEFAULT_METHOD if request.positive is not None else evaluate.DEFAULT_FOR_CLASSES)
    make_estimator(method, request.params)  # a wrong parameter should not wait for the file to be read
    texts, labels = read_labelled(request.labelled, text=request.text, label=request.label)
    options: dict[str, Any] = {"params": request.params, "n_jobs": request.n_jobs, "callback": progress}
    if request.positive is None:
        return evaluate.simulate_classes(texts, labels, request.share, method, request.seed, **options)
    outcome = evaluate.simulate(
        texts,
        labels,
        request.positive,
        request.n_examples,
        method,
        request.seed,
        repeats=request.repeats,
        **options,
    )
    if request.plot is not None:
        title = f"{method} shown {request.n_examples:,} documents labelled {request.positive}"
        write_whole(draw_recall(outcome, title).encode(), Path(request.plot).expanduser())
    return outcome


def compare(request: CompareRequest, progress: Progress | None = None) -> dict[str, Any]:
    r"""Read labelled documents, compare methods on them, and write the table if wanted.

    Parameters
    ----------
    request : CompareRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage` after each search.

    Returns
    -------
    dict
        As `likewise.evaluate.compare` returns it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "drinks.csv")
    ...     _ = path.write_text("label,text\nwine,a glass of wine\nwine,wine in a glass\ntea,a pot of tea\n")
    ...     request = CompareRequest(
    ...         labelled=str(path), positive="wine", n_examples=1, methods=("centroid",), repeats=2
    ...     )
    ...     compare(request)["reference"]
    'centroid'
    """
    for name in request.methods or ():
        check_method(name, "methods")
    if request.out is not None:
        _check_table(request.out, request.labelled)
    check_path(request.labelled, "labelled")
    from likewise import evaluate

    texts, labels = read_labelled(request.labelled, text=request.text, label=request.label)
    comparison = evaluate.compare(
        texts,
        labels,
        request.positive,
        request.n_examples,
        request.methods,
        request.seed,
        request.repeats,
        n_jobs=request.n_jobs,
        callback=progress,
    )
    if request.out is not None:
        from likewise.writers import write

        write(make_comparison_table(comparison), request.out)
    return comparison


def _check_table(out: str, labelled: str) -> None:
    from likewise.writers import check_target

    target, source = check_target(out), Path(labelled).expanduser()
    if target.exists() and source.exists() and target.samefile(source):
        raise UserError(f"{out} is what you search; name another file, so that nothing is lost", parameter="out")


def make_comparison_table(comparison: "Mapping[str, Any]") -> "pl.DataFrame":
    """Make a table of a comparison: a row for each method, each figure beside its standard deviation.

    Parameters
    ----------
    comparison : mapping
        As `likewise.evaluate.compare` returns it.

    Returns
    -------
    polars.DataFrame
        Columns `method`, the measures and their `…_spread`, `p_f1`, `p_ap` and `problem`.

    Examples
    --------
    >>> from likewise.evaluate import compare
    >>> comparison = compare(["wine", "wine", "tea"], ["w", "w", "t"], "w", 1, ["centroid"], repeats=1)
    >>> make_comparison_table(comparison).columns[:3]
    ['method', 'f1', 'f1_spread']
    """
    import polars as pl

    from likewise.evaluate.comparison import MEASURES

    rows = comparison["methods"]
    columns: dict[str, list[Any]] = {}
    for key in MEASURES:
        columns[key] = [row[key] for row in rows]
        if key != "covered":
            columns[f"{key}_spread"] = [(row["spread"] or {}).get(key) for row in rows]
    for key in ("p_f1", "p_ap"):
        columns[key] = [row[key] for row in rows]
    # Six digits are more than anybody can tell apart, and files stay readable.
    figures = {name: pl.Series(values, dtype=pl.Float64).round(6) for name, values in columns.items()}
    problems = pl.Series([row["problem"] for row in rows], dtype=pl.String)
    return pl.DataFrame({"method": [row["method"] for row in rows], **figures, "problem": problems})
