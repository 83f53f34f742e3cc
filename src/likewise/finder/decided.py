"""What a search may be given as decisions, and how they stand in its table."""

import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

import polars as pl

from likewise.documents.alignment import Alignment, align_decisions
from likewise.documents.decisions import Decided, extract_decisions
from likewise.documents.documents import Documents
from likewise.errors import UserError
from likewise.finder.inputs import as_frame
from likewise.readers.decisions import make_records, read_decisions

#: A mapping, a frame, Documents, what `read_decisions` read, a path, a list of these, or None.
GivenDecisions: TypeAlias = Any


def as_alignment(given: GivenDecisions, pile: Documents) -> Alignment:
    """Bring decisions of any form to the documents of a pile.

    Parameters
    ----------
    given : mapping, frame, Documents, Decided, path, a list of these, Alignment, or None
        Keys of a mapping are ids of the pile, DOIs, PMIDs or titles; its values are True, False, or words such as
        "yes", "excluded" and "unsure". A table has such words in a column such as included or decision, and its rows
        are recognised by any number, title or text that they share with the pile. Of a list, later ones win.
    pile : Documents
        All documents.

    Returns
    -------
    Alignment
        For each document of the pile.

    Raises
    ------
    UserError
        If it is nothing of the kind.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> frame = pl.DataFrame({"title": ["Green tea"], "Include?": ["excluded"]})
    >>> as_alignment([frame, {"1": True}], as_documents(["wine", "green tea"], "pile")).values
    ('yes', 'no')
    """
    if isinstance(given, Alignment):
        return given
    several = given if isinstance(given, list | tuple) else [] if given is None else [given]
    sources = [source for each in several for source in _as_sources(each, pile)]
    if pile.removed is not None:  # an export says so of its own pile, before anything new is said
        sources.insert(0, extract_decisions(pile.removed))
    return align_decisions(pile, sources)


def _as_sources(given: Any, pile: Documents) -> Sequence[Decided | Mapping[Any, Any]]:
    if isinstance(given, Mapping | Decided):
        return [given]
    if isinstance(given, Documents):
        return [extract_decisions(given)]
    columns = pile.columns.get("text", ())
    frame = as_frame(given)
    if frame is not None:
        return [extract_decisions(make_records(frame, "", columns))]
    if isinstance(given, os.PathLike) or (isinstance(given, str) and len(given) < 1000):
        return read_decisions(given, columns)
    kind = type(given).__name__
    raise UserError(
        f"decisions is of type {kind}; give a mapping from ids of the pile to True or False, a frame, or a path",
        parameter="decisions",
    )


def show_decisions(
    table: pl.DataFrame, ids: pl.Series, alignment: Alignment, refused: Collection[str] = ()
) -> pl.DataFrame:
    """Write into a result's table what a person is unsure of, what was said of examples, and when all was decided.

    Parameters
    ----------
    table : polars.DataFrame
        As of `likewise.finder.table.table_of`.
    ids : polars.Series
        Of the pile.
    alignment : Alignment
        Of the pile.
    refused : collection of str, default=()
        Ids of documents that were examples until a person said no to them.

    Returns
    -------
    polars.DataFrame
        The same rows.

    Examples
    --------
    >>> from likewise.documents.schema import empty_table
    >>> row = pl.DataFrame({"id": ["a"], "rank": [1], "suggestion": ["yes"]})
    >>> table = pl.concat([empty_table(), row], how="diagonal_relaxed")
    >>> show_decisions(table, pl.Series(["a"]), Alignment(("unsure",), ("2026-01-01",)))["decision"].to_list()
    ['unsure']
    """
    if not any(alignment.values):
        return table
    given = pl.DataFrame(
        {
            "id": ids.cast(pl.String),
            "value": pl.Series(alignment.values, dtype=pl.String),
            "time": pl.Series(alignment.times, dtype=pl.String),
        }
    )
    is_refused = pl.col("id").is_in(list(refused))
    table = table.with_columns(
        pl.when(is_refused).then(pl.lit("no")).otherwise(pl.col("decision")).alias("decision"),
        pl.when(is_refused).then(pl.lit("decided")).otherwise(pl.col("flag")).alias("flag"),
    )
    joined = table.join(given, on="id", how="left", maintain_order="left")
    is_example = (pl.col("decision") == "example").fill_null(value=False) & pl.col("value").is_not_null()
    said = pl.concat_str(pl.lit("decided: "), pl.col("value"))
    flag = pl.when(pl.col("flag").is_null()).then(said).otherwise(pl.concat_str(said, pl.lit("; "), pl.col("flag")))
    return joined.with_columns(
        pl.when(pl.col("decision").is_null()).then(pl.col("value")).otherwise(pl.col("decision")).alias("decision"),
        pl.when(pl.col("value").is_not_null()).then(pl.col("time")).otherwise(pl.col("decided")).alias("decided"),
        pl.when(is_example).then(flag).otherwise(pl.col("flag")).alias("flag"),
    ).drop("value", "time")
