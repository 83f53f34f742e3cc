"""A result as a table for a file: beside the original columns, or arranged for a person who works in a workbook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from likewise.atomic_write import check_place, write_whole
from likewise.documents.columns import normalise
from likewise.documents.decisions import list_unused, read_own_answers
from likewise.documents.examples_sheet import pack_examples
from likewise.documents.removed import append_removed
from likewise.documents.schema import BEGINNING, find_beginning, find_ours
from likewise.finder.audit import FLAG, draw_audit
from likewise.finder.titles import find_title_column, list_titles, shorten
from likewise.writers import Layout, append_columns

if TYPE_CHECKING:
    from likewise.finder.result import Result
    from likewise.report.account import Account

INCLUDED, _ANSWER = "included", "answer"
_ANSWERS = ("yes", "no", "unsure")
#: The first columns of a workbook; `included` and the title stand at these places, too.
_BEFORE_TITLE = ("rank", "suggestion", INCLUDED, "decision")
_AFTER_TITLE = ("why", "probability", "lower", "upper", "nearest", "group", "flag", "decided", "id")
_OF_A_TEXT = 500


def put_beside(result: Result) -> pl.DataFrame:
    """Put our columns to the right of every original column of the pile, in the order of the result's table.

    Parameters
    ----------
    result : Result
        The ranking.

    Returns
    -------
    polars.DataFrame
        As `likewise.finder.Result.with_originals` says.
    """
    return append_columns(*_parts(result))


def write_result(
    result: Result,
    path: str | PathLike[str],
    on_loss: Callable[[str], object] | None = None,
    *,
    spreadsheet_safe: bool = False,
    keep: pl.Series | None = None,
    beside: pl.DataFrame | None = None,
) -> Path:
    """Write a result to a file of the kind that its suffix names; a workbook is arranged for a person.

    Parameters
    ----------
    result : Result
        The ranking.
    path, on_loss, spreadsheet_safe
        As of `likewise.writers.write`.
    keep : polars.Series or None, default=None
        Which rows of the result's table to write; None writes all, and what is no longer in the pile.
    beside : polars.DataFrame or None, default=None
        More columns, a row for each row of the result's table.

    Returns
    -------
    pathlib.Path
        The file.
    """
    from likewise.writers import write  # here, since it loads the writers of all kinds

    theirs, ours = _parts(result)
    table = append_columns(theirs, ours)
    names = dict(zip(ours.columns, table.columns[theirs.width :], strict=True))
    layout = None
    if Path(path).suffix.lower() == ".xlsx":
        table, layout = arrange_workbook(result)
    if beside is not None:
        table = append_columns(table, beside)
    if keep is None:
        table = append_removed(table, result.pile.removed, names)
    else:
        table = table.filter(keep)
        layout = None if layout is None else replace(layout, audit=None)
    return write(table, path, on_loss=on_loss, layout=layout, spreadsheet_safe=spreadsheet_safe)


def write_page(result: Result, path: str | PathLike[str], n_documents: int, account: Account | None = None) -> Path:
    """Write the report of a result.

    Parameters
    ----------
    result : Result
        The ranking.
    path, n_documents
        As of `likewise.finder.Result.write_report`.
    account : Account or None, default=None
        As of `likewise.report.content.make_report`.

    Returns
    -------
    pathlib.Path
        The file.
    """
    from likewise.report import make_report
    from likewise.report.page import render_report

    target = Path(path).expanduser()
    check_place(target)
    write_whole(render_report(make_report(result, n_documents, account=account)), target)
    return target


def arrange_workbook(result: Result) -> tuple[pl.DataFrame, Layout]:
    """Put our columns first, with the title among them and a place for a person's answers.

    Parameters
    ----------
    result : Result
        The ranking.

    Returns
    -------
    table : polars.DataFrame
        Every original column is kept; those that are answers and titles already stand among the first.
    layout : Layout
        Drop-down lists, and the sheets of the random check and of examples that are not in the pile.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> table, _ = arrange_workbook(Finder("centroid").find(["red wine"], ["tea", "wine"]))
    >>> table.columns[:6]
    ['rank', 'suggestion', 'included', 'decision', 'beginning', 'why']
    """
    theirs, ours = _parts(result)
    table = append_columns(theirs, ours)
    names = dict(zip(ours.columns, table.columns[theirs.width :], strict=True))
    included = next((name for name in theirs.columns if normalise(name) == INCLUDED), None)
    if included is None:
        included = INCLUDED
        table = table.with_columns(pl.lit(None, dtype=pl.String).alias(included))
    title = find_title_column(result.pile)
    if title is None:
        title = BEGINNING
        table = table.with_columns(list_titles(result.pile).gather(result.positions).alias(title))
    names[INCLUDED] = included
    first = [names[name] for name in _BEFORE_TITLE] + [title] + [names[name] for name in _AFTER_TITLE if name in names]
    first = list(dict.fromkeys(first))
    layout = Layout({included: _ANSWERS, _ANSWER: _ANSWERS}, _audit_sheet(result), _examples_sheet(result))
    # Column by column: polars takes a name such as "^.*$" for a pattern.
    names_in_order = [*first, *(name for name in table.columns if name not in first)]
    return pl.DataFrame([table.get_column(name) for name in names_in_order]), layout


def _parts(result: Result) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the original columns and ours, both in the order of the result's table."""
    drawn = pl.col("id").is_in(draw_audit(result).ids)
    marked = pl.when(pl.col("flag").is_null()).then(pl.lit(FLAG)).otherwise(pl.col("flag") + f"; {FLAG}")
    ours = result.table.with_columns(pl.when(drawn).then(marked).otherwise("flag").alias("flag"))
    ours = ours.drop("id") if "id" in result.pile.columns else ours
    theirs = result.pile.table[result.positions.to_list()]
    old = find_ours(theirs.columns)
    theirs = theirs.drop([*(old[name] for name in ours.columns if name in old), *find_beginning(theirs.columns)])
    return theirs, _tell_old_answers(theirs, ours)


