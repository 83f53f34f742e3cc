"""Audit: what a random sample alone says, without any model, and when it allows to stop."""

from dataclasses import dataclass
from typing import Any

from likewise.app.reviewer import find_reviewer
from likewise.plural import count_noun
from likewise.project.audit import AuditState, count_audit, draw_rest
from likewise.project.header import check_header
from likewise.project.project import Project, find_path

_CONFIDENCE, _RECALL = 0.95, 0.95


@dataclass(frozen=True)
class AuditStatement:
    """What a random sample says.

    Parameters
    ----------
    state : AuditState
        How far it has been answered.
    low, high : int or None
        Between which numbers the relevant documents lie that nobody has found; None before anything is answered.
    recall_low : float or None
        The share of all relevant documents that is found at least.
    confidence : float
        With which both hold, if one looks once.
    assumption : str
        What they rest on.
    n_enough : int or None
        Documents of the sample to be answered, if no more of them are relevant, until "at least 95 % are found" holds
        however often one looks; None of the sample from the start, which is not made for stopping.
    """

    state: AuditState
    low: int | None
    high: int | None
    recall_low: float | None
    confidence: float
    assumption: str
    n_enough: int | None = None

    @property
    def may_stop(self) -> bool:
        """Whether at least 95 % are found, with 95 % confidence, however often one looks."""
        return self.n_enough is not None and self.state.n_answered >= self.n_enough and not self.state.n_added


def state_audit(state: AuditState) -> AuditStatement:
    """Say what the answered part of a random sample proves.

    Parameters
    ----------
    state : AuditState
        How far it has been answered.

    Returns
    -------
    AuditStatement
        Exact bounds of `likewise.estimate.audit`.

    Examples
    --------
    >>> state_audit(AuditState(n_documents=1000, n_drawn=100, n_answered=100, n_found=2, n_beside=30)).high
    27
    """
    from likewise.estimate.audit import OF_BATCHES, OF_REST, audit_interval
    from likewise.estimate.audit_stop import count_draws

    enough = count_draws(state.n_before, state.n_documents, state.n_found) if state.is_of_rest else None
    assumption = OF_REST if state.is_of_rest else OF_BATCHES
    if not state.n_answered:
        return AuditStatement(state, None, None, None, _CONFIDENCE, assumption, enough)
    numbers = (state.n_documents, state.n_answered, state.n_found, _CONFIDENCE)
    # Beside the sample there are at most so many relevant documents, some of which are found by now.
    most, least = audit_interval(*numbers, one_sided=True).high, audit_interval(*numbers).low
    high = max(most - state.n_beside, 0)
    if state.n_unread is not None:
        high = min(high, state.n_unread)
    low = min(max(least - state.n_beside, 0), high)
    high += state.n_added  # of which the sample says nothing
    found = state.n_before + state.n_found + state.n_beside
    recall = found / (found + high) if found + high else 1.0
    return AuditStatement(state, low, high, recall, _CONFIDENCE, assumption, enough)


def describe_audit(audit: AuditStatement) -> list[str]:
    """Say what a random sample proves, and what that rests on.

    Parameters
    ----------
    audit : AuditStatement
        What there is to say.

    Returns
    -------
    list of str
        Sentences.
    """
    state = audit.state
    of = "of what was left" if state.is_of_rest else "from the start"
    n_decided, n_yes = state.n_decided or state.n_answered, state.n_yes or state.n_found
    sample = f"{n_decided:,} of {state.n_drawn:,} documents of the random sample {of} are answered"
    stop = [*_describe_unsure(state.n_unsure), *_describe_stop(audit)]
    if audit.recall_low is None and not n_decided:
        return [f"{sample}: it says nothing yet. Answer the cards that are drawn at random.", *stop]
    sample = f"{sample}, {n_yes:,} of these with yes"
    if audit.recall_low is None:
        return [
            f"{sample}. It says nothing yet, as the first in the order of the draw is open: answer that card.",
            *stop,
        ]
    if n_decided > state.n_answered:
        sample = (
            f"{sample}. {state.n_answered:,} of them count, {state.n_found:,} with yes: in the order of the draw, up "
            f"to the first without yes or no, and of every batch the same share"
        )
    bound = (
        f"With {100 * audit.confidence:.0f} % confidence at most {audit.high:,} are left, and at least "
        f"{100 * audit.recall_low:.0f} % of what was not known at the start is found."
    )
    rests = f"It rests on this alone: {audit.assumption}."
    return [f"{sample}.", bound, *stop, rests]


