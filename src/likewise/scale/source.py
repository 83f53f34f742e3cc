"""Where the documents of a huge pile are: one file or folder, or the parts of one table."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from likewise.documents import Documents
from likewise.errors import UserError
from likewise.readers.batches import read_batches

#: Bytes of each file, and when it was last written.
State = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Source:
    """Where the documents of a huge pile are.

    Parameters
    ----------
    paths : str or tuple of str
        A file or folder; or several files that are parts of one table (`likewise.readers.batches.are_parts`).
    text, id : str or None, default=None
        As of `likewise.readers.read`.

    Examples
    --------
    >>> Source(("shards/1.parquet", "shards/2.parquet")).path
    '2 files of shards'
    """

    paths: str | tuple[str, ...]
    text: str | None = None
    id: str | None = None

    @property
    def shards(self) -> tuple[str, ...]:
        """The files that can be read by themselves, in order."""
        return (self.paths,) if isinstance(self.paths, str) else self.paths

    @property
    def path(self) -> str:
        """A name of all of it."""
        first, *others = self.shards
        return f"{len(self.shards)} files of {Path(first).parent}" if others else first

    def find_state(self) -> State:
        """Return sizes and times of all files, by which it is told whether they change between two readings."""
        state: dict[str, tuple[int, int]] = {}
        for place in (Path(shard).expanduser() for shard in self.shards):
            for path in place.rglob("[!.]*") if place.is_dir() else [place]:
                if path.is_file():
                    told = path.stat()
                    state[str(path)] = told.st_size, told.st_mtime_ns
        return state

    def check_state(self, state: State) -> None:
        """Refuse files that have changed: what is known of a row would be that of another document.

        Parameters
        ----------
        state : mapping
            As of `find_state`, before the files were read.

        Raises
        ------
        UserError
            If any is not as it was.
        """
        if self.find_state() != state:
            raise UserError(f"{self.path} has changed since it was read; search again while nothing writes to it")

    def beginning(self) -> Documents:
        """Read the first documents."""
        with closing(read_batches(self.shards[0], text=self.text, id=self.id)) as batches:
            return next(batches)

    def read(self, shard: str, like: Documents) -> Generator[Documents]:
        """Read the documents of one of the files, some at a time, with the roles of columns of the first documents."""
        if len(self.shards) == 1:
            return read_batches(shard, text=self.text, id=self.id)
        return read_batches(shard, like=like)

    def batches(self) -> Iterator[Documents]:
        """Read all documents, some at a time."""
        if len(self.shards) == 1:
            yield from read_batches(self.shards[0], text=self.text, id=self.id)
            return
        like = self.beginning().take([])
        for shard in self.shards:
            yield from read_batches(shard, like=like)
