"""What a person asks for of labelled documents, where the truth is known: simulations, loops, comparisons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from likewise.app.plain_request import Request
from likewise.app.plain_values import plain_params


@dataclass(frozen=True, kw_only=True)
class LabelledRequest(Request):
    """What all of these ask for: labelled documents, of which a few are shown.

    Parameters
    ----------
    labelled : str
        Path of labelled documents.
    n_examples : int, default=10
        How many documents of the label are shown.
    repeats : int, default=1
        How many times examples are chosen and searched with.
    text, label : str or None, default=None
        Columns; None guesses.
    seed : int, default=0
        Random seed of the choice, of methods and of audits.
    n_jobs : int, default=-1
        Processors; -1 is all of them.
    """

    labelled: str
    n_examples: int = 10
    repeats: int = 1
    text: str | None = None
    label: str | None = None
    seed: int = 0
    n_jobs: int = -1


@dataclass(frozen=True, kw_only=True)
class SimulateRequest(LabelledRequest):
    """A search whose answer is known: most labels are hidden.

    Parameters
    ----------
    labelled, n_examples, repeats, text, label, seed, n_jobs
        As of `LabelledRequest`.
    positive : str or None, default=None
        The label to search for; None if all classes are told apart.
    classes : bool, default=False
        Whether to tell all classes apart.
    share : float, default=0.05
        Of all classes, the share of documents whose labels are kept.
    method : str or None, default=None
        A registered name; None takes the default.
    plot : str or None, default=None
        File for the recall curve.
    params : mapping, default={}
        Parameters of the method.

    Examples
    --------
    >>> SimulateRequest(labelled="labelled.csv", positive="wine").repeats
    1
    """

    positive: str | None = None
    classes: bool = False
    share: float = 0.05
    method: str | None = None
    plot: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", plain_params(self.params))


@dataclass(frozen=True, kw_only=True)
class LoopRequest(LabelledRequest):
    """Screening whose answers are known: methods rank, the truth answers, methods rank again.

    Parameters
    ----------
    labelled, n_examples, repeats, text, label, seed, n_jobs
        As of `LabelledRequest`.
    positive : str
        The label of the relevant documents.
    batch : int, default=10
        How many documents are read between two rankings.
    audit : float or None, default=None
        Share of the pile that is audited at the start, if any.
    method : tuple of str or None, default=None
        One or several registered names; None takes the default.
    plot : str or None, default=None
        File for the recall curves.
    params : mapping, default={}
        Parameters of the method, if there is one.

    Examples
    --------
    >>> LoopRequest(labelled="review.csv", positive="1").batch
    10
    """

    positive: str
    batch: int = 10
    audit: float | None = None
    method: tuple[str, ...] | None = None
    plot: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", plain_params(self.params))


@dataclass(frozen=True, kw_only=True)
class CompareRequest(LabelledRequest):
    """Several methods on the same examples.

    Parameters
    ----------
    labelled, n_examples, text, label, seed, n_jobs
        As of `LabelledRequest`.
    repeats : int, default=5
        How many times examples are chosen.
    positive : str
        The label to search for.
    methods : tuple of str or None, default=None
        Registered names; None takes `likewise.evaluate.comparison.COMPARED`.
    out : str or None, default=None
        File for the table.

    Examples
    --------
    >>> CompareRequest(labelled="labelled.csv", positive="wine").repeats
    5
    """

    positive: str
    repeats: int = 5
    methods: tuple[str, ...] | None = None
    out: str | None = None
