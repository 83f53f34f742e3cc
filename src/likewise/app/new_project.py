"""New: examples and a pile to a project's file, ranked once."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.app.inputs import read_inputs
from likewise.app.large import refuse_parts
from likewise.app.private_folder import name_files_alone
from likewise.app.project_requests import NewRequest
from likewise.app.reviewer import find_reviewer
from likewise.app.search import SearchResult, check_search, collect_and_search, write_found
from likewise.progress import Progress, report_stage
from likewise.project.answers import Answer, get_time
from likewise.project.creating import check_new, create_project
from likewise.project.project import Project

if TYPE_CHECKING:
    from likewise.documents.alignment import Alignment
    from likewise.finder import Collection


@dataclass(frozen=True)
class NewResult:
    """A project that was made.

    Parameters
    ----------
    project : pathlib.Path
        Its file.
    search : SearchResult
        The first ranking, and the files that were written.
    n_answers : int
        Answers that came with the documents.
    """

    project: Path
    search: SearchResult
    n_answers: int


def new_project(request: NewRequest, progress: Progress | None = None) -> NewResult:
    """Read examples and a pile, rank the pile, and keep all of it in a new file.

    Parameters
    ----------
    request : NewRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    NewResult
        The file and the first ranking, which is the same as that of `likewise.app.search.search`.

    Raises
    ------
    UserError
        If something cannot be read, searched or written; no file is left then.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     likes, pile = Path(folder, "likes.json"), Path(folder, "pile.json")
    ...     _ = likes.write_text('["red wine"]'), pile.write_text('["green tea", "a glass of wine"]')
    ...     request = NewRequest(project=f"{folder}/review", examples=str(likes), pile=str(pile), method="centroid")
    ...     new_project(request).project.name
    'review.likewise'
    """
    path, by, targets = check_new(request.project), find_reviewer(request.by), check_search(request)
    refuse_parts(request)
    inputs = read_inputs(request, progress, with_reasons=False)
    examples, pile = (name_files_alone(each, request.folder) for each in (inputs.examples, inputs.pile))
    inputs = replace(inputs, examples=examples, pile=pile)
    found = collect_and_search(request, inputs, progress)
    from likewise.finder.decided import as_alignment
    from likewise.project import ranking

    collection = found.collection
    assert collection is not None
    alignment = as_alignment(list(inputs.decisions), collection.pile)
    answers = list_marks(collection.pile.ids.to_list(), alignment, by)
    report_stage(progress, "writing")
    create_project(
        path,
        inputs.examples,
        replace(inputs.pile, removed=alignment.removed),
        by=by,
        settings=search_settings(request),
        answers=answers,
        known=_list_twins(collection),
    )
    with Project(path) as project:
        name = ranking.name_collection(project)
        ranking.record(project, collection, name, found.result, project.read_fold(), by)
        ranking.keep_collection(project, collection, name)
    return NewResult(path, write_found(targets, found, progress), len(answers))


def search_settings(request: NewRequest) -> dict[str, Any]:
    """Return the settings that all rankings of a project have.

    Examples
    --------
    >>> search_settings(NewRequest(project="review", pile="pile.csv"))["seed"]
    0
    """
    return {name: getattr(request, name) for name in ("method", "profile", "seed", "language", "embed")} | {
        "params": dict(request.params)
    }


def list_marks(ids: list[str], alignment: "Alignment", by: str) -> list[Answer]:
    """List what a file decides as answers.

    Parameters
    ----------
    ids : list of str
        Of the pile.
    alignment : Alignment
        What is decided of each document.
    by : str
        Who decided.

    Returns
    -------
    list of Answer
        In the order of the pile.
    """
    now = get_time()
    return [
        Answer(name, value, by, time or now, pick="mark", reason=alignment.reasons.get(place))
        for place, (name, value, time) in enumerate(zip(ids, alignment.values, alignment.times, strict=True))
        if value is not None
    ]


def _list_twins(collection: "Collection") -> list[str]:
    """List the ids of documents that are examples."""
    return [str(name) for name in collection.pile.ids.filter(collection.twins >= 0)]
