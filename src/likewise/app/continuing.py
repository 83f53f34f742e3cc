"""Go on from an export: what the table of an earlier search, and the other sheets of its workbook, say of it."""

from collections.abc import Sequence
from pathlib import Path

from likewise.documents import Documents
from likewise.documents.decisions import Decided, extract_decisions
from likewise.documents.documents import concatenate
from likewise.documents.examples import continue_export, find_earlier_examples
from likewise.documents.schema import is_export
from likewise.plural import count_noun
from likewise.readers.decisions import find_time, read_audit, read_kept_examples


def decisions_in_export(pile: Documents, paths: Sequence[str]) -> list[Decided]:
    """Return what an export says of its own documents, in its table and on the sheet of the random check.

    Parameters
    ----------
    pile : Documents
        From any table.
    paths : sequence of str
        Its files.

    Returns
    -------
    list of Decided
        None if the table is not an export, or decides nothing.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> decisions_in_export(as_documents(["tea"], "pile"), ["pile.csv"])
    []
    """
    if not is_export(pile.table.columns):
        return []
    places = _files(paths)
    audits = [decided for place in places if place.is_file() for decided in read_audit(place, pile)]
    decided = extract_decisions(pile, max(map(find_time, places)))
    return [each for each in (decided, *audits) if each.values or each.notes]


def examples_of_export(pile: Documents, paths: Sequence[str]) -> tuple[Documents, str]:
    """Return the examples of the search that wrote an export, and a sentence on them.

    Parameters
    ----------
    pile : Documents
        The table of the export.
    paths : sequence of str
        Its file.

    Returns
    -------
    examples : Documents
        Those that are in the pile, and those that a workbook keeps on a sheet; where there are none, the documents
        that a person said yes to.
    note : str
        Where they come from.

    Raises
    ------
    UserError
        If there are none of these.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.finder.inputs import as_documents
    >>> table = {"text": ["wine", "tea"], "rank": [1, 2], "suggestion": ["yes", "no"], "included": ["x", None]}
    >>> examples_of_export(as_documents(pl.DataFrame(table), "pile"), ["found.csv"])[1]
    'found.csv holds none of the examples of its search: 1 document that you said yes to stands in for them; ...'
    """
    kept = _kept_examples(paths)
    if kept or find_earlier_examples(pile):
        earlier = [pile.take(sorted(find_earlier_examples(pile)))] if find_earlier_examples(pile) else []
        note = f"{paths[0]} is an export: the search goes on with its examples and decisions"
        return concatenate([*earlier, *kept], paths[0]), note
    examples = continue_export(pile)[0]
    stand_ins = count_noun(
        len(examples), "document that you said yes to stands", "documents that you said yes to stand"
    )
    return examples, (
        f"{paths[0]} holds none of the examples of its search: {stand_ins} in for them; give the examples before it, "
        "so that the search goes on where it was"
    )


def with_kept_examples(examples: Documents, pile: Documents, paths: Sequence[str]) -> Documents:
    """Add the examples that the workbook of an export keeps on a sheet.

    Parameters
    ----------
    examples : Documents
        From the table.
    pile : Documents
        The table.
    paths : sequence of str
        Its files.

    Returns
    -------
    Documents
        The same if the table is not an export, or no examples are kept.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> pile = as_documents(["tea", "wine"], "pile")
    >>> with_kept_examples(pile.take([1]), pile, ["pile.csv"]).text.to_list()
    ['wine']
    """
    kept = _kept_examples(paths) if is_export(pile.table.columns) else []
    return concatenate([examples, *kept], examples.source) if kept else examples


def _kept_examples(paths: Sequence[str]) -> list[Documents]:
    found = [read_kept_examples(place) for place in _files(paths) if place.is_file()]
    return [each for each in found if each is not None]


def _files(paths: Sequence[str]) -> list[Path]:
    return [Path(path).expanduser() for path in paths]
