"""Estimate: found so far, how many are left, and what the random sample alone says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from likewise.app.audit import AuditStatement, audit_as_json, state_audit
from likewise.app.pace import PaceStatement, pace_as_json, state_pace
from likewise.app.project_search import find_outcome
from likewise.plural import about, count_noun
from likewise.progress import Progress
from likewise.project.answers import Fold
from likewise.project.audit import count_audit
from likewise.project.header import check_header
from likewise.project.project import Project, find_path


@dataclass(frozen=True)
class ProjectEstimate:
    """How far a project is.

    Parameters
    ----------
    found : int
        Documents that are known to be good: examples, and those with yes.
    count, low, high : float or None
        How many more there are, with the interval; None where nobody can tell.
    recall, recall_low, recall_high : float or None
        The share of all that is found.
    n_decided : int
        Documents with yes or no.
    n_documents : int
        Documents of the pile.
    n_yes, n_no, n_unsure : int
        Documents with each answer.
    verdict, assumption : str or None
        Whether the count means anything, and what it rests on.
    summary : str
        It in words.
    audit : AuditStatement
        What the random sample alone says.
    pace : PaceStatement
        What the pace of finds says.
    """

    found: int
    count: float | None
    low: float | None
    high: float | None
    recall: float | None
    recall_low: float | None
    recall_high: float | None
    n_decided: int
    n_documents: int
    n_yes: int
    n_no: int
    n_unsure: int
    verdict: str | None
    assumption: str | None
    summary: str
    audit: AuditStatement
    pace: PaceStatement


def estimate_project(path: str, progress: Progress | None = None) -> ProjectEstimate:
    """Say how far a project is, by the ranking with all answers.

    Parameters
    ----------
    path : str
        The project's file.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    ProjectEstimate
        What the model says, and apart from it what the random sample says.
    """
    check_header(find_path(path))
    with Project(path) as project:
        fold = project.read_fold()
        return make_estimate(project, fold, find_outcome(project, fold, progress))


def make_estimate(project: Project, fold: Fold, outcome: Mapping[str, Any]) -> ProjectEstimate:
    """Say how far a project is, by a ranking and the answers so far.

    Parameters
    ----------
    project : Project
        Any.
    fold : Fold
        The answers so far.
    outcome : mapping
        What the ranking says, as of `likewise.project.runs.Run.outcome`.

    Returns
    -------
    ProjectEstimate
        What the model says, and apart from it what the random sample says.
    """
    counts = fold.count()
    # A yes to an example finds nothing new.
    n_again = sum(_says_yes(fold, name) for name in outcome.get("examples", ()))
    return ProjectEstimate(
        found=int(outcome["n_examples"]) + counts["yes"] - n_again,
        **{key: outcome[key] for key in ("count", "low", "high", "recall", "recall_low", "recall_high")},
        n_decided=counts["yes"] + counts["no"],
        n_documents=project.n_documents,
        **{f"n_{decision}": number for decision, number in counts.items()},
        verdict=outcome["verdict"],
        assumption=outcome["assumption"],
        summary=outcome["summary"],
        audit=state_audit(count_audit(project.database, fold)),
        pace=state_pace(project, fold),
    )


def _says_yes(fold: Fold, document: str) -> bool:
    answer = fold.get(document)
    return answer is not None and answer.decision == "yes"


def estimate_as_json(estimate: ProjectEstimate) -> dict[str, Any]:
    """Make the object of an estimate.

    Parameters
    ----------
    estimate : ProjectEstimate
        What there is to say.

    Returns
    -------
    dict
        Keys `found, count, low, high, recall, recall_low, recall_high, n_decided, n_documents, n_yes, n_no, n_unsure,
        verdict, assumption`, and `audit` and `pace`, objects of what the random sample alone and the pace of finds say.
    """
    numbers = ("count", "low", "high"), ("recall", "recall_low", "recall_high")
    return {
        "found": estimate.found,
        **{key: _rounded(getattr(estimate, key), 3) for key in numbers[0]},
        **{key: _rounded(getattr(estimate, key), 4) for key in numbers[1]},
        **{key: getattr(estimate, key) for key in ("n_decided", "n_documents", "n_yes", "n_no", "n_unsure")},
        **{key: getattr(estimate, key) for key in ("verdict", "assumption")},
        "audit": audit_as_json(estimate.audit),
        "pace": pace_as_json(estimate.pace),
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def describe_progress(estimate: ProjectEstimate) -> list[str]:
    """Say how far the reading is.

    Parameters
    ----------
    estimate : ProjectEstimate
        What there is to say.

    Returns
    -------
    list of str
        A sentence.
    """
    unsure = f"; unsure of {estimate.n_unsure:,} more" if estimate.n_unsure else ""
    decided = f"{estimate.n_decided:,} of {count_noun(estimate.n_documents, 'document')} decided"
    return [f"{decided}: {estimate.n_yes:,} yes, {estimate.n_no:,} no{unsure}."]


def describe_model(estimate: ProjectEstimate) -> list[str]:
    """Say what the model estimates, and what that rests on.

    Parameters
    ----------
    estimate : ProjectEstimate
        What there is to say.

    Returns
    -------
    list of str
        Sentences.
    """
    if estimate.count is None or estimate.recall is None:
        return ["Cannot tell how many are left; answer more documents, or give more examples."]
    shares = [round(100 * (share or 0)) for share in (estimate.recall, estimate.recall_low, estimate.recall_high)]
    left = f"about {about(estimate.count)} left ({about(estimate.low or 0)}–{about(estimate.high or 0)})"
    return [
        f"Found {estimate.found:,}, your examples included; {left}.",
        f"That is {shares[0]} % of all (between {shares[1]} and {shares[2]} %).",
        f"It rests on this assumption: {estimate.assumption}.",
    ]
