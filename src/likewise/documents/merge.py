"""Several sources as one pile: columns of one meaning become one, and copies across sources one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.columns import MEANINGS, normalise
from likewise.documents.copy_ids import list_ids, note_copies
from likewise.documents.documents import Documents, SourceCount, concatenate, join_removed, unify_types
from likewise.documents.identity import SURE, Keys, is_literature, keys_of
from likewise.documents.matching import match_documents
from likewise.plural import count_noun

#: The column that names all sources of a document.
SOURCES = "sources"
#: Number of the source that a document is counted for, while sources are merged.
_PART = "\0part"
#: Texts of fewer words may be the same by chance.
_FEWEST_WORDS = 6
#: A text so many times as long as one with so many words is a whole paper beside its abstract. Whoever compares
#: documents does so by abstracts.
_WHOLE_PAPER, _ENOUGH_WORDS = 5, 30


def merge_sources(parts: Sequence[Documents], source: str, *, keep_copies: bool = False) -> Documents:
    """Make one pile of several sources.

    Parameters
    ----------
    parts : sequence of Documents
        One for each source, at least one; a single one stays as it is.
    source : str
        What to call all of them.
    keep_copies : bool, default=False
        Whether records that two sources share stay two documents.

    Returns
    -------
    Documents
        Columns of one meaning, such as Title and TI, are one, under its lower-case English name. A document that
        several sources have is there once, with the longest abstract, all fields that any of them has, and the names of
        its sources in the column `sources`.

    Examples
    --------
    >>> def make(name, **columns):
    ...     table = pl.DataFrame(columns)
    ...     return Documents(table=table, text=table.to_series(0), ids=pl.Series(["1"]), source=name)
    >>> title = "The effect of barrels on the taste of wine"
    >>> parts = [make("a.csv", Title=[title], Year=["1999"]), make("b.csv", TI=[title], DOI=["10.1000/a"])]
    >>> both = merge_sources(parts, "all")
    >>> both.table.select("year", "doi", "sources").rows()
    [('1999', '10.1000/a', 'a.csv; b.csv')]
    >>> [count.n_copies for count in both.sources]
    [0, 1]
    """
    if len(parts) == 1:
        return parts[0]
    unified = [_add_source(_unify_columns(part), number) for number, part in enumerate(parts)]
    are_records = any(map(is_literature, parts))
    merged = concatenate(unified, source) if keep_copies else _merge(unified, source, are_records=are_records)
    counts = _count_sources(parts, merged.table)
    notes = tuple(note for part in parts for note in part.notes)
    renamed = tuple(note for note in merged.notes if note not in notes)
    return replace(
        merged,
        table=merged.table.drop(_PART),
        notes=(*_describe(counts), *notes, *renamed),
        unread=_unread(parts),
        sources=tuple(counts),
        source=source,
    )


def _count_sources(parts: Sequence[Documents], merged: pl.DataFrame) -> list[SourceCount]:
    """Count the records that each source had and has left; a part that several sources became has counts of its own."""
    counts = []
    for number, part in enumerate(parts):
        left = merged.filter(pl.col(_PART) == number)[SOURCES]
        if not part.sources:
            counts.append(SourceCount(part.source, len(part), len(left)))
            continue
        first = left.str.split("; ").list.first().to_list()
        counts += [count._replace(n_left=first.count(count.name)) for count in part.sources]
    return counts


def _unread(parts: Sequence[Documents]) -> tuple[tuple[str, str], ...]:
    return tuple(thing for part in parts for thing in part.unread)


def _describe(counts: Sequence[SourceCount]) -> list[str]:
    """Say how many copies there were."""
    n_copies = sum(count.n_copies for count in counts)
    if not n_copies:
        return []
    records = f"{sum(count.n_records for count in counts):,} records of {count_noun(len(counts), 'source')}"
    left = count_noun(sum(count.n_left for count in counts), "document")
    return [f"{records} are {left}: {count_noun(n_copies, 'copy', 'copies')} across sources merged"]


def _unify_columns(part: Documents) -> Documents:
    """Give columns of a known meaning the name of the meaning."""
    names: dict[str, str] = {}
    for meaning, known in MEANINGS.items():
        spelled = {normalise(name): name for name in reversed(part.table.columns) if name not in names}
        found = next((spelled[name] for name in known if name in spelled), None)
        if found is not None and (found == meaning or meaning not in part.table.columns):
            names[found] = meaning
    columns = {role: tuple(names.get(name, name) for name in several) for role, several in part.columns.items()}
    return replace(part, table=part.table.rename(names), columns=columns)


def fit_columns(part: Documents, names: Sequence[str]) -> Documents:
    """Give columns of a known meaning the names that they have in a pile which the documents come to.

    Parameters
    ----------
    part : Documents
        What is new.
    names : sequence of str
        Columns of the pile.

    Returns
    -------
    Documents
        The same, with columns of the pile where they mean the same.

    Examples
    --------
    >>> table = pl.DataFrame({"TI": ["Red wine"], "colour": ["red"]})
    >>> fit_columns(Documents(table=table, text=table["TI"], ids=pl.Series(["1"])), ["Title", "year"]).table.columns
    ['Title', 'colour']
    """
    there, ours = ({normalise(name): name for name in reversed(each)} for each in (names, part.table.columns))
    new: dict[str, str] = {}
    for known in MEANINGS.values():
        theirs = next((there[name] for name in known if name in there), None)
        own = next((ours[name] for name in known if name in ours and ours[name] not in new), None)
        if own is not None and theirs is not None and theirs not in part.table.columns:
            new[own] = theirs
    columns = {role: tuple(new.get(name, name) for name in several) for role, several in part.columns.items()}
    return replace(part, table=part.table.rename(new), columns=columns)


def _add_source(part: Documents, number: int) -> Documents:
    """Say of each document where it is from: by name for a person, by number to count."""
    name = pl.lit(part.source).alias(SOURCES)
    if SOURCES in part.table.columns:
        name = pl.col(SOURCES).cast(pl.String).fill_null(part.source)
    return replace(part, table=part.table.with_columns(name, pl.lit(number).alias(_PART)))


def _merge(parts: Sequence[Documents], source: str, *, are_records: bool) -> Documents:
    """Merge halves and then both, so that many sources are not compared with all before them one by one."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    first, second = (_merge(half, source, are_records=are_records) for half in (parts[:middle], parts[middle:]))
    return _merge_two(first, second, source, are_records=are_records)


