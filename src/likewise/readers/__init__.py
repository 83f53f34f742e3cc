"""A path of any kind to documents: `read`, what it returns, `Documents`, and the `suffixes` that can be read.

- `read.py`: the one function that users call.
- `registry.py`: which function reads which kind of file.
- `documents/`, `tables/`, `references/`, `collections/`: the readers, one file for each format.
- `single_document.py`, `raw_table.py`: what readers return.
- `assemble.py`: from what readers return to documents; `columns.py`: Python values to columns.
- `encoding.py`: bytes to text; `limits.py`: workbooks that would fill the memory.
- `decisions.py`: decisions of a person, read from a table.
"""

from likewise.documents.documents import Documents
from likewise.readers.read import read
from likewise.readers.registry import suffixes

__all__ = ["Documents", "read", "suffixes"]
