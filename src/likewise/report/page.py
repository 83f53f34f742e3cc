"""What a report shows, in plain values, and the one self-contained page that is made of it.

The page asks for nothing over the network and runs no script; every value is escaped by the template engine, which is
never told that a text is safe. The same report gives the same bytes.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from likewise.writers import report_charts as charts
from likewise.writers.flow_chart import BOX, PADDING, FlowChart
from likewise.writers.flow_chart import WIDTH as FLOW_WIDTH
from likewise.writers.report_charts import BandChart, BarChart

#: A part of a text, and whether it is highlighted.
Piece: TypeAlias = tuple[str, bool]
#: Name of a thing and what is to be said of it.
Fact: TypeAlias = tuple[str, str]

# What HTML and UTF-8 cannot hold: control characters other than white space, lone surrogates, non-characters.
_UNFIT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_FLOW_SIZES = {"width": FLOW_WIDTH, "box": BOX, "padding": PADDING}


@dataclass(frozen=True)
class Figure:
    """A chart and the same numbers as a table.

    Parameters
    ----------
    chart : BandChart or BarChart
        What is drawn.
    header : tuple of str
        Names of the table's columns.
    rows : tuple of tuple of str
        As many cells each.
    caption : str
        Of the table.
    key : int or None, default=None
        The row that stands out.

    Examples
    --------
    >>> from likewise.writers.report_charts import bar_chart
    >>> Figure(bar_chart("Topics", [("tea", 3)]), ("topic", "documents"), (("tea", "3"),), "Topics").rows[0][1]
    '3'
    """

    chart: BandChart | BarChart
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str
    key: int | None = None


@dataclass(frozen=True)
class Source:
    """What was read from one place: facts about it, and what could not be read.

    Parameters
    ----------
    role : str
        "Examples" or "Pile".
    facts : tuple of (str, str)
        What is said of it.
    unread : tuple of (str, str), default=()
        Name and reason.
    n_unread : int, default=0
        How many there are in all, if not all are listed.

    Examples
    --------
    >>> Source("Pile", (("documents", "12,000"),)).unread
    ()
    """

    role: str
    facts: tuple[Fact, ...]
    unread: tuple[Fact, ...] = ()
    n_unread: int = 0


@dataclass(frozen=True)
class ListedDocument:
    """One document of the ranked list.

    Parameters
    ----------
    rank : int
        Its place.
    id : str
        Its name.
    beginning, rest, title : tuple of (str, bool)
        Its text in pieces, those that are highlighted with True; the rest is folded away.
    n_left_out : int, default=0
        Characters of the text that are not shown at all.
    probability, lower, upper : float or None, default=None
        That it is like the examples, and an interval.
    taken : bool, default=False
        Whether it stands above the cut-off.
    facts : tuple of (str, str), default=()
        What else is to be said: why, the nearest example, its flag, its group.
    byline, doi, link : str, default=""
        Authors, year and journal; its DOI, and the address of that.

    Examples
    --------
    >>> ListedDocument(1, "d7", (("red ", False), ("wine", True))).beginning[1]
    ('wine', True)
    """

    rank: int
    id: str
    beginning: tuple[Piece, ...]
    rest: tuple[Piece, ...] = ()
    title: tuple[Piece, ...] = ()
    n_left_out: int = 0
    probability: float | None = None
    lower: float | None = None
    upper: float | None = None
    taken: bool = False
    facts: tuple[Fact, ...] = ()
    byline: str = ""
    doi: str = ""
    link: str = ""


@dataclass(frozen=True)
class Report:
    """All that a report shows, in words and numbers that are ready to be read.

    Parameters
    ----------
    title : str
        What was searched.
    count : str
        How many there are, in a sentence.
    figures : tuple of (str, str), default=()
        The numbers to remember: each and what it is.
    rests_on : tuple of str, default=()
        What the count rests on, in sentences.
    firm_up : tuple of str, default=()
        How to make it surer, in sentences.
    audit : tuple of (str, str), default=()
        Documents drawn at random to be read: their ids and titles.
    sources : tuple of Source, default=()
        What was read.
    flow : tuple of (str, str), default=()
        What became of the records, for a flow diagram of PRISMA.
    diagram : FlowChart or None, default=None
        That diagram.
    account : tuple of (str, str), default=()
        Who decided what, and how far reviewers agree.
    recall_words, probability_words, documents_words, topics_words : str, default=""
        A sentence for each of these sections, also where there is nothing to draw.
    recall, probability, topics : Figure or None, default=None
        Their charts.
    documents : tuple of ListedDocument, default=()
        The ranked list.
    words : tuple of str, default=()
        The words that tell the documents found from the rest.
    notes : tuple of str, default=()
        What a person should know.
    methods : str, default=""
        A paragraph for a paper.
    settings : tuple of (str, str), default=()
        Every setting, version and fingerprint.
    date : str or None, default=None
        When, if that is to be said; the page does not ask the clock.
    language : str or None, default=None
        Code of the documents' language where it is not English.

    Examples
    --------
    >>> Report("In pile.csv", "About 190 like these.").documents
    ()
    """

    title: str
    count: str
    figures: tuple[Fact, ...] = ()
    rests_on: tuple[str, ...] = ()
    firm_up: tuple[str, ...] = ()
    audit: tuple[Fact, ...] = ()
    sources: tuple[Source, ...] = ()
    flow: tuple[Fact, ...] = ()
    diagram: FlowChart | None = None
    account: tuple[Fact, ...] = ()
    recall_words: str = ""
    recall: Figure | None = None
    probability_words: str = ""
    probability: Figure | None = None
    documents_words: str = ""
    documents: tuple[ListedDocument, ...] = ()
    topics_words: str = ""
    topics: Figure | None = None
    words: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    methods: str = ""
    settings: tuple[Fact, ...] = ()
    date: str | None = None
    language: str | None = None


def render_report(report: Report) -> bytes:
    """Make the page of a report: one file that needs no other.

    Parameters
    ----------
    report : Report
        What to show.

    Returns
    -------
    bytes
        HTML in UTF-8, the same for the same report.

    Examples
    --------
    >>> page = render_report(Report("In <pile>.csv", "About 190 like these.")).decode()
    >>> page.startswith("<!DOCTYPE html>"), "In &lt;pile&gt;.csv" in page
    (True, True)
    """
    return _environment().get_template("report.html.jinja").render(report=report).encode()


def make_environment(*packages: str) -> Environment:
    """Make the environment of templates, in which every value is escaped.

    Parameters
    ----------
    *packages : str
        Packages whose folder "templates" is looked at first; the report's own is looked at last.

    Returns
    -------
    jinja2.Environment
        With what `chart.html.jinja` needs.
    """
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package, "templates") for package in (*packages, "likewise.report")]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_fit,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"charts": charts, "flow_sizes": _FLOW_SIZES}
    return environment


@cache
def _environment() -> Environment:
    return make_environment()


def _fit(value: Any) -> Any:
    """Show what a page cannot hold as the character that stands for such."""
    return _UNFIT.sub("\ufffd", value) if isinstance(value, str) and not hasattr(value, "__html__") else value