def _merge_two(one: Documents, other: Documents, source: str, *, are_records: bool) -> Documents:
    keys, others = keys_of(one), keys_of(other)
    places = match_documents(one, other, known_keys=keys, keys=others, are_records=are_records)
    places[~_are_certain(places, one, other, keys, others, are_records=are_records)] = -1
    copies = np.flatnonzero(places >= 0)
    if not len(copies):
        return concatenate([one, other], source)
    rest = np.flatnonzero(places < 0).tolist()
    filled = fill_from(one, other, places, copies)
    ids = zip(places[copies].tolist(), list_ids(other, copies.tolist()), strict=True)
    filled = note_copies(filled, [(place, name) for place, several in ids for name in several])
    return concatenate([filled, other.take(rest)], source) if rest else replace(filled, source=source)


def _are_certain(
    places: NDArray[np.intp], one: Documents, other: Documents, keys: Keys, others: Keys, *, are_records: bool
) -> NDArray[np.bool_]:
    """Tell which matches are by a number, or by more than a few words; what is not a record must be equal.

    The answer to a message quotes it, and is another document all the same.
    """
    known, theirs = dict(keys), dict(others)
    titles, other_titles = (each.get("title", [None] * len(all_)) for each, all_ in ((known, one), (theirs, other)))
    certain = np.array([text.count(" ") + 1 >= _FEWEST_WORDS for text in other.folded], dtype=bool)
    for place in np.flatnonzero(certain & (places >= 0)).tolist():
        at = places[place]
        is_record = are_records and (titles[at] is not None or other_titles[place] is not None)
        certain[place] = is_record or one.folded[at] == other.folded[place]
    for kind, values in others:
        if kind in SURE and kind in known:
            for place, value in enumerate(values):
                if value is not None and places[place] >= 0 and known[kind][places[place]] == value:
                    certain[place] = True
    return certain


