"""A collection in a folder: documents as Arrow tables, counts and what is prepared as arrays mapped into memory."""

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from likewise.array_folder import read_folder, write_folder
from likewise.documents import Documents
from likewise.documents.packing import from_arrow, pack_documents, to_arrow, unpack_documents
from likewise.engine.saving import load_prepared, save_prepared
from likewise.errors import UserError
from likewise.finder.collection import Collection
from likewise.finder.counting import Counted
from likewise.text.phrases import N_COLUMNS
from likewise.text.spans import plain_rule, read_rule

#: What a folder says that it is; a newer layout gets the next number.
KIND = "likewise collection 2"
_PREPARED = "prepared"


def save_collection(collection: Collection, path: str | PathLike[str]) -> Path:
    """Write a collection to a folder, whole or not at all; what the engine prepared with its defaults is kept too.

    Parameters
    ----------
    collection : Collection
        What to keep.
    path : str or path-like
        The folder.

    Returns
    -------
    pathlib.Path
        The folder.

    Raises
    ------
    UserError
        If words are found by functions of the caller's own, which cannot be saved, or it cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.finder import collect, search
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save_collection(collect(["red wine"], ["green tea", "a glass of wine"]), f"{folder}/kept")
    ...     search(load_collection(path)).table["id"].to_list()
    ['2', '1']
    """
    target, counted = Path(path).expanduser(), collection.counted
    arrays: dict[str, Any] = {
        "raw": counted.raw,
        "wanted": collection.wanted,
        "twins": collection.twins,
        "groups": collection.groups,
        "terms": to_arrow(pl.DataFrame({"term": pl.Series(counted.terms, dtype=pl.String)})),
        "forms": to_arrow(pl.DataFrame({"stem": list(counted.forms), "form": list(counted.forms.values())})),
    }
    facts: dict[str, Any] = {}
    for role, documents in (("examples", collection.examples), ("pile", collection.pile)):
        tables, facts[role] = pack_documents(documents)
        arrays |= {f"{role}_{name}": content for name, content in tables.items()}
    if collection.extra_vectors is not None:
        arrays["extra_vectors"] = collection.extra_vectors
    if (phrases := collection.counted_phrases) is not None:
        arrays["phrases"] = phrases
    facts |= {
        "n_examples": counted.n_examples,
        "fixed": counted.fixed,
        "rule": plain_rule(counted.rule),
        "notes": list(collection.notes),
        "may_embed": collection.may_embed,
    }
    write_folder(target, KIND, arrays, facts)
    prepared = collection.prepared_by_default
    if prepared is not None:
        save_prepared(prepared, target / _PREPARED)
    return target


def load_collection(path: str | PathLike[str], n_jobs: int | None = None) -> Collection:
    """Read what `save_collection` wrote; nothing in the folder is ever run.

    Parameters
    ----------
    path : str or path-like
        The folder.
    n_jobs : int or None, default=None
        Threads of the searches to come.

    Returns
    -------
    Collection
        Searches give the same bytes as before.

    Raises
    ------
    UserError
        If it is not there, damaged, or of another kind.

    Examples
    --------
    >>> load_collection("nowhere")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: nowhere cannot be read as likewise collection 2: it is not there, damaged or of ...
    """
    folder = Path(path).expanduser()
    arrays, facts = read_folder(folder, KIND)
    try:
        collection = _assemble(arrays, facts, n_jobs)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, pl.exceptions.PolarsError) as error:
        raise UserError(f"{path} is damaged: its parts do not fit together; collect the documents again") from error
    if (folder / _PREPARED).is_dir():
        prepared = load_prepared(folder / _PREPARED)
        if prepared.n_documents != int(collection.counted.has_words.sum()):
            raise UserError(f"{path} is damaged: its parts do not fit together; collect the documents again")
        collection.keep_prepared(prepared)
    return collection


def _assemble(arrays: dict[str, Any], facts: dict[str, Any], n_jobs: int | None) -> Collection:
    forms = from_arrow(arrays["forms"])
    counted = Counted(
        raw=arrays["raw"],
        n_examples=int(facts["n_examples"]),
        terms=tuple(from_arrow(arrays["terms"])["term"]),
        forms=dict(zip(forms["stem"], forms["form"], strict=True)),
        rule=read_rule(facts["rule"]),
        fixed=bool(facts["fixed"]),
    )
    collection = Collection(
        examples=_documents(arrays, facts, "examples"),
        pile=_documents(arrays, facts, "pile"),
        wanted=np.asarray(arrays["wanted"]),
        twins=np.asarray(arrays["twins"]),
        counted=counted,
        groups=np.asarray(arrays["groups"]),
        notes=tuple(facts["notes"]),
        extra_vectors=arrays.get("extra_vectors"),
        may_embed=bool(facts.get("may_embed", True)),
        n_jobs=n_jobs,
        phrase_counts=arrays.get("phrases"),
    )
    n_rows = counted.n_examples + len(collection.ranked)
    is_whole = (
        counted.raw.shape == (n_rows, len(counted.terms))
        and (collection.phrase_counts is None or collection.phrase_counts.shape == (n_rows, 2 * N_COLUMNS))
        and len(collection.wanted) == counted.n_examples
        and len(collection.twins) == len(collection.pile)
        and len(collection.groups) == len(collection.ranked)
        and (not len(collection.wanted) or int(collection.wanted.max()) < len(collection.examples))
        and (not len(collection.twins) or int(collection.twins.max()) < counted.n_examples)
    )
    if not is_whole:
        raise ValueError("sizes differ")
    return collection


def _documents(arrays: dict[str, Any], facts: dict[str, Any], role: str) -> Documents:
    tables = {name.removeprefix(f"{role}_"): content for name, content in arrays.items() if name.startswith(f"{role}_")}
    return unpack_documents(tables, facts[role])
