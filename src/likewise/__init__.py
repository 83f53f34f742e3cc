"""Show it a handful of documents you like; it finds the rest."""

__version__ = "0.1.0"
