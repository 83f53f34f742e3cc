"""The ranking of a project as it stands: the last one if nothing has changed since, or a new one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from likewise.app.reviewer import find_reviewer
from likewise.progress import Progress
from likewise.project.answers import Fold
from likewise.project.project import Project

if TYPE_CHECKING:
    from likewise.finder import Collection, Result
    from likewise.project.runs import Run


@dataclass(frozen=True)
class Ranked:
    """A ranking of a project by all of its answers.

    Parameters
    ----------
    result : Result
        What was found.
    collection : Collection
        The documents.
    run : Run
        What was written down of it.
    fold : Fold
        The answers.
    """

    result: "Result"
    collection: "Collection"
    run: "Run"
    fold: Fold


def rank_project(project: Project, progress: Progress | None = None, by: str | None = None) -> Ranked:
    """Rank the documents of a project by all answers, and write the ranking down if it is a new one.

    Parameters
    ----------
    project : Project
        Any.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.
    by : str or None, default=None
        For whom.

    Returns
    -------
    Ranked
        The same as a search with these documents and decisions.
    """
    from likewise.project import ranking

    fold = project.read_fold()
    name, collection = ranking.load_named(project, progress)
    result = ranking.search_project(project, collection, fold, progress=progress)
    run = ranking.find_current_run(project, fold)
    if run is None:
        run = ranking.record(project, collection, name, result, fold, find_reviewer(by))
    ranking.keep_collection(project, collection, name)
    return Ranked(result, collection, run, fold)


def find_outcome(
    project: Project, fold: Fold, progress: Progress | None = None, by: str | None = None
) -> Mapping[str, Any]:
    """Return what the ranking by all answers says, without making one if there is one.

    Parameters
    ----------
    project : Project
        Any.
    fold : Fold
        The answers so far.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.
    by : str or None, default=None
        For whom.

    Returns
    -------
    mapping
        As of `likewise.project.runs.Run.outcome`.
    """
    from likewise.project.ranking import find_current_run

    run = find_current_run(project, fold)
    return (rank_project(project, progress, by).run if run is None else run).outcome
