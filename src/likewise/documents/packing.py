"""Documents and tables as plain values and bytes that any file can hold."""

from dataclasses import replace
from io import BytesIO
from typing import Any, Literal

import polars as pl

from likewise.documents.documents import Documents, SourceCount
from likewise.errors import UserError


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
    facts = document_facts(documents)
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
    documents = make_documents(from_arrow(tables["table"]), from_arrow(tables["own"]), facts)
    removed = {name.removeprefix("removed_"): content for name, content in tables.items() if "removed_" in name}
    return replace(documents, removed=unpack_documents(removed, facts["removed"])) if removed else documents


def document_facts(documents: Documents) -> dict[str, Any]:
    """Return what is known of documents beside their columns and texts, as JSON can hold it.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> document_facts(as_documents(["red wine"], "pile"))["columns"]
    {'text': ['text']}
    """
    return {
        "columns": {role: list(names) for role, names in documents.columns.items()},
        "notes": list(documents.notes),
        "source": documents.source,
        "unread": [list(thing) for thing in documents.unread],
        "sources": [list(count) for count in documents.sources],
    }


def make_documents(table: pl.DataFrame, own: pl.DataFrame, facts: dict[str, Any]) -> Documents:
    """Make documents of their columns, of texts with ids and labels, and of what `document_facts` returned.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> facts = document_facts(as_documents(["red wine"], "pile"))
    >>> make_documents(pl.DataFrame({"a": [1]}), pl.DataFrame({"text": ["tea"], "id": ["1"]}), facts).text.to_list()
    ['tea']
    """
    return Documents(
        table=table,
        text=own["text"],
        ids=own["id"],
        label=own["label"] if "label" in own.columns else None,
        columns={name: tuple(columns) for name, columns in facts["columns"].items()},
        notes=tuple(facts["notes"]),
        source=facts["source"],
        unread=tuple((name, reason) for name, reason in facts["unread"]),
        sources=tuple(SourceCount(*count) for count in facts["sources"]),
    )


def to_arrow(table: pl.DataFrame, compression: Literal["uncompressed", "zstd"] = "uncompressed") -> bytes:
    """Write a table in Arrow's format.

    Examples
    --------
    >>> from_arrow(to_arrow(pl.DataFrame({"id": ["a"]}))).rows()
    [('a',)]
    """
    buffer = BytesIO()
    try:
        table.write_ipc(buffer, compression=compression)
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
