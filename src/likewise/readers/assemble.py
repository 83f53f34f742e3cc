"""From a raw table to documents: choose the columns, join the texts, make the ids unique, count what is empty."""

from __future__ import annotations

import polars as pl

from likewise.documents.columns import are_ids, find_column, guess_id, guess_label, guess_text, normalise
from likewise.documents.documents import Documents, to_strings
from likewise.documents.markup import strip_markup
from likewise.documents.removed import split_removed
from likewise.documents.schema import drop_ours
from likewise.documents.skipped import describe_unread
from likewise.errors import UserError
from likewise.readers.raw_table import RawTable

#: What programs write where there is no title, abstract or keyword.
_NOTHING = ["", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None"]


def assemble(
    raw: RawTable,
    source: str,
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002 the name of the option
    like: Documents | None = None,
) -> Documents:
    r"""Make documents of a table that was read.

    Parameters
    ----------
    raw : RawTable
        What a reader returned.
    source : str
        The path, for errors and for the record.
    text : str or None, default=None
        The text columns, several separated by commas; None guesses.
    label : str or None, default=None
        The column of labels; None guesses.
    id : str or None, default=None
        The column of ids; None guesses.
    like : Documents or None, default=None
        Documents of the same source whose columns have the same roles: nothing is guessed again.

    Returns
    -------
    Documents
        The documents.

    Raises
    ------
    UserError
        If a named column is not there, no column looks like text, or the named ids are not unique.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"title": ["On wine"], "abstract": ["We drink."], "included": [1]})
    >>> documents = assemble(RawTable(table), "pile.csv")
    >>> documents.text[0], documents.label[0], documents.ids[0]
    ('On wine\nWe drink.', '1', '1')
    """
    table, notes = raw.table, [*raw.notes, *describe_unread(raw.unread)]
    if like is not None:
        texts = like.columns["text"]
    elif text is not None:
        texts = _named_texts(table, text, source)
    else:
        texts = (raw.text,) if raw.text is not None else guess_text(drop_ours(table), source)
    id_name, ids = _ids(raw, texts, id, source, notes) if like is None else _ids_like(raw.table, like)
    taken = [*texts, *([id_name] if id_name else [])]
    if like is not None:
        label_name = next(iter(like.columns.get("label", ())), None)
    else:
        label_name = find_column(table, label, "label", source) if label is not None else guess_label(table, taken)
    joined = join_texts(table, texts, guessed=text is None)
    notes += describe_empty(int((joined.str.strip_chars() == "").sum()), len(joined))
    roles = {"text": texts, "label": (label_name,) if label_name else (), "id": (id_name,) if id_name else ()}
    documents = Documents(
        table=table,
        text=joined,
        ids=ids,
        label=_labels(table[label_name]) if label_name else None,
        columns={role: names for role, names in roles.items() if names},
        notes=tuple(notes),
        source=source,
        unread=tuple(raw.unread),
    )
    return split_removed(documents)


def describe_empty(n_empty: int, n_documents: int) -> list[str]:
    """Say how many documents are empty, if any is.

    Examples
    --------
    >>> describe_empty(1, 20)
    ['1 of 20 documents is empty']
    """
    return [f"{n_empty:,} of {n_documents:,} documents {'is' if n_empty == 1 else 'are'} empty"] if n_empty else []


def _named_texts(table: pl.DataFrame, text: str, source: str) -> tuple[str, ...]:
    # A column whose own name has a comma is meant before a list of columns is.
    names = [text] if text in table.columns else [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise UserError(
            f"the name of the text column is empty; name a column of {source}: {', '.join(table.columns)}",
            parameter="text",
        )
    return tuple(dict.fromkeys(find_column(table, name, "text", source) for name in names))


def _ids(
    raw: RawTable, texts: tuple[str, ...], named: str | None, source: str, notes: list[str]
) -> tuple[str | None, pl.Series]:
    table = raw.table
    name = raw.id if raw.id is not None else guess_id(table, texts)
    if named is not None:
        name = find_column(table, named, "id", source)
        _check_ids(table[name], source)
    elif name is None and any(normalise(column) == "id" for column in table.columns):
        notes.append("the values of the id column are not unique or not all there, so rows are numbered from 1")
    if name is not None:
        return name, to_strings(table[name]).rename("id")
    return None, pl.Series("id", [str(number) for number in range(1, table.height + 1)], dtype=pl.String)


def _ids_like(table: pl.DataFrame, like: Documents) -> tuple[str | None, pl.Series]:
    name = next(iter(like.columns.get("id", ())), None)
    if name is not None:
        return name, to_strings(table[name]).rename("id")
    return None, pl.Series("id", [str(number) for number in range(1, table.height + 1)], dtype=pl.String)


def _check_ids(column: pl.Series, source: str) -> None:
    if are_ids(column):
        return
    values = to_strings(column)
    twice = values.filter(values.is_duplicated()).drop_nulls()
    what = f"{twice[0]!r} occurs more than once" if len(twice) else "some are empty"
    raise UserError(
        f"column {column.name!r} of {source} cannot serve as ids: {what}; name another column, or none", parameter="id"
    )


def join_texts(table: pl.DataFrame, names: tuple[str, ...], *, guessed: bool = True) -> pl.Series:
    r"""Join columns of text, each on a line of its own, without those that are empty, and without markup.

    Parameters
    ----------
    table : polars.DataFrame
        The table.
    names : tuple of str
        Its columns of text, in order.
    guessed : bool, default=True
        Whether the first is a title, which is left out where the last begins with it.

    Returns
    -------
    polars.Series
        Strings without nulls.

    Examples
    --------
    >>> join_texts(pl.DataFrame({"title": ["On wine"], "abstract": ["We drink."]}), ("title", "abstract"))[0]
    'On wine\nWe drink.'
    """
    parts = [
        strip_markup(to_strings(table[name]).fill_null("")).rename(f"part{number}") for number, name in enumerate(names)
    ]
    if len(parts) == 1:
        return parts[0].rename("text")
    columns = pl.DataFrame(parts)
    filled = [pl.when(~pl.col(part.name).str.strip_chars().is_in(_NOTHING)).then(pl.col(part.name)) for part in parts]
    if guessed:
        # A title that the body already begins with would count its words twice.
        title, body = pl.col("part0").str.strip_chars(), pl.col(parts[-1].name).str.strip_chars_start()
        filled[0] = pl.when((title != "") & ~body.str.starts_with(title)).then(pl.col("part0"))
    return columns.select(pl.concat_str(filled, separator="\n", ignore_nulls=True).fill_null("").alias("text"))["text"]


def _labels(column: pl.Series) -> pl.Series:
    """Labels as strings, or as lists of strings; whole numbers without ".0"."""
    if isinstance(column.dtype, pl.List):
        return column.cast(pl.List(pl.String)).rename("label")
    if column.dtype.is_float() and (column.drop_nulls() == column.drop_nulls().round()).all():
        column = column.cast(pl.Int64, strict=False)
    return column.cast(pl.String).rename("label")
