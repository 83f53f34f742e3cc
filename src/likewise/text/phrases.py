"""Words and pairs of words, stop words among them, and headings apart: what criteria show in where topics do not."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from scipy import sparse

from likewise.sklearn_api import normalize
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
    blocks, order = [], []
    for own, places in rule.split(texts):
        some = [texts[place] for place in places]
        parts = [_count(some, own), _count([heading(text) for text in some], own)]
        blocks.append(sparse.hstack(parts, format="csr"))
        order += places
    counts = sparse.csr_array(sparse.vstack(blocks, format="csr"))
    return counts if len(blocks) == 1 else counts[np.argsort(order)]


def heading(text: str) -> str:
    r"""Return the first line of a text, if it is one of several and short.

    Examples
    --------
    >>> heading("On wine\nWe drink it."), heading("We drink it.")
    ('On wine', '')
    """
    first, newline, _ = text.strip().partition("\n")
    return first if newline and len(first) <= LONGEST_HEADING else ""


def weigh_phrases(counts: sparse.csr_array) -> sparse.csr_array:
    """Weigh counts of words and pairs; those of a single document are left out.

    Parameters
    ----------
    counts : csr_array of shape (n_documents, 2 · N_COLUMNS)
        As of `count_phrases`.

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
    text = sparse.csr_array(counts[:, :N_COLUMNS])
    headings = _add_lines(text, sparse.csr_array(counts[:, N_COLUMNS:]))
    parts = [_weigh(text, "bm25"), HEADING_WEIGHT * _weigh(headings, "log")]
    scale = np.float32(1 / np.sqrt(1 + HEADING_WEIGHT**2))
    return sparse.csr_array(scale * sparse.hstack(parts, format="csr").astype(np.float32))


def _count(texts: Sequence[str], rule: WordRule) -> sparse.csr_array:
    """Count words and pairs by their hashes."""
    steps = preprocessing(rule.lowercase, rule.strip_accents, rule.preprocessor)
    tokens_of = token_rule(rule.token_pattern)
    keep = tokens_of.keep
    lexicon = Lexicon((), None if keep is None else keep.fullmatch, make_stemmer(rule.stemmer, rule.language))
    blocks, hashes = [], np.empty(0, dtype=np.uint64)
    for batch in batches(texts):
        tokens = tokenise(prepared(steps, batch), tokens_of)
        numbers = lexicon.numbers_of(tokens)
        words = lexicon.word_of_token[numbers]
        new = [crc32(word.encode()) for word in lexicon.words[len(hashes) :]]
        hashes = np.concatenate([hashes, np.array(new, dtype=np.uint64)])
        rows = np.repeat(np.arange(len(batch)), np.diff(tokens.offsets))[words >= 0]
        keys = hashes[words[words >= 0]] * _MIX
        follows = np.flatnonzero(rows[1:] == rows[:-1])
        pairs = (keys[follows] ^ (keys[follows + 1] >> np.uint64(11))) * _MIX
        columns = (np.concatenate([keys, pairs]) >> _DISTANCE).astype(np.int32)
        places = np.concatenate([rows, rows[follows]])
        ones = np.ones(len(columns), dtype=np.int32)
        blocks.append(sparse.csr_array((ones, (places, columns)), shape=(len(batch), N_COLUMNS)))
    return sparse.csr_array(sparse.vstack(blocks, format="csr"))


def _add_lines(text: sparse.csr_array, headings: sparse.csr_array) -> sparse.csr_array:
    """Take short texts for headings where other documents have some: records of which nobody has the abstract."""
    has_heading = np.diff(headings.indptr) > 0
    if has_heading.mean() < _SOME_HEADINGS:
        return headings
    length = np.asarray(text.sum(axis=1)).ravel()
    lines = ~has_heading & (length <= _LONGEST_HEADING)
    own = text.copy()
    own.data *= np.repeat(lines, np.diff(text.indptr))
    own.eliminate_zeros()
    return sparse.csr_array(headings + own)


def _weigh(counts: sparse.csr_array, tf: str) -> sparse.csr_array:
    """Weigh the columns that two documents at least have, and not nearly all of them."""
    documents = np.bincount(counts.indices, minlength=counts.shape[1])
    kept = np.flatnonzero((documents > 1) & (documents <= _MOST_DOCUMENTS * counts.shape[0]))
    place = np.full(counts.shape[1], -1, dtype=np.int32)
    place[kept] = np.arange(len(kept))
    columns = place[counts.indices]
    is_kept = columns >= 0
    ends = np.concatenate([[0], np.cumsum(is_kept)])[counts.indptr]
    data = counts.data[is_kept].astype(np.float64)
    some = sparse.csr_array((data, columns[is_kept], ends), shape=(counts.shape[0], len(kept)))
    if not some.nnz:
        return some
    return sparse.csr_array(normalize(Weighting(tf=tf, idf="smooth", norm="none").fit_transform(some)))
