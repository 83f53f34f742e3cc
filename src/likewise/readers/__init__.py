"""A path of any kind to documents: one function, `read`, and what it returns, `Documents`."""

from likewise.readers.dispatch import read
from likewise.readers.documents import Documents
from likewise.readers.kinds import suffixes

__all__ = ["Documents", "read", "suffixes"]
