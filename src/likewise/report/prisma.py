"""The numbers of a PRISMA 2020 flow diagram, as rows, in words and drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from likewise.documents.documents import SourceCount
from likewise.finder.result import Result
from likewise.plural import count_noun
from likewise.writers.flow_chart import FlowChart, flow_chart

#: What is said of documents that are excluded without a reason.
NO_REASON = "no reason given"


@dataclass(frozen=True)
class Prisma:
    """What became of records: identified, screened, excluded and included.

    Parameters
    ----------
    sources : tuple of (str, int)
        Where records are from, and how many from each.
    n_documents : int
        Documents that were left without copies.
    n_known : int
        Documents of these that were given as examples.
    n_excluded, n_included, n_unsure : int
        Documents that a person said no, yes and unsure to.
    n_unread : int
        Documents that nobody has decided on.
    n_suggested : int
        Of these, documents that are suggested.
    reasons : mapping of str to int, default={}
        Why documents were excluded, and how many for each reason.
    n_elsewhere : int, default=0
        Decided documents that are no longer among the records.
    """

    sources: tuple[tuple[str, int], ...]
    n_documents: int
    n_known: int
    n_excluded: int
    n_included: int
    n_unsure: int
    n_unread: int
    n_suggested: int
    reasons: Mapping[str, int] = field(default_factory=dict)
    n_elsewhere: int = 0

    @property
    def n_identified(self) -> int:
        """Records of all sources."""
        return sum(number for _, number in self.sources)

    @property
    def n_copies(self) -> int:
        """Records that were removed before screening."""
        return self.n_identified - self.n_documents

    @property
    def n_screened(self) -> int:
        """Documents that a person looked at; examples were looked at before."""
        return self.n_excluded + self.n_included + self.n_unsure + self.n_known


def count_prisma(
    result: Result, reasons: Mapping[str, int] | None = None, sources: Sequence[SourceCount] | None = None
) -> Prisma:
    """Count what became of the records of a result.

    Parameters
    ----------
    result : Result
        The ranking, with all decisions.
    reasons : mapping of str to int or None, default=None
        Why documents were excluded, and how many for each reason.
    sources : sequence of SourceCount or None, default=None
        Where records are from; None takes what the pile says.

    Returns
    -------
    Prisma
        The numbers add up.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> prisma = count_prisma(Finder("centroid").find(["red wine"], ["tea", "wine"], decisions={"1": "no"}))
    >>> prisma.n_identified, prisma.n_excluded, prisma.n_unread
    (2, 1, 1)
    """
    decisions, pile = result.table["decision"], result.pile
    counted = tuple(sources if sources is not None else pile.sources)
    named = tuple((count.name, count.n_records) for count in counted) or ((pile.source or "the pile", len(pile)),)
    n_excluded = int((decisions == "no").sum())
    given = {reason: number for reason, number in (reasons or {}).items() if number}
    if given and sum(given.values()) < n_excluded:
        given[NO_REASON] = n_excluded - sum(given.values())
    n_unsure = int((decisions == "unsure").sum())
    return Prisma(
        sources=named,
        n_documents=len(pile),
        n_known=int((decisions == "example").sum()),
        n_excluded=n_excluded,
        n_included=int((decisions == "yes").sum()),
        n_unsure=n_unsure,
        n_unread=result.n_ranked - n_unsure,
        n_suggested=result.n_taken,
        reasons=given,
        n_elsewhere=0 if pile.removed is None else len(pile.removed),
    )


def list_rows(prisma: Prisma) -> list[tuple[str, str, int]]:
    """List the numbers.

    Parameters
    ----------
    prisma : Prisma
        The numbers.

    Returns
    -------
    list of (str, str, int)
        The part of the diagram, what is counted, and how many.

    Examples
    --------
    >>> list_rows(Prisma((("a.ris", 5),), 4, 0, 1, 2, 0, 1, 0))[0]
    ('identification', 'records identified', 5)
    """
    rows = [("identification", "records identified", prisma.n_identified)]
    rows += [("identification", f"from {name}", number) for name, number in prisma.sources]
    rows += [
        ("identification", "duplicates removed before screening", prisma.n_copies),
        ("screening", "records to screen", prisma.n_documents),
        ("screening", "records screened", prisma.n_screened),
        ("screening", "not screened: ranked and not read", prisma.n_unread),
        ("screening", "records excluded", prisma.n_excluded),
        *(("screening", f"excluded: {reason}", number) for reason, number in prisma.reasons.items()),
        ("screening", "not settled: unsure", prisma.n_unsure),
        ("included", "records included", prisma.n_included + prisma.n_known),
        ("included", "found by screening", prisma.n_included),
        ("included", "known before, as examples", prisma.n_known),
    ]
    if prisma.n_elsewhere:
        rows.append(("included", "decided, and no longer among the records", prisma.n_elsewhere))
    return rows


def list_facts(prisma: Prisma) -> tuple[tuple[str, str], ...]:
    """List the numbers as names and values.

    Parameters
    ----------
    prisma : Prisma
        The numbers.

    Returns
    -------
    tuple of (str, str)
        In the order of the diagram.

    Examples
    --------
    >>> list_facts(Prisma((("a.ris", 5),), 4, 0, 1, 2, 0, 1, 0))[0]
    ('records identified', '5')
    """
    return tuple((what, f"{number:,}") for _, what, number in list_rows(prisma))


def describe_prisma(prisma: Prisma) -> str:
    """Say it in a paragraph for a paper.

    Parameters
    ----------
    prisma : Prisma
        The numbers.

    Returns
    -------
    str
        Sentences.

    Examples
    --------
    >>> describe_prisma(Prisma((("a.ris", 5),), 4, 0, 1, 2, 0, 1, 0))[:36]
    '5 records were identified (a.ris 5).'
    """
    named = ", ".join(f"{name} {number:,}" for name, number in prisma.sources)
    identified = count_noun(prisma.n_identified, "record was", "records were")
    screened = count_noun(prisma.n_screened, "record was", "records were")
    left = (
        f" {count_noun(prisma.n_unread, 'record was', 'records were')} ranked and not screened."
        if prisma.n_unread
        else ""
    )
    why = ", ".join(f"{reason} {number:,}" for reason, number in prisma.reasons.items())
    excluded = f"{count_noun(prisma.n_excluded, 'was', 'were')} excluded{f' ({why})' if why else ''}"
    unsure = f", {prisma.n_unsure:,} not settled" if prisma.n_unsure else ""
    known = f", {prisma.n_known:,} of which known before" if prisma.n_known else ""
    included = f"{count_noun(prisma.n_included + prisma.n_known, 'was', 'were')} included{known}"
    copies = count_noun(prisma.n_copies, "duplicate was", "duplicates were")
    return (
        f"{identified} identified ({named}). {copies} removed. "
        f"{screened} screened: {excluded}{unsure}, and {included}.{left}"
    )


def draw_prisma(prisma: Prisma) -> FlowChart:
    r"""Lay out the diagram.

    Parameters
    ----------
    prisma : Prisma
        The numbers.

    Returns
    -------
    FlowChart
        For the report, or for `likewise.writers.flow_chart.draw_flow_chart`.

    Examples
    --------
    >>> draw_prisma(Prisma((("a.ris", 5),), 4, 0, 1, 2, 0, 1, 0)).boxes[0].lines[0][1]
    'Records identified (n\xa0=\xa05)'
    """
    reasons = [f"{reason} (n\u00a0=\u00a0{number:,})" for reason, number in prisma.reasons.items()]
    excluded = [f"Records excluded (n\u00a0=\u00a0{prisma.n_excluded:,})", *reasons]
    if prisma.n_unsure:
        excluded.append(f"Not settled: unsure (n\u00a0=\u00a0{prisma.n_unsure:,})")
    return flow_chart(
        "PRISMA 2020 flow diagram",
        [
            (
                [
                    f"Records identified (n\u00a0=\u00a0{prisma.n_identified:,})",
                    *(f"{name} (n\u00a0=\u00a0{number:,})" for name, number in prisma.sources),
                ],
                ["Records removed before screening:", f"duplicates (n\u00a0=\u00a0{prisma.n_copies:,})"],
            ),
            (
                [f"Records to screen (n\u00a0=\u00a0{prisma.n_documents:,})"],
                [f"Not screened: ranked and not read (n\u00a0=\u00a0{prisma.n_unread:,})"],
            ),
            ([f"Records screened (n\u00a0=\u00a0{prisma.n_screened:,})"], excluded),
            (
                [
                    f"Included (n\u00a0=\u00a0{prisma.n_included + prisma.n_known:,})",
                    f"found by screening (n\u00a0=\u00a0{prisma.n_included:,})",
                    f"known before, as examples (n\u00a0=\u00a0{prisma.n_known:,})",
                ],
                [],
            ),
        ],
    )