def fill_from(one: Documents, other: Documents, places: NDArray[np.intp], copies: NDArray[np.intp]) -> Documents:
    """Give documents what only their copies have.

    Parameters
    ----------
    one, other : Documents
        Those to fill, and those with copies.
    places : array of int of shape (n_other,)
        Place of the document that each of the others is.
    copies : array of int
        Which of the others are copies; of several of one document the first counts.

    Returns
    -------
    Documents
        Those to fill, in their order.
    """
    rows: list[int | None] = [None] * len(one)
    for copy in copies.tolist()[::-1]:  # of several copies the first counts
        rows[int(places[copy])] = copy
    index = pl.Series(rows, dtype=pl.Int64)
    table, theirs = unify_types([one.table, other.table])
    columns = []
    for name in dict.fromkeys([*table.columns, *theirs.columns]):
        new = theirs[name].gather(index) if name in theirs.columns else None
        old = table[name] if name in table.columns else None
        columns.append(_choose(name, old, new))
    texts, theirs_text = one.text, other.text.gather(index).fill_null("")
    is_better = _is_better(texts, theirs_text)
    label = one.label
    if label is not None and other.label is not None and label.dtype == other.label.dtype:
        label = label.zip_with(label.is_not_null(), other.label.gather(index).rename(label.name))
    roles = {
        role: tuple(dict.fromkeys((*one.columns.get(role, ()), *other.columns.get(role, ()))))
        for role in dict.fromkeys((*one.columns, *other.columns))
    }
    return replace(
        one,
        table=pl.DataFrame(columns),
        text=theirs_text.zip_with(is_better, texts).rename("text"),
        label=label,
        columns=roles,
        removed=join_removed(one, other),
    )


def _is_better(old: pl.Series, new: pl.Series) -> pl.Series:
    """Tell where the new text is to be taken: the longer one, unless it is a whole paper and the other its abstract."""
    lengths = old.str.len_chars(), new.str.len_chars()
    is_longer = lengths[1] > lengths[0]
    is_enough = [text.str.count_matches(r"\S+") >= _ENOUGH_WORDS for text in (old, new)]
    is_whole = is_enough[0] & (lengths[1] > _WHOLE_PAPER * lengths[0])
    was_whole = is_enough[1] & (lengths[0] > _WHOLE_PAPER * lengths[1])
    return (is_longer & ~is_whole) | was_whole


def _choose(name: str, old: pl.Series | None, new: pl.Series | None) -> pl.Series:
    """Take the value that is there; of two abstracts the longer one, of sources both."""
    if old is None or new is None:
        return pl.Series(name, old if old is not None else new)
    if old.dtype != new.dtype:  # numbers of two kinds
        new = new.cast(old.dtype, strict=False)
    if name == SOURCES:
        both = pl.concat_str([pl.col("old"), pl.col("new")], separator="; ", ignore_nulls=True)
        each = both.str.split("; ").list.unique(maintain_order=True).list.join("; ")
        return pl.DataFrame({"old": old, "new": new}).select(each.alias(name))[name]
    has_old = old.is_not_null()
    if old.dtype == pl.String:
        has_old &= (old.str.strip_chars() != "").fill_null(value=False)
        if name == "abstract":
            has_old &= old.str.len_chars() >= new.str.len_chars().fill_null(0)
    elif isinstance(old.dtype, pl.List):
        has_old &= (old.list.len() > 0).fill_null(value=False)
    return old.zip_with(has_old | new.is_null(), new).rename(name)
