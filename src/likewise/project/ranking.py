"""Documents of a project counted, or taken from what was counted before, and ranked by all answers so far."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from likewise.errors import UserError
from likewise.project.answers import Fold
from likewise.project.cache import load_cached, name_collections, save_cached
from likewise.project.header import DamagedProject
from likewise.project.project import Project
from likewise.project.runs import Run, hash_answers, make_run, read_last_run, record_run

if TYPE_CHECKING:
    from likewise.documents import Documents
    from likewise.documents.alignment import Alignment
    from likewise.finder import Collection, Result
    from likewise.progress import Progress

#: Among so many of the first documents those are looked for that are likely and different.
_FEWEST_LIKELY, _MOST_LIKELY, _MOST_DIFFERENT = 20, 500, 100


def name_collection(project: Project) -> str:
    """Name the documents of a project as they are now.

    Parameters
    ----------
    project : Project
        Any.

    Returns
    -------
    str
        A hash of all batches and of what words are counted with.
    """
    return name_collections(project.list_batches(), list_counting(project.facts["settings"]))[-1]


def list_counting(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that words are counted with.

    Examples
    --------
    >>> list_counting({"seed": 0, "language": "german"})
    {'language': 'german', 'embed': None}
    """
    return {name: settings.get(name) for name in ("language", "embed")}


def load_collection(project: Project, *, n_jobs: int | None = -1, progress: "Progress | None" = None) -> "Collection":
    """Return the documents of a project, counted and prepared: from beside the project, as far as they are there.

    Parameters
    ----------
    project : Project
        Any.
    n_jobs : int or None, default=-1
        Threads; no result depends on it.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Collection
        The same, whether it was kept or is made anew, but for notes.
    """
    from likewise.finder import collect
    from likewise.finder.collecting import add_documents
    from likewise.finder.inputs import choose_vectors
    from likewise.project.batches import read_documents

    settings, there = project.facts["settings"], project.list_batches()
    names = name_collections(there, list_counting(settings))
    cached = load_cached(project.path, names, n_jobs)
    if cached is not None and cached[0] == len(names):
        return cached[1]
    if cached is not None and cached[1].extra_vectors is None:
        collection = cached[1]
        for batch in [batch for batch in there if batch.role == "pile"][cached[0] :]:
            if batch.n_documents:
                new = read_documents(project.database, batch)
                collection = add_documents(collection, new, progress, are_new=True)
        collection = replace(collection, pile=project.fill(collection.pile))
    else:
        collection = collect(
            project.read_examples(),
            project.read_pile(),
            language=settings.get("language"),
            extra_vectors=choose_vectors(settings.get("embed")),
            n_jobs=n_jobs,
            callback=progress,
        )
    return collection


def load_named(project: Project, progress: "Progress | None" = None) -> "tuple[str, Collection]":
    """Return the documents of a project, counted and prepared, with their name, though others may add to them now.

    Parameters
    ----------
    project : Project
        Any.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    name : str
        As of `name_collection`.
    collection : Collection
        All documents of that name, and no others.
    """
    while True:
        name = name_collection(project)
        collection = load_collection(project, progress=progress)
        if name_collection(project) == name:
            return name, collection


def keep_collection(project: Project, collection: "Collection", name: str) -> bool:
    """Keep documents, counted and prepared, beside a project, if the place allows it.

    Parameters
    ----------
    project : Project
        Any.
    collection : Collection
        All documents of that name.
    name : str
        As of `name_collection` when they were read: others may have been added since.

    Returns
    -------
    bool
        Whether they are kept; nothing but time is lost if not.
    """
    return not project.read_only and save_cached(project.path, name, collection)


def align_answers(collection: "Collection", fold: Fold, removed: "Documents | None" = None) -> "Alignment":
    """Bring the answers of a project to the documents of its pile, in the form that a search takes.

    Parameters
    ----------
    collection : Collection
        Of all documents of the project.
    fold : Fold
        The answers so far.
    removed : Documents or None, default=None
        What is decided and not in the pile.

    Returns
    -------
    Alignment
        For `likewise.finder.search`.
    """
    from likewise.documents.alignment import Alignment

    current = fold.current
    answers = [current.get(name) for name in collection.pile.ids.to_list()]
    return Alignment(
        tuple(None if answer is None else answer.decision for answer in answers),
        tuple(None if answer is None else answer.at for answer in answers),
        removed=removed,
    )


