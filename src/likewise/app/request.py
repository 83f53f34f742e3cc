"""What a person asks for of their documents: a search, a look at files, a demonstration."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from likewise.app.patterns import expand_pattern
from likewise.app.plain_request import Request
from likewise.app.plain_values import plain_params


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
    embed : bool or None, default=None
        Whether to link documents by `likewise.text.static_vectors`, too; None does for texts of one line, where the
        extra ``embed`` is installed.
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
    memory : str or None, default=None
        Memory to hold to, such as "4GB": a pile that does not fit is searched from disk, and judged in part. None does
        so with piles of over 250,000 documents, or that would take over 8 GB.
    scheduler : str or None, default=None
        A cluster of Dask whose workers read and count the pile: the address of its scheduler, or "local:2" for two
        processes of this machine. The pile is then searched as from disk.

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
    embed: bool | None = None
    seed: int = 0
    params: Mapping[str, Any] = field(default_factory=dict)
    out: str | None = None
    report: str | None = None
    no_report: bool = False
    force: bool = False
    spreadsheet_safe: bool = False
    n_jobs: int = -1
    memory: str | None = None
    scheduler: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", plain_params(self.params))
        if not isinstance(self.pile, str) and len(self.pile) == 1:
            object.__setattr__(self, "pile", self.pile[0])
        if isinstance(self.decisions, str):
            object.__setattr__(self, "decisions", (self.decisions,))

    @cached_property
    def pile_paths(self) -> tuple[str, ...]:
        """Paths of the documents to search, in order; a pattern such as ``shards/*.parquet`` is what it finds."""
        given = (self.pile,) if isinstance(self.pile, str) else self.pile
        return tuple(found for path in given for found in expand_pattern(path))

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
