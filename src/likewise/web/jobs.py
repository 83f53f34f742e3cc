"""Long work in threads of its own, which goes on whether or not anybody looks."""

import secrets
import threading
from collections.abc import Callable

from likewise.errors import UserError
from likewise.progress import Progress, Stage

#: Finished work that is remembered.
_MOST_KEPT = 100
_WORDS = {
    "compiling": "Preparing for the first run",
    "reading": "Reading files",
    "counting": "Counting words",
    "fitting": "Ranking",
    "explaining": "Finding the words that speak for each document",
    "writing": "Saving",
}


class Job:
    """Some work, how far it is, and what came of it.

    Parameters
    ----------
    title : str
        What is done.
    work : callable
        Called with a `likewise.progress.Progress` in a thread of its own; returns where to look when it is done.
    back : str, default="/"
        Where whoever began it can change what went wrong.

    Attributes
    ----------
    id : str
        Part of its address.
    version : int
        Grows with everything that is new.
    target : str or None
        Where to look.
    error : str or None
        What went wrong, in a sentence.
    """

    def __init__(self, title: str, work: Callable[[Progress], str], back: str = "/") -> None:
        self.id, self.title, self.back = secrets.token_urlsafe(9), title, back
        self.version = 0
        self.target: str | None = None
        self.error: str | None = None
        self._stage = Stage("reading")
        self._work = work
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> "Job":
        """Begin."""
        self._thread.start()
        return self

    @property
    def is_done(self) -> bool:
        """Whether nothing more comes."""
        return self.target is not None or self.error is not None

    def describe(self) -> str:
        """Say how far it is."""
        stage = self._stage
        of = f" ({stage.done:,} of {stage.total:,})" if stage.total else ""
        return f"{_WORDS.get(stage.name, stage.name.capitalize())}{of}"

    def share(self) -> float | None:
        """Return how much of the stage is done, if that is known."""
        return min(self._stage.done / self._stage.total, 1.0) if self._stage.total else None

    def wait(self, seconds: float) -> bool:
        """Wait for the end, but not longer than this; tell whether it is there."""
        self._thread.join(seconds)
        return self.is_done

    def _run(self) -> None:
        try:
            self.target = self._work(self._hear)
        except UserError as error:
            self.error = str(error)
        finally:  # whatever it was, nobody waits for ever
            if not self.is_done:
                self.error = "this went wrong in a way that nobody foresaw; the terminal says more"
            self.version += 1

    def _hear(self, stage: Stage) -> None:
        self._stage = stage
        self.version += 1


class Jobs:
    """All work of a server.

    Examples
    --------
    >>> jobs = Jobs()
    >>> job = jobs.start("Searching", lambda progress: "/found")
    >>> job.wait(5), jobs.find(job.id).target
    (True, '/found')
    """

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        #: Of work that is begun once.
        self._keys: dict[str, str] = {}
        self._lock = threading.Lock()

    def start(self, title: str, work: Callable[[Progress], str], back: str = "/") -> Job:
        """Begin some work.

        Parameters
        ----------
        title : str
            What is done.
        work, back : callable and str
            As of `Job`.

        Returns
        -------
        Job
            At work.
        """
        for old in [name for name, job in self._jobs.items() if job.is_done][:-_MOST_KEPT]:
            del self._jobs[old]
        job = Job(title, work, back)
        self._jobs[job.id] = job
        return job.start()

    def start_once(self, key: str, begin: Callable[[], Job]) -> Job:
        """Begin some work, unless the same work was begun before and has not failed: a button may be pressed twice.

        Parameters
        ----------
        key : str
            Of the form whose button it is; work of a form without one is always begun.
        begin : callable
            Starts it; what it raises is raised here.

        Returns
        -------
        Job
            At work, or done.
        """
        with self._lock:
            there = self._jobs.get(self._keys.get(key, ""))
            if key and there is not None and there.error is None:
                return there
            job = begin()
            self._keys = {each: name for each, name in self._keys.items() if name in self._jobs} | {key: job.id}
            return job

    def find(self, name: str) -> Job | None:
        """Return the work of that id; None if there is none."""
        return self._jobs.get(name)
