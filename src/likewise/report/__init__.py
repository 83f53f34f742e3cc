"""A result as a page: what was read, how many there are, how far to read, what was found, and how it came about."""

from likewise.report.content import report_of

__all__ = ["report_of"]
