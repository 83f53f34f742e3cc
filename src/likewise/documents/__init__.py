"""What a document is: its columns, its identity, copies of it, and what a person decided about it."""

from likewise.documents.documents import Documents

__all__ = ["Documents"]
