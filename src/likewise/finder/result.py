"""What a search returns: the pile in rank order, with a probability, a decision, reasons, and how many there are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import polars as pl

from likewise.documents import Documents
from likewise.documents.schema import is_positive
from likewise.errors import UserError
from likewise.estimate import AtCutOff, Estimate
from likewise.finder.explain import Evidence, Reasons
from likewise.finder.export import put_beside, write_page, write_result
from likewise.finder.messages import count_in_words
from likewise.finder.notebook import Picture, as_pandas, draw_outlook, result_html
from likewise.finder.recall import Recall, recall_so_far
from likewise.finder.topics import Topic, topics_among
from likewise.plural import count_noun


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """A ranked pile.

    Parameters
    ----------
    table : polars.DataFrame
        The columns of `likewise.documents.schema.SCHEMA`. First come the documents that nobody has decided, in rank
        order; then those that were decided beforehand, those with "yes" first; then those that are examples. Only the
        first have a rank, a suggestion and a probability, and no probability where the examples cannot tell.
    words : tuple of str
        The words that tell the documents found from the rest.
    n_found : int
        Documents that are suggested, and those that a person said yes to.
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
    estimate : Estimate or None, default=None
        How many there are among the documents that nobody has decided; None of a method that does not estimate it.
    evidence : Evidence or None, default=None
        What reasons and topics are made of.
    examples : Documents or None, default=None
        The examples, as they were given.
    settings : mapping of str to object, default={}
        What the search was asked for, and what it guessed: `seed`, `profile`, `language`, and the parameters of the
        method that were set, `params`.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> result = Finder("centroid").find(["wine, red, a glass", "a glass of fine wine"], ["tea", "wine glasses"])
    >>> result.table.select("id", "rank", "suggestion").rows()
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
    estimate: Estimate | None = None
    evidence: Evidence | None = field(default=None, repr=False)
    examples: Documents | None = field(default=None, repr=False)
    settings: Mapping[str, Any] = field(default_factory=dict)
    #: What is worked out when it is asked for, once for all copies with other notes.
    _memory: dict[str, Any] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return self.table.height

    def __repr__(self) -> str:
        documents, examples = count_noun(len(self), "document"), count_noun(self.n_examples, "example")
        return f"Result({documents}, {examples}, method={self.method!r}: {self.summary})"

    def _repr_html_(self) -> str:
        return result_html(self)

    def plot(self) -> Picture:
        """Draw how many are expected to be found by reading on; a notebook shows it.

        Returns
        -------
        Picture
            An SVG.
        """
        return draw_outlook(self)

    def to_pandas(self) -> Any:
        """Return the table as a frame of pandas, with nothing but pandas installed.

        Returns
        -------
        pandas.DataFrame
            The columns of `table`.
        """
        return as_pandas(self.table)

    @cached_property
    def texts(self) -> pl.Series:
        """The texts of the pile in the order of `table`."""
        return self.pile.text.gather(self.positions)

    @cached_property
    def n_ranked(self) -> int:
        """Documents that have a rank: those that are neither decided nor examples."""
        return len(self.table) - self.table["rank"].null_count()

    @cached_property
    def n_taken(self) -> int:
        """Documents above the cut-off: those that are suggested."""
        return self.table.filter(pl.col("rank").is_not_null() & (pl.col("suggestion") == "yes")).height

    @cached_property
    def summary(self) -> str:
        """How many there are, what that rests on, and how many are taken: one sentence without a full stop."""
        return count_in_words(self.estimate, self.n_taken, self.n_found - self.n_taken, self.n_ranked, self.n_examples)

    @cached_property
    def recall(self) -> Recall | None:
        """What was found so far, examples and answers included, of all there is; None where nobody can tell."""
        n_known = self.table.filter(pl.col("decision") == "yes").height
        return recall_so_far(self.n_examples + n_known, self.estimate)

    def at(self, n_taken: int) -> AtCutOff:
        """Say what taking the first documents of the ranking is expected to bring and to miss.

        Parameters
        ----------
        n_taken : int
            How many, from 0 to all that have a rank.

        Returns
        -------
        AtCutOff
            Expected numbers, and the interval of those missed.

        Raises
        ------
        UserError
            If the method estimates nothing, the examples cannot tell, or so many cannot be taken.

        Examples
        --------
        >>> from likewise.finder import Finder
        >>> pile = ["wine glasses", "wine, red", "green tea", "tea pot", "black tea", "tea leaf"] * 3
        >>> Finder().find(["red wine, a glass", "a glass of fine wine", "wine, a red one"], pile).at(6).n_taken
        6
        """
        if self.estimate is None:
            raise UserError(f"the method {self.method} does not estimate how many there are; use the method likewise")
        if self.estimate.verdict == "cannot tell":
            raise UserError(
                "cannot tell from these examples how many there are, or what a cut-off would bring; "
                "give more examples, or some that have more in common"
            )
        if not 0 <= n_taken <= self.n_ranked:
            raise UserError(f"{n_taken:,} of {self.n_ranked:,} documents cannot be taken; give a number from 0 to all")
        # Documents without words rank last and bring nothing.
        return self.estimate.at(min(n_taken, self.estimate.n_pile))._replace(n_taken=n_taken)

    def explain(self, id: str) -> Reasons:  # noqa: A002 the name of the column
        """Say why a document ranks where it does.

        Parameters
        ----------
        id : str
            Of a document of the pile.

        Returns
        -------
        Reasons
            Its words and their places in the text, and the examples nearest to it.

        Raises
        ------
        UserError
            If there is no such document.

        Examples
        --------
        >>> from likewise.finder import Finder
        >>> result = Finder("centroid").find(["wine, red, a glass", "a glass of fine wine"], ["tea", "wine glasses"])
        >>> result.explain("2").spans
        [(0, 4, 'wine'), (5, 12, 'glass')]
        """
        row = self.table.row(self._row[str(id)], named=True) if str(id) in self._place else None
        if row is None or self.evidence is None:
            raise UserError(f"no document of the pile has the id {str(id)!r}; the ids are those of the result's table")
        position = self._place[str(id)]
        text = str(self.pile.text[position])
        words, spans, nearest = self.evidence.of(position, text)
        told = {name: row[name] for name in ("id", "rank", "probability", "suggestion", "decision")}
        return Reasons(**told, words=words, spans=spans, nearest=nearest, text=text)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """Topics among the documents found, largest first; empty where these are too few to have several."""
        if self.evidence is None:
            return ()
        if "topics" not in self._memory:
            found = self.table.filter(is_positive())["id"].to_list()
            rows = self.evidence.rows[[self._place[name] for name in found]]
            evidence = self.evidence
            self._memory["topics"] = topics_among(evidence.counts[rows], found, evidence.terms, evidence.forms)
        topics: tuple[Topic, ...] = self._memory["topics"]
        return topics

    def with_originals(self) -> pl.DataFrame:
        """Put the columns found beside every original column of the pile, in the order of `table`.

        Returns
        -------
        polars.DataFrame
            A column of ours whose name the pile already has gets the suffix "_likewise", unless the pile is itself what
            such a search wrote: then all of ours are renewed. `id` is among ours where the pile has none of its own, so
            that decisions can be told by it.

        Examples
        --------
        >>> from likewise.finder import Finder
        >>> result = Finder("centroid").find(["wine, red, a glass", "a glass of fine wine"], ["tea", "wine glasses"])
        >>> result.with_originals().columns
        ['text', 'id', 'rank', 'probability', 'lower', 'upper', 'suggestion', 'decision', 'decided', 'why', ...]
        """
        return put_beside(self)

    def write(
        self,
        path: str | PathLike[str],
        *,
        on_loss: Callable[[str], object] | None = None,
        spreadsheet_safe: bool = False,
    ) -> Path:
        """Write the original columns and ours to a file of the kind that its suffix names, whole or not at all.

        Parameters
        ----------
        path : str or path-like
            Ends in a suffix of `likewise.writers.suffixes()`. A workbook has our columns first, with the title and an
            empty column `included` for a person's answers, and a sheet "audit" with the random check.
        on_loss : callable or None, default=None
            Called with a sentence for everything that the format cannot hold; None logs a warning.
        spreadsheet_safe : bool, default=False
            As of `likewise.writers.write`.

        Returns
        -------
        pathlib.Path
            The file.

        Examples
        --------
        >>> from likewise.finder import Finder
        >>> Finder("centroid").find(["red wine"], ["tea", "wine"]).write("found.csv")  # doctest: +SKIP
        """
        return write_result(self, path, on_loss, spreadsheet_safe=spreadsheet_safe)

    def write_report(self, path: str | PathLike[str], n_documents: int = 100) -> Path:
        """Write a page to show: what was read, how many there are, how far to read, the first documents, and how.

        Parameters
        ----------
        path : str or path-like
            Ends in ".html"; the page needs nothing beside it, and no network.
        n_documents : int, default=100
            Documents in its list.

        Returns
        -------
        pathlib.Path
            The file, written whole or not at all.

        Examples
        --------
        >>> Finder().find("likes.ris", "pile.ris").write_report("report.html")  # doctest: +SKIP
        """
        return write_page(self, path, n_documents)

    def save(self, path: str | PathLike[str]) -> Path:
        """Save all of the result to one file that `load` reads, whole or not at all.

        Parameters
        ----------
        path : str or path-like
            Ends in ".likewise".

        Returns
        -------
        pathlib.Path
            The file, a project to work on. Functions of a vectorizer of one's own are not in it: words are then found
            in texts as they are.
        """
        from likewise.project.results import save_result

        return save_result(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Result":
        """Load what `save` saved, or rank the documents of any project; nothing in the file is ever run.

        Parameters
        ----------
        path : str or path-like
            The file.

        Returns
        -------
        Result
            As it was.

        Examples
        --------
        >>> Result.load("nothing.likewise")
        Traceback (most recent call last):
            ...
        likewise.errors.UserError: there is no project nothing.likewise; check its name, or make a new one
        """
        from likewise.project.results import load_result

        return load_result(path)

    @cached_property
    def _place(self) -> dict[str, int]:
        """Row of the pile of each id."""
        return {str(name): at for at, name in enumerate(self.pile.ids)}

    @cached_property
    def _row(self) -> dict[str, int]:
        """Row of the table of each id."""
        return {name: at for at, name in enumerate(self.table["id"])}

    @cached_property
    def positions(self) -> pl.Series:
        """Row of the pile of each row of the table."""
        places = pl.DataFrame({"id": self.pile.ids, "position": pl.Series(range(len(self.pile)), dtype=pl.UInt32)})
        return self.table.select("id").join(places, on="id", how="left", maintain_order="left")["position"]
