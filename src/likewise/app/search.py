"""Search: rank a pile by likeness to examples, and write what is wanted."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from likewise.app.first_run import report_first_run
from likewise.app.inputs import check_inputs, paths_of, read_inputs
from likewise.app.methods import check_method
from likewise.app.outputs import Targets, find_targets
from likewise.app.request import SearchRequest
from likewise.progress import Progress, Stage

if TYPE_CHECKING:
    from likewise.finder import Result


@dataclass(frozen=True)
class SearchResult:
    """What a search found, and the files that were written.

    Parameters
    ----------
    result : Result
        The ranked pile; its notes begin with those on the decisions and end with what a format could not hold.
    table, report : pathlib.Path or None, default=None
        The files; None for one that was not wanted.
    """

    result: "Result"
    table: Path | None = None
    report: Path | None = None


def check_search(request: SearchRequest) -> Targets:
    """Refuse a search that cannot work, by what is known without loading anything heavy.

    Parameters
    ----------
    request : SearchRequest
        What is asked for.

    Returns
    -------
    Targets
        The files to write.

    Raises
    ------
    UserError
        If a path, a method, a language or an output is wrong.

    Examples
    --------
    >>> check_search(SearchRequest(examples="nowhere", pile="nowhere.csv"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no file or folder nowhere; check the name, and the folder you are in
    """
    check_inputs(request)
    if request.method is not None:
        check_method(request.method)
    if request.language is not None:
        from likewise.text.languages import check_language

        check_language(request.language)
    return find_targets(request.out, request.report, paths_of(request), no_report=request.no_report)


def search(request: SearchRequest, progress: Progress | None = None) -> SearchResult:
    """Read, search, and write what is wanted.

    Parameters
    ----------
    request : SearchRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    SearchResult
        What was found.

    Raises
    ------
    UserError
        If something cannot be read, searched or written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     likes, pile = Path(folder, "likes.json"), Path(folder, "pile.json")
    ...     _ = likes.write_text('["red wine"]'), pile.write_text('["green tea", "a glass of wine"]')
    ...     request = SearchRequest(examples=str(likes), pile=str(pile), method="centroid")
    ...     search(request).result.table["id"].to_list()
    ['2', '1']
    """
    targets = check_search(request)
    report_first_run(progress)
    if progress is not None:
        progress(Stage("reading"))
    if request.params or request.profile is not None:
        _check_params(request)  # a wrong parameter should not wait for the files to be read
    inputs = read_inputs(request, progress)
    # Only here, so that whatever is wrong with the files is answered sooner.
    from likewise.finder import DEFAULT_METHOD, Finder

    finder = Finder(
        request.method or DEFAULT_METHOD,
        params=request.params,
        random_state=request.seed,
        n_jobs=request.n_jobs,
        callback=progress,
        profile=request.profile,
        language=request.language,
    )
    result = finder.find(
        inputs.examples,
        inputs.pile,
        decisions=inputs.decisions,
        extra_vectors="static" if request.embed else None,
    )
    result = replace(result, notes=(*inputs.notes, *result.notes))
    if targets.table is not None or targets.report is not None:
        if progress is not None:
            progress(Stage("writing"))
        result = replace(result, notes=(*result.notes, *targets.write(result)))
    return SearchResult(result, targets.table, targets.report)


def _check_params(request: SearchRequest) -> None:
    from likewise.finder.estimators import DEFAULT_METHOD, make_estimator, with_profile

    method = request.method or DEFAULT_METHOD
    make_estimator(method, with_profile(method, request.params, request.profile))
