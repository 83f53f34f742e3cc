"""Tables with a field in each row, as Embase exports them: its name, and then its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import polars as pl

from likewise.documents.columns import MEANINGS, is_known, normalise
from likewise.readers.tables.lenient_csv import split_leniently

#: Characters that tell of what kind a table is.
_BEGINNING = 100_000
#: Of all rows, so many begin with a name: one that comes again, that the field uses, or in capitals.
_NAMED = 0.9
#: Names that the field uses, at least.
_FEWEST_KNOWN = 3
_MEANT = frozenset(name for names in MEANINGS.values() for name in names)


def join_field_rows(rows: Sequence[Sequence[str]]) -> pl.DataFrame | None:
    """Make a row for each record of a table that has a row for each field.

    Parameters
    ----------
    rows : sequence of sequence of str
        Name of the field and its values; a record begins with its title, or behind an empty row.

    Returns
    -------
    polars.DataFrame or None
        A column for each field, several values joined by "; "; None if this is another kind of table.

    Examples
    --------
    >>> rows = [["TITLE", "On wine"], ["AUTHOR NAMES", "Smith A.", "Lee B."], ["DOI", "10.1000/a"], []]
    >>> join_field_rows([*rows, ["TITLE", "Tea"], ["ABSTRACT", "We drink."]]).rows()
    [('On wine', 'Smith A.; Lee B.', '10.1000/a', None), ('Tea', None, None, 'We drink.')]
    >>> join_field_rows([["title", "abstract"], ["On wine", "We drink."]]) is None
    True
    """
    filled = [[cell.strip() for cell in row] for row in rows]
    if not filled or not _has_field_rows([row for row in filled if any(row)]):
        return None
    start = filled[0][0]
    records: list[dict[str, list[str]]] = []
    is_new = True
    for row in filled:
        if not any(row):
            is_new = True
            continue
        if is_new or row[0] == start:
            records.append({})
        is_new = False
        records[-1].setdefault(row[0], []).extend(cell for cell in row[1:] if cell)
    names = list(dict.fromkeys(name for record in records for name in record))
    columns = [["; ".join(record.get(name, ())) or None for record in records] for name in names]
    return pl.DataFrame([pl.Series(name, cells, dtype=pl.String) for name, cells in zip(names, columns, strict=True)])


def has_field_rows(text: str, delimiter: str) -> bool:
    r"""Tell by the first rows of a delimited file whether it has a row for each field.

    Parameters
    ----------
    text : str
        The file, or its beginning.
    delimiter : str
        The character between cells.

    Returns
    -------
    bool
        Whether `join_field_rows` makes a table of these rows.

    Examples
    --------
    >>> has_field_rows("TITLE,On wine\nAUTHOR NAMES,Smith A.,Lee B.\nDOI,10.1000/a\n", ",")
    True
    """
    lines = text[:_BEGINNING].splitlines()
    return join_field_rows(split_leniently("\n".join(lines), delimiter)[0]) is not None


def _has_field_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether rows begin with names of fields, and the first with that of a title."""
    if len(rows) < _FEWEST_KNOWN or len(rows[0]) < 2 or normalise(rows[0][0]) not in MEANINGS["title"]:
        return False
    if any(is_known(cell) for cell in rows[0][1:]):  # a header
        return False
    times = Counter(row[0] for row in rows)
    known = {name for name in times if normalise(name) in _MEANT}
    n_named = sum(number for name, number in times.items() if number > 1 or name in known or name.isupper())
    return len(known) >= _FEWEST_KNOWN and n_named >= _NAMED * len(rows)
