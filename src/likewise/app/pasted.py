"""What somebody pasted as examples: texts, or ids of documents of the pile."""

import re
from typing import Any


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
