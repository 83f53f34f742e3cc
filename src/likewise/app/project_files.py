"""Copy and repair: the file of a project."""

from pathlib import Path

from likewise.project.header import check_header
from likewise.project.project import find_path
from likewise.project.repair import Repaired, copy_project, repair_project


def copy(project: str, to: str) -> Path:
    """Copy a project as it is at one moment, while others may go on writing to it.

    Parameters
    ----------
    project : str
        Its file.
    to : str
        The copy; nothing that is there is replaced.

    Returns
    -------
    pathlib.Path
        The copy.

    Raises
    ------
    UserError
        If something is there, or the system refuses.
    """
    check_header(find_path(project))
    return copy_project(project, to)


def repair(project: str, to: str) -> Repaired:
    """Recover every answer of a damaged project that can still be read.

    Parameters
    ----------
    project : str
        Its file, which is not changed.
    to : str
        The new file; nothing that is there is replaced.

    Returns
    -------
    Repaired
        What is damaged, and what was read.

    Raises
    ------
    UserError
        If nothing can be read, or the new file cannot be written.
    """
    return repair_project(project, to)
