"""What somebody pasted as examples: texts, or ids of documents of the pile."""

import re
from typing import TYPE_CHECKING, Any

from likewise.errors import UserError

if TYPE_CHECKING:
    from likewise.documents import Documents


def place_pasted(content: str) -> dict[str, Any]:
    r"""Tell a list of ids from a text.

    Parameters
    ----------
    content : str
        What was pasted.

    Returns
    -------
    dict
        A field of `likewise.app.request.SearchRequest` and its value: `ids` if every line is a word with a digit in it,
        or words with commas between them; `pasted` otherwise; nothing if nothing was pasted.

    Examples
    --------
    >>> place_pasted("10.5555/0001\n10.5555/0268"), place_pasted("Red wine\n---\nWhite wine")
    ({'ids': '10.5555/0001,10.5555/0268'}, {'pasted': 'Red wine\n---\nWhite wine'})
    """
    content = content.strip()
    if not content:
        return {}
    lines = [part.strip() for part in re.split(r"[\n,;]", content) if part.strip()]
    are_ids = all(re.search(r"\d", line) and not re.search(r"\s", line) for line in lines)
    return {"ids": ",".join(lines)} if lines and are_ids else {"pasted": content}


def decode_pasted(content: bytes) -> str:
    """Decode pasted bytes, whatever their encoding.

    Examples
    --------
    >>> decode_pasted("Café".encode("cp1252"))
    'Café'
    """
    from likewise.readers.encoding import decode

    return decode(content, "what was pasted")[0]


def split_pasted(content: str) -> "Documents":
    r"""Take pasted text for one example, or for several with a line of dashes between them.

    Parameters
    ----------
    content : str
        What was pasted.

    Returns
    -------
    Documents
        With ids "pasted 1", "pasted 2", …

    Raises
    ------
    UserError
        If it is empty.

    Examples
    --------
    >>> split_pasted("Red wine\n---\nWhite wine\n").ids.to_list()
    ['pasted 1', 'pasted 2']
    """
    import polars as pl

    from likewise.documents import Documents

    texts = [part.strip() for part in re.split(r"(?m)^[ \t]*-{3,}[ \t]*\r?$", content) if part.strip()]
    if not texts:
        raise UserError(
            "nothing was pasted; paste one example, or several with a line of --- between them", parameter="pasted"
        )
    names = [f"pasted {number}" for number in range(1, len(texts) + 1)]
    table = pl.DataFrame({"id": names, "text": texts})
    return Documents(table=table, text=table["text"], ids=table["id"], source="pasted text")
