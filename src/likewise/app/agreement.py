"""Two reviewers: how far they agree, where they differ, and what they settled on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from likewise.app.project_explain import find_document
from likewise.app.reviewer import find_reviewer
from likewise.errors import UserError
from likewise.project.answers import DECISIONS, Answer, Fold, get_time
from likewise.project.header import check_header
from likewise.project.project import Project, find_path

#: What an answer is called that settles a conflict.
_PICK = "conflict"


@dataclass(frozen=True)
class Agreement:
    """How far two reviewers agree.

    Parameters
    ----------
    reviewers : (str, str)
        Who.
    n_both : int
        Documents that both decided with yes or no.
    n_same : int
        Documents on which they said the same.
    kappa : float or None
        Cohen's: 1 is full agreement, 0 what chance would bring; None where it has no meaning, since nothing was decided
        by both, or both said the same of everything.
    """

    reviewers: tuple[str, str]
    n_both: int
    n_same: int
    kappa: float | None


@dataclass(frozen=True)
class Conflict:
    """A document of which reviewers said different things.

    Parameters
    ----------
    id, title : str
        Of the document.
    said : mapping of str to str
        What each reviewer said.
    """

    id: str
    title: str
    said: Mapping[str, str]


@dataclass(frozen=True)
class AgreementReport:
    """How far the reviewers of a project agree.

    Parameters
    ----------
    agreements : tuple of Agreement
        Of each two of them.
    conflicts : tuple of Conflict
        Documents that are not settled.
    n_resolved : int
        Conflicts that were settled.
    """

    agreements: tuple[Agreement, ...]
    conflicts: tuple[Conflict, ...]
    n_resolved: int


def compute_kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Compute Cohen's kappa.

    Parameters
    ----------
    pairs : sequence of (str, str)
        What both said of each document.

    Returns
    -------
    float or None
        None if there is nothing, or chance alone brings full agreement.

    References
    ----------
    Cohen J (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20(1).

    Examples
    --------
    >>> compute_kappa([("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15)
    0.4
    """
    if not pairs:
        return None
    total = len(pairs)
    same = sum(one == other for one, other in pairs) / total
    values = {value for pair in pairs for value in pair}
    chance = sum(
        sum(one == value for one, _ in pairs) * sum(other == value for _, other in pairs) for value in values
    ) / (total * total)
    return None if chance == 1 else round((same - chance) / (1 - chance), 10)


def find_agreement(path: str) -> AgreementReport:
    """Say how far the reviewers of a project agree, and list what is not settled.

    Parameters
    ----------
    path : str
        The project's file.

    Returns
    -------
    AgreementReport
        What there is to say. A reviewer's answer is the last one that they did not take back; a conflict is settled by
        an answer that was given to settle it, or when one of the two gives way.
    """
    check_header(find_path(path))
    with Project(path, read_only=True) as project:
        fold = project.read_fold()
        conflicts, n_resolved = list_conflicts(fold)
        titles = _find_titles(project, [name for name, _ in conflicts])
        return AgreementReport(
            tuple(list_agreements(fold)),
            tuple(Conflict(name, titles[name], said) for name, said in conflicts),
            n_resolved,
        )


def list_agreements(fold: Fold) -> list[Agreement]:
    """Compare each two reviewers on the documents that both decided.

    Parameters
    ----------
    fold : Fold
        The answers of a project.

    Returns
    -------
    list of Agreement
        Of those who decided on some document both.
    """
    said = {document: _said(fold, document) for document in fold.current}
    reviewers = sorted({name for each in said.values() for name in each})
    agreements = []
    for one, other in combinations(reviewers, 2):
        pairs = [
            (each[one], each[other])
            for each in said.values()
            if one in each and other in each and "unsure" not in (each[one], each[other])
        ]
        if pairs:
            same = sum(first == second for first, second in pairs)
            agreements.append(Agreement((one, other), len(pairs), same, compute_kappa(pairs)))
    return agreements


def list_conflicts(fold: Fold) -> tuple[list[tuple[str, dict[str, str]]], int]:
    """List the documents on which reviewers differ, and count those that were settled.

    Parameters
    ----------
    fold : Fold
        The answers of a project.

    Returns
    -------
    conflicts : list of (str, dict of str to str)
        Id of the document, and what each said.
    n_resolved : int
        Documents on which they differed, until somebody settled it.
    """
    conflicts, n_resolved = [], 0
    for document in fold.current:
        said = _said(fold, document)
        if len(set(said.values())) > 1:
            if fold.valid_of(document)[-1].pick == _PICK:
                n_resolved += 1
            else:
                conflicts.append((document, said))
    return conflicts, n_resolved


def resolve(path: str, decisions: Mapping[str, str], by: str | None = None) -> list[Answer]:
    """Settle conflicts.

    Parameters
    ----------
    path : str
        The project's file.
    decisions : mapping of str to str
        Id, DOI, PMID or title of each document, and yes, no or unsure.
    by : str or None, default=None
        Who settles them.

    Returns
    -------
    list of Answer
        As written down.

    Raises
    ------
    UserError
        If reviewers do not differ on a document.
    """
    check_header(find_path(path))
    who = find_reviewer(by)
    with Project(path) as project:
        open_ones = {name for name, _ in list_conflicts(project.read_fold())[0]}
        answers = []
        for name, decision in decisions.items():
            document = find_document(project, name)
            if document not in open_ones:
                raise UserError(f"reviewers do not differ on {name}; there is nothing to settle", parameter="resolve")
            if decision not in DECISIONS:
                raise UserError(f"{decision!r} is not an answer; answer yes, no or unsure", parameter="resolve")
            answers.append(Answer(document, decision, who, get_time(), pick=_PICK))
        return project.append(answers)


def agreement_as_json(report: AgreementReport) -> dict[str, Any]:
    """Make the object of an agreement.

    Parameters
    ----------
    report : AgreementReport
        What there is to say.

    Returns
    -------
    dict
        Keys `agreements`, `conflicts` and `n_resolved`.
    """
    return {
        "agreements": [
            {"reviewers": list(each.reviewers), "n_both": each.n_both, "n_same": each.n_same, "kappa": each.kappa}
            for each in report.agreements
        ],
        "conflicts": [{"id": each.id, "title": each.title, "said": dict(each.said)} for each in report.conflicts],
        "n_resolved": report.n_resolved,
    }


def _said(fold: Fold, document: str) -> dict[str, str]:
    """Return the last answer of each reviewer; who settles a conflict is not one of the two."""
    return {answer.by: answer.decision for answer in fold.valid_of(document) if answer.pick != _PICK}


def _find_titles(project: Project, names: Sequence[str]) -> dict[str, str]:
    from likewise.project.cards import CardReader

    reader = CardReader(project)
    return {name: reader.read(name, "", None, None).title for name in names}
