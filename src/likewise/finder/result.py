"""What a search returns: the pile in rank order, with a probability, a decision and reasons."""

from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

import polars as pl

from likewise.readers import Documents
from likewise.writers import beside, write


@dataclass(frozen=True, eq=False)
class Result:
    """A ranked pile.

    Parameters
    ----------
    table : polars.DataFrame
        Columns `id, rank, probability, decision, why, nearest, flag`, in rank order. `decision` is "yes", "no", or
        "example" for a document that is one of the examples, which has no rank and stands at the end. `why` are the
        words that speak most for the document, `nearest` is the id of the example most like it, `flag` says what is
        wrong with it ("no text", "no words to compare by").
    words : tuple of str
        The words that tell the documents found from the rest.
    n_found : int
        Documents with the decision "yes".
    n_examples : int
        Examples given.
    notes : tuple of str
        What a person should know.
    method : str
        Name of the method.
    seconds : float
        How long it took.
    pile : Documents
        The pile that was searched.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> result = Finder("centroid").find(["wine, red, a glass", "a glass of fine wine"], ["tea", "wine glasses"])
    >>> result.table.select("id", "rank", "decision").rows()
    [('2', 1, 'yes'), ('1', 2, 'no')]
    """

    table: pl.DataFrame
    words: tuple[str, ...]
    n_found: int
    n_examples: int
    notes: tuple[str, ...]
    method: str
    seconds: float
    pile: Documents = field(repr=False)

    @property
    def texts(self) -> pl.Series:
        """The texts of the pile in the order of `table`."""
        return self.pile.text.gather(self._positions())

    def with_originals(self) -> pl.DataFrame:
        """Put the columns found beside every original column of the pile, in rank order.

        Returns
        -------
        polars.DataFrame
            A column of ours whose name the pile already has gets the suffix "_likewise".

        Examples
        --------
        >>> from likewise.finder import Finder
        >>> result = Finder("centroid").find(["wine, red, a glass", "a glass of fine wine"], ["tea", "wine glasses"])
        >>> result.with_originals().columns
        ['text', 'rank', 'probability', 'decision', 'why', 'nearest', 'flag']
        """
        return beside(self.pile.table[self._positions().to_list()], self.table.drop("id"))

    def write(self, path: str | PathLike[str]) -> Path:
        """Write the original columns and ours to a file of the kind that its suffix names, whole or not at all.

        Parameters
        ----------
        path : str or path-like
            Ends in a suffix of `likewise.writers.suffixes()`.

        Returns
        -------
        pathlib.Path
            The file.

        Examples
        --------
        >>> import tempfile
        >>> from likewise.finder import Finder
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Finder("centroid").find(["red wine"], ["tea", "wine"]).write(f"{folder}/found.csv")
        ...     path.read_text().splitlines()[0]
        'text,rank,probability,decision,why,nearest,flag'
        """
        return write(self.with_originals(), path)

    def _positions(self) -> pl.Series:
        """Row of the pile of each row of the table."""
        places = pl.DataFrame({"id": self.pile.ids, "position": pl.Series(range(len(self.pile)), dtype=pl.UInt32)})
        return self.table.select("id").join(places, on="id", how="left", maintain_order="left")["position"]
