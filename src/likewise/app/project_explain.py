"""Explain: why a document of a project stands where it does, and what was said of it."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from likewise.app.project_search import rank_project
from likewise.errors import UserError
from likewise.progress import Progress
from likewise.project.answers import Answer
from likewise.project.audit import read_audit
from likewise.project.header import check_header
from likewise.project.project import Project, find_path

if TYPE_CHECKING:
    from likewise.finder import Reasons


@dataclass(frozen=True)
class Explanation:
    """What there is to say of a document.

    Parameters
    ----------
    reasons : Reasons
        Words, places of words, and nearest examples.
    title : str
        Of the document.
    lower, upper : float or None
        The interval of its probability.
    nearest_titles : tuple of str
        Of the nearest examples.
    topic : tuple of str
        Words of the topic that it belongs to, among the documents found; empty if it belongs to none.
    copies : tuple of str
        Ids of near-copies.
    is_audit : bool
        Whether it is in the random sample.
    answers : tuple of Answer
        All that was said of it, oldest first.
    """

    reasons: "Reasons"
    title: str
    lower: float | None
    upper: float | None
    nearest_titles: tuple[str, ...]
    topic: tuple[str, ...]
    copies: tuple[str, ...]
    is_audit: bool
    answers: tuple[Answer, ...]


def explain_document(path: str, name: str, progress: Progress | None = None) -> Explanation:
    """Say why a document stands where it does in the ranking by all answers.

    Parameters
    ----------
    path : str
        The project's file.
    name : str
        Id, DOI, PMID or title of the document.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Explanation
        What there is to say.

    Raises
    ------
    UserError
        If there is no such document.
    """
    check_header(find_path(path))
    with Project(path) as project:
        found = find_document(project, name)
        result = rank_project(project, progress).result
        from likewise.documents.lookup import name_document

        reasons = result.explain(found)
        row = result.table.filter(result.table["id"] == found).row(0, named=True)
        examples = result.examples
        titles = {} if examples is None else {each: name_document(examples, at) for at, each in enumerate(examples.ids)}
        group = (
            [] if row["group"] is None else result.table.filter(result.table["group"] == row["group"])["id"].to_list()
        )
        place = {each: at for at, each in enumerate(result.pile.ids)}[found]
        return Explanation(
            reasons=reasons,
            title=name_document(result.pile, place),
            lower=row["lower"],
            upper=row["upper"],
            nearest_titles=tuple(titles.get(each, each) for each, _ in reasons.nearest),
            topic=next((topic.words for topic in result.topics if found in topic.ids), ()),
            copies=tuple(each for each in group if each != found),
            is_audit=found in read_audit(project.database),
            answers=tuple(answer for answer in project.read_answers() if answer.document == found),
        )


def find_document(project: Project, name: str) -> str:
    """Find the id of a document by whatever a person calls it.

    Parameters
    ----------
    project : Project
        Any.
    name : str
        Id, DOI, PMID or title; or the path of its file on another computer.

    Returns
    -------
    str
        Its id.

    Raises
    ------
    UserError
        If there is no such document.
    """
    if project.database.read("SELECT 1 FROM documents WHERE id = ?", (name,)):
        return name
    from likewise.documents.file_names import find_file
    from likewise.documents.lookup import find_places

    pile = project.read_pile()
    (place,) = find_places(pile, [name])
    place = find_file(pile, name) if place is None else place
    if place is None:
        such = ", ".join(project.list_ids(most=3))
        raise UserError(
            f"no document of the project has the id, DOI, PMID or title {name!r}; ids are such as {such}",
            parameter="id",
        )
    return str(pile.ids[place])


def explanation_as_json(explanation: Explanation) -> dict[str, Any]:
    """Make the object of an explanation.

    Parameters
    ----------
    explanation : Explanation
        What there is to say.

    Returns
    -------
    dict
        Keys `id, title, rank, probability, lower, upper, suggestion, decision, words, spans, nearest, topic, copies,
        audit, answers, text`.
    """
    reasons = explanation.reasons
    nearest = zip(reasons.nearest, explanation.nearest_titles, strict=True)
    return {
        "id": reasons.id,
        "title": explanation.title,
        **{key: getattr(reasons, key) for key in ("rank", "probability")},
        **{key: getattr(explanation, key) for key in ("lower", "upper")},
        **{key: getattr(reasons, key) for key in ("suggestion", "decision")},
        "words": [{"word": word, "weight": round(weight, 4)} for word, weight in reasons.words],
        "spans": [{"start": start, "end": end, "word": word} for start, end, word in reasons.spans],
        "nearest": [{"id": each, "title": title, "similarity": round(like, 4)} for (each, like), title in nearest],
        "topic": list(explanation.topic),
        "copies": list(explanation.copies),
        "audit": explanation.is_audit,
        "answers": [answer_as_json(answer) for answer in explanation.answers],
        "text": reasons.text,
    }


def answer_as_json(answer: Answer) -> dict[str, Any]:
    """Make the object of an answer.

    Parameters
    ----------
    answer : Answer
        Of the log.

    Returns
    -------
    dict
        Keys `seq, id, identity, decision, at, by, pick, run, note, reason, undoes, logged`.

    Examples
    --------
    >>> list(answer_as_json(Answer("d1", "yes", "ana", "2026-01-01T00:00:00+00:00")))[:4]
    ['seq', 'id', 'identity', 'decision']
    """
    import json

    values = asdict(answer)
    values["id"] = values.pop("document")
    values["identity"] = json.loads(answer.identity or "{}")
    names = ("seq", "id", "identity", "decision", "at", "by", "pick", "run", "note", "reason", "undoes", "logged")
    return {name: values[name] for name in names}
