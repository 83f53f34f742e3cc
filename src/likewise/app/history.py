"""The history of a project: what was added, said and ranked, in order."""

from dataclasses import dataclass
from typing import Any

from likewise.app.project_explain import answer_as_json
from likewise.project.answers import Answer, Fold
from likewise.project.batches import Batch
from likewise.project.header import check_header
from likewise.project.notes import Note, read_notes
from likewise.project.project import Project, find_path
from likewise.project.runs import Run, read_runs


@dataclass(frozen=True)
class History:
    """All that happened in a project.

    Parameters
    ----------
    batches : tuple of Batch
        What was added.
    answers : tuple of Answer
        The log of answers.
    notes : tuple of Note
        The log of notes.
    runs : tuple of Run
        The rankings.
    """

    batches: tuple[Batch, ...]
    answers: tuple[Answer, ...]
    notes: tuple[Note, ...]
    runs: tuple[Run, ...]


def read_history(path: str) -> History:
    """Read all that happened in a project.

    Parameters
    ----------
    path : str
        The project's file.

    Returns
    -------
    History
        Everything, oldest first.
    """
    check_header(find_path(path))
    with Project(path, read_only=True) as project:
        return History(
            tuple(project.list_batches()),
            tuple(project.read_answers()),
            tuple(read_notes(project.database)),
            tuple(read_runs(project.database)),
        )


def list_events(history: History) -> list[tuple[str, str, str]]:
    """List what happened, as a person reads it.

    Parameters
    ----------
    history : History
        Of a project.

    Returns
    -------
    list of (str, str, str)
        When, who, and what; in the order of time.
    """
    from likewise.plural import count_noun

    events = []
    for batch in history.batches:
        nouns = {"examples": "example", "pile": "document", "removed": "decision on a document that is not here"}
        plural = {"removed": "decisions on documents that are not here"}
        number = count_noun(batch.n_documents, nouns[batch.role], plural.get(batch.role))
        copies = batch.n_records - batch.n_documents
        known = f", {copies:,} known already or copies" if copies else ""
        source = f" from {batch.source}" if batch.source else ""
        events.append((batch.added, batch.by, f"added {number}{source}{known}"))
    for answer in history.answers:
        shown = f" (shown as {answer.pick})" if answer.pick in ("top", "uncertain", "different", "audit") else ""
        shown = {"mark": " (from a file)", "conflict": " (to resolve a conflict)"}.get(answer.pick or "", shown)
        more = "".join(f"; {name}: {value}" for name in ("reason", "note") if (value := getattr(answer, name)))
        said = f"took back answer {answer.undoes}" if answer.decision == "undo" else f"said {answer.decision}"
        events.append((answer.logged, answer.by, f"{answer.seq}. {said} of {answer.document}{shown}{more}"))
    events += [(note.at, note.by, f"noted of {note.document}: {note.note}") for note in history.notes]
    for run in history.runs:
        outcome = run.outcome.get("summary") or ""
        events.append((run.at, run.by, f"ranking {run.number}, with answers up to {run.last_answer}: {outcome}"))
    return sorted(events, key=lambda event: event[0])


def history_as_json(history: History) -> dict[str, Any]:
    """Make the object of a history.

    Parameters
    ----------
    history : History
        Of a project.

    Returns
    -------
    dict
        Keys `answers`, `notes`, `batches`, `runs`, and `state`, what is decided now of each document, which is what
        reading the answers in order gives.
    """
    state = {document: answer.decision for document, answer in Fold(history.answers).current.items()}
    batches = ("number", "role", "source", "added", "by", "n_records", "n_documents", "fingerprint")
    runs = ("number", "at", "by", "settings", "versions", "collection", "last_answer", "answers")
    said = ("summary", "count", "low", "high", "verdict", "n_taken", "found", "recall", "recall_low", "recall_high")
    return {
        "answers": [answer_as_json(answer) for answer in history.answers],
        "notes": [vars(note) for note in history.notes],
        "batches": [{name: getattr(batch, name) for name in batches} for batch in history.batches],
        "runs": [
            {**{name: getattr(run, name) for name in runs}, **{name: run.outcome.get(name) for name in said}}
            for run in history.runs
        ],
        "state": state,
    }
