"""A result for people: the ranked table, how many there are, the most telling words, topics, and notes."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from likewise.app.titles import list_first_titles
from likewise.cli.console import one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from likewise.finder import Result

#: Below the first width a text stands under its name, below the second the reasons do, too.
_NARROW, _NARROWEST = 120, 56
# As in "set another with language=", and not as in a query that somebody gave.
_PARAMETER = re.compile(r"(?<=with )(text|id|label|table|language|profile)=")


def ranked_table(result: "Result", top: int, width: int, *, texts: bool = True) -> "Table":
    """Lay out the first documents of a ranking.

    Parameters
    ----------
    result : Result
        The ranking.
    top : int
        How many documents.
    width : int
        Characters on a line; where there are few, a document's text stands under its name.
    texts : bool, default=True
        Whether the beginning of each text is shown; names may say enough.

    Returns
    -------
    rich.table.Table
        To be printed.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> result = Finder("centroid").find(["red wine"], ["green tea", "a glass of wine"])
    >>> ranked_table(result, 1, 140).row_count
    1
    """
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    first = result.table.filter(result.table["rank"].is_not_null()).head(top)
    ids = [one_line(name) for name in first["id"]]
    narrow, narrowest = width < _NARROW or not texts, width < _NARROWEST
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("rank", justify="right", no_wrap=True)
    table.add_column("prob.", justify="right", no_wrap=True)
    # Columns of our own width, since names are cut at their beginning: their end tells them apart.
    left = max(width - (14 if narrowest else 18), 20)
    widths = [left * 3 // 5] if narrow else [left // 4, left * 3 // 8]
    if narrowest:
        widths = [left]
    elif not narrow:
        widths[0] = min(widths[0], max([2, *map(cell_len, ids)]))
    for title, own in zip(["document"] if narrow else ["id", "document"], widths, strict=True):
        table.add_column(title, width=own, no_wrap=True, overflow="ellipsis")
    if not narrowest:
        why_width = left - sum(widths) - len(widths)
        table.add_column("why", width=why_width, no_wrap=not (narrow and texts), overflow="ellipsis")
    for row, text in zip(first.iter_rows(named=True), list_first_titles(result, len(first)), strict=True):
        name, beginning = Text(_ending(one_line(row["id"]), widths[0]), style="bold"), Text(one_line(text))
        document = [name, beginning] if not narrow else [Text.assemble(name, "\n", beginning) if texts else name]
        probability = "" if row["probability"] is None else f"{row['probability']:.2f}"
        style = "green" if row["suggestion"] == "yes" else "dim"
        why = Text(one_line(row["why"] or row["flag"] or ""))
        reasons = [] if narrowest else [why]
        if narrowest and why:
            document[0].append_text(Text.assemble("\n", why))
        table.add_row(str(row["rank"]), Text(probability, style=style), *document, *reasons)
    return table


def _ending(name: str, width: int) -> str:
    """Cut a name at its beginning to a width that counts an emoji as the two cells that it takes."""
    from rich.cells import cell_len

    if cell_len(name) <= width:
        return name
    start = next(at for at in range(len(name) + 1) if cell_len(name[at:]) < width)
    return f"…{name[start:]}"


def print_result(console: "Console", result: "Result", top: int, *, texts: bool = True) -> None:
    """Print the first documents, the count, the words, and the topics.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    result : Result
        The ranking.
    top : int
        How many documents.
    texts : bool, default=True
        Whether the beginning of each text is shown.

    Examples
    --------
    >>> from likewise.cli.console import output
    >>> from likewise.finder import Finder
    >>> examples, pile = ["red wine, a glass", "fine wine, a glass"], ["green tea", "a glass of wine"]
    >>> print_result(output(), Finder("centroid").find(examples, pile), 0)
    1 of 2 documents looks like your 2 examples.
    Most telling words: ...
    """
    from rich.text import Text

    if top > 0:
        console.print(ranked_table(result, top, console.width, texts=texts))
        console.print()
    sentence = result.summary
    console.print(Text(f"{sentence[0].upper()}{sentence[1:]}.", style="bold"))
    if result.recall is not None and result.recall.found > result.n_examples:
        found = result.recall.describe()
        console.print(Text(f"{found[0].upper()}{found[1:]}."))
    if result.words:
        console.print(Text(f"Most telling words: {', '.join(result.words)}."))
    if result.topics:
        console.print(Text("Topics among them:"))
    for topic in result.topics:
        console.print(Text(f"  {topic.n_documents:>6,}  {', '.join(topic.words)}"))


def print_notes(console: "Console", notes: Sequence[str]) -> None:
    """Print each note on a line of its own.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    notes : sequence of str
        Sentences.

    Examples
    --------
    >>> from likewise.cli.console import output
    >>> print_notes(output(), ["1 file was not read"])
    Note: 1 file was not read
    """
    from rich.text import Text

    for note in notes:
        console.print(Text(f"Note: {word_parameters(one_line(note, 2000))}", style="yellow"))


def word_parameters(note: str) -> str:
    """Replace parameters that a note of the library names by options of the command line.

    Examples
    --------
    >>> word_parameters("language detected: German (set another with language=)")
    'language detected: German (set another with --language)'
    """
    return _PARAMETER.sub(r"--\1", note)
