"""Records of tagged lines, as RIS and PubMed have them, to a table: a column for each tag, with a readable name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import TypeAlias

import polars as pl

#: The values of each tag, in the order in which they stand, with `AND` between them: strings and nothing else, which
#: costs a fifth of what lists do.
Record: TypeAlias = dict[str, str]
AND = "\0"


def entries(text: str, tag: re.Pattern[str]) -> Iterable[tuple[str, str]]:
    r"""Cut a text into its tagged values.

    Parameters
    ----------
    text : str
        The file.
    tag : re.Pattern
        Matches a line end and what comes before a value, with the tag as its group.

    Returns
    -------
    iterable of (str, str)
        Each tag and its value as it is, with all lines up to the next tag; first of all "", with what stands before
        the first tag.

    Examples
    --------
    >>> list(entries("TI  - On\n wine\n\nAU  - Ann", re.compile(r"\n(\w\w)  -")))
    [('', ''), ('TI', ' On\n wine\n'), ('AU', ' Ann')]
    """
    before, *parts = tag.split("\n" + with_plain_ends(text))
    return zip(["", *parts[::2]], [before, *parts[1::2]], strict=True)


def with_plain_ends(text: str) -> str:
    r"""Return a text whose lines end in a line feed, and which has nothing that `AND` stands for.

    Examples
    --------
    >>> with_plain_ends("red\r\nwine\r")
    'red\nwine\n'
    """
    if "\r" in text:  # to look for a pair that is not there takes as long as to read the file
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace(AND, " ")


def lines(text: str) -> list[str]:
    r"""List the lines that are not blank, without space around them.

    Examples
    --------
    >>> lines("red\n\n wine\n")
    ['red', 'wine']
    """
    return [line for part in text.split("\n") if (line := part.strip())]


def add(record: Record, tag: str, value: str) -> None:
    """Add a value to those of a tag; an empty value is not added.

    Examples
    --------
    >>> record: Record = {}
    >>> add(record, "AU", "Ann"), add(record, "AU", "Bo"), add(record, "AU", "")
    (None, None, None)
    >>> record["AU"].split(AND)
    ['Ann', 'Bo']
    """
    if value:
        record[tag] = f"{record[tag]}{AND}{value}" if tag in record else value


def merge_dialects(records: Sequence[Record], columns: Mapping[str, Sequence[str]]) -> None:
    """Bring the tags that other programs use for the same thing under the first of them, in place.

    A tag that stands beside the first one in any record means something else in this file, and stays.

    Parameters
    ----------
    records : sequence of records
        They are changed.
    columns : mapping of str to sequence of str
        From a column to its tags.

    Examples
    --------
    >>> records = [{"TI": "On wine"}, {"T1": "On tea"}]
    >>> merge_dialects(records, {"title": ("TI", "T1")})
    >>> records
    [{'TI': 'On wine'}, {'TI': 'On tea'}]
    """
    present = {tag for record in records for tag in record}
    for first, *others in columns.values():
        for other in others:
            if other not in present or any(other in record and first in record for record in records):
                continue
            for record in records:
                if other in record:
                    record[first] = record.pop(other)


def to_table(records: Sequence[Record], columns: Mapping[str, Sequence[str]], lists: Collection[str]) -> pl.DataFrame:
    """Make a table of records.

    Parameters
    ----------
    records : sequence of records
        After `merge_dialects`.
    columns : mapping of str to sequence of str
        From a column to its tags, of which the first is taken; these columns come first, in this order.
    lists : collection of str
        Columns that hold lists, even if no record has more than one value.

    Returns
    -------
    polars.DataFrame
        Strings, or lists of strings where a tag may be repeated or is; tags without a column keep their name.

    Examples
    --------
    >>> to_table([{"AU": "Ann", "C7": "x", "TI": "On wine"}], {"title": ("TI",), "authors": ("AU",)}, {"authors"})
    shape: (1, 3)
    ┌─────────┬───────────┬─────┐
    │ title   ┆ authors   ┆ C7  │
    │ ---     ┆ ---       ┆ --- │
    │ str     ┆ list[str] ┆ str │
    ╞═════════╪═══════════╪═════╡
    │ On wine ┆ ["Ann"]   ┆ x   │
    └─────────┴───────────┴─────┘
    """
    present = dict.fromkeys(tag for record in records for tag in record)
    values_of = {tag: [record.get(tag) for record in records] for tag in present}
    return name_columns(pl.DataFrame(values_of, schema=dict.fromkeys(values_of, pl.String)), columns, lists)


def name_columns(table: pl.DataFrame, columns: Mapping[str, Sequence[str]], lists: Collection[str]) -> pl.DataFrame:
    """Give the columns of a table of tags their names, as `to_table` does, and make lists of repeated values.

    Examples
    --------
    >>> name_columns(pl.DataFrame({"C7": ["x"], "AU": ["Ann"]}), {"authors": ("AU",)}, {"authors"}).to_dicts()
    [{'authors': ['Ann'], 'C7': 'x'}]
    """
    named = {tags[0]: name for name, tags in columns.items() if tags[0] in table.columns}
    others = [tag for tag in table.columns if tag not in named]
    taken = {*named.values(), *others}
    # A damaged file may have a tag with the name of a column beside the tag of that column.
    free = {
        tag: next(name for number in count(2) if (name := f"{tag}_{number}") not in taken)
        for tag in others
        if tag in named.values()
    }
    table = table.select(*named, *others).rename({**named, **free})
    if not table.width:
        return table
    is_repeated = table.select(pl.all().str.contains(AND, literal=True).any()).row(0, named=True)
    repeated = [name for name in table.columns if name in lists or is_repeated[name]]
    return table.with_columns(table[name].str.split(AND) for name in repeated)
