"""A path of any kind to documents: one function, `read`, and what it returns, `Documents`."""

from likewise.readers.dispatch import read, suffixes
from likewise.readers.documents import Documents

__all__ = ["Documents", "read", "suffixes"]
