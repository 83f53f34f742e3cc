"""Orders of methods that the papers claim, looked up in our own figures."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

from likewise.papers.tables import Cell, Table, tables
from likewise.papers.verdicts import Verdict


@dataclass(frozen=True)
class Claim:
    """A claim, and what became of it: None where our figures are not all there."""

    says: str
    holds: bool | None
    figures: str


def claims(judged: Mapping[str, Mapping[str, Verdict]]) -> list[Claim]:
    """Return every claim with what our figures say of it.

    Parameters
    ----------
    judged : mapping
        The verdicts of each table's cells, by name and key.

    Examples
    --------
    >>> claims({})[0].holds is None
    True
    """
    listed = tomllib.loads(files(__package__).joinpath("data", "claims.toml").read_text(encoding="utf-8"))
    return [_looked_up(claim, judged) for claim in listed["claim"]]


def _looked_up(claim: Mapping[str, Any], judged: Mapping[str, Mapping[str, Verdict]]) -> Claim:
    table = tables()[claim["table"]]
    other = tables()[claim.get("than_table", claim["table"])]
    ours = _mean(table, judged, claim["better"], claim)
    rivals = claim.get("than") or sorted({cell.method for cell in other.cells})
    rest = {**claim, "where": claim.get("than_where", claim["where"])}
    theirs = {rival: _mean(other, judged, rival, rest) for rival in rivals}
    known = {rival: value for rival, value in theirs.items() if not np.isnan(value)}
    if np.isnan(ours) or len(known) < len(theirs):
        return Claim(claim["says"], None, "not all run yet")
    up = -1 if claim["metric"].startswith("error") else 1
    best = max(known, key=lambda rival: up * known[rival])
    return Claim(claim["says"], up * ours > up * known[best], f"{claim['better']} {ours:.3g}, {best} {known[best]:.3g}")


def _mean(table: Table, judged: Mapping[str, Mapping[str, Verdict]], method: str, claim: Mapping[str, Any]) -> float:
    """Average our figures of one method over the cells that a claim is about."""
    settings = {key: value for key, value in claim["where"].items() if key not in ("class", "corpus")}
    found = [
        judged.get(table.name, {}).get(cell.key, Verdict("never")).ours
        for cell in table.cells
        if cell.method == method
        and cell.metric == claim["metric"]
        and _fits(cell, claim["where"], settings, table, claim)
    ]
    return float(np.mean(found)) if found else float("nan")


def _fits(
    cell: Cell, where: Mapping[str, str], settings: Mapping[str, str], table: Table, claim: Mapping[str, Any]
) -> bool:
    if where.get("class", cell.label) != cell.label or where.get("corpus", cell.corpus) != cell.corpus:
        return False
    if table.name != claim["table"]:  # of the other table, the settings that the first one has
        wanted = {cell.setting.get("gamma") for cell in tables()[claim["table"]].cells}
        return cell.setting.get("gamma") in wanted
    return all(cell.setting.get(key) == value for key, value in settings.items())
