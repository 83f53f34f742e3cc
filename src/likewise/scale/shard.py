"""One file of a huge pile: read, recognised and counted by itself, wherever that happens."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import sparse

from likewise.documents import Documents
from likewise.documents.identity import keys_of
from likewise.finder.recognition import recognise_examples
from likewise.plural import count_noun
from likewise.progress import Progress, Stage
from likewise.readers.assemble import describe_empty
from likewise.readers.table_parts import count_bytes
from likewise.scale.source import Source
from likewise.scale.table_parts import add_schema, compact, find_schema
from likewise.scratch import writing_scratch
from likewise.text import Vectorizer
from likewise.text.blocks import Block, ordered
from likewise.text.partial_counts import Words, count_part, find_columns

#: Documents of a block, at least, unless they have so many words.
_ROWS, _ENTRIES = 20_000, 4_000_000
#: The number that a note on a batch begins with, and where a list of places or a consequence begins in it.
_NUMBER, _END = re.compile(r"(?:\A|: )(\d[\d,]*) "), re.compile("[:;] ")


class Blocks:
    """Counts of a file, block by block: in memory, or on disk where a folder is given.

    Parameters
    ----------
    folder : pathlib.Path or None, default=None
        A folder of its own.

    Examples
    --------
    >>> blocks = Blocks()
    >>> blocks.add(Block(np.array([0, 1]), np.array([0], np.int32), np.array([2], np.int32)))
    >>> blocks.end()
    >>> [block.counts.tolist() for block in blocks.read()]
    [[2]]
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._waiting: list[Block] = []
        self._written: list[Block | Path] = []

    def add(self, block: Block) -> None:
        """Take the next documents."""
        self._waiting.append(block)
        n_rows = sum(len(part.indptr) - 1 for part in self._waiting)
        n_entries = sum(len(part.columns) for part in self._waiting)
        if n_rows >= _ROWS or n_entries >= _ENTRIES:
            self.end()

    def end(self) -> None:
        """Put what was taken last into a block."""
        parts, self._waiting = self._waiting, []
        if not parts:
            return
        sizes = np.cumsum([0, *(len(part.columns) for part in parts)])
        indptr = np.concatenate([[0], *(part.indptr[1:] + size for part, size in zip(parts, sizes, strict=False))])
        columns, counts = (np.concatenate([part[at] for part in parts]) for at in (1, 2))
        self._written.append(self._put(len(self._written), Block(indptr, columns, counts)))

    def read(self) -> Iterator[Block]:
        """Yield the blocks."""
        for block in self._written:
            yield block if isinstance(block, Block) else _load(block)

    def renamed(self, remap: NDArray[np.int32], n_columns: int) -> "Blocks":
        """Return the same with other columns, in order; on disk they take the place of these."""
        result = Blocks(self._folder)
        for number, block in enumerate(self.read()):
            # What is in memory may be needed again, and columns are put in order in their place.
            own = Block(block.indptr.copy(), block.columns.copy(), block.counts.copy())
            result._written.append(self._put(number, ordered(own, remap, n_columns)))
        return result

    def _put(self, number: int, block: Block) -> Block | Path:
        if self._folder is None:
            return block
        with writing_scratch():
            self._folder.mkdir(exist_ok=True)
            for name in Block._fields:
                np.save(self._folder / f"{number}.{name}.npy", getattr(block, name))
        return self._folder / str(number)


def _load(path: Path) -> Block:
    return Block(*(np.load(f"{path}.{name}.npy") for name in Block._fields))


@dataclass(frozen=True, eq=False)
class Recognised:
    """What is remembered of every document of a file beside its words.

    Parameters
    ----------
    ids : polars.Series
        Of all documents.
    twins : ndarray of int
        Which example each is; -1 for those that are none.
    is_blank : ndarray of bool
        Which have no text.
    notes, unread
        As of `likewise.documents.Documents`.
    digest : str
        Of all ids and texts.
    schema : dict of str to polars.DataType
        Columns of the table.
    n_bytes : int
        Of its cells.
    alike : list of Documents
        Those of each batch that are an example, as far as the batch tells.
    """

    ids: pl.Series
    twins: NDArray[np.intp]
    is_blank: NDArray[np.bool_]
    notes: tuple[str, ...]
    unread: tuple[tuple[str, str], ...]
    digest: str
    schema: dict[str, pl.DataType]
    n_bytes: int
    alike: list[Documents]


@dataclass(frozen=True, eq=False)
class Shard:
    """What one pass over a file brings."""

    recognised: Recognised
    words: Words
    blocks: Blocks


@dataclass(frozen=True, eq=False)
class ShardCounts:
    """Counts of the documents of a file that are ranked, with the columns of the whole pile."""

    stored: Blocks
    n_columns: int

    def blocks(self) -> Iterator[sparse.csr_array]:
        """Yield the counts as float32."""
        for indptr, columns, counts in self.stored.read():
            shape = (len(indptr) - 1, self.n_columns)
            yield sparse.csr_array((counts.astype(np.float32), columns, indptr.astype(np.int32)), shape=shape)


