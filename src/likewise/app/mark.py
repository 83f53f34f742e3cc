"""Mark: decisions from a file of any kind to answers of a project."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from likewise.app.inputs import check_path
from likewise.app.merging import merge_answers
from likewise.app.new_project import list_marks
from likewise.app.project_requests import MarkRequest
from likewise.app.reviewer import find_reviewer
from likewise.errors import UserError
from likewise.plural import count_noun, name_a_few
from likewise.progress import Progress, report_stage
from likewise.project.answers import get_time, insert_answers
from likewise.project.batches import write_batch
from likewise.project.header import check_header
from likewise.project.project import Project, find_path
from likewise.project.runs import read_last_run
from likewise.project.schema import SUFFIX

if TYPE_CHECKING:
    from likewise.documents import Documents
    from likewise.documents.alignment import Alignment
    from likewise.project.answers import Answer, Fold


@dataclass(frozen=True)
class MarkResult:
    """What became of the decisions of a file.

    Parameters
    ----------
    n_new, n_changed, n_same : int
        Documents that had no answer, another answer, and the same answer.
    n_unknown : int
        Decisions on documents that are not in the project; they are kept.
    notes : tuple of str
        What was not understood, in conflict or unknown, by name.
    """

    n_new: int
    n_changed: int
    n_same: int
    n_unknown: int
    notes: tuple[str, ...]


def describe_marked(marked: MarkResult) -> str:
    """Say what became of decisions in a sentence.

    Examples
    --------
    >>> describe_marked(MarkResult(80, 0, 0, 0, ()))
    '80 new answers, 0 changed, 0 as before.'
    """
    told = [count_noun(marked.n_new, "new answer"), f"{marked.n_changed:,} changed", f"{marked.n_same:,} as before"]
    if marked.n_unknown:
        told.append(f"{marked.n_unknown:,} on documents that are not in the project")
    return f"{', '.join(told)}."


def mark(request: MarkRequest, progress: Progress | None = None) -> MarkResult:
    """Write the decisions of files to the log of a project, all or none.

    Parameters
    ----------
    request : MarkRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    MarkResult
        How many there were.

    Raises
    ------
    UserError
        If something cannot be read or written.
    """
    check_header(find_path(request.project))
    for path in request.decisions:
        check_path(path, "decisions")
    if not request.decisions:
        raise UserError("there are no decisions; give a file of them", parameter="decisions")
    by = find_reviewer(request.by)
    with Project(request.project) as project:
        report_stage(progress, "reading")
        from likewise.documents.alignment import align_decisions
        from likewise.readers.decisions import find_time, read_decisions

        pile = project.read_pile()
        columns = pile.columns.get("text", ())
        tables = [path for path in request.decisions if Path(path).suffix.lower() != SUFFIX]
        sources = [decided for path in tables for decided in read_decisions(path, columns)]
        alignment = align_decisions(pile, sources)
        fold = project.read_fold()
        answers = list_marks(pile.ids.to_list(), alignment, by)
        others = [path for path in request.decisions if path not in tables]
        merged = [merge_answers(pile, fold, path) for path in others]
        answers, notes = _settle(answers, fold, pile, [find_time(Path(path).expanduser()) for path in tables])
        answers += [answer for each in merged for answer in each.answers]
        before = [fold.get(answer.document) for answer in answers]
        n_new = before.count(None)
        n_same = sum(
            each is not None and (each.decision == answer.decision or _is_same(answer, fold))
            for each, answer in zip(before, answers, strict=True)
        )
        removed = _join_removed(pile, alignment)
        notes += _note_examples(project, answers)
        with project.database.writing() as connection:
            if removed is not None:
                write_batch(connection, removed, role="removed", added=get_time(), by=by)
            insert_answers(connection, [answer for answer in answers if not _is_same(answer, fold)])
    return MarkResult(
        n_new=n_new,
        n_changed=len(answers) - n_new - n_same,
        n_same=n_same,
        n_unknown=sum(each.n_unknown for each in merged) + (len(alignment.removed) if alignment.removed else 0),
        notes=(*alignment.notes, *(note for each in merged for note in each.notes), *notes),
    )


def _settle(
    answers: "list[Answer]", fold: "Fold", pile: "Documents", times: list[str]
) -> "tuple[list[Answer], list[str]]":
    """Leave out what an export kept of answers that this reviewer changed since, and name what changes now.

    What a person writes into a file is of the time of that file; all else is as old as its table says.
    """
    from likewise.documents.lookup import name_document

    places = {str(name): place for place, name in enumerate(pile.ids)}
    kept, older, changed = [], [], []
    for answer in answers:
        theirs = [each for each in fold.valid_of(answer.document) if each.by == answer.by]
        if not theirs or theirs[-1].decision == answer.decision:
            kept.append(answer)
            continue
        before = theirs[-1]
        title = name_document(pile, places[answer.document])
        if answer.at < before.at and answer.at not in times:
            older.append(f"{title} (still {before.decision})")
        else:
            kept.append(answer)
            changed.append(f"{title} ({before.decision}, now {answer.decision})")
    notes = []
    if older:
        said = count_noun(
            len(older), "answer is older than that of the project", "answers are older than the project's"
        )
        notes.append(f"{said} and did not count: {name_a_few(older, 3)}")
    if changed:
        # Of one reviewer: what holds may be what somebody else said later.
        by, verb = answers[0].by, "is" if len(changed) == 1 else "are"
        notes.append(f"{count_noun(len(changed), 'answer')} of {by} {verb} changed: {name_a_few(changed, 3)}")
    return kept, notes


def _note_examples(project: Project, answers: "list[Answer]") -> list[str]:
    """Name the documents that are examples until now, and that somebody says no to."""
    run = read_last_run(project.database)
    examples = set() if run is None else {*run.outcome.get("examples", ())}
    refused = [answer.document for answer in answers if answer.decision == "no" and answer.document in examples]
    if not refused:
        return []
    documents = count_noun(len(refused), "document is an example and counts", "documents are examples and count")
    return [f"{documents} as no from now on: {name_a_few(refused, 3)}"]


def _is_same(answer: "Answer", fold: "Fold") -> bool:
    """Tell whether this reviewer has said so already, and it still holds or is of the same time.

    A file that is marked again says nothing new, whatever somebody else said since.
    """
    theirs = [each for each in fold.valid_of(answer.document) if each.by == answer.by]
    if not theirs or theirs[-1].decision != answer.decision:
        return False
    return fold[answer.document].decision == answer.decision or theirs[-1].at == answer.at


def _join_removed(pile: "Documents", alignment: "Alignment") -> "Documents | None":
    """Join decisions on documents that are not in the project with those of earlier files; None if none is new."""
    from likewise.documents.removed import RemovedRecords

    if alignment.removed is None:
        return None
    records = RemovedRecords(pile)
    for documents in (pile.removed, alignment.removed):
        if documents is not None:
            said = documents.table
            records.add(documents, said["decision"].to_list(), said["decided"].to_list())
    joined, old = records.documents, pile.removed
    if joined is None or (old is not None and _as_set(joined) == _as_set(old)):
        return None
    return joined


def _as_set(documents: "Documents") -> set[tuple[str, ...]]:
    return set(zip(documents.ids, documents.text, documents.table["decision"], strict=True))
