"""Cards: documents as a person is shown them, from the last ranking of a project."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from likewise.app.next_picks import Candidates
from likewise.project.answers import Fold
from likewise.project.cards import MOST_READ, CardReader

if TYPE_CHECKING:
    import polars as pl

#: Documents on both sides of the cut-off that uncertain picks are chosen from.
_MOST_UNCERTAIN = 200


@dataclass(frozen=True)
class Card:
    """A document as a person is shown it.

    Parameters
    ----------
    id : str
        Of the document.
    place : int or None
        Its rank in the last ranking; None if it has none.
    pick : str or None
        Why it is shown: "top", "uncertain", "different" or "audit"; None for a card that was asked for.
    probability, lower, upper : float or None
        How likely it is to be like the examples, with the interval; None where nobody can tell.
    why : str
        The words that speak most for it.
    nearest, nearest_title : str or None
        Id and title of the example most like it.
    words : tuple of (int, int, str)
        Start and end of the words of `why` in the text.
    title, text : str
        What to read.
    fields : mapping of str to str
        The original columns that are not empty.
    decision, note, reason : str or None
        What was said of it.
    """

    id: str
    place: int | None
    pick: str | None
    probability: float | None
    lower: float | None
    upper: float | None
    why: str
    nearest: str | None
    nearest_title: str | None
    words: tuple[tuple[int, int, str], ...]
    title: str
    text: str
    fields: Mapping[str, str]
    decision: str | None = None
    note: str | None = None
    reason: str | None = None

    @property
    def body_start(self) -> int:
        """Where the text begins that is not the title again; its end if it has no more than the title."""
        body = self.text[self.title_length :]
        return self.title_length + len(body) - len(body.lstrip())

    @property
    def read_end(self) -> int:
        """Where the part of the text ends that a card shows; words are found up to there."""
        return min(len(self.text), MOST_READ)

    @property
    def title_length(self) -> int:
        """How much of the text is the title, in which words stand out, too; 0 if it begins otherwise."""
        return len(self.title) if self.text.startswith(self.title) else 0


class Deck:
    """The documents of a ranking, ready to be shown.

    Parameters
    ----------
    reader : CardReader
        Of the project.
    table : polars.DataFrame
        Of the ranking.
    outcome : mapping
        What the ranking says.
    audit : sequence of str
        Ids of the random sample, in order.

    Attributes
    ----------
    candidates : Candidates
        What the next cards are chosen from.
    drawn : set of str
        The random sample.
    table : polars.DataFrame
        As given.
    """

    def __init__(
        self, reader: CardReader, table: "pl.DataFrame", outcome: Mapping[str, Any], audit: Sequence[str]
    ) -> None:
        self._reader, self.table, self._outcome = reader, table, outcome
        self._rows = {name: row for row, name in enumerate(table["id"])}
        top = table.filter(table["rank"].is_not_null())["id"].to_list()
        cut = int(outcome.get("n_taken") or 0)
        near = range(max(cut - _MOST_UNCERTAIN // 2, 0), min(cut + _MOST_UNCERTAIN // 2, len(top)))
        self.drawn = {*audit}
        self.candidates = Candidates(
            top=top,
            uncertain=[top[row] for row in sorted(near, key=lambda row: abs(row + 0.5 - cut))],
            different=tuple(outcome.get("different") or ()),
            audit=audit,
        )

    def place_of(self, name: str) -> int:
        """Return where a document stands in the table of the ranking; those that are not in it stand last."""
        return self._rows.get(name, len(self._rows))

    def make_card(self, name: str, pick: str | None, fold: Fold, *, brief: bool = False) -> Card:
        """Make the card of a document.

        Parameters
        ----------
        name : str
            Its id.
        pick : str or None
            Why it is shown.
        fold : Fold
            The answers so far.
        brief : bool, default=False
            Whether it is a line of a list.

        Returns
        -------
        Card
            All there is to show.

        Raises
        ------
        UserError
            If there is no such document.
        """
        at = self._rows.get(name)
        row: dict[str, Any] = {} if at is None else self.table.row(at, named=True)
        told = self._reader.read(name, row.get("why") or "", self._outcome.get("rule"), row.get("nearest"), brief=brief)
        shown: dict[str, Any] = {key: row.get(key) for key in ("probability", "lower", "upper", "nearest")}
        answer = fold.get(name)
        shown["decision"] = None if answer is None else answer.decision
        shown |= {key: fold.get_remark(name, key) for key in ("note", "reason")}
        return Card(id=name, place=row.get("rank"), pick=pick, why=row.get("why") or "", **told._asdict(), **shown)
