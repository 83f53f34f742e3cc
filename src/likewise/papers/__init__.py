"""The seed papers' experiments as data, and one runner for all of them."""

from likewise.papers.runner import run, state
from likewise.papers.tables import Cell, Table, tables
from likewise.papers.verdicts import Verdict, judge

__all__ = ["Cell", "Table", "Verdict", "judge", "run", "state", "tables"]
