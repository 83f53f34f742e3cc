"""A table to a file of the kind that its suffix names, whole or not at all."""

from likewise.writers.columns import beside
from likewise.writers.layout import Layout
from likewise.writers.write import check_kind, check_target, suffixes, write

__all__ = ["Layout", "beside", "check_kind", "check_target", "suffixes", "write"]