def search_project(
    project: Project, collection: "Collection", fold: Fold, *, progress: "Progress | None" = None
) -> "Result":
    """Rank the documents of a project by all answers so far.

    Parameters
    ----------
    project : Project
        Whose settings are used.
    collection : Collection
        Of all its documents.
    fold : Fold
        The answers so far.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Result
        The same as that of a search with these documents and decisions.
    """
    from likewise.finder import search
    from likewise.finder.estimators import DEFAULT_METHOD

    settings, removed = project.facts["settings"], project.read_removed()
    result = search(
        collection,
        align_answers(collection, fold, None if removed is None else removed[1]),
        method=settings.get("method") or DEFAULT_METHOD,
        params=settings.get("params") or {},
        profile=settings.get("profile"),
        random_state=settings.get("seed", 0),
        callback=progress,
    )
    sources = project.list_sources()
    if len(sources) == 1:
        return result
    names = ", ".join(dict.fromkeys(source.name for source in sources))
    return replace(result, pile=replace(result.pile, sources=tuple(sources), source=names))


def record(project: Project, collection: "Collection", name: str, result: "Result", fold: Fold, by: str) -> Run:
    """Write a ranking down, unless the project is read-only or the disk full.

    Parameters
    ----------
    project : Project
        Any.
    collection : Collection
        All documents of that name.
    name : str
        As of `name_collection` when they were read: others may have been added since.
    result : Result
        What was found.
    fold : Fold
        The answers that it was made with.
    by : str
        For whom.

    Returns
    -------
    Run
        With its number; 0 for one that is not written down.
    """
    run = make_run(
        result,
        fold,
        collection=name,
        by=by,
        settings={"method": result.method, **dict(result.settings)},
        different=list_different(collection, result),
    )
    if project.read_only:
        return run
    try:
        return record_run(project.database, run, result)
    except DamagedProject:
        raise
    except UserError:  # a full disk, say: a ranking that nobody wrote down can still be read
        return run


def list_different(collection: "Collection", result: "Result") -> list[str]:
    """List likely documents by how unlike they are to everything that was accepted, most unlike first.

    Parameters
    ----------
    collection : Collection
        Of all documents.
    result : Result
        A ranking of them.

    Returns
    -------
    list of str
        Ids of documents above the cut-off; of many, the best. The likeness of a document is its greatest cosine to an
        example, or to a document with yes.
    """
    import numpy as np

    counted = collection.counted
    row_of = np.full(len(collection.pile), -1)
    row_of[collection.ranked] = counted.n_examples + np.arange(len(collection.ranked))
    likely = result.positions.head(min(max(result.n_taken, _FEWEST_LIKELY), _MOST_LIKELY, result.n_ranked))
    yes = result.positions.filter(result.table["decision"].eq_missing("yes"))
    accepted = np.concatenate([np.arange(counted.n_examples), row_of[yes.to_numpy()]])
    accepted = accepted[accepted >= 0]
    if not len(likely) or not len(accepted):
        return []
    rows, others = collection.weighted[row_of[likely.to_numpy()]], collection.weighted[accepted]
    likeness = np.asarray((rows @ others.T).max(axis=1).todense()).ravel()
    order = np.argsort(likeness, kind="stable")
    return [str(name) for name in result.table["id"].gather(order[:_MOST_DIFFERENT].tolist())]


def find_current_run(project: Project, fold: Fold) -> Run | None:
    """Return the last ranking, if it is of all documents and all answers.

    Parameters
    ----------
    project : Project
        Any.
    fold : Fold
        The answers so far.

    Returns
    -------
    Run or None
        None if something has changed since.
    """
    run = read_last_run(project.database)
    if run is None or run.collection != name_collection(project) or run.answers != hash_answers(fold):
        return None
    return run
