"""Files that are tables, a row per document."""
