"""Piles that are larger than the memory: when they are searched from disk, and what such a search cannot do."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from likewise.app.inputs import lines_like_ids, read_examples
from likewise.app.methods import DEFAULT_METHOD
from likewise.app.request import SearchRequest
from likewise.errors import UserError
from likewise.plural import name_a_few
from likewise.progress import Progress

if TYPE_CHECKING:
    from likewise.scale.large_result import LargeResult
    from likewise.scale.plan import Plan, Size

#: Files that are smaller hold no pile that is worth a look, and none is opened.
_SMALL = 20_000_000
#: Text is hardly ever packed more tightly.
_MOST_PACKED = 10


def plan_parts(request: SearchRequest) -> "Plan | None":
    """Decide whether a pile is searched from disk.

    Parameters
    ----------
    request : SearchRequest
        What is asked for.

    Returns
    -------
    Plan or None
        How many documents are judged; None if all of them are, in memory.

    Raises
    ------
    UserError
        If the memory that is named is no amount or too little, or the pile does not fit into it and something else is
        asked for that a search from disk cannot do.

    Examples
    --------
    >>> plan_parts(SearchRequest(examples="likes", pile="pile.csv")) is None
    True
    """
    if request.scheduler is not None:
        return _plan_on_cluster(request)
    if request.memory is None and all(_is_small(path) for path in request.pile_paths):
        return None
    from likewise.scale.plan import USUAL_AT_ONCE, USUAL_MEMORY, fits, make_plan, parse_memory

    memory, at_once = (USUAL_MEMORY, USUAL_AT_ONCE) if request.memory is None else (parse_memory(request.memory),) * 2
    size = _measure(request, at_once)
    if not size.n_documents or fits(at_once, size):
        return None  # of files that are read whole, nobody knows how many documents they have
    why_not = _find_obstacle(request)
    if why_not is None:
        return make_plan(memory, size)
    if request.memory is None:
        return None
    raise UserError(f"a pile of this size cannot be searched within {request.memory} {why_not}", parameter="memory")


def describe_read_whole(request: SearchRequest) -> list[str]:
    """Say which files take as much memory as they take, if an amount is named.

    Parameters
    ----------
    request : SearchRequest
        Of a pile that was read, and searched in memory.

    Returns
    -------
    list of str
        A note, or nothing.

    Examples
    --------
    >>> describe_read_whole(SearchRequest(examples="likes", pile="pile.xlsx", memory="1GB"))
    ['pile.xlsx: files of such kinds are read whole, so that more than 1GB of memory may have been taken']
    """
    if request.memory is None:
        return []
    from likewise.readers.rough_count import count_roughly

    names = [Path(path).name for path in request.pile_paths if not count_roughly(path)]
    told = f"files of such kinds are read whole, so that more than {request.memory} of memory may have been taken"
    return [f"{name_a_few(names, 3)}: {told}"] if names else []


def refuse_parts(request: SearchRequest) -> None:
    """Refuse a cluster, and a memory that does not hold the pile, where all documents are needed here.

    Parameters
    ----------
    request : SearchRequest
        Of a project.

    Raises
    ------
    UserError
        If either is asked for.

    Examples
    --------
    >>> refuse_parts(SearchRequest(examples="likes", pile="pile.csv"))
    """
    if request.scheduler is not None:
        raise UserError(
            "a project holds all of its documents and cannot be made on a cluster; search without a project, or "
            "without a scheduler",
            parameter="scheduler",
        )
    if request.memory is None:
        return
    from likewise.scale.plan import fits, parse_memory

    memory = parse_memory(request.memory)
    if not fits(memory, _measure(request, memory)):
        raise UserError(
            f"a project holds all of its documents, and {request.memory} does not hold this pile; search without a "
            "project, or without an amount of memory",
            parameter="memory",
        )


def _plan_on_cluster(request: SearchRequest) -> "Plan":
    """Decide how many documents are judged of a pile that the workers of a cluster read."""
    from likewise.scale.cluster import check_scheduler
    from likewise.scale.plan import USUAL_MEMORY, make_plan, parse_memory

    check_scheduler(str(request.scheduler))
    memory = USUAL_MEMORY if request.memory is None else parse_memory(request.memory)
    if (why_not := _find_obstacle(request)) is not None:
        raise UserError(f"a pile cannot be searched on a cluster {why_not}", parameter="scheduler")
    return make_plan(memory, _measure(request, memory))


def _measure(request: SearchRequest, memory: int) -> "Size":
    """Estimate how large a pile is; how long its texts are only where they might not fit into the memory."""
    from likewise.readers.batches import read_beginning
    from likewise.readers.rough_count import count_roughly
    from likewise.scale.plan import Size, fits
    from likewise.text.profile import suggest_profile

    n_documents = sum(map(count_roughly, request.pile_paths))
    n_bytes = sum(map(_count_bytes, request.pile_paths))
    if fits(memory, Size(n_documents, n_bytes / max(n_documents, 1), has_pairs=True)):
        return Size(n_documents)
    beginning = read_beginning(request.pile_paths[0], text=request.text)
    if beginning is None:
        return Size(n_documents)
    profile = request.profile or suggest_profile(beginning.text, n_documents)
    length = int(beginning.text.str.len_bytes().sum()) / max(len(beginning), 1)
    return Size(n_documents, length, has_pairs=profile != "topics")


def _count_bytes(path: str) -> int:
    """Return how many bytes files may have at most once they are unpacked."""
    place = Path(path).expanduser()
    files = [each for each in place.rglob("*") if each.is_file()] if place.is_dir() else [place]
    return _MOST_PACKED * sum(each.stat().st_size for each in files if each.exists())


def _is_small(path: str) -> bool:
    place = Path(path).expanduser()
    return place.is_file() and place.stat().st_size < _SMALL


def _find_obstacle(request: SearchRequest) -> str | None:
    """Name what a search from disk cannot do, if it is asked for."""
    from likewise.readers.batches import are_parts

    obstacles = {
        "with several piles that are not parts of one table, which is files of one kind that have the same columns of "
        "text; put them into one file": len(request.pile_paths) > 1
        and not are_parts(request.pile_paths, text=request.text),
        "with marked examples or ids; give the examples as files": request.examples is None and request.pasted is None,
        "with decisions; leave them out": bool(request.decision_paths),
        f"with another method than {DEFAULT_METHOD}": (request.method or DEFAULT_METHOD) != DEFAULT_METHOD,
        "with parameters of the method; leave them out": bool(request.params),
        "with vectors; leave them out": bool(request.embed),
        "with links that lead out of a folder; do not follow them, or put the files that they name into it": (
            request.follow_links and any(Path(path).expanduser().is_dir() for path in request.pile_paths)
        ),
        "with a table of several; export it first": request.table is not None,
    }
    return next((why for why, is_there in obstacles.items() if is_there), None) or _find_more(request)


def _find_more(request: SearchRequest) -> str | None:
    """Name what the files themselves ask for that a search from disk cannot do."""
    from likewise.documents.schema import is_export
    from likewise.readers.batches import read_batches

    examples = read_examples(request)
    with closing(read_batches(request.pile_paths[0], text=request.text, id=request.id)) as batches:
        if any(is_export(documents.table.columns) for documents in (examples, next(batches))):
            return "with decisions of an export; give files without our columns"
    return "with a list of ids; give the examples as documents" if lines_like_ids(examples) else None


def check_outputs(table: Path | None) -> None:
    """Refuse a table that cannot hold a huge pile.

    Examples
    --------
    >>> check_outputs(Path("found.parquet"))
    """
    if table is not None:
        from likewise.scale.large_result import check_large_kind

        check_large_kind(table)


@contextmanager
def search_in_parts(request: SearchRequest, plan: "Plan", progress: Progress | None = None) -> "Iterator[LargeResult]":
    """Search a pile from disk.

    Parameters
    ----------
    request : SearchRequest
        What is asked for.
    plan : Plan
        Of `plan_parts`.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Yields
    ------
    LargeResult
        The ranked pile; the workers that have it, if there are any, are there until the end.
    """
    from likewise.fitting.executors import IN_TURN
    from likewise.scale.cluster import connect
    from likewise.scale.finding import find_in_parts
    from likewise.scale.source import Source

    examples = read_examples(request, progress)
    # Workers are in folders of their own.
    paths = tuple(str(Path(path).expanduser().absolute()) for path in request.pile_paths)
    with nullcontext(IN_TURN) if request.scheduler is None else connect(request.scheduler) as executor:
        result = find_in_parts(
            examples,
            Source(request.pile_paths if request.scheduler is None else paths, request.text, request.id),
            plan,
            profile=request.profile,
            language=request.language,
            seed=request.seed,
            n_jobs=request.n_jobs,
            callback=progress,
            executor=executor,
        )
        notes = [] if request.memory is None else [f"the search is planned for {request.memory} of memory"]
        if request.scheduler is not None:
            notes.append(f"the pile was read and counted by the workers of {request.scheduler}")
        yield replace(result, notes=(*notes, *result.notes))
