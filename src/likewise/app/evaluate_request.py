"""What a person asks for of labelled documents, where the truth is known: simulations, loops, comparisons."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from likewise.app.plain_request import Request
from likewise.app.plain_values import plain_params


@dataclass(frozen=True, kw_only=True)
class SimulateRequest(Request):
    """A search whose answer is known: most labels are hidden.

    Parameters
    ----------
    labelled : str
        Path of labelled documents.
    positive : str or None, default=None
        The label to search for; None if all classes are told apart.
    classes : bool, default=False
        Whether to tell all classes apart.
    share : float, default=0.05
        Of all classes, the share of documents whose labels are kept.
    n_examples : int, default=10
        How many documents of the label are shown.
    repeats : int, default=1
        How many times examples are chosen and searched with.
    method : str or None, default=None
        A registered name; None takes the default.
    text, label : str or None, default=None
        Columns; None guesses.
    seed : int, default=0
        Random seed of the choice and of the method.
    plot : str or None, default=None
        File for the recall curve.
    n_jobs : int, default=-1
        Processors; -1 is all of them.
    params : mapping, default={}
        Parameters of the method.

    Examples
    --------
    >>> SimulateRequest(labelled="labelled.csv", positive="wine").repeats
    1
    """

    labelled: str
    positive: str | None = None
    classes: bool = False
    share: float = 0.05
    n_examples: int = 10
    repeats: int = 1
    method: str | None = None
    text: str | None = None
    label: str | None = None
    seed: int = 0
    plot: str | None = None
    n_jobs: int = -1
    params: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", plain_params(self.params))


@dataclass(frozen=True, kw_only=True)
class LoopRequest(Request):
    """Screening whose answers are known: methods rank, the truth answers, methods rank again.

    Parameters
    ----------
    labelled : str
        Path of labelled documents.
    positive : str
        The label of the relevant documents.
    n_examples : int, default=10
        How many of them are known at the start.
    batch : int, default=10
        How many documents are read between two rankings.
    audit : float or None, default=None
        Share of the pile that is audited at the start, if any.
    repeats : int, default=1
        How many times examples are chosen and the pile is screened.
    method : tuple of str or None, default=None
        One or several registered names; None takes the default.
    text, label : str or None, default=None
        Columns; None guesses.
    seed : int, default=0
        Random seed of the choice, of the methods and of audits.
    plot : str or None, default=None
        File for the recall curves.
    n_jobs : int, default=-1
        Processors; -1 is all of them.
    params : mapping, default={}
        Parameters of the method, if there is one.

    Examples
    --------
    >>> LoopRequest(labelled="review.csv", positive="1").batch
    10
    """

    labelled: str
    positive: str
    n_examples: int = 10
    batch: int = 10
    audit: float | None = None
    repeats: int = 1
    method: tuple[str, ...] | None = None
    text: str | None = None
    label: str | None = None
    seed: int = 0
    plot: str | None = None
    n_jobs: int = -1
    params: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", plain_params(self.params))


@dataclass(frozen=True, kw_only=True)
class CompareRequest(Request):
    """Several methods on the same examples.

    Parameters
    ----------
    labelled, positive, n_examples, repeats, text, label, seed, n_jobs
        As of `SimulateRequest`; the label is needed.
    methods : tuple of str or None, default=None
        Registered names; None takes `likewise.evaluate.comparison.COMPARED`.
    out : str or None, default=None
        File for the table.

    Examples
    --------
    >>> CompareRequest(labelled="labelled.csv", positive="wine").repeats
    5
    """

    labelled: str
    positive: str
    n_examples: int = 10
    repeats: int = 5
    methods: tuple[str, ...] | None = None
    text: str | None = None
    label: str | None = None
    seed: int = 0
    out: str | None = None
    n_jobs: int = -1
