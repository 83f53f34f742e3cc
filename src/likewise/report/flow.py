"""The numbers of a PRISMA flow diagram: records read, copies removed, ranked, decided and suggested."""

import polars as pl

from likewise.finder.result import Result
from likewise.report.page import Fact


def list_flow(result: Result) -> tuple[Fact, ...]:
    """List what became of the records.

    Parameters
    ----------
    result : Result
        The ranking.

    Returns
    -------
    tuple of (str, str)
        What is counted and how many, in the order of the diagram.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> list_flow(Finder("centroid").find(["red wine"], ["tea", "wine"]))[0]
    ('records read', '2')
    """
    sources = result.pile.sources
    n_records = sum(source.n_records for source in sources) or len(result.pile)
    decisions, removed = result.table["decision"], result.pile.removed
    counts = {
        "records read": n_records,
        **({f"from {source.name}": source.n_records for source in sources} if len(sources) > 1 else {}),
        "copies removed before the search": n_records - len(result.pile),
        "documents searched": len(result.pile),
        "given as examples": int((decisions == "example").sum()),
        "decided: yes": int((decisions == "yes").sum()),
        "decided: no": int((decisions == "no").sum()),
        **({"decided, no longer among the records": len(removed)} if removed is not None else {}),
        "ranked, not yet decided": result.n_ranked,
        "suggested among these": result.n_taken,
    }
    in_groups = result.table.filter(pl.col("group").is_not_null())["group"]
    near = len(in_groups) - in_groups.n_unique()
    more = {"near-copies of another document, not removed": near} if near else {}
    return tuple((name, f"{number:,}") for name, number in {**counts, **more}.items())
