"""Words and pairs of words, stop words among them, and headings apart: what criteria show in where topics do not."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import DTypeLike
from scipy import sparse

from likewise.fitting.block_matrix import BlockMatrix
from likewise.sklearn_api import Array
from likewise.text.analysis import prepared, preprocessing
from likewise.text.batches import batches
from likewise.text.languages import make_stemmer
from likewise.text.lexicon import Lexicon
from likewise.text.patterns import token_rule
from likewise.text.spans import WordRule
from likewise.text.tokens import tokenise
from likewise.text.weighting import Weighting

#: Columns of words and pairs, by their hashes: nothing has to be remembered to count more documents later.
N_COLUMNS = 1 << 20
#: A first line of so many characters, with more below it, is a heading.
LONGEST_HEADING = 300
#: How much a heading counts beside the text that it stands in.
HEADING_WEIGHT = 0.35
#: Where so great a share of the documents have headings, a short text is one: words and pairs that it has at most.
_SOME_HEADINGS, _LONGEST_HEADING = 0.1, 90
#: Words and pairs of a larger share of the documents are left out.
_MOST_DOCUMENTS = 0.95
#: Counts are weighed about so many at a time, as they take many times their own memory meanwhile.
_BLOCK = 500_000
#: An odd number that spreads hashes over 64 bits (the golden ratio's digits), and how far the column's bits lie up.
_MIX, _DISTANCE = np.uint64(0x9E3779B97F4A7C15), np.uint64(64 - 20)


def count_phrases(texts: Sequence[str], rule: WordRule) -> sparse.csr_array:
    r"""Count words and pairs of neighbouring words, and those of headings in columns of their own.

    Parameters
    ----------
    texts : sequence of str
        Documents.
    rule : WordRule
        What a word is, and its stem; stop words are counted.

    Returns
    -------
    csr_array of shape (n_documents, 2 · N_COLUMNS)
        Counts, by hashes; those of headings in the second half.

    Examples
    --------
    >>> from likewise.text import Vectorizer
    >>> rule = WordRule.of(Vectorizer())
    >>> count_phrases(["red wine", "the red wines"], rule).sum(axis=1).tolist()
    [3, 5]
    >>> int(count_phrases(["On wine\nWe drink it."], rule)[:, N_COLUMNS:].sum())
    3
    """
    groups = rule.split(texts)
    blocks = (block for own, places in groups for block in _count([texts[place] for place in places], own))
    counts = _stack(blocks, 2 * N_COLUMNS, np.int32)
    # Few words are in a text more than 255 times: mostly one byte for each count is enough to keep.
    counts.data = counts.data.astype(np.min_scalar_type(counts.data.max(initial=0)))
    return counts if len(groups) == 1 else counts[np.argsort([place for _, places in groups for place in places])]


def heading(text: str) -> str:
    r"""Return the first line of a text, if it is one of several and short.

    Examples
    --------
    >>> heading("On wine\nWe drink it."), heading("We drink it.")
    ('On wine', '')
    """
    first, newline, _ = text.strip().partition("\n")
    return first if newline and len(first) <= LONGEST_HEADING else ""


def weigh_phrases(counts: sparse.csr_array, rows: Array | None = None) -> sparse.csr_array:
    """Weigh counts of words and pairs; those of a single document are left out.

    Parameters
    ----------
    counts : csr_array of shape (n_documents, 2 · N_COLUMNS)
        As of `count_phrases`.
    rows : ndarray of int or None, default=None
        Documents to weigh, in the order of the result, without a copy of their counts; None is all of them.

    Returns
    -------
    csr_array of shape (n_documents, n_columns)
        At most of unit length, as float32.

    Examples
    --------
    >>> from likewise.text import Vectorizer
    >>> counts = count_phrases(["red wine", "red wine", "green tea"], WordRule.of(Vectorizer()))
    >>> weigh_phrases(counts).toarray().max(axis=1).round(2)
    array([0.54, 0.54, 0.  ], dtype=float32)
    """
    rows = np.arange(counts.shape[0]) if rows is None else rows
    ends = np.cumsum(np.diff(counts.indptr)[rows])
    cuts = np.unique([0, *np.searchsorted(ends, np.arange(_BLOCK, counts.nnz, _BLOCK)), len(rows)])
    blocks = _Each(lambda start, end: counts[rows[start:end]], cuts[:-1], cuts[1:])
    text = _Each(_text, blocks)
    headings = _Each(_headings, blocks, np.split(_find_lines(blocks), cuts[1:-1]))
    weigh_text = _Weigher(text, np.diff(cuts).tolist(), "bm25")
    weigh_headings = _Weigher(headings, np.diff(cuts).tolist(), "log")
    scale = np.float32(1 / np.sqrt(1 + HEADING_WEIGHT**2))

    def weigh(own: sparse.csr_array, of_heading: sparse.csr_array) -> sparse.csr_array:
        parts = [weigh_text(own), HEADING_WEIGHT * weigh_headings(of_heading)]
        return sparse.csr_array(scale * sparse.hstack(parts, format="csr").astype(np.float32))

    return _stack(_Each(weigh, text, headings), weigh_text.n_columns + weigh_headings.n_columns, np.float32)


class _Each:
    """What a function makes of every block, anew whenever it is run over: all of them would be one more copy."""

    def __init__(self, function: Callable[..., Any], *parts: Iterable[Any]) -> None:
        self._function, self._parts = function, parts

    def __iter__(self) -> Iterator[Any]:
        return map(self._function, *self._parts)


class _Weigher:
    """Weighs the columns that two documents at least have, and not nearly all of them."""

    def __init__(self, blocks: _Each, sizes: list[int], tf: str) -> None:
        documents = np.zeros(N_COLUMNS, dtype=np.int64)
        for block in blocks:
            documents += np.bincount(block.indices, minlength=N_COLUMNS)
        kept = np.flatnonzero((documents > 1) & (documents <= _MOST_DOCUMENTS * sum(sizes)))
        self.n_columns = len(kept)
        self._place = np.full(N_COLUMNS, -1, dtype=np.int32)
        self._place[kept] = np.arange(len(kept))
        self._weighting = Weighting(tf=tf, idf="smooth", norm="l2")
        if self.n_columns:
            self._weighting.fit(BlockMatrix(_Each(self._select, blocks), sizes, self.n_columns, np.float64))

    def __call__(self, block: sparse.csr_array) -> sparse.csr_array:
        some = self._select(block)
        return self._weighting.transform(some) if self.n_columns else some

    def _select(self, block: sparse.csr_array) -> sparse.csr_array:
        columns = self._place[block.indices]
        is_kept = columns >= 0
        ends = np.concatenate([[0], np.cumsum(is_kept)])[block.indptr]
        data = block.data[is_kept].astype(np.float64)
        return sparse.csr_array((data, columns[is_kept], ends), shape=(block.shape[0], self.n_columns))


def _stack(blocks: Iterable[sparse.csr_array], n_columns: int, dtype: DTypeLike) -> sparse.csr_array:
    """Put blocks below each other as they come, in memory that grows with them: nothing is there twice."""
    data, indices, lengths = bytearray(), bytearray(), [np.zeros(1, dtype=np.int64)]
    for block in blocks:
        data += block.data.astype(dtype, copy=False).data
        indices += block.indices.astype(np.int32, copy=False).data
        lengths.append(np.diff(block.indptr))
    ends = np.cumsum(np.concatenate(lengths))
    if ends[-1] <= np.iinfo(np.int32).max:
        ends = ends.astype(np.int32)  # or a sparse array would copy the indices, to have as many bits for them
    content = np.frombuffer(data, dtype=dtype), np.frombuffer(indices, dtype=np.int32), ends
    return sparse.csr_array(content, shape=(len(ends) - 1, n_columns))


def _count(texts: Sequence[str], rule: WordRule) -> Iterator[sparse.csr_array]:
    """Count words and pairs by their hashes, some texts at a time."""
    steps = preprocessing(rule.lowercase, rule.strip_accents, rule.preprocessor)
    tokens_of = token_rule(rule.token_pattern)
    keep = tokens_of.keep
    lexicon = Lexicon((), None if keep is None else keep.fullmatch, make_stemmer(rule.stemmer, rule.language))
    hashes = np.empty(0, dtype=np.uint64)
    for batch in batches(texts):
        halves = []
        for some in (batch, [heading(text) for text in batch]):
            tokens = tokenise(prepared(steps, some), tokens_of)
            numbers = lexicon.numbers_of(tokens)
            words = lexicon.word_of_token[numbers]
            new = [crc32(word.encode()) for word in lexicon.words[len(hashes) :]]
            hashes = np.concatenate([hashes, np.array(new, dtype=np.uint64)])
            rows = np.repeat(np.arange(len(some), dtype=np.int32), np.diff(tokens.offsets))[words >= 0]
            keys = hashes[words[words >= 0]] * _MIX
            follows = np.flatnonzero(rows[1:] == rows[:-1])
            pairs = (keys[follows] ^ (keys[follows + 1] >> np.uint64(11))) * _MIX
            columns = (np.concatenate([keys, pairs]) >> _DISTANCE).astype(np.int32)
            places = np.concatenate([rows, rows[follows]])
            ones = np.ones(len(columns), dtype=np.int32)
            halves.append(sparse.csr_array((ones, (places, columns)), shape=(len(some), N_COLUMNS)))
        yield sparse.csr_array(sparse.hstack(halves, format="csr"))


def _text(block: sparse.csr_array) -> sparse.csr_array:
    return block[:, :N_COLUMNS]


def _headings(block: sparse.csr_array, lines: Array) -> sparse.csr_array:
    own = _text(block)
    own.data *= np.repeat(lines, np.diff(own.indptr))
    own.eliminate_zeros()
    return sparse.csr_array(block[:, N_COLUMNS:] + own)


def _find_lines(blocks: _Each) -> Array:
    """Tell short texts to take for headings where others have some: records of which nobody has the abstract."""
    has_heading = np.concatenate([np.diff(block[:, N_COLUMNS:].indptr) > 0 for block in blocks])
    if has_heading.mean() < _SOME_HEADINGS:
        return np.zeros_like(has_heading)
    length = np.concatenate([_text(block).sum(axis=1) for block in blocks])
    lines: Array = ~has_heading & (length <= _LONGEST_HEADING)
    return lines
