"""What the commands are given: paths, pasted text, ids, or marks in the pile itself."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from likewise.documents import Documents
    from likewise.progress import Progress


@dataclass(frozen=True)
class Asked:
    """Where the examples and the pile are, in the words of the command line.

    Parameters
    ----------
    first : str
        EXAMPLES, or the PILE where examples are given in another way.
    second : str or None, default=None
        The PILE.
    text, id, table : str or None, default=None
        As of `likewise.readers.read`; `text` alone, without other examples, is itself the example.
    marked : str or None, default=None
        Column of the pile that marks the examples.
    ids : str or None, default=None
        Ids or DOIs of examples in the pile, with commas between them, or a file of them.

    Examples
    --------
    >>> Asked("likes", "pile.csv").pile
    'pile.csv'
    """

    first: str
    second: str | None = None
    text: str | None = None
    id: str | None = None
    table: str | None = None
    marked: str | None = None
    ids: str | None = None

    @property
    def pile(self) -> str:
        """The path of the pile."""
        return self.first if self.second is None else self.second

    @property
    def is_pasted(self) -> bool:
        """Whether --text is the example itself, there being no other."""
        return self.text is not None and self.second is None and self.marked is None and self.ids is None

    @property
    def paths(self) -> list[Path]:
        """Files that are read, so that nothing is written over them."""
        return [Path(path).expanduser() for path in (self.first, self.second, self.ids) if path not in (None, "-", "")]


@dataclass(frozen=True)
class Read:
    """What was asked for, read.

    Parameters
    ----------
    examples, pile : Documents
        Both.
    decisions : mapping of str to bool, default={}
        Documents of the pile that are marked with no.
    """

    examples: "Documents"
    pile: "Documents"
    decisions: Mapping[str, bool] = field(default_factory=dict)


def read_asked(asked: Asked, callback: "Progress | None" = None) -> Read:
    r"""Read the examples and the pile.

    Parameters
    ----------
    asked : Asked
        Where they are.
    callback : callable or None, default=None
        Told how far it is, as a `likewise.progress.Stage`.

    Returns
    -------
    Read
        Both. Examples that turn out to be a list of ids or DOIs of the pile are those documents.

    Raises
    ------
    UserError
        If something cannot be read, or there are no examples, or two kinds of them.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     likes, pile = pathlib.Path(folder, "likes.txt"), pathlib.Path(folder, "pile.csv")
    ...     _ = likes.write_text("b"), pile.write_text("id,text\na,red wine\nb,green tea\n")
    ...     read_asked(Asked(str(likes), str(pile))).examples.text.to_list()
    ['green tea']
    """
    from likewise.documents.examples import by_ids, by_mark
    from likewise.errors import UserError
    from likewise.finder.inputs import as_documents
    from likewise.readers import read

    ways = [name for name, given in (("--marked", asked.marked), ("--ids", asked.ids)) if given is not None]
    if len(ways) + (asked.second is not None) > 1:
        named = " and ".join([*(["EXAMPLES"] if asked.second is not None else []), *ways])
        raise UserError(f"examples are given twice, by {named}; give them in one way, and the pile last")
    if asked.second is None and not ways and asked.text is None:
        raise UserError(
            f"there are no examples, only {asked.first}; give EXAMPLES before the PILE, or --marked, --ids or --text"
        )
    columns: dict[str, Any] = {"text": None if asked.is_pasted else asked.text, "id": asked.id}
    pile = as_documents(read(asked.pile, **columns, table=asked.table, progress=callback), "pile")
    if asked.is_pasted:
        return Read(pasted(asked.text or ""), pile)
    if asked.marked is not None:
        examples, decisions = by_mark(pile, asked.marked)
        return Read(examples, pile, decisions)
    if asked.ids is not None:
        return Read(by_ids(pile, _names(asked.ids)), pile)
    examples = _examples(asked, callback)
    listed = _ids_among(examples, pile)
    return Read(examples if listed is None else by_ids(pile, listed).with_notes(_listed(asked.first, listed)), pile)


def _examples(asked: Asked, callback: "Progress | None") -> "Documents":
    """Read the examples; columns that were named apply only where they are there too."""
    from likewise.documents.examples import without_refused
    from likewise.readers import read
    from likewise.readers.encoding import decode
    from likewise.readers.registry import PAGES, kind_of

    if asked.first == "-":
        return pasted(decode(sys.stdin.buffer.read(), "what was pasted")[0])
    place = Path(asked.first).expanduser()
    plain = place.is_dir() or place.suffix.lower() == ".zip" or (place.is_file() and kind_of(place) in PAGES)
    columns = {} if plain else {"text": asked.text, "id": asked.id}
    return without_refused(read(asked.first, **columns, progress=callback))


def _names(ids: str) -> list[str]:
    """Read ids from a file, a line each, or from the option itself."""
    from likewise.readers.encoding import load_text

    place = Path(ids).expanduser()
    if len(ids) < 1000 and place.is_file():
        return load_text(place)[0].splitlines()
    return re.split(r"[\s,;]+", ids)


def _ids_among(examples: "Documents", pile: "Documents") -> list[str] | None:
    """Return what the examples list, if it is nothing but ids or DOIs of the pile."""
    from likewise.documents.examples import places_of
    from likewise.documents.identity import doi_in

    texts = examples.text.to_list()
    lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    # Documents of one word are rare, and an id is hardly ever longer.
    if not lines or len(lines) > len(pile) or any(len(line) > 200 or " " in line.strip() for line in lines):
        return None
    known = [place is not None for place in places_of(pile, lines)]
    are_dois = all(doi_in(line) is not None for line in lines)
    return lines if any(known) and (all(known) or are_dois) else None


def _listed(source: str, names: list[str]) -> list[str]:
    return [f"{source} lists {len(names):,} {'id' if len(names) == 1 else 'ids'} of the pile: these are the examples"]


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

    from likewise.documents import Documents
    from likewise.errors import UserError

    texts = [part.strip() for part in re.split(r"(?m)^[ \t]*-{3,}[ \t]*\r?$", content) if part.strip()]
    if not texts:
        raise UserError("nothing was pasted; paste one example, or several with a line of --- between them")
    names = [f"pasted {number}" for number in range(1, len(texts) + 1)]
    table = pl.DataFrame({"id": names, "text": texts})
    return Documents(table=table, text=table["text"], ids=table["id"], source="pasted text")
