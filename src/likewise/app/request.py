"""What a person asks for, as plain values: a request for each use case, which a JSON or TOML file can hold."""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Self, get_type_hints

from likewise.app.plain_values import as_lists, as_toml, as_tuples, fits, name_type, plain_params, read_none
from likewise.errors import UserError


@dataclass(frozen=True, kw_only=True)
class Request:
    """What all requests share: they become dictionaries and TOML, and are made of them again."""

    def to_dict(self) -> dict[str, Any]:
        """Return the request as a dictionary that JSON can hold.

        Returns
        -------
        dict
            Every field that is not None; tuples are lists.

        Examples
        --------
        >>> CheckRequest(files=("pile.csv",), text="title").to_dict()
        {'files': ['pile.csv'], 'text': 'title', 'follow_links': False}
        """
        values = ((each.name, getattr(self, each.name)) for each in fields(self))
        return {name: as_lists(value) for name, value in values if value is not None}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Make a request of what `to_dict` returned, or of what a form or a file holds.

        Parameters
        ----------
        values : mapping
            Names of fields to values; fields that are left out have their defaults.

        Returns
        -------
        Request
            Equal to the one that the dictionary was made of.

        Raises
        ------
        UserError
            If a field is unknown or missing, or its value is of another type.

        Examples
        --------
        >>> CheckRequest.from_dict({"files": ["pile.csv"]})
        CheckRequest(files=('pile.csv',), text=None, label=None, id=None, table=None, follow_links=False)
        """
        hints = get_type_hints(cls)
        for name in values:
            if name not in hints:
                raise UserError(f"a {cls.__name__} has no field {name!r}; it has: {', '.join(hints)}")
        plain = {name: as_tuples(value) for name, value in values.items()}
        for name, value in plain.items():
            if not fits(value, hints[name]):
                raise UserError(
                    f"{name} cannot be {values[name]!r}; its type is {name_type(hints[name])}", parameter=name
                )
        missing = [each.name for each in fields(cls) if _is_required(each) and each.name not in plain]
        if missing:
            raise UserError(f"a {cls.__name__} needs {' and '.join(missing)}", parameter=missing[0])
        return cls(**plain)

    def to_toml(self) -> str:
        r"""Return the request as TOML.

        Returns
        -------
        str
            A line for each field; the parameters of a method are a table.

        Examples
        --------
        >>> CheckRequest(files=("pile.csv",), text="title").to_toml()
        'files = ["pile.csv"]\ntext = "title"\nfollow_links = false\n'
        """
        return "".join(f"{name} = {as_toml(value)}\n" for name, value in self.to_dict().items())

    @classmethod
    def from_toml(cls, text: str) -> Self:
        r"""Make a request of what `to_toml` returned.

        Parameters
        ----------
        text : str
            TOML.

        Returns
        -------
        Request
            Equal to the one that it was made of.

        Raises
        ------
        UserError
            If it is not TOML, or not this request.

        Examples
        --------
        >>> CheckRequest.from_toml('files = ["pile.csv"]\ntext = "title"\n').text
        'title'
        """
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise UserError(f"the request is not valid TOML: {error}") from error
        if isinstance(values.get("params"), dict):
            values["params"] = read_none(values["params"])
        return cls.from_dict(values)


@dataclass(frozen=True, kw_only=True)
class SearchRequest(Request):
    """A search of a pile for documents like a few examples.

    Parameters
    ----------
    pile : str or tuple of str
        Path of the documents to search; several are one pile.
    examples : str or None, default=None
        Path of the examples: documents, or a list of ids or DOIs of the pile. Examples are given in exactly one of the
        four ways `examples`, `pasted`, `marked` and `ids`; in none of them if the pile is an export with decisions.
    pasted : str or None, default=None
        Text of an example, or of several with a line of dashes between them.
    marked : str or None, default=None
        Column of the pile that marks the examples.
    ids : str or None, default=None
        Ids or DOIs of examples in the pile, comma-separated, or the path of a file of them.
    text, id, table : str or None, default=None
        As of `likewise.readers.read`.
    follow_links : bool, default=False
        As of `likewise.readers.read`.
    keep_copies : bool, default=False
        As of `likewise.readers.read`.
    decisions : tuple of str, str or None, default=None
        Paths of the decisions so far; of two on one document the later one counts.
    method : str or None, default=None
        A registered name; None takes the default.
    profile, language : str or None, default=None
        As of `likewise.finder.Finder`.
    embed : bool, default=False
        Whether to link documents by `likewise.text.static_vectors`, too.
    seed : int, default=0
        Random seed of the method.
    params : mapping, default={}
        Parameters of the method.
    out : str or None, default=None
        Where to write: a table, a page (.html), or a folder for both.
    report : str or None, default=None
        Where to write the report; None writes it beside the table.
    no_report : bool, default=False
        Whether to write no report.
    force : bool, default=False
        Whether to replace files that are there, whatever they hold.
    spreadsheet_safe : bool, default=False
        Whether .csv and .tsv get a ' before cells that a spreadsheet would run as a formula.
    n_jobs : int, default=-1
        Threads; -1 is one per processor. The result does not depend on it.

    Examples
    --------
    >>> request = SearchRequest(examples="likes", pile="pile.csv", params={"n_neighbors": 20})
    >>> SearchRequest.from_dict(request.to_dict()) == request == SearchRequest.from_toml(request.to_toml())
    True
    """

    pile: str | tuple[str, ...]
    examples: str | None = None
    pasted: str | None = None
    marked: str | None = None
    ids: str | None = None
    text: str | None = None
    id: str | None = None
    table: str | None = None
    follow_links: bool = False
    keep_copies: bool = False
    decisions: tuple[str, ...] | str | None = None
    method: str | None = None
    profile: str | None = None
    language: str | None = None
    embed: bool = False
    seed: int = 0
    params: Mapping[str, Any] = field(default_factory=dict)
    out: str | None = None
    report: str | None = None
    no_report: bool = False
    force: bool = False
    spreadsheet_safe: bool = False
    n_jobs: int = -1

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", plain_params(self.params))
        if not isinstance(self.pile, str) and len(self.pile) == 1:
            object.__setattr__(self, "pile", self.pile[0])
        if isinstance(self.decisions, str):
            object.__setattr__(self, "decisions", (self.decisions,))

    @property
    def pile_paths(self) -> tuple[str, ...]:
        """Paths of the documents to search, in order."""
        return (self.pile,) if isinstance(self.pile, str) else self.pile

    @property
    def decision_paths(self) -> tuple[str, ...]:
        """Paths of the decisions so far, in order."""
        return (self.decisions,) if isinstance(self.decisions, str) else self.decisions or ()


@dataclass(frozen=True, kw_only=True)
class CheckRequest(Request):
    """A look at files before anything is searched.

    Parameters
    ----------
    files : tuple of str
        Paths.
    text, label, id, table : str or None, default=None
        As of `likewise.readers.read`.
    follow_links : bool, default=False
        As of `likewise.readers.read`.

    Examples
    --------
    >>> CheckRequest(files=("known", "pile.csv")).files
    ('known', 'pile.csv')
    """

    files: tuple[str, ...]
    text: str | None = None
    label: str | None = None
    id: str | None = None
    table: str | None = None
    follow_links: bool = False


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


@dataclass(frozen=True, kw_only=True)
class DemoRequest(Request):
    """A search of the docstrings of this Python for those of one package.

    Parameters
    ----------
    n_examples : int, default=10
        How many of the package's docstrings are shown.
    seed : int, default=0
        Random seed of the choice and of the method.
    label : str, default="scipy.stats"
        The package.
    method : str or None, default=None
        A registered name; None takes the default.

    Examples
    --------
    >>> DemoRequest().label
    'scipy.stats'
    """

    n_examples: int = 10
    seed: int = 0
    label: str = "scipy.stats"
    method: str | None = None


def _is_required(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING
