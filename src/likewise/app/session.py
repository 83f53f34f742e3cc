"""A project at work: the next cards, answers that are saved at once, and a ranking that follows them."""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Self

from likewise.app.card import Card, Deck
from likewise.app.next_picks import Shares, choose_picks
from likewise.app.reviewer import find_reviewer
from likewise.errors import UserError
from likewise.project.answers import DECISIONS, Answer, get_time
from likewise.project.audit import read_audit
from likewise.project.cards import CardReader
from likewise.project.project import Project
from likewise.project.runs import read_last_run, read_last_table

if TYPE_CHECKING:
    import polars as pl

    from likewise.documents import Documents
    from likewise.finder import Collection, Result
    from likewise.progress import Progress


class Session:
    """A project at work, which the threads of a terminal or a page share.

    Parameters
    ----------
    path : str or path-like
        The project's file; its ending may be left out.
    by : str or None, default=None
        Who answers; None is the name of the login.
    read_only : bool, default=False
        Whether to look only.
    shares : Shares or None, default=None
        How documents to read are mixed.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage` if a first ranking must be made.

    Raises
    ------
    UserError
        If the project cannot be opened.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.finder.inputs import as_documents
    >>> from likewise.project.creating import create_project
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     examples, pile = as_documents(["red wine"], "examples"), as_documents(["tea", "a glass of wine"], "pile")
    ...     path = create_project(f"{folder}/review", examples, pile, by="ana")
    ...     with Session(path, by="ana") as session:
    ...         _ = session.answer("2", "yes")
    ...         [card.id for card in session.next_cards(10)]
    ['1']
    """

    def __init__(
        self,
        path: str | PathLike[str],
        by: str | None = None,
        *,
        read_only: bool = False,
        shares: Shares | None = None,
        progress: "Progress | None" = None,
    ) -> None:
        self.by = find_reviewer(by)
        self.shares = shares or Shares()
        self.project = Project(path, read_only=read_only)
        self.result: Result | None = None
        self._lock = threading.RLock()
        self._ranking_lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._collection: tuple[str, Collection] | None = None
        self._cards = CardReader(self.project)
        self._fold = self.project.read_fold()
        self._audit = read_audit(self.project.database)
        self._documents: Documents | None = None
        try:
            self._run = read_last_run(self.project.database)
            stored = read_last_table(self.project.database)
            if self._run is None or stored is None or stored[0] != self._run.number:
                self.rerank(progress)
            else:
                self._take_table(stored[1])
        except BaseException:
            self.project.close()
            raise

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
    def is_current(self) -> bool:
        """Whether the last ranking knows of all answers."""
        return self._run is not None and self._run.last_answer >= self._fold.last

    @property
    def documents(self) -> "Documents":
        """All documents of the pile."""
        with self._lock:
            if self._documents is None or len(self._documents) != self.n_documents:
                self._documents = self.project.read_pile()
            return self._documents

    @property
    def answers(self) -> dict[str, Answer]:
        """The answer that holds for each document that has one."""
        with self._lock:
            return self._fold.current

    def count_answers(self) -> dict[str, int]:
        """Count the documents with yes, no and unsure."""
        with self._lock:
            return self._fold.count()

    def next_cards(self, n: int = 1) -> list[Card]:
        """Choose the next documents to read, which nobody has answered.

        Parameters
        ----------
        n : int, default=1
            How many.

        Returns
        -------
        list of Card
            Fewer if no more are left.
        """
        with self._lock:
            counts = Counter(answer.pick for answer in self._fold.current.values() if answer.pick)
            picks = choose_picks(
                n,
                self._deck.candidates,
                self._fold.current.keys(),
                counts,
                has_no=bool(self._fold.count()["no"]),
                shares=self.shares,
            )
            return [self.card(*pick) for pick in picks]

    def card(self, id: str, pick: str | None = None) -> Card:  # noqa: A002 the name of the column
        """Make the card of any document.

        Parameters
        ----------
        id : str
            Of the document.
        pick : str or None, default=None
            Why it is shown.

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
            return self._deck.make_card(id, pick, self._fold)

    def answer(
        self,
        id: str,  # noqa: A002 the name of the column
        decision: str,
        pick: str | None = None,
        note: str | None = None,
        reason: str | None = None,
    ) -> Answer:
        """Write down what the reviewer says of a document; it is on disk when this returns.

        Parameters
        ----------
        id : str
            Of the document.
        decision : {"yes", "no", "unsure"}
            What is said.
        pick : str or None, default=None
            As what the document was shown.
        note, reason : str or None, default=None
            A note, and why it is excluded.

        Returns
        -------
        Answer
            With its number.

        Raises
        ------
        UserError
            If there is no such document, or the system refuses; nothing is changed then.
        """
        if decision not in DECISIONS:
            raise UserError(f"{decision!r} is not an answer; answer yes, no or unsure", parameter="decision")
        if pick != "audit" and id in self._deck.drawn:
            pick = None if pick is None else "audit"  # whatever way it came up, it is one of the random sample
        new = Answer(id, decision, self.by, get_time(), pick=pick, run=self.run, note=note, reason=reason)
        return self._append(new)

    def undo(self) -> Answer | None:
        """Take back the reviewer's last answer that still holds; the log keeps both.

        Returns
        -------
        Answer or None
            The answer that was taken back; None if there is none.
        """
        with self._lock:
            self._catch_up()
            last = self._fold.last_of(self.by)
            if last is None:
                return None
            self._append(Answer(last.document, "undo", self.by, get_time(), run=self.run, undoes=last.seq))
            return last

    def answers_since(self, seq: int) -> list[Answer]:
        """List the answers after a number, of all windows and processes, and take them into account.

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
            return self.project.read_answers(seq)

    def rerank(self, progress: "Progress | None" = None) -> "Result":
        """Rank all documents by all answers so far, and write the ranking down.

        Parameters
        ----------
        progress : callable or None, default=None
            Called with a `likewise.progress.Stage`.

        Returns
        -------
        Result
            As of `likewise.finder.search`.
        """
        from likewise.project import ranking

        with self._ranking_lock, Project(self.project.path, read_only=self.read_only, check=False) as project:
            # A connection of its own, so that answers do not wait for it.
            fold, name = project.read_fold(), ranking.name_collection(project)
            is_known = self._collection is not None and self._collection[0] == name
            collection = self._collection[1] if is_known and self._collection else None
            if collection is None:
                collection = ranking.load_collection(project, progress=progress)
            result = ranking.search_project(project, collection, fold, progress=progress)
            run = ranking.record(project, collection, result, fold, self.by)
            if not is_known:
                ranking.keep_collection(project, collection)
            with self._lock:
                self._collection, self.result, self._run = (name, collection), result, run
                self._audit = read_audit(project.database)
                self._take_table(result.table)
                self._catch_up()
        return result

    def rerank_in_background(self, callback: Callable[[Exception | None], object] | None = None) -> bool:
        """Rank in a thread of its own, if none does already; cards come from the new ranking when it is there.

        Parameters
        ----------
        callback : callable or None, default=None
            Called in that thread when it is done, with None, or with what went wrong.

        Returns
        -------
        bool
            Whether a new ranking has begun.
        """
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                return False
            self._thread = threading.Thread(target=self._rerank_and_tell, args=(callback,), daemon=True)
            self._thread.start()
            return True

    def _rerank_and_tell(self, callback: Callable[[Exception | None], object] | None) -> None:
        wrong: Exception | None = None
        try:
            self.rerank()
        except UserError as error:  # such as a full disk: cards go on coming from the last ranking
            wrong = error
        if callback is not None:
            callback(wrong)

    def close(self) -> None:
        """Wait for a ranking that is being made, and close the file; nothing needs to be saved by that."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        self.project.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _append(self, new: Answer) -> Answer:
        with self._lock:
            (answer,) = self.project.append([new])
            self._catch_up()
            return answer

    def _catch_up(self) -> None:
        """Take the answers of other processes into account, and one's own, in the order of the log."""
        for answer in self.project.read_answers(self._fold.last):
            self._fold.apply(answer)

    def _take_table(self, table: "pl.DataFrame") -> None:
        self._deck = Deck(self._cards, table, self.outcome, self._audit)
