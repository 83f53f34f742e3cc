"""What the commands are given: paths, or text pasted into the terminal."""

import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from likewise.readers import Documents

_PLAIN = (".txt", ".md", ".txt.gz", ".md.gz")


def read_examples(path: str, *, text: str | None = None, id: str | None = None) -> "Documents":  # noqa: A002
    """Read the examples from a path, or from stdin if it is "-".

    Parameters
    ----------
    path : str
        A file or folder, or "-".
    text, id : str or None, default=None
        Columns; they apply only where the examples are a table too.

    Returns
    -------
    Documents
        The examples.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "a.txt").write_text("red wine")
    ...     read_examples(folder, text="abstract").text.to_list()
    ['red wine']
    """
    from pathlib import Path

    from likewise.readers import read

    if path == "-":
        return pasted(sys.stdin.read())
    is_table = not Path(path).expanduser().is_dir() and not path.lower().endswith(_PLAIN)
    return read(path, text=text, id=id) if is_table else read(path)


def pasted(content: str) -> "Documents":
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
    >>> pasted("Red wine\n---\nWhite wine\n").ids.to_list()
    ['pasted 1', 'pasted 2']
    """
    import polars as pl

    from likewise.errors import UserError
    from likewise.readers import Documents

    texts = [part.strip() for part in re.split(r"(?m)^[ \t]*-{3,}[ \t]*\r?$", content) if part.strip()]
    if not texts:
        raise UserError("nothing was pasted on stdin; paste one example, or several with a line of --- between them")
    names = [f"pasted {number}" for number in range(1, len(texts) + 1)]
    table = pl.DataFrame({"id": names, "text": texts})
    return Documents(table=table, text=table["text"], ids=table["id"], source="-")
