"""What a request names, checked and read: examples and a pile, or labelled documents."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.app.pasted import split_pasted
from likewise.app.request import SearchRequest
from likewise.errors import UserError
from likewise.plural import count_noun

if TYPE_CHECKING:
    from likewise.documents import Documents
    from likewise.progress import Progress

# The ways to give examples, and what each is.
_WAYS = {
    "examples": "a file or folder of them",
    "pasted": "a pasted text",
    "marked": "a column of marks",
    "ids": "their ids",
}
_LONGEST_PATH = 1000
# Kinds of tables that a search writes.
_EXPORTS = (".csv", ".tsv", ".xlsx", ".jsonl", ".ndjson", ".json", ".parquet", ".ris")


@dataclass(frozen=True)
class Inputs:
    """Documents that were read for a search.

    Parameters
    ----------
    examples, pile : Documents
        Both.
    decisions : tuple, default=()
        What is decided, as of `likewise.finder.search`, in order.
    notes : tuple of str, default=()
        What was noticed while decisions were read.
    """

    examples: "Documents"
    pile: "Documents"
    decisions: tuple[Any, ...] = ()
    notes: tuple[str, ...] = ()


def check_path(path: str, parameter: str) -> None:
    """Refuse a path where nothing is, before anything heavy is loaded.

    Parameters
    ----------
    path : str
        A file or folder.
    parameter : str
        Name of the field that it is the value of.

    Raises
    ------
    UserError
        If there is no such file or folder, or nothing in it.

    Examples
    --------
    >>> check_path("nowhere.csv", "pile")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no file or folder nowhere.csv; check the name, and the folder you are in
    """
    if not _exists(path):
        raise UserError(
            f"there is no file or folder {path}; check the name, and the folder you are in", parameter=parameter
        )
    if _is_empty_folder(path):
        raise UserError(f"folder {path} is empty; name one that has files in it", parameter=parameter)


def _is_empty_folder(path: str) -> bool:
    folder = Path(path).expanduser()
    try:
        return folder.is_dir() and next(folder.iterdir(), None) is None
    except OSError:  # not to be listed, which the reader says better
        return False


def _exists(path: str) -> bool:
    try:
        return Path(path).expanduser().exists()
    except (OSError, RuntimeError, ValueError):  # too long for a name, the home of nobody, or a null character
        return False


def check_inputs(request: SearchRequest) -> None:
    """Refuse a search whose inputs are not there, or whose examples are given twice or never.

    Parameters
    ----------
    request : SearchRequest
        What is asked for.

    Raises
    ------
    UserError
        If so.

    Examples
    --------
    >>> check_inputs(SearchRequest(pile="pile.pdf"))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there are no examples; give a file or folder of them, a pasted text, ...
    """
    ways = [name for name in _WAYS if getattr(request, name) is not None]
    if not ways and not (len(request.pile_paths) == 1 and is_table(request.pile_paths[0])):
        raise _no_examples()
    if len(ways) > 1:
        named = " and ".join(_WAYS[name] for name in ways)
        raise UserError(f"examples are given twice, as {named}; give them in one way", parameter=ways[-1])
    if request.examples is not None:
        check_path(request.examples, "examples")
    if not request.pile_paths:
        raise UserError("there is nothing to search; give a file or folder of documents", parameter="pile")
    for path in request.pile_paths:
        check_path(path, "pile")
    for path in request.decision_paths:
        check_path(path, "decisions")


def _no_examples() -> UserError:
    *others, last = _WAYS.values()
    return UserError(f"there are no examples; give {', '.join(others)} or {last}", parameter="examples")


def is_table(path: str) -> bool:
    """Tell whether a path is of a table such as a search writes, which may have examples and decisions in it.

    Examples
    --------
    >>> is_table("nowhere.csv")
    False
    """
    return _is_file(path) and Path(path).suffix.lower() in _EXPORTS


def paths_of(request: SearchRequest) -> list[Path]:
    """List the files that a search reads, so that nothing is written over them.

    Examples
    --------
    >>> [path.name for path in paths_of(SearchRequest(examples="likes", pile="pile.csv"))]
    ['likes', 'pile.csv']
    """
    paths = [request.examples, *request.pile_paths, *request.decision_paths]
    if request.ids is not None and _is_file(request.ids):
        paths.append(request.ids)
    return [Path(path).expanduser() for path in paths if path is not None]


def _is_file(ids: str) -> bool:
    return len(ids) < _LONGEST_PATH and _exists(ids) and Path(ids).expanduser().is_file()


def read_inputs(request: SearchRequest, progress: "Progress | None" = None, *, with_reasons: bool = True) -> Inputs:
    r"""Read the examples, the pile and the decisions.

    Parameters
    ----------
    request : SearchRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.
    with_reasons : bool, default=True
        Whether reasons of exclusion become a column of the pile; a project keeps them with its answers.

    Returns
    -------
    Inputs
        What was read. Examples that turn out to be a list of ids or DOIs of the pile are those documents.

    Raises
    ------
    UserError
        If something cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     likes, pile = Path(folder, "likes.txt"), Path(folder, "pile.csv")
    ...     _ = likes.write_text("b"), pile.write_text("id,text\na,red wine\nb,green tea\n")
    ...     read_inputs(SearchRequest(examples=str(likes), pile=str(pile))).examples.text.to_list()
    ['green tea']
    """
    from likewise.app.continuing import (
        decisions_in_export,
        examples_of_export,
        note_unused_decisions,
        split_export,
        with_kept_examples,
    )
    from likewise.documents.carrying import carry_columns
    from likewise.documents.decisions import Decided
    from likewise.documents.examples import select_marked
    from likewise.documents.schema import is_export
    from likewise.readers import read
    from likewise.readers.decisions import read_decisions

    columns: dict[str, Any] = {"text": request.text, "id": request.id, "table": request.table}
    columns |= {"follow_links": request.follow_links, "keep_copies": request.keep_copies}
    pile = read(request.pile_paths, **columns, progress=progress)
    decisions: list[Any] = []
    notes: tuple[str, ...] = ()
    said = decisions_in_export(pile, request.pile_paths)
    decisions += said
    if request.marked is not None:
        examples, marks, notes = select_marked(pile, request.marked)
        examples = with_kept_examples(examples, pile, request.pile_paths)
        decisions.append(marks)
    elif all(getattr(request, way) is None for way in _WAYS):
        if not is_export(pile.table.columns):
            raise _no_examples()
        examples, note = examples_of_export(pile, request.pile_paths)
        notes = (note,)
    else:
        examples = _read_examples(request, pile, progress)
        if request.examples is not None and is_export(examples.table.columns):
            examples, of_examples = split_export(examples, request.examples, pile)
            decisions = [*of_examples, *decisions]
        n_decided = sum(len(decided.values) for decided in said)
        notes = () if request.decision_paths else tuple(note_unused_decisions(pile))
        if n_decided:
            count = count_noun(n_decided, "decision in it counts", "decisions in it count")
            notes = (f"{pile.source} is an export: {count}",)
    for path in request.decision_paths:
        decisions += read_decisions(path, pile.columns.get("text", ()))
    tables = [each.table for each in decisions if isinstance(each, Decided) and each.table is not None]
    pile = carry_columns(pile, tables, with_reasons=with_reasons)
    return Inputs(examples, pile, tuple(decisions), notes)


def read_examples(request: SearchRequest, progress: "Progress | None" = None) -> "Documents":
    """Read examples that are documents by themselves: pasted, or in a file or folder.

    Parameters
    ----------
    request : SearchRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Documents
        Without those that a person said no to; an export is whole.

    Examples
    --------
    >>> read_examples(SearchRequest(pile="pile.csv", pasted="red wine")).text.to_list()
    ['red wine']
    """
    from likewise.documents.examples import drop_refused
    from likewise.documents.schema import is_export
    from likewise.readers import read

    if request.pasted is not None:
        return split_pasted(request.pasted)
    path = request.examples or ""
    columns: dict[str, Any] = {"text": request.text, "id": request.id} if _has_columns(path) else {}
    examples = read(path, **columns, progress=progress, follow_links=request.follow_links)
    return examples if is_export(examples.table.columns) else drop_refused(examples)


def _read_examples(request: SearchRequest, pile: "Documents", progress: "Progress | None") -> "Documents":
    from likewise.documents.examples import select_by_ids

    if request.ids is not None:
        return select_by_ids(pile, _read_ids(request.ids))
    path, examples = request.examples or "", read_examples(request, progress)
    if request.pasted is not None:
        return examples
    listed = _ids_among(examples, pile)
    if listed is None:
        return examples
    nouns = "id" if len(listed) == 1 else "ids"
    return select_by_ids(pile, listed).with_notes(
        [f"{path} lists {len(listed):,} {nouns} of the pile: these are the examples"]
    )


def _has_columns(path: str) -> bool:
    """Tell whether columns of the pile may be looked for in the examples: not in documents without columns."""
    from likewise.readers.registry import holds_one_document

    place = Path(path).expanduser()
    return not (place.is_dir() or place.suffix.lower() == ".zip" or (place.is_file() and holds_one_document(place)))


def _read_ids(ids: str) -> list[str]:
    """Read ids from a file, one per line, or from the value itself."""
    from likewise.readers.encoding import load_text

    if _is_file(ids):
        return load_text(Path(ids).expanduser())[0].splitlines()
    return re.split(r"[\s,;]+", ids)


def _ids_among(examples: "Documents", pile: "Documents") -> list[str] | None:
    """Return what the examples list, if it is nothing but ids or DOIs of the pile."""
    from likewise.documents.identity import find_doi
    from likewise.documents.lookup import find_places

    lines = lines_like_ids(examples)
    if not lines or len(lines) > len(pile):
        return None
    known = [place is not None for place in find_places(pile, lines)]
    are_dois = all(find_doi(line) is not None for line in lines)
    return lines if any(known) and (all(known) or are_dois) else None


def lines_like_ids(examples: "Documents") -> list[str]:
    """List the lines of examples if each of them may be an id; none if they are texts.

    Examples
    --------
    >>> lines_like_ids(split_pasted("d7")), lines_like_ids(split_pasted("red wine"))
    (['d7'], [])
    """
    lines = [line.strip() for text in examples.text.to_list() for line in text.splitlines() if line.strip()]
    # Documents of one word are rare, and an id is hardly ever longer.
    return [] if any(len(line) > 200 or " " in line for line in lines) else lines
