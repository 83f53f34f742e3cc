"""Plain text, .txt and .md: the file is the document."""

from __future__ import annotations

from likewise.readers.encoding import decode
from likewise.readers.single_document import SingleDocument


def read_plain_text(data: bytes, name: str) -> SingleDocument:
    """Read plain text.

    Parameters
    ----------
    data : bytes
        What the file holds.
    name : str
        What to call it in an error.

    Returns
    -------
    SingleDocument
        Its text, as it is.

    Raises
    ------
    UserError
        If it is not text.

    Examples
    --------
    >>> read_plain_text(b"red wine", "note.txt").fields
    {'text': 'red wine'}
    """
    text, notes = decode(data, name)
    return SingleDocument({"text": text}, notes)
