"""What a server works on: projects of one folder, drafts of new ones, and work in the background."""

import re
import threading
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from likewise.app.listing import Listing
from likewise.app.session import Session
from likewise.errors import UserError
from likewise.web.drafts import Drafts
from likewise.web.jobs import Jobs

_SUFFIX = ".likewise"
_MOST_LISTED = 100


@dataclass(frozen=True)
class Opened:
    """A project that is open.

    Parameters
    ----------
    name : str
        Of its file, without the ending.
    session : Session
        At work.
    listing : Listing
        Its documents as a list.
    stamp : str
        What tells it from another project of that name.
    news : collections.deque of list of str
        What became of what was brought in last, in sentences.
    """

    name: str
    session: Session
    listing: Listing
    stamp: str
    news: deque[list[str]] = field(default_factory=lambda: deque(maxlen=3))

    def tell(self, sentences: list[str]) -> None:
        """Keep sentences for whoever looks next."""
        self.news.appendleft(sentences)

    def rerank(self) -> None:
        """Rank in the background, and again if there were answers meanwhile."""
        self.session.rerank_in_background(self._follow)

    def _follow(self, wrong: Exception | None) -> None:
        if wrong is None:
            self.listing.load_texts()
        if wrong is None and not self.session.is_current:
            # The thread that calls this is about to end, and no other begins before it has.
            timer = threading.Timer(0.05, self.rerank)
            timer.daemon = True
            timer.start()


class Workspace:
    """The projects of one folder.

    Parameters
    ----------
    folder : str or pathlib.Path
        Where projects are and are made; a browser names no other place.
    by : str or None, default=None
        Who answers.

    Examples
    --------
    >>> with Workspace(".") as workspace:
    ...     workspace.check_name("my review")
    'my review'
    """

    def __init__(self, folder: str | Path, by: str | None = None) -> None:
        self.folder = Path(folder).expanduser().resolve()
        self.by = by
        self.jobs, self.drafts = Jobs(), Drafts()
        self._lock = threading.Lock()
        self._open: dict[str, Opened] = {}

    def list_projects(self) -> list[str]:
        """List the names of the projects that are there, the latest first."""
        try:
            files = [path for path in self.folder.iterdir() if path.suffix.lower() == _SUFFIX and path.is_file()]
            files.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        except OSError:
            return []
        return [path.stem for path in files[:_MOST_LISTED]]

    def check_name(self, name: str) -> str:
        """Refuse a name that is not that of a file in the folder.

        Parameters
        ----------
        name : str
            What a browser says.

        Returns
        -------
        str
            Without white space around it.

        Raises
        ------
        UserError
            If it leads elsewhere.
        """
        name = " ".join(name.split()).removesuffix(_SUFFIX)
        if not name or name.startswith(".") or re.search(r'[\\/:*?"<>|\x00-\x1f]', name) or len(name) > 100:
            raise UserError("that is not a name for a project; use letters, digits, spaces and -", parameter="project")
        return name

    def suggest_name(self, file: str) -> str:
        """Suggest a name for a project: that of a file, with a number if there is one of that name.

        Examples
        --------
        >>> with Workspace(".") as workspace:
        ...     workspace.suggest_name("hits.csv")
        'hits'
        """
        stem = (file.rpartition(".")[0] or file).strip()[:80]
        try:
            stem = self.check_name(stem)
        except UserError:
            stem = "review"
        names = (stem, *(f"{stem} {number}" for number in range(2, 1000)))
        return next(name for name in names if not self.place(name).exists())

    def place(self, name: str) -> Path:
        """Return the file of a project."""
        return self.folder / f"{self.check_name(name)}{_SUFFIX}"

    def open(self, name: str) -> Opened:
        """Return a project, opened once for all windows.

        Parameters
        ----------
        name : str
            Of its file, without the ending.

        Returns
        -------
        Opened
            At work.

        Raises
        ------
        UserError
            If there is none of that name, or it cannot be opened.
        """
        with self._lock:
            path = self.place(name)
            if not path.is_file():
                raise UserError(f"there is no project {name} in {self.folder}", parameter="project")
            if name in self._open and not self._open[name].session.project.database.is_in_place:
                del self._open[name]  # another file has its name now; whoever uses the old one sees it to its end
            if name not in self._open:
                session = Session(path, by=self.by)
                self._open[name] = Opened(name, session, Listing(session), session.project.stamp)
                if session.result is None:  # what a cut-off brings and topics are not kept in the file
                    self._open[name].rerank()
            return self._open[name]

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            for opened in self._open.values():
                opened.session.close()
            self._open.clear()
        self.drafts.__exit__()
