"""Ids of a project's documents, for shells that complete them."""

from likewise.project.project import Project


def list_ids(project: str, beginning: str = "", most: int = 100) -> list[str]:
    """List ids of documents, those that begin so.

    Parameters
    ----------
    project : str
        The project's file.
    beginning : str, default=""
        What was typed so far.
    most : int, default=100
        How many.

    Returns
    -------
    list of str
        In the order of the pile.
    """
    with Project(project, read_only=True) as opened:
        return opened.list_ids(beginning, most)
