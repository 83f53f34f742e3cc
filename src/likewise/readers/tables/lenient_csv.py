"""Delimited text that breaks the rules: quotation marks inside cells or never closed, too many or too few cells."""

from __future__ import annotations

import csv
import io
import sys

_END = "\x1e end of file \x1e"


def split_leniently(text: str, delimiter: str) -> tuple[list[list[str]], int]:
    r"""Split delimited text into rows of cells, whatever is wrong with it.

    Parameters
    ----------
    text : str
        The file.
    delimiter : str
        The character between cells.

    Returns
    -------
    rows : list of list of str
        The cells; a blank line is an empty list.
    open_quotes : int
        How many rows open a quotation mark that is never closed; in these, quotation marks are read as text.

    Examples
    --------
    >>> split_leniently('id,text\n1,5" disk\n2,"open, wide\n3,tea\n', ",")
    ([['id', 'text'], ['1', '5" disk'], ['2', '"open', ' wide'], ['3', 'tea']], 1)
    """
    # The standard library refuses cells of over 131,072 characters; the limit is one for the whole process, and is
    # only ever raised here, so two readers in two threads cannot disturb each other.
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    lines = list(io.StringIO(text, newline=""))
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += "\n"
    rows: list[list[str]] = []
    open_quotes, start = 0, 0
    while start < len(lines):
        reader = csv.reader([*lines[start:], _END], delimiter=delimiter)
        used = 0
        for row in reader:
            # The mark at the end comes back as a row of its own unless an open quotation mark has swallowed it.
            if reader.line_num > len(lines) - start:
                break
            rows.append(row)
            used = reader.line_num
        start += used
        if start < len(lines):
            rows.extend(csv.reader([lines[start]], delimiter=delimiter, quoting=csv.QUOTE_NONE))
            open_quotes += 1
            start += 1
    return rows, open_quotes
