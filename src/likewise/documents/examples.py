"""Examples that are documents of the pile itself: named by their ids or DOIs, or marked in a column of it."""

from collections.abc import Sequence
from dataclasses import replace

from likewise.documents import Documents
from likewise.documents.columns import find_column
from likewise.documents.decisions import are_decisions, parse_decision
from likewise.documents.documents import to_strings
from likewise.documents.identity import find_doi, keys_of
from likewise.errors import UserError
from likewise.plural import name_a_few


def find_places(pile: Documents, names: Sequence[str]) -> list[int | None]:
    """Find documents by their ids, or by their DOIs in any writing.

    Parameters
    ----------
    pile : Documents
        Where to look.
    names : sequence of str
        Ids and DOIs.

    Returns
    -------
    list of int or None
        The place of each; None for one that is not there.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> find_places(as_documents(["red wine", "tea"], "pile"), ["2", "7"])
    [1, None]
    """
    by_id = {name: place for place, name in enumerate(pile.ids)}
    by_key: dict[str, int] = {}
    for kind, keys in keys_of(pile):
        if kind in ("doi", "pmid"):
            for place, key in enumerate(keys):
                if key is not None:
                    by_key.setdefault(key, place)
    return [
        by_id.get(name.strip(), by_key.get(find_doi(name) or name.strip().casefold().removeprefix("pmid:").strip()))
        for name in names
    ]


def select_by_ids(pile: Documents, names: Sequence[str]) -> Documents:
    """Take documents of the pile for examples by their ids or DOIs.

    Parameters
    ----------
    pile : Documents
        Where they are.
    names : sequence of str
        Ids and DOIs; empty ones are passed over.

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
    kept = [place for place, mark in enumerate(map(parse_decision, label)) if mark is True]
    if not kept or len(kept) == len(examples):
        return examples
    note = f"{len(examples) - len(kept):,} of {len(examples):,} examples are not marked with yes in "
    note += f"{', '.join(examples.columns['label'])} and did not count"
    return replace(examples.take(kept), notes=(*examples.notes, note), unread=examples.unread)


def select_marked(pile: Documents, column: str) -> tuple[Documents, dict[str, bool]]:
    """Take the marked documents of the pile for examples, and those marked with no for decided.

    Parameters
    ----------
    pile : Documents
        A table with a column of marks.
    column : str
        Its name; yes, no, 1, 0, true and false are marks, and what is empty is not decided.

    Returns
    -------
    examples : Documents
        Those marked with yes.
    decisions : dict of str to bool
        False for the id of each document that is marked with no.

    Raises
    ------
    UserError
        If there is no such column, it holds something else, or nothing is marked.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.finder.inputs import as_documents
    >>> table = pl.DataFrame({"id": ["a", "b", "c"], "text": ["wine", "tea", "red wine"], "like": ["yes", "no", ""]})
    >>> examples, decisions = select_marked(as_documents(table, "pile"), "like")
    >>> examples.ids.to_list(), decisions
    (['a'], {'b': False})
    """
    source = pile.source or "the pile"
    name = find_column(pile.table, column, "marked", source)
    marks = []
    for place, value in enumerate(to_strings(pile.table[name])):
        try:
            marks.append(parse_decision(value))
        except UserError as error:
            raise UserError(f"column {name!r} of {source}, id {pile.ids[place]}: {error}") from None
    chosen = [place for place, mark in enumerate(marks) if mark is True]
    if not chosen:
        raise UserError(f"column {name!r} of {source} marks nothing; write yes, or 1, where a document is one you like")
    return pile.take(chosen), {pile.ids[place]: False for place, mark in enumerate(marks) if mark is False}
