"""A project at work: the next cards, answers that are saved at once, and a ranking that follows them."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from os import PathLike
from typing import TYPE_CHECKING

from likewise.app.next_picks import Shares
from likewise.app.project_view import ProjectView
from likewise.app.reviewer import find_reviewer
from likewise.errors import UserError
from likewise.project.answers import DECISIONS, Answer, get_time
from likewise.project.notes import Note, append_note
from likewise.project.project import Project

if TYPE_CHECKING:
    from likewise.finder import Collection, Result
    from likewise.progress import Progress


class Session(ProjectView):
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
        super().__init__(path, read_only=read_only, shares=shares)
        self.result: Result | None = None
        self._ranking_lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._collection: tuple[str, Collection] | None = None
        try:
            if not self._take_last():
                self.rerank(progress)
        except BaseException:
            self.project.close()
            raise

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
        return self._append([new])[0]

    def answer_several(self, ids: Sequence[str], decision: str) -> list[Answer]:
        """Write down the same answer on several documents, all or none.

        Parameters
        ----------
        ids : sequence of str
            Of the documents.
        decision : {"yes", "no", "unsure"}
            What is said.

        Returns
        -------
        list of Answer
            Numbered one after the other.
        """
        if decision not in DECISIONS:
            raise UserError(f"{decision!r} is not an answer; answer yes, no or unsure", parameter="decision")
        return self._append([Answer(name, decision, self.by, get_time(), run=self.run) for name in ids])

    def undo(self, id: str | None = None) -> Answer | None:  # noqa: A002 the name of the column
        """Take back the reviewer's last answer that still holds; the log keeps both.

        Parameters
        ----------
        id : str or None, default=None
            Of the document whose answer it is; None for any.

        Returns
        -------
        Answer or None
            The answer that was taken back; None if there is none.
        """
        with self._lock:
            self._catch_up()
            if id is None:
                last = self._fold.last_of(self.by)
            else:
                theirs = (each for each in reversed(self._fold.valid_of(id)) if each.by == self.by)
                last = next(theirs, None)
            if last is not None:
                self._take_back([last])
            return last

    def undo_between(self, first: int, last: int) -> list[Answer]:
        """Take back answers of the reviewer that still hold, all or none, such as those that were given together.

        Parameters
        ----------
        first, last : int
            Numbers of the first and the last of them.

        Returns
        -------
        list of Answer
            Those that were taken back.
        """
        with self._lock:
            self._catch_up()
            found = self._fold.list_between(first, last, self.by)
            self._take_back(found)
            return found

    def _take_back(self, answers: Sequence[Answer]) -> None:
        at = get_time()
        self._append([Answer(each.document, "undo", self.by, at, run=self.run, undoes=each.seq) for each in answers])

    def add_note(self, id: str, note: str) -> Note:  # noqa: A002 the name of the column
        """Write a note on a document, beside any answer; it is on disk when this returns.

        Parameters
        ----------
        id : str
            Of the document.
        note : str
            What to write.

        Returns
        -------
        Note
            With its number.
        """
        return append_note(self.project.database, id, note, self.by)

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

        # A connection of its own, so that answers do not wait for it.
        with self._ranking_lock, Project(self.project.path, read_only=self.read_only, check=False) as project:
            fold = project.read_fold()
            name, collection = self._load(project, progress)
            result = ranking.search_project(project, collection, fold, progress=progress)
            run = ranking.record(project, collection, name, result, fold, self.by)
            ranking.keep_collection(project, collection, name)
            self._take(run, result.table)
            with self._lock:
                self.result = result
                self._catch_up()
        return result

    def _load(self, project: Project, progress: "Progress | None" = None) -> "tuple[str, Collection]":
        """Return what no answer changes, with its name: as loaded last, or as kept beside the file, or made anew."""
        from likewise.project import ranking

        if self._collection is None or self._collection[0] != ranking.name_collection(project):
            self._collection = ranking.load_named(project, progress)
            self._hold(self._collection[1].pile)
        return self._collection

    def load_in_background(self) -> None:
        """Load what a ranking needs in a thread of its own, so that the first one is as fast as the others."""
        self._start(self._load_alone)

    def _load_alone(self) -> None:
        with (
            suppress(UserError),  # a ranking that needs it says what is wrong
            self._ranking_lock,
            Project(self.project.path, read_only=self.read_only, check=False) as project,
        ):
            self._load(project)

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
        return self._start(self._rerank_and_tell, callback)

    def _start(self, work: Callable[..., object], *arguments: object) -> bool:
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                return False
            self._thread = threading.Thread(target=work, args=arguments, daemon=True)
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
        super().close()

    def _append(self, new: Sequence[Answer]) -> list[Answer]:
        with self._lock:
            answers = self.project.append(new)
            self._catch_up()
            return answers
