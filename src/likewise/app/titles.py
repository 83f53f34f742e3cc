"""What the first documents of a result are called, for everything that shows them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from likewise.finder import Result


def list_first_titles(result: "Result", top: int) -> list[str]:
    """List the titles of the first documents of a result's table.

    Parameters
    ----------
    result : Result
        The ranking.
    top : int
        How many documents.

    Returns
    -------
    list of str
        The title of each, or the beginning of its text.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> list_first_titles(Finder("centroid").find(["red wine"], ["tea", "a glass of wine"]), 1)
    ['a glass of wine']
    """
    from likewise.finder.titles import list_titles

    titles: list[str] = list_titles(result.pile.take(result.positions.head(top).to_list())).to_list()
    return titles
