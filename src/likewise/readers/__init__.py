"""A path of any kind to documents: one function, `read`, and what it returns, `Documents`."""

from likewise.documents.documents import Documents
from likewise.readers.read import read
from likewise.readers.registry import suffixes

__all__ = ["Documents", "read", "suffixes"]
