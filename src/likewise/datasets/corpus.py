"""What every loader returns: texts with their labels, and where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, eq=False)
class Corpus:
    """A named collection of labelled texts.

    Parameters
    ----------
    name : str
        Its name in `likewise.datasets.names()`.
    ids : list of str
        One unique name per document.
    texts : list of str
        The documents.
    labels : list of str, or list of list of str
        The class of each document, or its classes where it may have none or several.
    extra : dict of str to list, default={}
        Further columns, each as long as `ids`.
    source : str, default=""
        Where the public original is.
    sha256 : str, default=""
        Of the file that was read, or of the texts where there is no file.

    Examples
    --------
    >>> corpus = Corpus("drinks", ["a", "b"], ["red wine", "green tea"], ["wine", "tea"], {"year": [1999, 2004]})
    >>> len(corpus)
    2
    >>> corpus.take([1]).extra
    {'year': [2004]}
    """

    name: str
    ids: list[str]
    texts: list[str]
    labels: list[str] | list[list[str]]
    extra: dict[str, list[Any]] = field(default_factory=dict)
    source: str = ""
    sha256: str = ""

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, rows: Sequence[int]) -> Corpus:
        """Keep some of the documents.

        Parameters
        ----------
        rows : sequence of int
            Their positions, in the order wanted.

        Returns
        -------
        Corpus
            The same corpus with only these.

        Examples
        --------
        >>> Corpus("drinks", ["a", "b"], ["red wine", "green tea"], ["wine", "tea"]).take([1]).texts
        ['green tea']
        """
        labels: Any = [self.labels[row] for row in rows]
        return replace(
            self,
            ids=[self.ids[row] for row in rows],
            texts=[self.texts[row] for row in rows],
            labels=labels,
            extra={name: [values[row] for row in rows] for name, values in self.extra.items()},
        )
