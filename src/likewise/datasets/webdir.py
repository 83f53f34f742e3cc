"""A web directory: titles and one-line descriptions of links, in a hierarchy that people made."""

from __future__ import annotations

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.corpus import Corpus
from likewise.datasets.storage import load_records, to_corpus


def load_webdir(*, download: bool = False) -> Corpus:
    """Load the web directory: 28,009 short texts under 39 topics.

    It has no single public original (it was made from 39 public link lists), so it cannot be downloaded.

    Parameters
    ----------
    download : bool, default=False
        Here for the sake of the other loaders; there is nothing to download.

    Returns
    -------
    Corpus
        Labels are "Top/Topic"; `extra` has `title`, `description`, `url`, `path`, `top_category` and `source`.

    Examples
    --------
    >>> corpus = load_webdir()  # doctest: +SKIP
    >>> len(set(corpus.labels))  # doctest: +SKIP
    39
    """
    entry = CATALOGUE["webdir"]
    records, checksum = load_records(entry, None, download=download)
    return to_corpus(entry, records, checksum)