def _tell_old_answers(theirs: pl.DataFrame, ours: pl.DataFrame) -> pl.DataFrame:
    """Say beside a decision what a column of the pile says, so that it is not taken for a later answer."""
    flags = ours["flag"].to_list()
    decisions = ours["decision"].to_list()
    for row, unused in enumerate(list_unused(theirs)):
        if unused and decisions[row] not in _ANSWERS and not (flags[row] or "").startswith("decided: "):
            parts = [f"{name} says {value}, not used" for name, value in unused]
            flags[row] = "; ".join([*([flags[row]] if flags[row] else []), *parts])
    for row, own in enumerate(read_own_answers(theirs)):
        decision = decisions[row]
        if own is not None and decision in _ANSWERS:
            name, value = own
            told = f"decided: {decision}" + ("" if value == decision else f" ({name} says {value})")
            others = [part for part in (flags[row] or "").split("; ") if part not in ("", "decided")]
            flags[row] = "; ".join([told, *others])
    return ours.with_columns(pl.Series("flag", flags, dtype=pl.String))


def _audit_sheet(result: Result) -> pl.DataFrame | None:
    """Make the sheet of the random check; None if nothing was drawn."""
    ids = pl.DataFrame({"id": pl.Series(draw_audit(result).ids, dtype=pl.String)})
    if ids.is_empty():
        return None
    pile = result.pile
    known = pl.DataFrame(
        {
            "id": pile.ids.cast(pl.String),
            "title": list_titles(pile, _OF_A_TEXT),
            "beginning": shorten(pile.text, _OF_A_TEXT),
        }
    )
    sheet = ids.join(known, on="id", how="left", maintain_order="left")
    return sheet.select("id", pl.lit(None, dtype=pl.String).alias(_ANSWER), "title", "beginning")


def _examples_sheet(result: Result) -> pl.DataFrame | None:
    """Make the sheet of the examples that are not in the pile; None if there are none."""
    if result.evidence is None or result.examples is None:
        return None
    there = set(result.evidence.rows.tolist())
    absent = {name for row, name in enumerate(result.evidence.example_ids) if row not in there}
    places = [place for place, name in enumerate(result.examples.ids.cast(pl.String)) if name in absent]
    return pack_examples(result.examples.take(places)) if places else None
