"""Examples that lie in the pile as well: found by their numbers, their title or their text."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents import Documents
from likewise.documents.identity import Keys, keys_of

#: Of the words of the shorter one, so many are in the other.
_SAME_ID, _SAME_TITLE = 0.5, 0.7


def match_examples(examples: Documents, pile: Documents, keys: Keys | None = None) -> NDArray[np.intp]:
    """Tell which example each document of the pile is; documents without text are none.

    Two are the same if their DOI or another such number is, or the text, however it is spaced and capitalised; or if
    they share most words and have the same long title, or the same id in a column of the same name.

    Parameters
    ----------
    examples, pile : Documents
        From anywhere.
    keys : list or None, default=None
        What `keys_of` says of the pile; None works it out.

    Returns
    -------
    array of int of shape (n_pile,)
        Position of the first example that it is; -1 where it is not an example.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> given = as_documents(["", "Red wine", "red wine"], "examples"), as_documents(["red  wine", "tea", ""], "pile")
    >>> match_examples(*given).tolist()
    [1, -1, -1]
    """
    twins = np.full(len(pile), -1, dtype=np.intp)
    known = dict(keys_of(examples))
    for kind, of_pile in keys_of(pile) if keys is None else keys:
        if kind not in known:
            continue
        first = _first(known[kind])
        for place, key in enumerate(of_pile):
            at = -1 if key is None else first.get(key, -1)
            # Two papers of a series may have one title.
            if twins[place] < 0 <= at and (kind != "title" or _alike(pile.text[place], examples.text[at], _SAME_TITLE)):
                twins[place] = at
    column = pile.columns.get("id")
    if column is not None and column == examples.columns.get("id"):
        first = _first(examples.ids.to_list())
        for place, name in enumerate(pile.ids):
            at = first.get(name, -1)
            if twins[place] < 0 <= at and _alike(pile.text[place], examples.text[at], _SAME_ID):
                twins[place] = at
    return twins


def fill_texts(examples: Documents, pile: Documents, keys: Keys | None = None) -> Documents:
    """Give examples that have no text, such as bare DOIs, the text of the document of the pile that they are.

    Parameters
    ----------
    examples, pile : Documents
        From anywhere.
    keys : list or None, default=None
        What `keys_of` says of the pile; None works it out.

    Returns
    -------
    Documents
        The examples.

    Examples
    --------
    >>> import polars as pl
    >>> likes = pl.DataFrame({"doi": ["10.1000/a"], "title": [""]})
    >>> table = pl.DataFrame({"doi": ["10.1000/A"], "title": ["On wine"]})
    >>> given = Documents(table=likes, text=likes["title"], ids=likes["doi"])
    >>> fill_texts(given, Documents(table=table, text=table["title"], ids=table["doi"])).text.to_list()
    ['On wine']
    """
    empty = (examples.text.str.strip_chars() == "").to_numpy()
    if not empty.any():
        return examples
    texts = examples.text.to_list()
    twins = match_examples(examples, pile, keys)
    for place in np.flatnonzero(twins >= 0):
        if empty[twins[place]]:
            texts[twins[place]] = pile.text[int(place)]
    return replace(examples, text=pl.Series("text", texts, dtype=pl.String))


def _first(keys: Sequence[str | None]) -> dict[str, int]:
    """Return the place of the first document with each key."""
    places: dict[str, int] = {}
    for place, key in enumerate(keys):
        if key is not None:
            places.setdefault(key, place)
    return places


def _alike(one: str, other: str, share: float) -> bool:
    """Tell whether two texts may be of one document: so many words of the shorter are in the other."""
    words, others = set(one.casefold().split()), set(other.casefold().split())
    return len(words & others) >= share * min(len(words), len(others))
