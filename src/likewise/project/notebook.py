"""A project in a notebook: what is in it, what is decided, and what was added when."""

from collections import Counter
from typing import TYPE_CHECKING

from likewise.plural import count_noun
from likewise.writers.html_parts import html_picture, html_sentence, html_table, share_bar

if TYPE_CHECKING:
    from likewise.project.project import Project

#: Additions that are listed, the last ones.
_MOST_BATCHES = 10


def project_html(project: "Project") -> str:
    """Write how many documents a project has, what is decided, and where its documents are from.

    Parameters
    ----------
    project : Project
        Any; of one that is closed only the name is told.

    Returns
    -------
    str
        HTML.
    """
    if project.is_closed:
        return html_sentence(f"{project.path.name} (closed)", strong=True)
    counts = count_decisions(project)
    batches = project.list_batches()
    n_examples = sum(batch.n_documents for batch in batches if batch.role == "examples")
    told = f"{project.path.name}: {count_noun(project.n_documents, 'document')}, {count_noun(n_examples, 'example')}"
    rows = [
        (batch.added[:10], batch.role, batch.source, f"{batch.n_documents:,}", batch.by)
        for batch in batches[-_MOST_BATCHES:]
    ]
    parts = [html_sentence(told, strong=True)]
    if sum(counts.values()):
        parts.append(html_picture(share_bar("What is decided", counts)))
    return "".join([*parts, html_table(("added", "as", "from", "documents", "by"), rows)])


def count_decisions(project: "Project") -> dict[str, int]:
    """Count the documents of each decision.

    Parameters
    ----------
    project : Project
        Open.

    Returns
    -------
    dict of int
        For "yes", "no", "unsure" and "not decided".
    """
    known = set(project.list_ids())
    said = Counter(answer.decision for name, answer in project.read_fold().current.items() if name in known)
    counts = {name: said[name] for name in ("yes", "no", "unsure")}
    return {**counts, "not decided": len(known) - sum(counts.values())}
