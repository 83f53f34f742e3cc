"""Texts of a huge pile, read again for the few documents that are shown."""

from contextlib import closing

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents import Documents
from likewise.fitting.executors import IN_TURN, Executor
from likewise.scale.source import Source
from likewise.scale.survey import Survey
from likewise.scale.table_parts import ROW, Schema, as_schema, compact

_TEXT = "text of likewise"


def fetch(source: Source, survey: Survey, places: NDArray[np.intp], executor: Executor = IN_TURN) -> Documents:
    """Read some documents of a huge pile again; of the others only ids are there.

    Parameters
    ----------
    source : Source
        Where the pile is.
    survey : Survey
        What is known of it.
    places : ndarray of int
        Rows of the pile.
    executor : Executor, optional
        Who reads the files.

    Returns
    -------
    Documents
        All documents of the pile; columns and texts are empty but for those asked for.
    """
    wanted, starts = np.sort(places), np.cumsum([0, *survey.sizes])
    cuts = np.searchsorted(wanted, starts)
    within = executor.split(wanted - np.repeat(starts[:-1], np.diff(cuts)), np.diff(cuts).tolist())
    found = executor.gather(executor.map(_read_rows, [source.shards, within], (source, survey.like, survey.schema)))
    parts = [part.with_columns(pl.col(ROW) + start) for part, start in zip(found, starts, strict=False) if len(part)]
    known = pl.concat(parts) if parts else pl.DataFrame({ROW: [], _TEXT: []})
    every = pl.DataFrame({ROW: np.arange(len(survey.ids))})
    table = every.join(known, on=ROW, how="left", maintain_order="left")
    if names := survey.columns.get("id"):
        table = table.with_columns(survey.ids.alias(names[0]))
    pile = Documents(
        table=table.drop(ROW, _TEXT),
        text=table[_TEXT].fill_null("").rename("text"),
        ids=survey.ids,
        columns=survey.columns,
        source=source.path,
        unread=survey.unread,
    )
    # Of all texts, and not only of those that are at hand.
    pile.__dict__["fingerprint"] = survey.fingerprint
    return pile


def _read_rows(path: str, places: NDArray[np.intp], source: Source, like: Documents, schema: Schema) -> pl.DataFrame:
    """Read some rows of a file, with their places in it and their texts."""
    start, parts = 0, []
    with closing(source.read(path, like)) as batches:
        for batch in batches:
            first, last = np.searchsorted(places, [start, start + len(batch)])
            if last > first:
                rows = (places[first:last] - start).tolist()
                table = batch.table[rows].with_columns(pl.Series(ROW, places[first:last]))
                parts.append(compact(as_schema(table, schema).with_columns(batch.text.gather(rows).alias(_TEXT))))
            start += len(batch)
            if last == len(places):
                break
    return pl.concat(parts) if parts else pl.DataFrame()
