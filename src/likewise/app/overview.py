"""Overview: how far a project is, what is expected of reading on, and what the documents found are about."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from likewise.app.account import count_reasons, list_prisma
from likewise.app.audit import describe_audit
from likewise.app.card import Card
from likewise.app.pace import describe_pace
from likewise.app.project_estimate import (
    ProjectEstimate,
    describe_model,
    describe_progress,
    make_estimate,
)
from likewise.app.session import Session
from likewise.plural import about

if TYPE_CHECKING:
    from likewise.report.page import Figure

#: Documents on the shelf of those that are different but likely.
_SHELF = 6


@dataclass(frozen=True)
class Overview:
    """How far a project is.

    Parameters
    ----------
    estimate : ProjectEstimate
        The numbers.
    progress, model, audit, pace : tuple of str
        Sentences: how far the reading is, what the model says, what the random sample alone says, and the pace of
        finds.
    recall, topics : Figure or None
        Recall against effort, and topics among those found; None where there is nothing to draw, or not yet.
    prisma : tuple of (str, str, int)
        Rows of the flow diagram: the part, what is counted, and how many; empty if not known yet.
    shelf : tuple of Card
        Documents that are different but likely.
    is_complete : bool
        Whether figures are of the last ranking; if not, it is being made.
    """

    estimate: ProjectEstimate
    progress: tuple[str, ...]
    model: tuple[str, ...]
    audit: tuple[str, ...]
    pace: tuple[str, ...]
    recall: "Figure | None"
    topics: "Figure | None"
    prisma: tuple[tuple[str, str, int], ...]
    shelf: tuple[Card, ...]
    is_complete: bool


def make_overview(session: Session) -> Overview:
    """Say how far the project of a session is, by its last ranking.

    Parameters
    ----------
    session : Session
        Of the project.

    Returns
    -------
    Overview
        What there is to say.

    Examples
    --------
    >>> import tempfile
    >>> from likewise.finder.inputs import as_documents
    >>> from likewise.project.creating import create_project
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     examples, pile = as_documents(["red wine"], "examples"), as_documents(["tea", "a glass of wine"], "pile")
    ...     path = create_project(f"{folder}/review", examples, pile, by="ana")
    ...     with Session(path, by="ana") as session:
    ...         make_overview(session).progress
    ('0 of 2 documents decided: 0 yes, 0 no.',)
    """
    fold, result = session.project.read_fold(), session.result
    estimate = make_estimate(session.project, fold, session.outcome)
    recall = topics = None
    prisma: list[tuple[str, str, int]] = []
    if result is not None:  # else nothing is loaded that takes long to load
        from likewise.report.figures import draw_recall_figure, draw_topics_figure
        from likewise.report.prisma import count_prisma

        if result.estimate is not None and result.estimate.verdict != "cannot tell":
            recall = draw_recall_figure(result, result.estimate)
        topics = draw_topics_figure(result.topics)
        prisma = list_prisma(count_prisma(result, count_reasons(fold), session.project.list_sources()))
    unread = [name for name in session.outcome.get("different") or () if name not in fold]
    return Overview(
        estimate=estimate,
        progress=tuple(describe_progress(estimate)),
        model=tuple(describe_model(estimate)),
        audit=tuple(describe_audit(estimate.audit)),
        pace=tuple(describe_pace(estimate.pace)),
        recall=recall,
        topics=topics,
        prisma=tuple(prisma),
        shelf=tuple(session.card(name, "different") for name in unread[:_SHELF]),
        is_complete=result is not None,
    )


def describe_cut_off(session: Session, n_taken: int) -> str | None:
    """Say what taking the first documents of the ranking is expected to bring and to miss.

    Parameters
    ----------
    session : Session
        Of the project.
    n_taken : int
        How many; more than there are is all.

    Returns
    -------
    str or None
        A sentence without a full stop; None where nobody can tell, or while a ranking is being made.

    Examples
    --------
    >>> describe_cut_off(session, 340)  # doctest: +SKIP
    'take 340: expect 290 good, miss about 35 (20–60)'
    """
    result = session.result
    if result is None or result.estimate is None or result.estimate.verdict == "cannot tell":
        return None
    at = result.at(min(max(n_taken, 0), result.n_ranked))
    missed = f"miss about {about(at.missed)} ({about(at.missed_low)}–{about(at.missed_high)})"
    return f"take {at.n_taken:,}: expect {about(at.good)} good, {missed}"
