"""Title and author as a file gives them, where they say anything: programs fill these in by themselves, too."""

from __future__ import annotations

import re

_BY_PROGRAMS = re.compile(
    r"(?:microsoft (?:word|powerpoint|excel) - .*|untitled.*|no title|document\s?\d*|title|slide 1|layout 1|unknown|"
    r".*\.(?:docx?|dvi|tex|rtf|pdf|ps|eps|indd|qxd|odt|wpd|p65|pptx?|html?)|\W*)",
    re.IGNORECASE | re.DOTALL,
)
_PEOPLE = re.compile(r"(?:user|owner|author|admin(?:istrator)?|unknown|anonymous|\W*)", re.IGNORECASE)


def clean_credits(title: object, author: object) -> dict[str, str]:
    """Keep the title and the author of a document if a person is likely to have written them.

    Parameters
    ----------
    title, author : object
        What the file says; anything that is not a string is not kept.

    Returns
    -------
    dict of str to str
        "title" and "author", those of them that are kept.

    Examples
    --------
    >>> clean_credits("On wine", "A. Drinker")
    {'title': 'On wine', 'author': 'A. Drinker'}
    >>> clean_credits("Microsoft Word - wine.doc", "user")
    {}
    """
    kept = {}
    for name, value, empty in (("title", title, _BY_PROGRAMS), ("author", author, _PEOPLE)):
        # Damaged files have half characters here, which no table takes.
        text = " ".join(str(value).encode("utf-8", "replace").decode().split()) if isinstance(value, str) else ""
        if not empty.fullmatch(text):
            kept[name] = text
    return kept
