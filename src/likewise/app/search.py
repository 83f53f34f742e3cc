"""Search: rank a pile by likeness to examples, and write what is wanted."""

from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from likewise.app.first_run import report_first_run
from likewise.app.inputs import Inputs, check_inputs, paths_of, read_inputs
from likewise.app.large import check_outputs, describe_read_whole, plan_parts, search_in_parts
from likewise.app.methods import DEFAULT_METHOD, check_method, check_parameters, check_profile
from likewise.app.outputs import Targets, find_targets
from likewise.app.request import SearchRequest
from likewise.progress import Progress, report_stage

if TYPE_CHECKING:
    from likewise.finder import Collection, Result
    from likewise.scale.large_result import LargeResult


@dataclass(frozen=True)
class SearchResult:
    """What a search found, and the files that were written.

    Parameters
    ----------
    result : Result
        The ranked pile; its notes begin with those on the decisions and end with those on the files written.
    collection : Collection or None
        The documents, counted and prepared, for `search_collection`; None of a pile that was searched from disk.
    table, report : pathlib.Path or None, default=None
        The files; None for one that was not wanted.
    """

    result: "Result"
    collection: "Collection | None"
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
    check_parameters(request.method or DEFAULT_METHOD, request.params or {})
    if request.profile is not None:
        check_profile(request.method or DEFAULT_METHOD, request.profile)
    if request.language is not None:
        from likewise.text.languages import check_language

        check_language(request.language)
    return find_targets(
        request.out,
        request.report,
        paths_of(request),
        no_report=request.no_report,
        force=request.force,
        spreadsheet_safe=request.spreadsheet_safe,
    )


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
    report_stage(progress, "reading")
    if request.params or request.profile is not None:
        _check_params(request)  # a wrong parameter should not wait for the files to be read
    if (plan := plan_parts(request)) is not None:
        check_outputs(targets.table)
        with search_in_parts(request, plan, progress) as result:
            found = write_found(targets, SearchResult(result, None), progress)
        # The workers are not there any more.
        return replace(found, result=replace(cast("LargeResult", found.result), parts=None))
    inputs = read_inputs(request, progress)
    inputs = replace(inputs, notes=(*describe_read_whole(request), *inputs.notes))
    return write_found(targets, collect_and_search(request, inputs, progress), progress)


def collect_and_search(request: SearchRequest, inputs: Inputs, progress: Progress | None = None) -> SearchResult:
    """Search documents that were read, and write nothing.

    Parameters
    ----------
    request : SearchRequest
        What is asked for.
    inputs : Inputs
        What was read.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    SearchResult
        What was found.
    """
    from likewise.finder import collect  # only here, so that whatever is wrong with the files is answered sooner
    from likewise.finder.inputs import choose_vectors

    start = perf_counter()
    collection = collect(
        inputs.examples,
        inputs.pile,
        language=request.language,
        extra_vectors=choose_vectors(request.embed),
        n_jobs=request.n_jobs,
        callback=progress,
    )
    result = search_collection(request, collection, inputs.decisions, progress)
    result = replace(result, notes=(*inputs.notes, *result.notes), seconds=perf_counter() - start)
    return SearchResult(result, collection)


def write_found(targets: Targets, found: SearchResult, progress: Progress | None = None) -> SearchResult:
    """Write what is wanted of a search.

    Parameters
    ----------
    targets : Targets
        The files to write, if any.
    found : SearchResult
        What was found.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    SearchResult
        With the files, and notes on them.
    """
    if targets.table is None and targets.report is None:
        return found
    report_stage(progress, "writing")
    written = targets.write(found.result)
    result = replace(found.result, notes=(*found.result.notes, *written.notes))
    return SearchResult(result, found.collection, written.table, written.report)


def search_collection(
    request: SearchRequest,
    collection: "Collection",
    decisions: Any = None,
    progress: Progress | None = None,
) -> "Result":
    """Search a collection that was made before, with other decisions: nothing is read or counted again.

    Parameters
    ----------
    request : SearchRequest
        How to search: its method, parameters, profile and seed.
    collection : Collection
        From an earlier `search`.
    decisions : mapping, frame, Documents, path, a list of these, or None, default=None
        All decisions so far, as of `likewise.finder.search`; those of the request's files are among them only if they
        are given here.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Result
        The ranked pile.

    Examples
    --------
    >>> from likewise.finder import collect
    >>> request = SearchRequest(pile="", pasted="wine", method="centroid")
    >>> collection = collect(["red wine"], ["green tea", "a glass of wine", "tea for two"])
    >>> search_collection(request, collection, {"1": False}).table["id"].to_list()
    ['2', '3', '1']
    """
    from likewise import finder

    return finder.search(
        collection,
        decisions,
        method=request.method or finder.DEFAULT_METHOD,
        params=request.params,
        profile=request.profile,
        random_state=request.seed,
        callback=progress,
    )


def _check_params(request: SearchRequest) -> None:
    from likewise.finder.estimators import DEFAULT_METHOD, make_estimator, with_profile

    method = request.method or DEFAULT_METHOD
    make_estimator(method, with_profile(method, request.params, request.profile))
