"""What a delimited file looks like: the character between its cells, and which row is a header, if one is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from likewise.documents.columns import is_known

CANDIDATES = (",", ";", "\t", "|")
#: A character that no table uses as delimiter, for files of one column.
NO_DELIMITER = "\x1f"
_SAMPLE = 200_000
_ROWS = 200
_LONGEST_NAME = 60
_AGREEMENT = 0.9
#: Rows that may stand above the header, such as the name of a search and its day.
_MOST_ABOVE = 20
_LINE_END = re.compile(r"\r\n|\n|\r")
# The line that Excel understands as "this is my delimiter".
_DECLARED = re.compile(rf"sep=([,;\t|{NO_DELIMITER}])\r?\n")


class Beginning(NamedTuple):
    r"""What stands above the rows of a delimited file, and the character between its cells.

    Examples
    --------
    >>> Beginning("sep=;\n", n_above=0, delimiter=";").delimiter
    ';'
    """

    #: The line that declares the delimiter, with its end; "" if there is none.
    declaration: str
    #: Rows of a title, between that line and the names of the columns.
    n_above: int
    #: None if the rows have one cell only.
    delimiter: str | None


def get_usual_delimiter(path: Path) -> str:
    r"""Return the delimiter that the suffix of a file promises.

    Examples
    --------
    >>> get_usual_delimiter(Path("pile.csv")), get_usual_delimiter(Path("pile.tsv.gz"))
    (',', '\t')
    """
    return "\t" if path.name.lower().removesuffix(".gz").endswith(".tsv") else ","


def find_beginning(text: str, usual: str = ",") -> Beginning:
    r"""Find the names of the columns, or the first row if there are none, and the character between the cells.

    Parameters
    ----------
    text : str
        The file, without empty lines above everything else.
    usual : str, default=","
        The character that the file's suffix promises.

    Returns
    -------
    Beginning
        What is to be left out above them, and the character.

    Examples
    --------
    >>> find_beginning("sep=;\nid;text\n1;red wine\n")
    Beginning(declaration='sep=;\n', n_above=0, delimiter=';')
    """
    declared = _DECLARED.match(text)
    rest = text[declared.end() :] if declared else text
    n_above = count_above(rest)
    if declared:
        return Beginning(declared[0], n_above, None if declared[1] == NO_DELIMITER else declared[1])
    return Beginning("", n_above, sniff_delimiter(split_lines(rest, n_above)[1], usual))


def split_lines(text: str, number: int) -> tuple[list[str], str]:
    r"""Split the first lines from a text, wherever it comes from.

    Parameters
    ----------
    text : str
        Lines that end as in Unix, Windows or old Macs.
    number : int
        How many there are to split off.

    Returns
    -------
    lines : list of str
        The first ones, without their ends.
    rest : str
        All else.

    Examples
    --------
    >>> split_lines("Hits of May\r\nid;title\r\n1;red wine\r\n", 1)
    (['Hits of May'], 'id;title\r\n1;red wine\r\n')
    """
    if not number:
        return [], text
    *lines, rest = _LINE_END.split(text, maxsplit=number)
    return lines, rest


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
    rows = _list_rows(text)
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


def count_above(text: str) -> int:
    r"""Count the rows above the one that names the columns: those of a title, and empty ones.

    Parameters
    ----------
    text : str
        The file.

    Returns
    -------
    int
        0 unless the first row has few cells, a later one has a name that the field uses, and those below it have as
        many cells.

    Examples
    --------
    >>> count_above("Hits of May;;\n;;\nid;title;year\n1;red wine;1999\n"), count_above("text\nred wine\n")
    (2, 0)
    """
    lines = _LINE_END.split(text[:_SAMPLE])
    for candidate in CANDIDATES:
        rows = [[cell.strip(' "') for cell in line.split(candidate)] for line in lines[: _MOST_ABOVE + 1]]
        number = next((at for at, row in enumerate(rows) if any(map(is_known, row))), 0)
        above, names = rows[:number], [name for name in rows[number] if name]
        if not number or len(names) < 2 or any('"' in line for line in lines[:number]):
            continue
        is_narrow = all(2 * len(list(filter(None, row))) <= len(names) for row in above)
        if is_narrow and looks_like_header(names) and _agree("\n".join(lines[number:]), candidate):
            return number
    return 0


def _agree(text: str, delimiter: str) -> bool:
    """Tell whether nearly all of the first rows have as many cells as the very first."""
    counts = [row.count(delimiter) for row in _list_rows(text)]
    return len(counts) > 1 and sum(count == counts[0] for count in counts) >= _AGREEMENT * len(counts)


def _list_rows(text: str) -> list[str]:
    """List the first rows, without what is quoted."""
    # Quoted cells may hold delimiters and line ends, so they go first; a quotation mark left open in the cut-off
    # sample would hide all after it, so that goes too.
    rest = re.sub(r'"[^"]*"', "", text[:_SAMPLE])
    rows = [row for row in _LINE_END.split(rest.partition('"')[0]) if row]
    if len(text) >= _SAMPLE and len(rows) > 1:
        rows.pop()
    return rows[:_ROWS]


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
