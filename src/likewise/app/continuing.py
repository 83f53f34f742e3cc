"""Go on from an export: what the table of an earlier search, and the other sheets of its workbook, say of it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from likewise.documents import Documents
from likewise.documents.decisions import Decided, extract_decisions, read_own_answers
from likewise.documents.documents import concatenate
from likewise.documents.examples import continue_export, find_earlier_examples
from likewise.documents.matching import match_documents
from likewise.documents.reviewer_notes import read_votes
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


def note_unused_decisions(pile: Documents) -> list[str]:
    """Say that a table which no search wrote holds decisions, which are not used unless a person asks for it.

    Parameters
    ----------
    pile : Documents
        From any table.

    Returns
    -------
    list of str
        One sentence, or none.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.finder.inputs import as_documents
    >>> pile = as_documents(pl.DataFrame({"text": ["wine", "tea"], "Include?": ["x", None]}), "pile")
    >>> note_unused_decisions(pile)
    ['the pile holds 1 decision (Include?), which is not used unless the file is given as decisions, too']
    """
    if is_export(pile.table.columns):
        return []
    answers = read_own_answers(pile.table)
    names = list(dict.fromkeys(answer[0] for answer in answers if answer is not None))
    number = sum(answer is not None for answer in answers)
    if not names:
        number, names = sum(vote is not None for vote in read_votes(pile.table)), ["notes and tags"]
    if not number:
        return []
    decisions, are = count_noun(number, "decision"), "is" if number == 1 else "are"
    where = f"{pile.source or 'the pile'} holds {decisions} ({', '.join(names)})"
    return [f"{where}, which {are} not used unless the file is given as decisions, too"]


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


def split_export(export: Documents, path: str, pile: Documents) -> tuple[Documents, list[Decided]]:
    """Take an export for examples of another pile: what it was searched with, and what a person said yes to.

    Parameters
    ----------
    export : Documents
        Its table.
    path : str
        Its file.
    pile : Documents
        What is searched now.

    Returns
    -------
    examples : Documents
        The export itself if nothing in it is one.
    decisions : list of Decided
        What it decides on documents that are in the pile, too, so that nobody is asked again.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.finder.inputs import as_documents
    >>> table = {"text": ["wine", "tea"], "rank": [1, 2], "suggestion": ["no", "no"], "included": ["x", "no"]}
    >>> export, pile = as_documents(pl.DataFrame(table), "found"), as_documents(["red wine", "tea"], "pile")
    >>> examples, decisions = split_export(export, ".", pile)
    >>> examples.text.to_list(), decisions[0].documents.text.to_list()
    (['wine'], ['tea'])
    """
    decided = extract_decisions(export, find_time(Path(path).expanduser()))
    refused = {name for name, value in zip(decided.documents.ids, decided.values, strict=True) if value == "no"}
    earlier = [row for row in sorted(find_earlier_examples(export)) if export.ids[row] not in refused]
    yes = [row for row, value in enumerate(decided.values) if value == "yes"]
    parts = [export.take(earlier), decided.documents.take(yes), *_kept_examples([path])]
    parts = [part for part in parts if len(part)]
    there = (match_documents(pile, decided.documents) >= 0).nonzero()[0].tolist()
    known = replace(
        decided,
        documents=decided.documents.take(there),
        values=tuple(decided.values[row] for row in there),
        times=tuple(decided.times[row] for row in there),
        reasons=(),
    )
    if not parts:
        return export, []
    examples = replace(concatenate(parts, export.source), removed=None)
    decisions = count_noun(len(there), "decision in it counts", "decisions in it count")
    note = f"{path} is an export: {count_noun(len(examples), 'document')} of it that you gave or said yes to "
    note += f"{'is the example' if len(examples) == 1 else 'are the examples'}, and {decisions}"
    return examples.with_notes([note]), [known]


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