def _describe_unsure(n_unsure: int) -> list[str]:
    """Say that documents without yes or no hold the sample up."""
    if not n_unsure:
        return []
    documents = count_noun(
        n_unsure, "document of it is unsure: say yes or no to it", "documents of it are unsure: say yes or no to them"
    )
    return [f"{documents}, as what was drawn later does not count before."]


def _describe_stop(audit: AuditStatement) -> list[str]:
    """Say whether a sample of the rest is enough to stop, or how many more of its documents would be."""
    if audit.n_enough is None:
        return []
    enough = f"at least {100 * _RECALL:.0f} % are found with {100 * _CONFIDENCE:.0f} % confidence"
    if audit.state.n_added:
        added = count_noun(audit.state.n_added, "undecided document was", "undecided documents were")
        return [f"{added} added since it was drawn, of which it says nothing: draw another sample to stop."]
    if audit.may_stop:
        return [f"It is enough to stop: {enough}, however often you look."]
    more = f"If {audit.n_enough - audit.state.n_answered:,} more documents of it are answered with no, {enough}."
    missing = audit.n_enough - audit.state.n_drawn
    return [more, f"The sample is too small for that: draw {audit.n_enough:,}."] if missing > 0 else [more]


def audit_as_json(audit: AuditStatement) -> dict[str, Any]:
    """Make the object of an audit.

    Parameters
    ----------
    audit : AuditStatement
        What there is to say.

    Returns
    -------
    dict
        Keys `n_documents, n_drawn, n_answered, n_found, is_of_rest, n_counted, n_counted_found, n_unsure, n_added, low,
        high, recall_low, confidence, n_enough, may_stop, assumption`. Of all drawn that are answered, `n_counted` count
        for the bounds, since no open one comes before them in the order of the draw.
    """
    state = audit.state
    n_answered, n_found = state.n_decided or state.n_answered, state.n_yes or state.n_found
    return {
        "n_documents": state.n_documents,
        "n_drawn": state.n_drawn,
        "n_answered": n_answered,
        "n_found": n_found,
        "is_of_rest": state.is_of_rest,
        "n_counted": state.n_answered,
        "n_counted_found": state.n_found,
        "n_unsure": state.n_unsure,
        "n_added": state.n_added,
        "low": audit.low,
        "high": audit.high,
        "recall_low": None if audit.recall_low is None else round(audit.recall_low, 4),
        "confidence": audit.confidence,
        "n_enough": audit.n_enough,
        "may_stop": audit.may_stop,
        "assumption": audit.assumption,
    }


def audit_project(path: str, draw: int | None = None, by: str | None = None) -> AuditStatement:
    """Say what the random sample of a project proves; draw another one from what is left if that is wanted.

    Parameters
    ----------
    path : str
        The project's file.
    draw : int or None, default=None
        How many documents to draw from those that nobody has decided; None draws nothing.
    by : str or None, default=None
        Who has it drawn.

    Returns
    -------
    AuditStatement
        What there is to say.

    Raises
    ------
    UserError
        If nothing is left to draw from.
    """
    check_header(find_path(path))
    with Project(path) as project:
        if draw is not None:
            draw_rest(project, draw, find_reviewer(by))
        return state_audit(count_audit(project.database, project.read_fold()))
