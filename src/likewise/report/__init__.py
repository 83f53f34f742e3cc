"""A result as a page: what was read, how many there are, how far to read, what was found, and by which method."""

from likewise.report.content import make_report

__all__ = ["make_report"]
