"""Texts in a collection of Dask to an array of counts whose blocks are CSR: each part is counted where it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting.executors import IN_TURN, Parts
from likewise.scale.collections import find_executor
from likewise.text import Vectorizer
from likewise.text.blocks import Block, assemble
from likewise.text.partial_counts import Words, count_part, find_columns, settle_vocabulary


def fit_collection(vectorizer: Vectorizer, documents: Any) -> Any:
    """Learn the vocabulary of texts, and return their counts.

    Parameters
    ----------
    vectorizer : Vectorizer
        Is fitted by this: the same vocabulary as that of all texts in one list.
    documents : dask.bag.Bag, or a column of a dask.dataframe
        Texts.

    Returns
    -------
    dask.array.Array of shape (n_documents, n_terms)
        Counts; its blocks are CSR, one for each part of the texts.

    Examples
    --------
    >>> import dask.bag
    >>> vectorizer = Vectorizer()
    >>> X = fit_collection(vectorizer, dask.bag.from_sequence(["red wine", "tea", "wine"], npartitions=2))
    >>> X.compute().toarray().tolist()
    [[1, 0, 1], [0, 1, 0], [0, 0, 1]]
    """
    vectorizer._validate_params()
    executor, texts = _parts_of(documents)
    counted = executor.map(_count, [texts], (vectorizer,))
    settle_vocabulary(vectorizer, executor.total(_words, [counted], ()))
    names = pl.Series(vectorizer.get_feature_names_out().tolist(), dtype=pl.String)
    return _as_array(executor, executor.map(_to_csr, [counted], (names, vectorizer.dtype, vectorizer.binary)))


def transform_collection(vectorizer: Vectorizer, documents: Any) -> Any:
    """Count the words of the vocabulary in texts.

    Parameters
    ----------
    vectorizer : Vectorizer
        Fitted.
    documents : dask.bag.Bag, or a column of a dask.dataframe
        Texts.

    Returns
    -------
    dask.array.Array of shape (n_documents, n_terms)
        Counts; its blocks are CSR.

    Examples
    --------
    >>> import dask.bag
    >>> vectorizer = Vectorizer().fit(["red wine"])
    >>> transform_collection(vectorizer, dask.bag.from_sequence(["wine", "red"])).compute().toarray().tolist()
    [[0, 1], [1, 0]]
    """
    executor, texts = _parts_of(documents)
    return _as_array(executor, executor.map(_transform, [texts], (vectorizer,)))


def _parts_of(documents: Any) -> tuple[Any, Parts]:
    """Return who has the texts, and a list of them for each part."""
    import dask

    # A Delayed has every attribute, and no number of parts.
    shape = getattr(documents, "shape", (0,))
    if not isinstance(shape, tuple) or len(shape) != 1:
        raise UserError("texts must be a bag, or one column of a Dask collection; choose its column of text")
    tasks = [dask.delayed(list)(part) for part in np.ravel(documents.to_delayed())]
    executor = find_executor()
    return (IN_TURN, dask.compute(*tasks)) if executor is None else (executor, executor.source(tasks))


def _as_array(executor: Any, parts: Parts) -> Any:
    import dask.array as da

    if executor is not IN_TURN:
        return executor.join(parts)
    return da.concatenate([da.from_array(block, chunks=block.shape, asarray=False) for block in parts])


@dataclass(frozen=True, eq=False)
class _Counted:
    """The words of a part, and its counts with columns of its own."""

    words: Words
    blocks: Sequence[Block]


def _count(texts: Iterable[str], vectorizer: Vectorizer) -> _Counted:
    blocks: list[Block] = []
    return _Counted(count_part(vectorizer, texts, blocks.append), blocks)


def _words(counted: _Counted) -> Words:
    return counted.words


def _to_csr(counted: _Counted, names: pl.Series, dtype: Any, binary: bool) -> sparse.csr_array:
    remap = find_columns(counted.words.terms["term"], names)
    # Blocks are used up on the way, and may be needed again.
    blocks = [Block(block.indptr.copy(), block.columns.copy(), block.counts.copy()) for block in counted.blocks]
    return assemble(blocks, remap, len(names), dtype, binary, 1)


def _transform(texts: list[str], vectorizer: Vectorizer) -> sparse.csr_array:
    return vectorizer.transform(texts)
