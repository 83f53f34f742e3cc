"""The same documents in two places: found by their numbers, their titles or their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.abstracts import have_near_titles, list_abstracts
from likewise.documents.columns import MEANINGS, normalise
from likewise.documents.containment import is_long_title, match_abstracts, match_contained
from likewise.documents.copies import Copies, are_row_numbers
from likewise.documents.documents import Documents, to_strings
from likewise.documents.identity import SURE, Keys, are_alike, contradict, find_name, is_literature, keys_of
from likewise.documents.parts import Parts

#: Of the words of the shorter one, so many are in the other.
_SAME_NUMBER, _SAME_TITLE, _SAME_SHORT_TITLE = 0.5, 0.6, 0.8
#: Words of a text that says more than its title does, and of one that hardly two papers share.
_FEWEST_WORDS, _FEWEST_CERTAIN = 20, 6
#: Characters of a folded text that may have been cut off, and of its beginning that then tells it from others.
_CUT, _BEGINNING = 20_000, 10_000
#: Copies that are compared, of a text that thousands of documents have.
_MOST_TRIES = 50
#: Years that the online and the printed version of a paper lie apart.
_YEARS_APART = 1


def match_documents(
    known: Documents,
    documents: Documents,
    *,
    known_keys: Keys | None = None,
    keys: Keys | None = None,
    text_only: bool = False,
    are_records: bool | None = None,
) -> NDArray[np.intp]:
    """Tell which known document each of some documents is.

    Two are the same if their DOI or another such number is; if a long title is, and most words; if the text is, however
    it is spaced, capitalised and punctuated; if one contains title and abstract of the other; or if the id is in a
    column of the same name, and nothing contradicts it. Numbers of rows identify nothing.

    Parameters
    ----------
    known, documents : Documents
        From anywhere.
    known_keys, keys : list or None, default=None
        What `keys_of` says of either; None works it out.
    text_only : bool, default=False
        Whether to compare nothing but texts.
    are_records : bool or None, default=None
        Whether they are records of literature. Other documents of one title, such as messages, are the same only if
        their texts are equal, or one of them has no text; None looks at the columns.

    Returns
    -------
    array of int of shape (n_documents,)
        Place of the known document; -1 where there is none. Copies among the known are given out in turn.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> likes, pile = as_documents(["", "Red wine", "tea"], "known"), as_documents(["red  wine!", "milk"], "pile")
    >>> match_documents(likes, pile).tolist()
    [1, -1]
    """
    theirs, ours = keys_of(known) if known_keys is None else known_keys, keys_of(documents) if keys is None else keys
    if are_records is None:
        are_records = is_literature(known) or is_literature(documents)
    matching = _Matching(known, documents, theirs, ours, are_records=are_records)
    by_kind = dict(theirs)
    for kind, values in ours:
        if kind in by_kind and (kind == "text" or not text_only):
            matching.add(values, by_kind[kind], kind)
    matching.add_abstracts()
    matching.add_cut()
    matching.add_contained(text_only=text_only)
    if not text_only:
        matching.add_ids()
    return matching.places


class _Matching:
    """Places of known documents, filled in one kind of key after the other."""

    def __init__(self, known: Documents, documents: Documents, theirs: Keys, ours: Keys, *, are_records: bool) -> None:
        self.known, self.documents, self.theirs, self.ours = known, documents, theirs, ours
        self.are_records, self.are_rows = are_records, False
        self.series: set[str] = set()
        self.places = np.full(len(documents), -1, dtype=np.intp)
        self.taken = np.zeros(len(known), dtype=bool)
        self.texts = documents.folded, known.folded
        self.years = _years(documents), _years(known)
        self.copies = Copies(documents, known, are_records=are_records)
        self.titles = tuple(
            dict(keys).get("title", [None] * len(several)) for keys, several in ((ours, documents), (theirs, known))
        )

    def add(self, values: Sequence[str | None], known: Sequence[str | None], kind: str) -> None:
        first = _index(known)
        self.series = self._find_series(values, known) if kind not in SURE else set()
        free: dict[str, int] = {}
        waiting: list[tuple[int, str]] = []
        for place, key in enumerate(values):
            if key is None or self.places[place] >= 0 or key not in first:
                continue
            # Of several copies the one with the same number; the others get theirs when all these are given out.
            found = self.copies.find(place) if len(first[key]) > 1 else first[key]
            same = next((at for at in found if known[at] == key and self._is_same(kind, key, place, at)), None)
            if same is not None:
                self._take(place, same)
            elif len(first[key]) > 1:
                waiting.append((place, key))
        for place, key in waiting:
            several = first[key]
            start = next((n for n in range(free.get(key, 0), len(several)) if not self.taken[several[n]]), len(several))
            free[key] = start
            turn = [at for at in several[start : start + _MOST_TRIES] if not self.taken[at]]
            tried = (at for at in (*turn, *several[:_MOST_TRIES]) if self._is_same(kind, key, place, at))
            same = next(tried, None)
            if same is not None:
                self._take(place, same)

    def _take(self, place: int, at: int) -> None:
        self.places[place] = at
        self.taken[at] = True

    def _is_same(self, kind: str, key: str, place: int, at: int) -> bool:
        if kind in SURE:
            return True
        if kind != "id" and self.copies.are_two(place, at):
            return False
        one, other = self.texts[0][place], self.texts[1][at]
        if kind == "text":
            if len(key.split()) > _FEWEST_WORDS:
                return True
            # "Editorial" is the title of many papers: something else must say that it is this one.
            is_common = self.are_records and not is_long_title(key) and key.count(" ") + 1 < _FEWEST_CERTAIN
            if is_common and at not in self.copies.find(place):
                return False
            return not contradict(self.ours, place, self.theirs, at) and not self._are_years_apart(key, place, at)
        if contradict(self.ours, place, self.theirs, at):
            return False
        if kind == "title":
            return self._has_same_title(key, place, at)
        if kind == "abstract":
            titles = self.titles[0][place] or "", self.titles[1][at] or ""
            return not self._are_years_apart(key, place, at) and have_near_titles(*titles)
        if kind == "id":
            return self._has_same_id(key, place, at)
        return are_alike(one, other, _SAME_NUMBER)

    def _has_same_id(self, name: str, place: int, at: int) -> bool:
        """Tell whether two documents of one id are the same: programs number records anew with every export."""
        one, other = self.texts[0][place], self.texts[1][at]
        if not one and name in self.copies.repeated:
            return False
        title, other_title = self.titles[0][place], self.titles[1][at]
        if title is not None and other_title is not None:
            one, other, share = title, other_title, _SAME_TITLE
        else:
            # Long texts on one topic share many words.
            is_loose = not name.isdigit() or min(one.count(" "), other.count(" ")) < _FEWEST_WORDS
            share = _SAME_NUMBER if is_loose else _SAME_SHORT_TITLE
        # Any file has a row of this number, and documents of one kind share many words, too.
        return one in other or other in one or (not self.are_rows and are_alike(one, other, share))

    def _find_series(self, values: Sequence[str | None], known: Sequence[str | None]) -> set[str]:
        """Find the keys that records of one side have in several years, such as the title of a yearly report."""
        found: set[str] = set()
        for keys, years in ((values, self.years[0]), (known, self.years[1])):
            first: dict[str, int] = {}
            for key, year in zip(keys, years, strict=True):
                if key is not None and year is not None and first.setdefault(key, year) != year:
                    found.add(key)
        return found

    def _are_years_apart(self, key: str, place: int, at: int) -> bool:
        own, other = self.years[0][place], self.years[1][at]
        apart = 0 if key in self.series else _YEARS_APART
        return own is not None and other is not None and abs(own - other) > apart

    def _has_same_title(self, title: str, place: int, at: int) -> bool:
        """Tell whether two documents of one title are the same: two papers of a series may have one title."""
        one, other = self.texts[0][place], self.texts[1][at]
        if self._are_years_apart(title, place, at):
            return False
        if not self.are_records:
            return one == other or title in (one, other)
        if is_long_title(title):
            return are_alike(one, other, _SAME_TITLE)
        fewest = min(len(one.split()), len(other.split()))
        return fewest >= _FEWEST_WORDS and are_alike(one, other, _SAME_SHORT_TITLE)

    def add_abstracts(self) -> None:
        """Match what is left by how abstracts begin, as one program knows subtitles and another does not."""
        if self.are_records and (self.places < 0).any():
            known = list_abstracts(self.known)
            if any(known):
                self.add(list_abstracts(self.documents), known, "abstract")

    def add_cut(self) -> None:
        """Match what is left by long beginnings, as a cell of a workbook holds no more than 32,767 characters."""
        one, other = ([text[:_BEGINNING] if len(text) > _CUT else None for text in texts] for texts in self.texts)
        if any(other) and any(one):
            self.add(one, other, "beginning")

    def add_contained(self, *, text_only: bool) -> None:
        """Match what is left by title and abstract that stand in the other's text, in both directions."""
        left = np.flatnonzero(self.places < 0).tolist()
        known = np.flatnonzero(~self.taken).tolist()
        if not left or not known:
            return
        parts, others = Parts(self.documents, left), Parts(self.known, known)
        dois, other_dois = dict(self.ours).get("doi"), dict(self.theirs).get("doi")
        # Two records with titles of their own have been compared by these.
        free, other_free = (np.flatnonzero(~each.is_named).tolist() for each in (parts, others))
        exactly = not self.are_records
        found = match_contained(others, _at(other_dois, known), parts, free, exactly=exactly)
        back = match_contained(parts, _at(dois, left), others, other_free, exactly=exactly)
        found += match_abstracts(others, parts, free, exactly=exactly)
        back += match_abstracts(parts, others, other_free, exactly=exactly)
        pairs = [(left[text], known[record]) for text, record in found]
        pairs += [(left[record], known[text]) for text, record in back]
        for place, at in pairs:
            is_other = not text_only and contradict(self.ours, place, self.theirs, at)
            if self.places[place] < 0 and not is_other and not self.copies.are_two(place, at):
                self._take(place, at)

    def add_ids(self) -> None:
        """Match what is left by ids, of columns that both have or that the known documents have their ids from."""
        for one, other in self.copies.ids:
            self.are_rows = are_row_numbers(one) or are_row_numbers(other)
            self.add(one, other, "id")


