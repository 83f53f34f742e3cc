"""What a delimited file looks like: the character between its cells, and whether its first row is a header."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from likewise.documents.columns import is_known

CANDIDATES = (",", ";", "\t", "|")
_SAMPLE = 200_000
_ROWS = 200
_LONGEST_NAME = 60
_AGREEMENT = 0.9


def sniff_delimiter(text: str, first: str = ",") -> str | None:
    r"""Guess the character between the cells from the first rows.

    Parameters
    ----------
    text : str
        The file.
    first : str, default=","
        The character that the file's suffix promises: taken if the guesses are equally good.

    Returns
    -------
    str or None
        Comma, semicolon, tab or bar: the one whose number per row varies least; None if the rows have one cell only.

    Examples
    --------
    >>> sniff_delimiter("id;text\n1;red wine, and tea\n2;\"a; b\"\n")
    ';'
    >>> sniff_delimiter("text\nred wine\n") is None
    True
    """
    # Quoted cells may hold delimiters and line ends, so they go first; a quotation mark left open in the cut-off
    # sample would hide all after it, so that goes too.
    rest = re.sub(r'"[^"]*"', "", text[:_SAMPLE])
    rows = [row for row in re.split(r"\r\n|\n|\r", rest.partition('"')[0]) if row]
    if len(text) > _SAMPLE and len(rows) > 1:
        rows.pop()
    rows = rows[:_ROWS]
    first_row = text.lstrip().partition("\n")[0].replace('"', "")
    best, best_score = None, 0.0
    for candidate in sorted(CANDIDATES, key=lambda character: character != first):
        counts = [row.count(candidate) for row in rows]
        if not counts or counts[0] == 0:
            continue
        usual, times = Counter(counts).most_common(1)[0]
        # The header has every column: agreement with it says most. Prose has commas too: where no name is known,
        # nearly all rows must agree.
        agreement = sum(count == counts[0] for count in counts) / len(counts)
        known = any(is_known(cell) for cell in first_row.split(candidate))
        score = agreement + 0.5 * times / len(counts) * (usual > 0) + 0.5 * known
        if (known or agreement >= _AGREEMENT) and score > best_score:
            best, best_score = candidate, score
    return best


def looks_like_header(cells: Sequence[str]) -> bool:
    """Tell whether a first row names the columns or is a document already.

    Parameters
    ----------
    cells : sequence of str
        The first row.

    Returns
    -------
    bool
        False if no cell is a name that the field uses and one of them is a number or too long for a name.

    Examples
    --------
    >>> looks_like_header(["colour", "hat"]), looks_like_header(["17", "I like wine"])
    (True, False)
    """
    if any(is_known(cell) for cell in cells):
        return True
    if len(cells) == 1 and len(cells[0].split()) > 3:
        return False
    return not any(len(cell) > _LONGEST_NAME or re.fullmatch(r"[-+]?\d+([.,]\d+)?", cell.strip()) for cell in cells)
