"""Add: more documents or examples for a project."""

from typing import TYPE_CHECKING

from likewise.app.inputs import check_path
from likewise.app.private_folder import name_files_alone
from likewise.app.project_requests import AddRequest
from likewise.app.reviewer import find_reviewer
from likewise.errors import UserError
from likewise.plural import count_noun
from likewise.progress import Progress, report_stage
from likewise.project.adding import Added, add_examples, add_pile
from likewise.project.header import check_header
from likewise.project.project import Project, find_path

if TYPE_CHECKING:
    from likewise.documents import Documents


def add(request: AddRequest, progress: Progress | None = None) -> Added:
    """Read documents and add those that are new to a project; the next ranking takes them in.

    Parameters
    ----------
    request : AddRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Added
        How many are new.

    Raises
    ------
    UserError
        If something cannot be read or written.
    """
    check_header(find_path(request.project))
    if not request.files:
        raise UserError("there is nothing to add; give a file or folder of documents", parameter="files")
    for path in request.files:
        check_path(path, "files")
    by = find_reviewer(request.by)
    with Project(request.project) as project:
        report_stage(progress, "reading")
        from likewise.readers import read

        documents = read(
            request.files,
            text=request.text,
            id=request.id,
            table=request.table,
            follow_links=request.follow_links,
            keep_copies=request.keep_copies,
            progress=progress,
        )
        documents = name_files_alone(documents, request.folder)
        report_stage(progress, "writing")
        if request.examples:
            from likewise.documents.examples import drop_refused

            return add_examples(project, drop_refused(documents), by)
        return add_pile(project, documents.with_notes(_note_decisions(documents)), by)


def _note_decisions(documents: "Documents") -> list[str]:
    """Say that decisions in what is added are not answers of the project."""
    from likewise.documents.decisions import extract_decisions, read_own_answers
    from likewise.documents.reviewer_notes import read_votes
    from likewise.documents.schema import is_export

    table = documents.table
    if not is_export(table.columns) and not any(read_own_answers(table)) and not any(read_votes(table)):
        return []
    number = len(extract_decisions(documents).values)
    if not number:
        return []
    return [
        f"{documents.source} holds {count_noun(number, 'decision')}, which adding does not read; mark reads decisions"
    ]


def describe_added(added: Added, noun: str = "document") -> list[str]:
    """Say what became of what was added.

    Parameters
    ----------
    added : Added
        How many are new.
    noun : str, default="document"
        What they are called.

    Returns
    -------
    list of str
        Sentences.

    Examples
    --------
    >>> describe_added(Added(50, 40, 10, 0, ()))
    ['40 documents added; 10 known already.']
    """
    known = f"; {added.n_known:,} known already" if added.n_known else ""
    told = [f"{count_noun(added.n_new, noun)} added{known}."]
    if added.n_decided:
        were = "of them was decided before, and counts", "of them were decided before, and count"
        told.append(f"{count_noun(added.n_decided, *were)}.")
    return told
