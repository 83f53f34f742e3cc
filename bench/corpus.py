"""The text that everybody is measured on: 20 Newsgroups, or Python's own docstrings where that is absent."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from likewise.datasets import load_20newsgroups, python_docstrings
from likewise.errors import UserError
from likewise.text import Vectorizer


@dataclass(frozen=True)
class Data:
    """Documents, their counts, and what to call them in a table."""

    name: str
    texts: list[str]
    X: sp.csr_matrix

    @property
    def sha256(self) -> str:
        """Short checksum of the matrix, so that two tables can be told to be of the same data."""
        digest = hashlib.sha256()
        for part in (self.X.indptr, self.X.indices, self.X.data):
            digest.update(np.ascontiguousarray(part).tobytes())
        return digest.hexdigest()[:12]

    def __str__(self) -> str:
        n, m = self.X.shape
        return f"{self.name}, {n:,} documents × {m:,} words, {self.X.nnz:,} non-zeros, {self.X.dtype}"


def data(*, documents: int | None = None) -> Data:
    """Load and count the corpus; ``documents`` keeps the first so many of a shuffle."""
    try:
        corpus = load_20newsgroups()
    except UserError:
        corpus = python_docstrings()
    texts = list(corpus.texts)
    if documents is not None and documents < len(texts):
        chosen = np.random.default_rng(0).choice(len(texts), documents, replace=False)
        texts = [texts[i] for i in np.sort(chosen)]
    # The peers read a plain CSR matrix with 32-bit indices.
    X = sp.csr_matrix(Vectorizer(min_count=5, dtype=np.float32).fit_transform(texts))
    X.sort_indices()
    return Data(corpus.name, texts, X)
