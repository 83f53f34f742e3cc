"""A project as it stands: cards, documents, answers and what the last ranking says of them; nothing is changed."""

import threading
from collections import Counter
from collections.abc import Collection, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Self

from likewise.app.card import Card, Deck
from likewise.app.next_picks import Shares, choose_picks
from likewise.project.answers import Answer
from likewise.project.audit import read_audit
from likewise.project.cards import CardReader
from likewise.project.notes import Note, read_notes
from likewise.project.project import Project
from likewise.project.ranking import name_collection
from likewise.project.runs import Run, read_last_run, read_last_table

if TYPE_CHECKING:
    import polars as pl

    from likewise.app.project_estimate import ProjectEstimate
    from likewise.documents import Documents


class ProjectView:
    """A project, opened to look at; threads may share it.

    Parameters
    ----------
    path : str or path-like
        The project's file; its ending may be left out.
    read_only : bool, default=False
        Whether nothing will be written.
    shares : Shares or None, default=None
        How documents to read are mixed.

    Raises
    ------
    UserError
        If the project cannot be opened.
    """

    def __init__(self, path: str | PathLike[str], *, read_only: bool = False, shares: Shares | None = None) -> None:
        self.shares = shares or Shares()
        self.project = Project(path, read_only=read_only)
        self._lock = threading.RLock()
        self._run: Run | None = None
        #: Number of the last batch that the ranking is of; None if it is not of all.
        self._known: int | None = None
        self._documents: Documents | None = None
        self._cards = CardReader(self.project)
        self._fold = self.project.read_fold()
        self._audit = read_audit(self.project.database)

    @property
    def read_only(self) -> bool:
        """Whether nothing can be answered."""
        return self.project.read_only

    @property
    def n_documents(self) -> int:
        """Documents of the pile."""
        return self.project.n_documents

    @property
    def run(self) -> int | None:
        """Number of the ranking that cards come from."""
        return None if self._run is None else self._run.number or None

    @property
    def outcome(self) -> Mapping[str, Any]:
        """What the last ranking says: `summary, count, low, high, found, recall, …`."""
        return {} if self._run is None else self._run.outcome

    @property
    def table(self) -> "pl.DataFrame":
        """The last ranking: a row for each document, best first, without decisions."""
        return self._deck.table

    @property
    def version(self) -> tuple[int, int | None, int]:
        """What lists are made of: another one with every answer, ranking and batch of documents."""
        return self._fold.last, self.run, self.n_documents

    @property
    def is_current(self) -> bool:
        """Whether the last ranking knows of all answers and all documents."""
        is_whole = self._known is not None and self._known == self._last_batch()
        return is_whole and self._run is not None and self._run.last_answer >= self._fold.last

    @property
    def documents(self) -> "Documents":
        """All documents of the pile."""
        with self._lock:
            if self._documents is None or len(self._documents) != self.n_documents:
                return self._hold(self.project.read_pile())
            return self._documents

    def _hold(self, documents: "Documents") -> "Documents":
        """Keep all documents in memory, and make cards from there."""
        self._cards.use(documents)
        self._documents = documents
        return documents

    @property
    def answers(self) -> dict[str, Answer]:
        """The answer that holds for each document that has one."""
        with self._lock:
            return self._fold.current

    def count_answers(self) -> dict[str, int]:
        """Count the documents with yes, no and unsure."""
        with self._lock:
            return self._fold.count()

    def next_cards(self, n: int = 1, without: Collection[str] = ()) -> list[Card]:
        """Choose the next documents to read, which nobody has answered.

        Parameters
        ----------
        n : int, default=1
            How many.
        without : collection of str, default=()
            Ids of documents that are before the reader already; those to come follow them in the mix.

        Returns
        -------
        list of Card
            Fewer if no more are left.
        """
        with self._lock:
            counts = Counter(answer.pick for answer in self._fold.current.values() if answer.pick)
            picks = choose_picks(
                n + len(without),
                self._deck.candidates,
                self._fold.current.keys(),
                counts,
                has_no=bool(self._fold.count()["no"]),
                shares=self.shares,
            )
            return [self.card(*pick) for pick in [each for each in picks if each.id not in without][:n]]

    def card(self, id: str, pick: str | None = None, *, brief: bool = False) -> Card:  # noqa: A002 the name of the column
        """Make the card of any document.

        Parameters
        ----------
        id : str
            Of the document.
        pick : str or None, default=None
            Why it is shown.
        brief : bool, default=False
            Whether it is a line of a list, without what only a whole card shows.

        Returns
        -------
        Card
            With what was said of it.

        Raises
        ------
        UserError
            If there is no such document.
        """
        with self._lock:
            return self._deck.make_card(id, pick, self._fold, brief=brief)

    def find(self, words: str, most: int = 50) -> list[str]:
        """Find documents that have all of some words, or parts of words, in their texts.

        Parameters
        ----------
        words : str
            Separated by spaces; case does not matter.
        most : int, default=50
            How many.

        Returns
        -------
        list of str
            Their ids: those that have a rank first, best first.
        """
        import polars as pl

        wanted = words.lower().split()
        if not wanted:
            return []
        documents = self.documents
        texts = documents.text.str.to_lowercase()
        has_all = pl.Series([True] * len(texts))
        for word in wanted:
            has_all &= texts.str.contains(word, literal=True)
        names = documents.ids.filter(has_all).to_list()
        with self._lock:
            return sorted(names, key=self._deck.place_of)[:most]

    def list_notes(self, id: str) -> list[Note]:  # noqa: A002 the name of the column
        """List the notes on a document, oldest first."""
        return read_notes(self.project.database, id)

    def list_reasons(self) -> list[str]:
        """List the reasons of exclusion that were given so far, the commonest first."""
        from likewise.app.account import count_reasons

        with self._lock:
            return list(count_reasons(self._fold))

    def estimate(self) -> "ProjectEstimate":
        """Say how far the project is, by the last ranking and the answers so far.

        Returns
        -------
        ProjectEstimate
            As of `likewise.app.project_estimate.estimate_project`; `is_current` says whether the ranking knows of all
            answers.
        """
        from likewise.app.project_estimate import make_estimate

        with self._lock:
            return make_estimate(self.project, self._fold, self.outcome)

    def answers_since(self, seq: int) -> list[Answer]:
        """List the answers after a number, of all windows and processes, and take them and new rankings into account.

        Parameters
        ----------
        seq : int
            Number of the last answer that is known already.

        Returns
        -------
        list of Answer
            In the order of the log.
        """
        with self._lock:
            self._catch_up()
            ((newest,),) = self.project.database.read("SELECT coalesce(max(run), 0) FROM last_table")
            if newest > (self.run or 0):
                self._take_last()
            return self.project.read_answers(seq)

    def catch_up(self) -> None:
        """Take the answers of other processes into account."""
        with self._lock:
            self._catch_up()

    def close(self) -> None:
        """Close the file; nothing needs to be saved by that."""
        self.project.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _catch_up(self) -> None:
        """Take the answers of other processes into account, and one's own, in the order of the log."""
        for answer in self.project.read_answers(self._fold.last):
            self._fold.apply(answer)

    def _last_batch(self) -> int:
        return int(self.project.database.read("SELECT coalesce(max(number), 0) FROM batches")[0][0])

    def _take_last(self) -> bool:
        """Take the last ranking that was written down, if there is one; tell whether there is."""
        run, stored = read_last_run(self.project.database), read_last_table(self.project.database)
        if run is None or stored is None or stored[0] != run.number:
            return False
        self._take(run, stored[1])
        return True

    def _take(self, run: Run, table: "pl.DataFrame") -> None:
        """Show cards from a ranking; answers wait only while it is put in place of the one before."""
        audit, last = read_audit(self.project.database), self._last_batch()
        known = last if run.collection == name_collection(self.project) else None
        deck = Deck(self._cards, table, run.outcome, audit)
        with self._lock:
            self._run, self._audit, self._known, self._deck = run, audit, known, deck
