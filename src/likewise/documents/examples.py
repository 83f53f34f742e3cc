"""Examples that are documents of the pile itself: named by their ids or DOIs, or marked in a column of it."""

from collections.abc import Sequence
from dataclasses import replace

from likewise.documents import Documents
from likewise.documents.columns import find_column
from likewise.documents.decision_words import parse_decision
from likewise.documents.decisions import Decided, are_decisions, extract_decisions
from likewise.documents.documents import to_strings
from likewise.documents.lookup import find_places
from likewise.documents.schema import find_ours
from likewise.errors import UserError
from likewise.plural import name_a_few


def select_by_ids(pile: Documents, names: Sequence[str]) -> Documents:
    """Take documents of the pile for examples by their ids, DOIs, PMIDs or titles.

    Parameters
    ----------
    pile : Documents
        Where they are.
    names : sequence of str
        Names of documents; empty ones are passed over.

    Returns
    -------
    Documents
        Those that are there, with a note on the others.

    Raises
    ------
    UserError
        If none is there.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> select_by_ids(as_documents(["red wine", "tea"], "pile"), ["2"]).text.to_list()
    ['tea']
    """
    wanted = [name.strip() for name in names if name.strip()]
    places = find_places(pile, wanted)
    missing = [name for name, place in zip(wanted, places, strict=True) if place is None]
    found = list(dict.fromkeys(place for place in places if place is not None))
    if not found:
        raise UserError(
            f"none of {len(wanted):,} ids is in the pile ({name_a_few(missing, 3)}); its ids are such as "
            f"{name_a_few(pile.ids.head(3).to_list())}; name the column that holds them",
            parameter="id",
        )
    unread = [(name, "no document of the pile has this id or DOI") for name in missing]
    return pile.take(found).with_notes([], unread)


def drop_refused(examples: Documents) -> Documents:
    """Leave out examples that a column of labels says no to, as tables of screened records have it.

    Parameters
    ----------
    examples : Documents
        From anywhere.

    Returns
    -------
    Documents
        The same if nothing in them says yes or no; else those with yes, and a note.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.finder.inputs import as_documents
    >>> table = pl.DataFrame({"text": ["wine", "tea"], "included": [1, 0]})
    >>> drop_refused(as_documents(table, "examples")).text.to_list()
    ['wine']
    """
    label = examples.label
    if label is None or label.dtype.is_nested() or not are_decisions(label):
        return examples
    kept = [place for place, mark in enumerate(map(parse_decision, label)) if mark == "yes"]
    if not kept or len(kept) == len(examples):
        return examples
    note = f"{len(examples) - len(kept):,} of {len(examples):,} examples are not marked with yes in "
    note += f"{', '.join(examples.columns['label'])} and did not count"
    return replace(examples.take(kept), notes=(*examples.notes, note), unread=examples.unread)


def select_marked(pile: Documents, column: str) -> tuple[Documents, dict[str, str], tuple[str, ...]]:
    """Take the marked documents of the pile for examples, and those marked with no or unsure for decided.

    Parameters
    ----------
    pile : Documents
        A table with a column of marks.
    column : str
        Its name; yes, no, included, excluded, 1, 0 and the like are marks, and what is empty is not decided.

    Returns
    -------
    examples : Documents
        Those marked with yes, and those that were examples of the search that wrote the table.
    decisions : dict of str to str
        "no" or "unsure" for the id of each document that is marked so.
    notes : tuple of str
        What was not understood.

    Raises
    ------
    UserError
        If there is no such column, it holds something else, or nothing is marked.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.finder.inputs import as_documents
    >>> table = pl.DataFrame({"id": ["a", "b", "c"], "text": ["wine", "tea", "red wine"], "like": ["yes", "no", ""]})
    >>> examples, decisions, _ = select_marked(as_documents(table, "pile"), "like")
    >>> examples.ids.to_list(), decisions
    (['a'], {'b': 'no'})
    """
    source = pile.source or "the pile"
    name = find_column(pile.table, column, "marked", source)
    marks: list[str | None] = []
    wrong: list[str] = []
    for value in to_strings(pile.table[name]):
        try:
            marks.append(parse_decision(value))
        except UserError as error:
            marks.append(None)
            wrong.append(str(error) if not wrong else repr(value))
    if wrong and not any(marks):
        raise UserError(f"column {name!r} of {source}: {wrong[0]}", parameter="marked")
    was_example = find_earlier_examples(pile)
    chosen = [place for place, mark in enumerate(marks) if mark == "yes" or place in was_example]
    if not chosen:
        raise UserError(f"column {name!r} of {source} marks nothing; write yes, or 1, where a document is one you like")
    decisions = {pile.ids[place]: mark for place, mark in enumerate(marks) if mark in ("no", "unsure")}
    notes = (f"column {name!r} of {source}: {len(wrong):,} cells did not count; {wrong[0]}",) if wrong else ()
    return pile.take(chosen), {row: mark for row, mark in decisions.items() if mark is not None}, notes


def find_earlier_examples(pile: Documents) -> set[int]:
    """Find the rows of an export that were examples of the search that wrote it.

    Parameters
    ----------
    pile : Documents
        From any table.

    Returns
    -------
    set of int
        Their places; none if it is not an export.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.finder.inputs import as_documents
    >>> table = {"text": ["wine", "tea"], "rank": [None, 1], "suggestion": [None, "no"], "decision": ["example", None]}
    >>> find_earlier_examples(as_documents(pl.DataFrame(table), "pile"))
    {0}
    """
    column = find_ours(pile.table.columns).get("decision")
    if column is None:
        return set()
    return {place for place, value in enumerate(to_strings(pile.table[column])) if value == "example"}


def continue_export(pile: Documents, time: str | None = None) -> tuple[Documents, Decided]:
    """Take examples and decisions from an export, so that a search goes on where it was.

    Parameters
    ----------
    pile : Documents
        From a table that a search wrote.
    time : str or None, default=None
        When the file was changed.

    Returns
    -------
    examples : Documents
        Those of the search that wrote it; if none of them was in its pile, those that a person said yes to.
    decided : Decided
        Everything that is decided in it.

    Raises
    ------
    UserError
        If there is neither.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.finder.inputs import as_documents
    >>> table = {"text": ["wine", "tea"], "rank": [1, 2], "suggestion": ["yes", "no"], "included": ["x", None]}
    >>> continue_export(as_documents(pl.DataFrame(table), "pile"))[0].text.to_list()
    ['wine']
    """
    decided = extract_decisions(pile, time)
    examples = find_earlier_examples(pile)
    if examples:
        return pile.take(sorted(examples)), decided
    yes = [row for row, value in enumerate(decided.values) if value == "yes"]
    if not yes:
        raise UserError(
            f"{pile.source or 'the pile'} has no examples and nothing marked with yes; give the examples before it, or "
            "write yes into its column included",
            parameter="examples",
        )
    return decided.documents.take(yes), decided
