"""Documents, tables and rules as plain values and bytes that any file can hold."""

from io import BytesIO
from typing import Any

import polars as pl

from likewise.documents import Documents
from likewise.documents.documents import SourceCount
from likewise.errors import UserError
from likewise.text.spans import WordRule


def pack_documents(documents: Documents) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Turn documents into tables in Arrow's format, and plain facts.

    Parameters
    ----------
    documents : Documents
        Any.

    Returns
    -------
    tables : dict of str to bytes
        Original columns, and texts with ids and labels.
    facts : dict
        What JSON can hold.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> unpack_documents(*pack_documents(as_documents(["red wine"], "pile"))).text.to_list()
    ['red wine']
    """
    own = pl.DataFrame({"text": documents.text, "id": documents.ids})
    tables: dict[str, bytes] = {
        "table": to_arrow(documents.table),
        "own": to_arrow(own if documents.label is None else own.with_columns(label=documents.label)),
    }
    facts = {
        "columns": {role: list(names) for role, names in documents.columns.items()},
        "notes": list(documents.notes),
        "source": documents.source,
        "unread": [list(thing) for thing in documents.unread],
        "sources": [list(count) for count in documents.sources],
    }
    if documents.removed is not None:
        more, facts["removed"] = pack_documents(documents.removed)
        tables |= {f"removed_{name}": content for name, content in more.items()}
    return tables, facts


def unpack_documents(tables: dict[str, bytes], facts: dict[str, Any]) -> Documents:
    """Make documents of what `pack_documents` returned.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> unpack_documents(*pack_documents(as_documents(["red wine"], "pile"))).ids.to_list()
    ['1']
    """
    own = from_arrow(tables["own"])
    removed = {name.removeprefix("removed_"): content for name, content in tables.items() if "removed_" in name}
    return Documents(
        table=from_arrow(tables["table"]),
        text=own["text"],
        ids=own["id"],
        label=own["label"] if "label" in own.columns else None,
        columns={name: tuple(columns) for name, columns in facts["columns"].items()},
        notes=tuple(facts["notes"]),
        source=facts["source"],
        unread=tuple((name, reason) for name, reason in facts["unread"]),
        sources=tuple(SourceCount(*count) for count in facts["sources"]),
        removed=unpack_documents(removed, facts["removed"]) if removed else None,
    )


def plain_rule(rule: WordRule) -> dict[str, Any]:
    """Return the settings of a rule as plain values; functions cannot be saved, and are left out.

    Examples
    --------
    >>> plain_rule(WordRule())["ngram_range"]
    [1, 1]
    """
    settings = {name: getattr(rule, name) for name in WordRule.__dataclass_fields__}
    stop_words = settings["stop_words"]
    if stop_words is not None and not isinstance(stop_words, str):
        settings["stop_words"] = sorted(stop_words)
    settings["ngram_range"] = [int(n) for n in rule.ngram_range]
    return {name: None if callable(value) else value for name, value in settings.items()}


def read_rule(settings: dict[str, Any]) -> WordRule:
    """Make a rule of what `plain_rule` returned.

    Examples
    --------
    >>> read_rule(plain_rule(WordRule(language="german"))).language
    'german'
    """
    return WordRule(**{**settings, "ngram_range": tuple(settings["ngram_range"])})


def to_arrow(table: pl.DataFrame) -> bytes:
    """Write a table in Arrow's format.

    Examples
    --------
    >>> from_arrow(to_arrow(pl.DataFrame({"id": ["a"]}))).rows()
    [('a',)]
    """
    buffer = BytesIO()
    try:
        table.write_ipc(buffer, compression="uncompressed")
    except pl.exceptions.PolarsError as error:
        kinds = ", ".join(name for name, kind in table.schema.items() if kind == pl.Object) or "one of them"
        raise UserError(f"a column of the pile holds what no file can ({kinds}); leave it out") from error
    return buffer.getvalue()


def from_arrow(content: bytes) -> pl.DataFrame:
    """Read a table in Arrow's format.

    Examples
    --------
    >>> from_arrow(to_arrow(pl.DataFrame({"id": ["a"]}))).height
    1
    """
    return pl.read_ipc(BytesIO(content))
