"""20 Newsgroups: messages to Usenet groups, with or without their headers, all of them or split by date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.choices import check_choice
from likewise.datasets.corpus import Corpus
from likewise.datasets.download import read_members
from likewise.datasets.storage import Record, load_records, to_corpus

# One message has another number in the version by date.
_RENAMED = {"sci.electronics/538033": "sci.electronics/53803"}
_SUBJECT = re.compile(r"^Subject:[ \t]*(.*)$", re.MULTILINE | re.IGNORECASE)


def load_20newsgroups(*, headers: str = "strip", split: str | None = None, download: bool = False) -> Corpus:
    """Load 20 Newsgroups, the original version of 19,997 messages.

    The headers name the group, so they are left out by default. About 500 messages were posted to several groups and
    occur once in each; a few bodies begin with headers that their authors pasted, and keep them.

    Parameters
    ----------
    headers : {"strip", "subject", "keep"}, default="strip"
        Leave the headers out, keep only what follows "Subject:", or keep all.
    split : {None, "train", "test"}, default=None
        All messages, or one part of the later version sorted by date (11,314 and 7,532), which has no cross-posts.
    download : bool, default=False
        Whether to get the public original if the corpus is not on this machine.

    Returns
    -------
    Corpus
        Labels are the names of the groups; `extra["bydate"]` is "train", "test" or None.

    Examples
    --------
    >>> corpus = load_20newsgroups(split="test")  # doctest: +SKIP
    >>> len(corpus)  # doctest: +SKIP
    7532
    >>> load_20newsgroups(split="dev")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: split must be one of None, 'train', 'test', not 'dev'
    """
    check_choice("headers", headers, ("strip", "subject", "keep"))
    check_choice("split", split, (None, "train", "test"))
    entry = CATALOGUE["20newsgroups"]
    records, checksum = load_records(entry, parse_original, download=download)
    if split is not None:
        records = [record for record in records if record["bydate"] == split]
    if headers != "keep":
        records = [{**record, "text": strip_headers(record["text"], headers)} for record in records]
    return to_corpus(entry, records, checksum)


def strip_headers(message: str, headers: str = "strip") -> str:
    r"""Cut a message at its first blank line.

    Parameters
    ----------
    message : str
        The message.
    headers : {"strip", "subject"}, default="strip"
        Whether to keep what follows "Subject:".

    Returns
    -------
    str
        The body, or the subject, a blank line and the body.

    Examples
    --------
    >>> strip_headers("From: me\nSubject: Wine\n\nRed or white?", "subject")
    'Wine\n\nRed or white?'
    """
    head, _, body = message.partition("\n\n")
    if headers == "strip":
        return body
    subject = _SUBJECT.search(head)
    return f"{subject[1].strip()}\n\n{body}" if subject else body


def parse_original(archives: Sequence[Path]) -> list[Record]:
    """Make records of the public archives: the original version, and the one by date for its split.

    Parameters
    ----------
    archives : sequence of pathlib.Path
        20news-19997.tar.gz and 20news-bydate.tar.gz.

    Returns
    -------
    list of dict
        Sorted by id, which is group/number.

    Examples
    --------
    >>> import io, tarfile, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = [Path(folder, "all.tar"), Path(folder, "bydate.tar")]
    ...     for path, name in zip(paths, ["20_newsgroups", "20news-bydate-test"]):
    ...         with tarfile.open(path, "w") as archive:
    ...             archive.addfile(tarfile.TarInfo(f"{name}/sci.med/7"), io.BytesIO())
    ...     parse_original(paths)
    [{'id': 'sci.med/7', 'text': '', 'label': 'sci.med', 'bydate': 'test'}]
    """
    original, by_date = archives
    part = {}
    for parts, _ in read_members(by_date):
        if len(parts) >= 3:
            name = "/".join(parts[-2:])
            part[_RENAMED.get(name, name)] = parts[-3].rpartition("-")[2]
    records = [
        {
            "id": f"{parts[-2]}/{parts[-1]}",
            "text": content.decode("latin-1"),
            "label": parts[-2],
            "bydate": part.get(f"{parts[-2]}/{parts[-1]}"),
        }
        for parts, content in read_members(original)
        if len(parts) >= 3
    ]
    return sorted(records, key=lambda record: str(record["id"]))
