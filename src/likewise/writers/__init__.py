"""A table to a file of the kind that its suffix names, whole or not at all."""

from likewise.writers.columns import beside
from likewise.writers.write import check_target, suffixes, write

__all__ = ["beside", "check_target", "suffixes", "write"]