@dataclass(frozen=True, eq=False)
class ShardReader:
    """Reads a file once: recognises examples, and counts the words of all other documents.

    Parameters
    ----------
    examples : Documents
        With text, all of them.
    source : Source
        The pile.
    like : Documents
        The first documents of the pile, for their columns.
    vectorizer : Vectorizer
        How words are counted.
    folder : pathlib.Path or None, default=None
        Where counts are kept; None keeps them in memory.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage`.
    """

    examples: Documents
    source: Source
    like: Documents
    vectorizer: Vectorizer
    folder: Path | None = None
    callback: Progress | None = None

    def __call__(self, path: str, number: int, others: NDArray[np.intp]) -> Shard:
        """Return what one of the files holds; documents of the rows in ``others`` are not examples."""
        blocks = Blocks(None if self.folder is None else self.folder / str(number))
        reading = _Reading(self.examples, self.callback, others)
        words = count_part(self.vectorizer, reading.texts(self.source.read(path, self.like)), blocks.add)
        blocks.end()
        return Shard(reading.recognised(), words, blocks)


def words_of(shard: Shard) -> Words:
    """Return the words of a file.

    Examples
    --------
    >>> words_of.__name__
    'words_of'
    """
    return shard.words


def recognised_in(shard: Shard) -> Recognised:
    """Return what is remembered of the documents of a file.

    Examples
    --------
    >>> recognised_in.__name__
    'recognised_in'
    """
    return shard.recognised


def settle_columns(shard: Shard, names: pl.Series) -> ShardCounts:
    """Give the counts of a file the columns of the whole pile.

    Examples
    --------
    >>> settle_columns.__name__
    'settle_columns'
    """
    remap = find_columns(shard.words.terms["term"], names)
    return ShardCounts(shard.blocks.renamed(remap, len(names)), len(names))


@dataclass(eq=False)
class _Reading:
    """What is remembered of batches while their texts go by."""

    examples: Documents
    callback: Progress | None
    others: NDArray[np.intp]
    alike: list[Documents] = field(default_factory=list)
    ids: list[pl.Series] = field(default_factory=list)
    twins: list[NDArray[np.intp]] = field(default_factory=list)
    is_blank: list[NDArray[np.bool_]] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    n_more: Counter[str] = field(default_factory=Counter)
    unread: list[tuple[str, str]] = field(default_factory=list)
    schema: dict[str, pl.DataType] = field(default_factory=dict)
    n_read: int = 0
    n_bytes: int = 0

    def __post_init__(self) -> None:
        self.digest = hashlib.sha256()

    def texts(self, batches: Iterator[Documents]) -> Iterator[str]:
        """Yield the texts of documents that are not examples."""
        for batch in batches:
            twins, warnings = recognise_examples(self.examples, batch, keys_of(batch))
            first, last = np.searchsorted(self.others, [self.n_read, self.n_read + len(batch)])
            twins[self.others[first:last] - self.n_read] = -1
            if (twins >= 0).any():
                self.alike.append(_keep(batch, np.flatnonzero(twins >= 0).tolist()))
            self.ids.append(batch.ids.cast(pl.String))
            self.twins.append(twins)
            self.is_blank.append((batch.text.str.strip_chars() == "").to_numpy())
            empty = describe_empty(int(self.is_blank[-1].sum()), len(batch))
            for note in (*batch.notes, *warnings):
                if note not in empty:
                    self._add_note(note)
            self.unread += batch.unread
            add_schema(self.schema, find_schema(batch.table))
            self.n_read += len(batch)
            self.n_bytes += count_bytes(batch.table)
            if self.callback is not None:
                self.callback(Stage("counting", done=self.n_read))
            texts = batch.text.to_list()
            for name, text in zip(batch.ids, texts, strict=True):
                self.digest.update(f"{len(name)} {len(text)} {name}{text}".encode())
            yield from (text for text, twin in zip(texts, twins.tolist(), strict=True) if twin < 0)

    def _add_note(self, note: str) -> None:
        """Keep a note; of others that differ from it in their number, which is of a batch, how many there are."""
        found = _NUMBER.search(note)
        kind = note if found is None else f"{note[: found.start(1)]}#{_END.split(note[found.end(1) :], maxsplit=1)[0]}"
        if kind not in self.notes:
            self.notes[kind] = note
        elif found is not None:
            self.n_more[kind] += 1

    def recognised(self) -> Recognised:
        """Return all of it."""
        return Recognised(
            ids=pl.concat(self.ids),
            twins=np.concatenate(self.twins),
            is_blank=np.concatenate(self.is_blank),
            notes=tuple(
                f"{note}; there is more of this in {count_noun(self.n_more[kind], 'other part')} of the file"
                if self.n_more[kind]
                else note
                for kind, note in self.notes.items()
            ),
            unread=tuple(self.unread),
            digest=self.digest.hexdigest(),
            schema=self.schema,
            n_bytes=self.n_bytes,
            alike=self.alike,
        )


def _keep(documents: Documents, rows: list[int]) -> Documents:
    """Take some documents out of a batch that nobody else needs any more."""
    own = documents.take(rows)
    texts = compact(pl.DataFrame([own.text.alias("text"), own.ids.cast(pl.String).alias("id")]))
    return replace(own, table=compact(own.table), text=texts["text"], ids=texts["id"], label=None, removed=None)
