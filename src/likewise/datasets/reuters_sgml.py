"""The public original of Reuters-21578: SGML files of a thousand stories each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from likewise.datasets.download import read_members
from likewise.datasets.storage import Record

_STORY = re.compile(r"<REUTERS([^>]*)>(.*?)</REUTERS>", re.DOTALL)
_ATTRIBUTE = re.compile(r'([A-Z]+)="([^"]*)"')
_TEXT = re.compile(r"<TEXT([^>]*)>(.*?)</TEXT>", re.DOTALL)
_ITEM = re.compile(r"<D>(.*?)</D>", re.DOTALL)
_CODE = re.compile(r"&#(\d+);")


def parse_original(archives: Sequence[Path]) -> list[Record]:
    """Make records of the public archive reuters21578.tar.gz, which holds reut2-000.sgm to reut2-021.sgm.

    Parameters
    ----------
    archives : sequence of pathlib.Path
        The one archive.

    Returns
    -------
    list of dict
        In order of their number (NEWID).

    Examples
    --------
    >>> import io, tarfile, tempfile
    >>> story = b'<REUTERS TOPICS="YES" LEWISSPLIT="TEST" NEWID="7"><TEXT><TITLE>TEA</TITLE></TEXT></REUTERS>'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "reuters.tar")
    ...     with tarfile.open(path, "w") as archive:
    ...         info = tarfile.TarInfo("reut2-000.sgm")
    ...         info.size = len(story)
    ...         archive.addfile(info, io.BytesIO(story))
    ...     record = parse_original([path])[0]
    >>> record["id"], record["text"], record["modapte"]
    ('7', 'TEA', 'test')
    """
    records = [
        _story(attributes, content)
        for parts, data in read_members(archives[0])
        if parts[-1].endswith(".sgm")
        for attributes, content in _STORY.findall(data.decode("latin-1"))
    ]
    return sorted(records, key=lambda record: int(record["id"]))


def _story(attributes: str, content: str) -> Record:
    about = dict(_ATTRIBUTE.findall(attributes))
    found = _TEXT.search(content)
    text_attributes, block = (found[1], found[2]) if found else ("", "")
    kind = dict(_ATTRIBUTE.findall(text_attributes)).get("TYPE", "NORM")
    title = _field("TITLE", block)
    # An unprocessed story has no fields: all of its block is the text.
    body = _decode(re.sub(r"<[^>]*>", "", block)) if kind == "UNPROC" else _field("BODY", block)
    lewis, has_topics = about.get("LEWISSPLIT", ""), about.get("TOPICS", "")
    in_split = has_topics == "YES" and lewis in {"TRAIN", "TEST"}
    return {
        "id": about["NEWID"],
        "text": "\n\n".join(part for part in (title, body) if part),
        "label": _items("TOPICS", content),
        "title": title,
        "dateline": _field("DATELINE", block),
        "text_type": kind,
        "lewissplit": lewis,
        "cgisplit": about.get("CGISPLIT", ""),
        "has_topics": has_topics,
        "date": _field("DATE", content),
        "places": _items("PLACES", content),
        "people": _items("PEOPLE", content),
        "orgs": _items("ORGS", content),
        "exchanges": _items("EXCHANGES", content),
        "oldid": about.get("OLDID", ""),
        "modapte": lewis.lower() if in_split else "unused",
    }


def _field(tag: str, content: str) -> str:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", content, re.DOTALL)
    return _decode(found[1]) if found else ""


def _items(tag: str, content: str) -> list[str]:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", content, re.DOTALL)
    return [_decode(item) for item in _ITEM.findall(found[1])] if found else []


def _decode(text: str) -> str:
    """Decode the entities of the collection; references to control characters (start and end of text) go."""
    text = _CODE.sub(lambda code: chr(int(code[1])) if int(code[1]) >= 32 else "", text)
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text.strip()
