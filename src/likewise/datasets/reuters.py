"""Reuters-21578: newswire stories with none, one or several topics."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.choices import check_choice
from likewise.datasets.corpus import Corpus
from likewise.datasets.reuters_sgml import parse_original
from likewise.datasets.storage import load_records, to_corpus
from likewise.errors import UserError


def load_reuters21578(
    *, split: str | None = None, single_topic: bool = False, min_topic_size: int = 0, download: bool = False
) -> Corpus:
    """Load Reuters-21578, Distribution 1.0.

    Parameters
    ----------
    split : {None, "train", "test"}, default=None
        All stories, or one part of the ModApte split (9,603 and 3,299).
    single_topic : bool, default=False
        Keep only stories with exactly one topic; their labels are then strings, not lists.
    min_topic_size : int, default=0
        After that, drop topics with fewer stories than this, and stories that are left without a topic.
    download : bool, default=False
        Whether to get the public original if the corpus is not on this machine.

    Returns
    -------
    Corpus
        Labels are lists of topics, or single topics; `extra` has the other fields, such as `title` and `places`.

    Examples
    --------
    >>> corpus = load_reuters21578(single_topic=True, min_topic_size=100)  # doctest: +SKIP
    >>> len(corpus), len(set(corpus.labels))  # doctest: +SKIP
    (8246, 10)
    >>> load_reuters21578(min_topic_size=-1)
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: min_topic_size must be 0 or more, not -1
    """
    check_choice("split", split, (None, "train", "test"))
    if min_topic_size < 0:
        raise UserError(f"min_topic_size must be 0 or more, not {min_topic_size}")
    entry = CATALOGUE["reuters21578"]
    records, checksum = load_records(entry, parse_original, download=download)
    if split is not None:
        records = [record for record in records if record["modapte"] == split]
    if single_topic:
        records = [record for record in records if len(record["label"]) == 1]
    if min_topic_size > 0:
        sizes = Counter(topic for record in records for topic in record["label"])
        large = {topic for topic, size in sizes.items() if size >= min_topic_size}
        records = [{**record, "label": [topic for topic in record["label"] if topic in large]} for record in records]
        records = [record for record in records if record["label"]]
    corpus = to_corpus(entry, records, checksum)
    if single_topic:
        labels: Any = [label[0] for label in corpus.labels]
        return replace(corpus, labels=labels)
    return corpus
