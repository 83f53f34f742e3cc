"""Documents that a person names: by id, DOI, PMID or title; and the names by which messages call them."""

from collections import Counter
from collections.abc import Collection, Sequence

import polars as pl

from likewise.documents.columns import normalise
from likewise.documents.containment import is_long_title
from likewise.documents.copy_ids import list_copies
from likewise.documents.documents import Documents, to_strings
from likewise.documents.identity import TITLES, find_name, keys_of, read_number
from likewise.documents.markup import strip_markup
from likewise.documents.spelling import fold_one

_LONGEST_NAME = 80


def find_places(pile: Documents, names: Sequence[str]) -> list[int | None]:
    """Find documents by their ids, DOIs, PMIDs or titles, in any writing; or by the id of a record merged with one.

    Parameters
    ----------
    pile : Documents
        Where to look.
    names : sequence of str
        Of documents.

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
    ids = [name.strip() for name in names]
    # Names are few where a pile is large: only they are taken out of its ids.
    places = pile.ids.is_in(list(set(ids))).arg_true()
    by_id = dict(zip(pile.ids.gather(places), places, strict=True))
    if all(name in by_id for name in ids):
        return [by_id[name] for name in ids]
    by_id |= _index_copies(pile, set(pile.ids))
    by_key: dict[tuple[str, str], int] = {}
    for kind, keys in keys_of(pile):
        if kind in ("doi", "pmid", "title"):
            for place, key in enumerate(keys):
                if key is not None:
                    by_key.setdefault((kind, key), place)
    return [by_id.get(name, by_key.get(_read_key(name))) for name in ids]


def _index_copies(pile: Documents, known: Collection[str]) -> dict[str, int]:
    """Find documents by the ids of records that were merged with them, as far as these name one document."""
    copies = [(name, place) for place, names in enumerate(list_copies(pile)) for name in names if name not in known]
    numbers = Counter(name for name, _ in copies)
    return {name: place for name, place in copies if numbers[name] == 1}


def _read_key(name: str) -> tuple[str, str]:
    number = read_number(name)
    if number is not None:
        return number
    title = fold_one(name)
    return ("title", title) if is_long_title(title) else ("", "")


def name_document(documents: Documents, place: int, longest_title: int = _LONGEST_NAME) -> str:
    r"""Return what a message calls a document: its title, the beginning of its text, or its id.

    Parameters
    ----------
    documents : Documents
        All documents.
    place : int
        Which of them.
    longest_title : int, default=80
        Characters of a title at most; of a text without one it is 80.

    Returns
    -------
    str
        On one line.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> name_document(as_documents(["Red wine\nWe drink it."], "pile"), 0)
    'Red wine'
    """
    columns = {normalise(name): name for name in reversed(documents.table.columns)}
    column = find_name(columns, TITLES)
    cells = pl.Series([""]) if column is None else to_strings(documents.table[column][place : place + 1]).fill_null("")
    title = " ".join(strip_markup(cells)[0].split())
    name = title or " ".join(documents.text[place].strip().partition("\n")[0].split())
    if not name:
        return str(documents.ids[place])
    most = longest_title if title else _LONGEST_NAME
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"
