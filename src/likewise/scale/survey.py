"""One pass over a huge pile: what is counted, recognised and remembered of every document; texts are not kept."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import sparse

from likewise.documents import Documents
from likewise.documents.documents import concatenate
from likewise.documents.identity import keys_of
from likewise.documents.schema import is_export
from likewise.errors import UserError
from likewise.finder.counting import check_words
from likewise.finder.messages import notes_on_examples_in_pile, notes_on_language
from likewise.finder.recognition import recognise_examples
from likewise.fitting.executors import IN_TURN, Executor, Parts
from likewise.progress import Progress
from likewise.readers.assemble import describe_empty
from likewise.readers.batches import COPIES_STAY
from likewise.scale.counts import PileCounts
from likewise.scale.shard import (
    Blocks,
    Recognised,
    Shard,
    ShardCounts,
    ShardReader,
    recognised_in,
    settle_columns,
    words_of,
)
from likewise.scale.source import Source
from likewise.scale.table_parts import add_schema
from likewise.scale.watching import watch
from likewise.text import Vectorizer
from likewise.text.auto import choose_vectorizer, describe_stemming
from likewise.text.partial_counts import count_part, find_columns, settle_vocabulary
from likewise.text.profile import suggest_profile
from likewise.text.spans import WordRule

#: Texts by which it is told what kind of pile it is.
_SOME_TEXTS = 1_000


@dataclass(frozen=True, eq=False)
class Survey:
    """What one pass over examples and a huge pile brings.

    Parameters
    ----------
    counts : PileCounts
        Words of the examples and, below them, of the documents that are ranked.
    ids : polars.Series
        Of all documents of the pile.
    twins : ndarray of int of shape (n_pile,)
        Which example each document of the pile is; -1 for those that are none, which are ranked.
    is_blank : ndarray of bool of shape (n_pile,)
        Which documents have no text.
    fingerprint : str
        As of `likewise.documents.Documents`.
    columns : mapping of str to tuple of str
        Roles of the columns of the source.
    names : list of str
        The word, or stem, of each column of the counts.
    forms : mapping of str to str
        A word to show for each stem.
    rule : WordRule
        How words are found in a text.
    profile : str
        What examples are likely to have in common.
    notes : tuple of str
        What a person should know.
    unread : tuple of (str, str)
        What could not be read, and why.
    like : Documents
        None, with the columns of the pile.
    sizes : list of int
        Documents of each file.
    schema : dict of str to polars.DataType
        Columns of the tables of all files.
    n_bytes : int
        Of the cells of these.
    """

    counts: PileCounts
    ids: pl.Series
    twins: NDArray[np.intp]
    is_blank: NDArray[np.bool_]
    fingerprint: str
    columns: Mapping[str, tuple[str, ...]]
    names: list[str]
    forms: Mapping[str, str]
    rule: WordRule
    profile: str
    notes: tuple[str, ...]
    unread: tuple[tuple[str, str], ...]
    like: Documents
    sizes: list[int]
    schema: dict[str, pl.DataType]
    n_bytes: int


def take_survey(
    examples: Documents,
    source: Source,
    folder: Path,
    *,
    language: str | None = None,
    n_jobs: int | None = None,
    callback: Progress | None = None,
    executor: Executor = IN_TURN,
) -> Survey:
    """Read the pile once: recognise the examples in it, and count words.

    Parameters
    ----------
    examples : Documents
        With text, all of them.
    source : Source
        The pile.
    folder : pathlib.Path
        An empty folder for the counts.
    language : str or None, default=None
        Language of the documents; None detects it from the first of them.
    n_jobs : int or None, default=None
        Threads; the result does not depend on it.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage`.
    executor : Executor, optional
        Who reads the files; by default this process, one after the other.

    Returns
    -------
    Survey
        What was found.

    Raises
    ------
    UserError
        If something cannot be read, or there are no words to compare by.
    """
    own, is_here = examples.text.to_list(), executor is IN_TURN
    (first,) = executor.gather(executor.map(_begin, [[source]], (own, language, n_jobs if is_here else 1)))
    vectorizer = first.vectorizer
    places = (folder, callback) if is_here else (None, None)
    reader = ShardReader(examples, source, first.like, vectorizer, *places)
    others = [np.empty(0, dtype=np.intp)] * len(source.shards)
    shards, found = _read_shards(executor, reader, others, callback)
    others, warnings = _find_others(examples, found)
    if any(map(len, others)):
        shards, found = _read_shards(executor, reader, others, callback)
    blocks = Blocks()
    own_words = count_part(vectorizer, own, blocks.add)
    blocks.end()
    settle_vocabulary(vectorizer, own_words + executor.total(words_of, [shards], ()))
    names = pl.Series(vectorizer.get_feature_names_out().tolist(), dtype=pl.String)
    own_counts = ShardCounts(blocks.renamed(find_columns(own_words.terms["term"], names), len(names)), len(names))
    settled = executor.map(settle_columns, [shards], (names,))
    counts = PileCounts(sparse.csr_array(sparse.vstack(list(own_counts.blocks()), format="csr")), settled)
    ids, columns, notes = _settle_ids(pl.concat([each.ids for each in found]), first.like, are_several=len(found) > 1)
    twins, is_blank = (np.concatenate([getattr(each, name) for each in found]) for name in ("twins", "is_blank"))
    notes_on_twins = notes_on_examples_in_pile(twins)
    check_words(counts.has_words, len(examples))
    notes = [
        *dict.fromkeys([*(note for each in found for note in each.notes), *warnings]),
        *([COPIES_STAY] if len(found) > 1 else []),
        *describe_empty(int(is_blank.sum()), len(ids)),
        *notes,
        *notes_on_twins,
    ]
    if language is None:
        notes += notes_on_language(vectorizer.language)
    return Survey(
        counts=counts,
        ids=ids,
        twins=twins,
        is_blank=is_blank,
        fingerprint=_join_digests([each.digest for each in found]),
        columns=columns,
        names=names.to_list(),
        forms=vectorizer.surface_forms_,
        rule=WordRule.of(vectorizer),
        profile=suggest_profile(first.some_texts, len(ids)),
        notes=(*notes, *describe_stemming(vectorizer.language)),
        unread=tuple(told for each in found for told in each.unread),
        like=first.like,
        sizes=[len(each.ids) for each in found],
        schema=_join_schemas([each.schema for each in found]),
        n_bytes=sum(each.n_bytes for each in found),
    )


@dataclass(frozen=True, eq=False)
class _Beginning:
    """What the first documents tell: roles of columns, how words are counted, and some texts to look at."""

    like: Documents
    vectorizer: Vectorizer
    some_texts: list[str]


def _begin(source: Source, examples: list[str], language: str | None, n_jobs: int | None) -> _Beginning:
    first = source.beginning()
    vectorizer = choose_vectorizer([*examples, *first.text.to_list()], language, n_jobs)
    vectorizer.set_params(min_df=2, dtype=np.int32, n_jobs=n_jobs)
    some = first.text.gather_every(max(1, len(first) // _SOME_TEXTS)).to_list()
    return _Beginning(first.take([]), vectorizer, some)


def _read_shards(
    executor: Executor, reader: ShardReader, others: list[NDArray[np.intp]], callback: Progress | None
) -> tuple[Parts, list[Recognised]]:
    """Read all files; documents of some rows of each are not examples."""
    paths = reader.source.shards
    shards = executor.map(_read_shard, [paths, range(len(paths)), others], (reader,))
    watch(shards, callback)
    return shards, executor.gather(executor.map(recognised_in, [shards], ()))


def _read_shard(path: str, number: int, others: NDArray[np.intp], reader: ShardReader) -> Shard:
    return reader(path, number, others)


def _find_others(examples: Documents, found: list[Recognised]) -> tuple[list[NDArray[np.intp]], list[str]]:
    """Find documents that are not examples though one batch alone says so: they share a key with those of others."""
    alike = [documents for each in found for documents in each.alike]
    places = [np.flatnonzero(each.twins >= 0) for each in found]
    if len(alike) < 2:
        return [rows[:0] for rows in places], []
    together = replace(concatenate(alike, ""), ids=pl.concat([documents.ids for documents in alike]))
    twins, warnings = recognise_examples(examples, together, keys_of(together))
    parts = np.split(twins, np.cumsum([len(rows) for rows in places])[:-1])
    return [rows[part < 0] for rows, part in zip(places, parts, strict=True)], warnings


def _join_digests(digests: list[str]) -> str:
    """Return the digest of a file, or one of the digests of several."""
    return digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()


def _join_schemas(schemas: list[dict[str, pl.DataType]]) -> dict[str, pl.DataType]:
    """Return the columns of all files; refuse decisions in them, which only the first file was looked at for."""
    joined: dict[str, pl.DataType] = {}
    for schema in schemas:
        add_schema(joined, schema)
    if is_export(joined):
        raise UserError(
            "some of these files are exports with decisions, which a search from disk does not take in; leave them "
            "out, or give them without our columns"
        )
    return joined


def _settle_ids(
    ids: pl.Series, first: Documents, *, are_several: bool
) -> tuple[pl.Series, Mapping[str, tuple[str, ...]], list[str]]:
    """Take row numbers for ids where the column, whose beginning looked like ids, has values twice or lacks some.

    Row numbers of several files are those of all of them together.
    """
    numbers = pl.Series("id", range(1, len(ids) + 1), dtype=pl.Int64).cast(pl.String)
    if "id" not in first.columns:
        return (numbers if are_several else ids), first.columns, []
    if ids.null_count() == 0 and ids.n_unique() == len(ids):
        return ids, first.columns, []
    columns = {role: names for role, names in first.columns.items() if role != "id"}
    return (
        numbers,
        columns,
        ["the values of the id column are not unique or not all there, so rows are numbered from 1"],
    )
