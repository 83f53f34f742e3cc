from .columns import append_columns
from .kinds import check_kind, check_target, suffixes
from .layout import Layout
from .write_table import write

__all__ = ["Layout", "append_columns", "check_kind", "check_target", "suffixes", "write"]
