"""What a reader of one document hands on: its text, what else the file says of itself, and its notes."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class SingleDocument:
    """A file that is one document.

    Parameters
    ----------
    fields : dict of str to str
        Columns of its row: "text", all that it is compared by, and others such as "title", "from" or "date".
    notes : list of str, default=[]
        A few words for each guess and repair, without the name of the file: "not UTF-8, so read as Windows-1252".

    Examples
    --------
    >>> SingleDocument({"title": "On wine", "text": "On wine. We drink."}).fields["title"]
    'On wine'
    """

    fields: dict[str, str]
    notes: list[str] = field(default_factory=list)
