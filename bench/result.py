"""What a comparison hands to the report."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Result:
    """One table: a few rows of (what, ours, theirs), the ratio that sums it up, and the small print.

    ``caution`` is what a reader of the ratio alone must know; it stands beside it in the summary.
    """

    name: str
    title: str
    peer: str
    data: str
    settings: str
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    ratio: float | None = None
    versions: str = ""
    note: str = ""
    caution: str = ""
    missing: str = ""


def joined(*sides: dict[str, str]) -> str:
    """Write the versions of both sides in a line.

    Examples
    --------
    >>> joined({"likewise": "0.1", "numpy": "2.4"}, {"enstop": "0.2"})
    'likewise 0.1, numpy 2.4; enstop 0.2'
    """
    lines = [", ".join(f"{name} {version}" for name, version in side.items()) for side in sides]
    return "; ".join(dict.fromkeys(lines))
