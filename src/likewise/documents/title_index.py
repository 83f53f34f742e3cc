"""Titles that stand within longer texts, looked up by hashes of the rarest words that follow each other in a title."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

#: Words that titles are looked up by.
_LENGTH = 4
#: So few titles are looked for by all of their letters first, which leaves few pages.
_FEW_TITLES = 1_000
#: Pages that are split into words at once, so that memory stays small.
_CHUNK = 10_000
#: An odd number, so that the hash of a sequence depends on the order of its words.
_FACTOR = 0x9E3779B97F4A7C15


def find_titles(titles: Sequence[str], pages: Sequence[str]) -> list[tuple[int, int]]:
    """Find which titles stand in which pages.

    The time grows with the words of titles and pages, not with their product.

    Parameters
    ----------
    titles, pages : sequence of str
        As `likewise.documents.spelling.fold` writes them; an empty title stands nowhere.

    Returns
    -------
    list of (int, int)
        Place of the page and of the title, in order of pages.

    Examples
    --------
    >>> find_titles(["on red wine", "tea", ""], ["we write on red wine here", "steam", "tea and more on red wine"])
    [(0, 0), (2, 0), (2, 1)]
    """
    there = [place for place, title in enumerate(titles) if title]
    if not there or not len(pages):
        return []
    known = pl.Series([f" {titles[place]} " for place in there])
    written = pl.Series([f" {page} " for page in pages])
    numbers = np.arange(len(written))
    if len(known) <= _FEW_TITLES:
        numbers = written.str.contains_any(known.implode()).arg_true().to_numpy()
    anchors = _choose_anchors(known)
    pairs: list[tuple[int, int]] = []
    for start in range(0, len(numbers), _CHUNK):
        chunk = numbers[start : start + _CHUNK]
        for page, title in _look_up(anchors, written.gather(chunk)):
            if known[title] in written[int(chunk[page])]:
                pairs.append((int(chunk[page]), there[title]))
    return sorted(set(pairs))


def _choose_anchors(titles: pl.Series) -> dict[int, pl.DataFrame]:
    """Choose for each title the sequence of words that the fewest titles have, by the length of the sequence."""
    n_words = titles.str.count_matches(" ", literal=True).to_numpy() - 1
    anchors = {}
    for length in range(1, _LENGTH + 1):
        chosen = np.flatnonzero((n_words == length) if length < _LENGTH else (n_words >= length))
        if len(chosen):
            rows, hashes = _hash_sequences(titles.gather(chosen), length)
            sequences = pl.DataFrame({"title": chosen[rows], "hash": hashes})
            rarest = sequences.with_columns(n_titles=pl.len().over("hash")).sort("n_titles", maintain_order=True)
            anchors[length] = rarest.unique("title", keep="first", maintain_order=True).select("title", "hash")
    return anchors


def _look_up(anchors: dict[int, pl.DataFrame], pages: pl.Series) -> list[tuple[int, int]]:
    """List pages and titles that have a sequence of words in common."""
    pairs: list[tuple[int, int]] = []
    for length, chosen in anchors.items():
        rows, hashes = _hash_sequences(pages, length)
        sequences = pl.DataFrame({"page": rows, "hash": hashes})
        pairs += sequences.join(chosen, on="hash").select("page", "title").unique(maintain_order=True).rows()
    return pairs


def _hash_sequences(texts: pl.Series, length: int) -> tuple[NDArray[np.intp], NDArray[np.uint64]]:
    """Hash all sequences of so many words: the number of the text and the hash of each."""
    words = texts.str.strip_chars().str.split(" ")
    rows = np.repeat(np.arange(len(texts)), words.list.len().to_numpy())
    hashes = words.explode().hash().to_numpy()
    last = len(rows) - length + 1
    if last <= 0:
        return rows[:0], hashes[:0]
    joined = np.zeros(last, dtype=np.uint64)
    for offset in range(length):
        joined = joined * np.uint64(_FACTOR) + hashes[offset : last + offset]
    is_one_text = rows[:last] == rows[length - 1 :]
    return rows[:last][is_one_text], joined[is_one_text]
