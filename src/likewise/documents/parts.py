"""Titles and abstracts of documents, as columns name them, or as texts begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.columns import normalise
from likewise.documents.documents import Documents, to_strings
from likewise.documents.identity import ABSTRACTS, PLACEHOLDERS, TITLES, find_doi, find_name
from likewise.documents.spelling import fold

#: Titles and DOIs stand on the first page.
_FIRST_PAGE = 4_000
#: A first line with more characters is not a title.
LONGEST_LINE = 500


@dataclass(frozen=True, eq=False)
class Parts:
    r"""Titles and abstracts of some documents: from columns, or the first line and what follows it.

    Parameters
    ----------
    documents : Documents
        From anywhere.
    places : list of int
        Which of them.

    Examples
    --------
    >>> import polars as pl
    >>> texts = pl.Series(["On wine\nWe drink."])
    >>> parts = Parts(Documents(table=texts.to_frame("text"), text=texts, ids=pl.Series(["1"])), [0])
    >>> parts.titles, parts.read_abstracts([0]), parts.is_named.tolist()
    (['on wine'], {0: 'we drink'}, [False])
    """

    documents: Documents
    places: list[int]

    def __len__(self) -> int:
        return len(self.places)

    @cached_property
    def titles(self) -> list[str]:
        """The titles, folded."""
        lines = [
            title if is_named else line
            for title, line, is_named in zip(self._named_titles, self._lines, self.is_named, strict=True)
        ]
        return ["" if is_abstract else line for line, is_abstract in zip(lines, self.is_abstract, strict=True)]

    @cached_property
    def is_named(self) -> NDArray[np.bool_]:
        """Whether a column of the file says what the title is."""
        title, abstract = self._read_column(TITLES), self._read_column(ABSTRACTS)
        if title is None:
            return np.zeros(len(self), dtype=bool)
        has_abstract = [False] * len(self)
        if abstract is not None:
            starts = fold(abstract.str.strip_chars().str.slice(0, LONGEST_LINE)).to_list()
            has_abstract = [start not in PLACEHOLDERS for start in starts]
        # A file may say of itself what its text does not: "Microsoft Word - draft3".
        return np.array(
            [
                bool(title) and (has or line.startswith(title))
                for title, has, line in zip(self._named_titles, has_abstract, self._lines, strict=True)
            ],
            dtype=bool,
        )

    @cached_property
    def is_abstract(self) -> NDArray[np.bool_]:
        """Whether a column of the file says that it is an abstract, and none what its title is."""
        column = self._read_column(ABSTRACTS)
        if column is None:
            return np.zeros(len(self), dtype=bool)
        filled = (column.str.strip_chars() != "").to_list()
        return np.array(
            [is_there and not title for title, is_there in zip(self._named_titles, filled, strict=True)], dtype=bool
        )

    @cached_property
    def pages(self) -> list[str]:
        """The first page of each, folded."""
        folded = self.documents.folded
        return [folded[place][:_FIRST_PAGE] for place in self.places]

    def read_abstracts(self, chosen: Iterable[int]) -> dict[int, str]:
        """Return the abstracts of some of them, folded; of those that are not named, all that follows the first line.

        Parameters
        ----------
        chosen : iterable of int
            Which of the places.

        Returns
        -------
        dict of int to str
            By place; empty for those without one.
        """
        there = sorted(set(chosen))
        column = self._read_column(ABSTRACTS)
        named = [at for at in there if self.is_named[at] or self.is_abstract[at]] if column is not None else []
        cells = fold(column.gather(named)).to_list() if column is not None else []
        abstracts = {at: "" if cell in PLACEHOLDERS else cell for at, cell in zip(named, cells, strict=True)}
        for at in there:
            if not self.is_named[at] and not self.is_abstract[at]:
                abstracts[at] = self.get_text(at)[len(self._lines[at]) :].strip()
        return {at: abstracts.get(at, "") for at in there}

    def get_text(self, at: int) -> str:
        """Return one whole text, folded."""
        return self.documents.folded[self.places[at]]

    def get_first_lines(self, at: int) -> list[str]:
        """Return the lines of the first page of one text, folded."""
        lines = self._texts[at][:_FIRST_PAGE].splitlines()
        return fold(pl.Series(lines, dtype=pl.String)).to_list()

    def find_dois(self) -> list[tuple[int, str]]:
        """List the first DOI on the first page of each, where there is one."""
        starts = self._texts.str.slice(0, _FIRST_PAGE)
        there = starts.str.contains("10.", literal=True).arg_true().to_list()
        dois = [(at, find_doi(starts[at])) for at in there]
        return [(at, doi) for at, doi in dois if doi is not None]

    @cached_property
    def _texts(self) -> pl.Series:
        return self.documents.text.gather(self.places)

    @cached_property
    def _lines(self) -> list[str]:
        """The first line of each, folded: its beginning, where it is far longer than a title."""
        starts = self._texts.str.strip_chars_start().str.slice(0, LONGEST_LINE)
        return fold(starts.str.extract(r"^([^\n]*)")).to_list()

    @cached_property
    def _named_titles(self) -> list[str]:
        column = self._read_column(TITLES)
        return [""] * len(self) if column is None else fold(column).to_list()

    def _read_column(self, names: Sequence[str]) -> pl.Series | None:
        columns = {normalise(name): name for name in reversed(self.documents.table.columns)}
        name = find_name(columns, names)
        return None if name is None else to_strings(self.documents.table[name].gather(self.places)).fill_null("")
