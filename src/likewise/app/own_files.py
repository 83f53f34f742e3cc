"""Which file a document is, where documents are files: found again inside what was given, and nowhere else."""

from collections.abc import Sequence
from pathlib import Path

from likewise.errors import UserError

#: Column with the name of a document's file, from the top of the folder that it was read from.
FILE = "file"


def is_document(name: str) -> bool:
    """Say whether a file is of a kind that is one document, and not a table of many.

    Parameters
    ----------
    name : str
        Of the file.

    Returns
    -------
    bool
        By its suffix.

    Examples
    --------
    >>> is_document("a/b.PDF"), is_document("hits.ris"), is_document("run.exe")
    (True, False, False)
    """
    from likewise.readers.registry import DOCUMENT_READERS

    return Path(name).suffix.lower() in DOCUMENT_READERS


def find_own_file(name: str, roots: Sequence[Path]) -> Path | None:
    """Find the file that a document was read from.

    Parameters
    ----------
    name : str
        What the readers called it: "a/b.pdf" in a folder, "papers/a/b.pdf" where there were several sources.
    roots : sequence of pathlib.Path
        Folders and files that were read.

    Returns
    -------
    pathlib.Path or None
        A file of a kind that is one document, inside one of the roots once links are followed; None if there is none.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "red.txt").write_text("wine")
    ...     find_own_file("red.txt", [Path(folder)]).name, find_own_file("../../etc/hosts.txt", [Path(folder)])
    ('red.txt', None)
    """
    if not is_document(name):
        return None
    for root in roots:
        inside = root.resolve()
        # The names of several sources begin with the last parts of their paths.
        for place in (root / name, *(above / name for above in (inside.parent, *inside.parent.parents))):
            try:
                found = place.resolve()
                if found.is_file() and (found == inside or found.is_relative_to(inside)):
                    return found
            except (OSError, ValueError):  # a name that no file can have
                continue
    return None


def explain_missing(name: str | None, document: str) -> UserError:
    """Say in one sentence why a document has no file to open.

    Parameters
    ----------
    name : str or None
        What the readers called its file.
    document : str
        Its id.

    Returns
    -------
    UserError
        To be raised.

    Examples
    --------
    >>> str(explain_missing(None, "10.5555/1"))
    '10.5555/1 is a row of a table and has no file of its own; its text is in the project'
    """
    if not name or not is_document(name):
        return UserError(f"{document} is a row of a table and has no file of its own; its text is in the project")
    archive = next((part for part in Path(name).parts[:-1] if part.lower().endswith(".zip")), None)
    if archive is not None:
        return UserError(f"{document} lies in the archive {archive}; unpack that first")
    return UserError(
        f"{document} was read from the file {name}, which is not there any more; go to the folder that the project was "
        "made in, or bring the file back"
    )
