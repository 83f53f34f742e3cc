"""The columns that a search adds to a table: their types, what they mean, and which are ours when an export returns."""

from collections.abc import Iterable
from typing import NamedTuple

import polars as pl


class Column(NamedTuple):
    """One column of the result's table.

    Examples
    --------
    >>> SCHEMA[1].name, SCHEMA[1].dtype
    ('rank', Int64)
    """

    name: str
    dtype: pl.DataType
    meaning: str


#: In the order of the table.
SCHEMA = (
    Column("id", pl.String(), "id of the document"),
    Column("rank", pl.Int64(), "its place, 1 is the likeliest; empty if it is decided or an example"),
    Column("probability", pl.Float64(), "probability that it is like the examples; empty where nobody can tell"),
    Column("lower", pl.Float64(), "lower end of the interval around the probability"),
    Column("upper", pl.Float64(), "upper end of the interval around the probability"),
    Column("suggestion", pl.String(), "yes or no: what the search suggests; empty if it is decided or an example"),
    Column("decision", pl.String(), "what a person decided: yes, no or unsure; example for a document that is one"),
    Column("decided", pl.String(), "when that was decided, if anybody said so"),
    Column("why", pl.String(), "the words that speak most for it"),
    Column("nearest", pl.String(), "id of the example most like it"),
    Column("group", pl.Int64(), "number of its group of near-copies"),
    Column("flag", pl.String(), "decided by a person, or what is to be noticed, such as no text"),
)
#: The column of a workbook that shows the beginning of each text where there are no titles.
BEGINNING = "beginning"
#: Names of our columns, in the order of the table.
NAMES = tuple(column.name for column in SCHEMA)
#: Columns that only a table of ours has together.
SIGNATURE = frozenset({"rank", "suggestion"})


def is_export(names: Iterable[str]) -> bool:
    """Tell whether a table with these columns is one that a search wrote.

    Formats without empty cells have no empty columns either, so that some of ours may be missing.

    Parameters
    ----------
    names : iterable of str
        Columns of a table.

    Returns
    -------
    bool
        Whether it is.

    Examples
    --------
    >>> is_export(["title", "rank", "suggestion", "why"]), is_export(["title", "rank"])
    (True, False)
    """
    return set(names) >= SIGNATURE


def find_ours(names: Iterable[str]) -> dict[str, str]:
    """Find our columns in a table that a search wrote; one whose name was taken has another.

    Parameters
    ----------
    names : iterable of str
        Columns of the table.

    Returns
    -------
    dict of str to str
        From a name of ours to that in the table; empty if no search wrote it.

    Examples
    --------
    >>> find_ours(["decision", "rank", "suggestion", "decision_likewise"])
    {'rank': 'rank', 'suggestion': 'suggestion', 'decision': 'decision_likewise'}
    """
    there = set(names)
    if not is_export(there):
        return {}
    found = {name: f"{name}_likewise" if f"{name}_likewise" in there else name for name in NAMES}
    return {ours: name for ours, name in found.items() if name in there}


def drop_ours(table: pl.DataFrame) -> pl.DataFrame:
    """Drop the columns of a search from a table that one wrote; any other table stays as it is.

    Parameters
    ----------
    table : polars.DataFrame
        What was read.

    Returns
    -------
    polars.DataFrame
        The original columns, and the id.

    Examples
    --------
    >>> drop_ours(pl.DataFrame({"text": ["tea"], "rank": [1], "suggestion": ["no"]})).columns
    ['text']
    """
    ours = find_ours(table.columns)
    return table.drop([*(name for column, name in ours.items() if column != "id"), *find_beginning(table.columns)])


def find_beginning(names: Iterable[str]) -> list[str]:
    """List the column of a workbook of ours that shows how texts begin, if there is one.

    Examples
    --------
    >>> find_beginning(["rank", "suggestion", "beginning"]), find_beginning(["beginning"])
    (['beginning'], [])
    """
    there = set(names)
    return [BEGINNING] if is_export(there) and BEGINNING in there else []


def is_positive() -> pl.Expr:
    """Select the rows of a result's table that a person said yes to, or that are suggested.

    Returns
    -------
    polars.Expr
        A condition, for `DataFrame.filter`.

    Examples
    --------
    >>> table = pl.DataFrame({"suggestion": ["yes", None, "no"], "decision": [None, "yes", None]})
    >>> table.filter(is_positive()).height
    2
    """
    is_open = pl.col("decision").is_null() | (pl.col("decision") == "unsure")
    return pl.when(is_open).then(pl.col("suggestion")).otherwise(pl.col("decision")) == "yes"


def empty_table() -> pl.DataFrame:
    """Make a table of our columns without rows.

    Returns
    -------
    polars.DataFrame
        Every column with its type.

    Examples
    --------
    >>> empty_table().columns[:3]
    ['id', 'rank', 'probability']
    """
    return pl.DataFrame(schema={column.name: column.dtype for column in SCHEMA})
