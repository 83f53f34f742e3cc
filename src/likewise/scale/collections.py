"""Collections of Dask as what estimators learn from: arrays whose blocks are CSR, on the workers that have them."""

from collections.abc import Sequence
from glob import glob
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from likewise.errors import UserError
from likewise.fitting.block_matrix import BlockMatrix
from likewise.readers.batches import read_batches
from likewise.readers.empty_parts import leave_out_empty


def read_collection(X: Any) -> BlockMatrix:
    """Take a Dask array of counts, whose blocks are CSR matrices or dense, for a matrix in blocks.

    With a `distributed.Client` the blocks are held on its workers; without one they are computed into this process.

    Parameters
    ----------
    X : dask.array.Array of shape (n_documents, n_words)
        Counts; each block has whole rows.

    Returns
    -------
    BlockMatrix
        The same counts, checked as those of other matrices are.

    Raises
    ------
    UserError
        If it is another collection, or its blocks are not counts.

    Examples
    --------
    >>> import dask.array as da
    >>> read_collection(da.from_array(np.eye(4), chunks=(2, 4))).shape
    (4, 4)
    """
    import dask

    chunks: tuple[tuple[float, ...], ...] = getattr(X, "chunks", ())
    if not isinstance(chunks, tuple) or len(chunks) != 2:  # a Delayed has every attribute
        raise UserError(
            "a Dask collection must be an array of documents × words; count texts first, by Vectorizer().fit_transform"
        )
    if len(chunks[1]) != 1:
        raise UserError("each block of a Dask array must have whole rows; rechunk it by X.rechunk({1: -1})")
    if X.dtype.kind == "c":
        raise UserError("the Dask array has complex numbers; give counts")
    dtype = np.dtype(np.float32 if X.dtype == np.float32 else np.float64)
    tasks = [dask.delayed(clean_block, pure=False)(block, dtype) for block in X.to_delayed().ravel()]
    executor = find_executor()
    blocks = list(dask.compute(*tasks)) if executor is None else executor.source(tasks)
    described = (
        [_describe(block) for block in blocks]
        if executor is None
        else executor.gather(executor.map(_describe, [blocks], ()))
    )
    sizes, widths, lowest = zip(*described, strict=True)
    if min(widths) < max(widths):
        raise UserError(
            f"the blocks of the Dask array have {min(widths)} to {max(widths)} columns, and a word has the same column "
            "in all of them; count all texts by one Vectorizer"
        )
    least = float(np.min(lowest))  # NaN if any is
    if np.isnan(least):
        raise UserError("the Dask array has entries that are not finite; give counts")
    if least < 0:
        raise UserError(f"counts are at least 0, and the least of the Dask array is {least:g}; give counts")
    return BlockMatrix(blocks, sizes, widths[0], dtype)


def read_texts(paths: str | Sequence[str], *, text: str | None = None) -> Any:
    """Return the texts of files as a bag, which workers read: a part for each file.

    Parameters
    ----------
    paths : str or sequence of str
        Files that the workers can read, each of any kind that likewise reads; a string may be a pattern.
    text : str or None, default=None
        The text columns, as of `likewise.readers.read`.

    Returns
    -------
    dask.bag.Bag
        Of str.

    Examples
    --------
    >>> import polars as pl
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for number, words in enumerate((["red wine"], ["tea", "milk"])):
    ...         pl.DataFrame({"text": words}).write_parquet(Path(folder, f"{number}.parquet"))
    ...     read_texts(f"{folder}/*.parquet").compute(scheduler="synchronous")
    ['red wine', 'tea', 'milk']
    """
    import dask
    from dask import bag

    files = leave_out_empty(sorted(glob(paths))) if isinstance(paths, str) else list(paths)  # noqa: PTH207 it may begin anywhere
    if not files:
        raise UserError(f"no file is named {paths}; check the name, and the folder you are in")
    return bag.from_delayed([dask.delayed(_texts_of)(str(Path(path).absolute()), text) for path in files])


def _texts_of(path: str, text: str | None) -> list[str]:
    return [document for batch in read_batches(path, text=text) for document in batch.text.to_list()]


def find_executor() -> Any:
    """Return the executor of the current `distributed.Client`; None without one.

    Examples
    --------
    >>> find_executor() is None
    True
    """
    try:
        from distributed import get_client
    except ImportError:
        return None
    try:
        client = get_client()
    except ValueError:  # there is none
        return None
    from likewise.scale.dask_executor import DaskExecutor

    return DaskExecutor(client)


def clean_block(block: Any, dtype: np.dtype[Any]) -> sparse.csr_array:
    """Return a block of any kind as CSR, with sorted indices, each once, and no zeros.

    Examples
    --------
    >>> clean_block(np.array([[0, 2]]), np.dtype(np.float64)).data.tolist()
    [2.0]
    """
    counts = sparse.csr_array(block, dtype=dtype, copy=True)
    counts.sum_duplicates()
    counts.eliminate_zeros()
    return counts


def _describe(block: sparse.csr_array) -> tuple[int, int, float]:
    """Return rows, columns, and the least entry, which is NaN if any is not finite."""
    least = float(block.data.min()) if block.nnz else 0.0
    return block.shape[0], block.shape[1], least if np.isfinite(block.data).all() else float("nan")
