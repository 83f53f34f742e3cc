"""Near-copies in a pile, in groups: the same DOI, or nearly the same words.

Documents with the same least words under several random orders of all words share most of their words (Broder's
min-hashes); only those pairs are looked at, so that time grows with the pile and not with its square.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from likewise.documents import Documents
from likewise.documents.containment import is_long_title
from likewise.documents.identity import NUMBERS, Keys, keys_of

#: Of the words of two near-copies, so many are in both; of a title and its abstract, so many of the shorter one's.
_SHARED, _CONTAINED = 0.8, 0.9
#: Pairs that share 0.8 of their words meet in one of the bands with probability 0.95, those that share 0.4 with 0.14.
_BANDS, _ROWS_OF_A_BAND = 6, 4
_FEWEST_WORDS = 3
_ROWS_AT_ONCE = 2_000


def duplicate_groups(documents: Documents, counts: sparse.csr_array, keys: Keys | None = None) -> NDArray[np.int64]:
    """Find the groups of near-copies, and number them.

    Parameters
    ----------
    documents : Documents
        The pile.
    counts : csr_array of shape (n_documents, n_words)
        Their words.
    keys : list or None, default=None
        What `likewise.documents.identity.keys_of` says of the documents; None works it out.

    Returns
    -------
    array of int of shape (n_documents,)
        0 for a document without near-copies; groups are numbered from 1, in order of their first documents.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> from likewise.text import Vectorizer
    >>> texts = ["red wine from old grapes", "a pot of tea", "Red wine, from old grapes!", "tea, milk and sugar"]
    >>> duplicate_groups(as_documents(texts, "pile"), Vectorizer().fit_transform(texts)).tolist()
    [1, 0, 1, 0]
    """
    n = len(documents)
    binary = sparse.csr_array(
        (np.ones(counts.nnz, dtype=np.float32), counts.indices, counts.indptr), shape=counts.shape
    )
    pairs = [np.empty((0, 2), dtype=np.intp)]
    for kind, values in keys_of(documents) if keys is None else keys:
        same = _pairs(
            [value if value and is_long_title(value) else None for value in values] if kind == "title" else values
        )
        # Titles may be those of many documents, and equal texts have equal words.
        pairs.append(same if kind in NUMBERS or kind == "text" else same[_shares(binary, same, _CONTAINED, least=True)])
    near = _candidates(binary)
    pairs.append(near[_shares(binary, near, _SHARED)])
    first, second = np.concatenate(pairs).T
    links = sparse.coo_array((np.ones(len(first), dtype=bool), (first, second)), shape=(n, n))
    _, component = connected_components(links, directed=False)
    sizes = np.bincount(component, minlength=n)
    groups = np.zeros(n, dtype=np.int64)
    several = np.flatnonzero(sizes[component] > 1)
    names, place = np.unique(component[several], return_index=True)
    order = np.argsort(place)
    number = np.zeros(n, dtype=np.int64)
    number[names[order]] = np.arange(1, len(names) + 1)
    groups[several] = number[component[several]]
    return groups


def _pairs(keys: Sequence[str | None]) -> NDArray[np.intp]:
    """Pair every document with the first of the same key."""
    first: dict[str, int] = {}
    found = [
        (first[key], place)
        for place, key in enumerate(keys)
        if key is not None and first.setdefault(key, place) != place
    ]
    return np.array(found, dtype=np.intp).reshape(-1, 2)


def _candidates(binary: sparse.csr_array) -> NDArray[np.intp]:
    """Pair documents that have the same min-hashes in a band."""
    lengths = np.diff(binary.indptr)
    rows = np.flatnonzero(lengths >= _FEWEST_WORDS)
    if len(rows) < 2:
        return np.empty((0, 2), dtype=np.intp)
    draw = np.random.default_rng(0)  # any would do; the same, so that groups are the same
    # In an order of their words, since every document is compared with the first one of its band: the order in which
    # documents come changes nothing.
    name_of_word = draw.integers(0, np.iinfo(np.uint64).max, binary.shape[1], dtype=np.uint64)
    kept = binary if len(rows) == len(lengths) else binary[rows]
    order = np.argsort(_reduce(np.add, name_of_word, kept), kind="stable")
    rows = rows[order]
    pairs = []
    for _ in range(_BANDS):
        signature = np.zeros(len(rows), dtype=np.uint64)
        for _ in range(_ROWS_OF_A_BAND):
            place_of_word = draw.permutation(binary.shape[1]).astype(np.uint64)
            least = _reduce(np.minimum, place_of_word, kept)[order]
            signature = signature * np.uint64(0x9E3779B97F4A7C15) + least  # wraps around, as hashes do
        _, first, same = np.unique(signature, return_index=True, return_inverse=True)
        pairs.append(np.column_stack([rows[first[same]], rows]))
    both = np.concatenate(pairs)
    return np.unique(both[both[:, 0] != both[:, 1]], axis=0)


def _reduce(function: np.ufunc, value_of_word: NDArray[np.uint64], rows: sparse.csr_array) -> NDArray[np.uint64]:
    """Reduce the values of the words of each row, some rows at a time."""
    reduced = []
    for first in range(0, rows.shape[0], _ROWS_AT_ONCE):
        starts = rows.indptr[first : first + _ROWS_AT_ONCE + 1]
        values = value_of_word[rows.indices[starts[0] : starts[-1]]]
        reduced.append(function.reduceat(values, starts[:-1] - starts[0]))
    return np.concatenate(reduced)


def _shares(
    binary: sparse.csr_array, pairs: NDArray[np.intp], share: float, *, least: bool = False
) -> NDArray[np.bool_]:
    """Tell which pairs share so much of all their words, or of those of the shorter one."""
    lengths = np.diff(binary.indptr)
    result = np.zeros(len(pairs), dtype=bool)
    for start in range(0, len(pairs), _ROWS_AT_ONCE):
        one, other = pairs[start : start + _ROWS_AT_ONCE].T
        common = np.asarray(binary[one].multiply(binary[other]).sum(axis=1)).ravel()
        of = np.minimum(lengths[one], lengths[other]) if least else lengths[one] + lengths[other] - common
        result[start : start + _ROWS_AT_ONCE] = common >= share * np.maximum(of, 1)
    return result
