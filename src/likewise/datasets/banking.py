"""BANKING77: one-line requests to a bank, in many small classes."""

from __future__ import annotations

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.choices import check_choice
from likewise.datasets.corpus import Corpus
from likewise.datasets.storage import load_records, to_corpus


def load_banking77(*, split: str | None = None, download: bool = False) -> Corpus:
    """Load BANKING77, 13,083 requests to a bank in 77 intents.

    It has no public original that can be downloaded as one file.

    Parameters
    ----------
    split : {None, "train", "test"}, default=None
        All requests, or one part of them.
    download : bool, default=False
        As for the other loaders; there is nothing to download.

    Returns
    -------
    Corpus
        Labels are the intents; `extra["split"]` is "train" or "test".

    Examples
    --------
    >>> corpus = load_banking77()  # doctest: +SKIP
    >>> len(set(corpus.labels))  # doctest: +SKIP
    77
    """
    check_choice("split", split, (None, "train", "test"))
    entry = CATALOGUE["banking77"]
    records, checksum = load_records(entry, None, download=download)
    if split is not None:
        records = [record for record in records if record["split"] == split]
    return to_corpus(entry, records, checksum)
