"""Files that were sent lie in a private folder for a moment; what is kept of them names the files alone."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from likewise.documents import Documents


def leave_out_folder(words: str, folder: str) -> str:
    """Leave a folder, and the folders right in it, out of the paths that words name.

    Parameters
    ----------
    words : str
        A path, or a sentence.
    folder : str
        The folder; nothing is left out if it is empty.

    Returns
    -------
    str
        The words with names of files alone.

    Examples
    --------
    >>> leave_out_folder("/tmp/x/pile/hits.csv is empty", "/tmp/x"), leave_out_folder("/tmp/x/pile", "/tmp/x")
    ('hits.csv is empty', 'pile')
    """
    if not folder:
        return words
    start = re.escape(folder.rstrip("\\/"))
    return re.sub(start + r"[\\/]", "", re.sub(start + r"[\\/][^\\/:*?\"<>| ]+[\\/]", "", words))


def name_files_alone(documents: "Documents", folder: str) -> "Documents":
    """Leave a folder out of the names of the files that documents were read from.

    Parameters
    ----------
    documents : Documents
        As they were read.
    folder : str
        As of `leave_out_folder`.

    Returns
    -------
    Documents
        The same documents.
    """
    if not folder:
        return documents
    return replace(
        documents,
        source=leave_out_folder(documents.source, folder),
        sources=tuple(each._replace(name=leave_out_folder(each.name, folder)) for each in documents.sources),
        notes=tuple(leave_out_folder(each, folder) for each in documents.notes),
    )