def match_examples(
    examples: Documents, pile: Documents, keys: Keys | None = None, *, text_only: bool = False
) -> NDArray[np.intp]:
    """Tell which example each document of the pile is; documents without text are none.

    Parameters
    ----------
    examples, pile : Documents
        From anywhere.
    keys : list or None, default=None
        What `keys_of` says of the pile; None works it out.
    text_only : bool, default=False
        Whether to compare nothing but texts.

    Returns
    -------
    array of int of shape (n_pile,)
        Position of an example that it is; -1 where it is not an example.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> given = as_documents(["", "Red wine", "milk"], "examples"), as_documents(["red  wine", "tea", ""], "pile")
    >>> match_examples(*given).tolist()
    [1, -1, -1]
    """
    return match_documents(examples, pile, keys=keys, text_only=text_only)


def are_too_many(n_matched: int, n_examples: int) -> bool:
    """Tell whether far more documents are examples than there are examples, so that some key is not one.

    Examples
    --------
    >>> are_too_many(297, 8), are_too_many(9, 8)
    (True, False)
    """
    return n_matched > 2 * n_examples + 5


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


def _index(keys: Sequence[str | None]) -> dict[str, list[int]]:
    """List the places of the documents with each key."""
    places: dict[str, list[int]] = {}
    for place, key in enumerate(keys):
        if key is not None:
            places.setdefault(key, []).append(place)
    return places


def _at(values: Sequence[str | None] | None, places: Sequence[int]) -> list[str | None]:
    return [None] * len(places) if values is None else [values[place] for place in places]


def _years(documents: Documents) -> list[int | None]:
    columns = {normalise(name): name for name in reversed(documents.table.columns)}
    name = find_name(columns, MEANINGS["year"])
    if name is None:
        return [None] * len(documents)
    years: list[int | None] = (
        to_strings(documents.table[name]).str.extract(r"\b(1[89]\d\d|20\d\d)").cast(pl.Int64).to_list()
    )
    return years
