"""Show it a few examples and a pile; it returns the pile in order."""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.finder.estimators import DEFAULT_METHOD, make_estimator
from likewise.finder.explanation import Explanation, explain
from likewise.finder.matching import among_examples
from likewise.finder.ranking import Counted, Ranking, count_words, rank
from likewise.finder.result import Result
from likewise.finder.stages import Callback, Stage
from likewise.readers import Documents
from likewise.text import Vectorizer

#: A ranking is worth reading even where its cut-off is wrong.
NOTHING_FOUND = (
    "no document passed the cut-off, but the order still holds: read from the top, "
    "and give examples that differ more from each other"
)


class Finder:
    """Finds the documents of a pile that are like a few examples.

    Parameters
    ----------
    method : str, default=DEFAULT_METHOD
        A name of `likewise.registry.names()`.
    params : mapping or None, default=None
        Parameters of the method.
    vectorizer : Vectorizer or None, default=None
        How to count words; None suits English text.
    random_state : int or None, default=0
        Seed; the same seed gives the same result.
    n_jobs : int or None, default=None
        Threads; the result does not depend on it.
    callback : callable or None, default=None
        Called with a `Stage` at the start of each part of the work and after each iteration of the fit.

    Examples
    --------
    >>> examples = ["red wine in a glass", "white wine and grapes"]
    >>> pile = ["the wine cellar", "green tea in a pot", "a glass of wine from grapes", "a pot of tea", "tea and milk"]
    >>> result = Finder(params={"n_components": 2}).find(examples, pile)
    >>> sorted(result.table["id"].to_list()[:2])
    ['1', '3']
    >>> result.table.filter(result.table["id"] == "3")["why"].item()
    'wine, glass, grapes'
    """

    def __init__(
        self,
        method: str = DEFAULT_METHOD,
        *,
        params: Mapping[str, Any] | None = None,
        vectorizer: Vectorizer | None = None,
        random_state: int | None = 0,
        n_jobs: int | None = None,
        callback: Callback | None = None,
    ) -> None:
        self.method = method
        self.params = params
        self.vectorizer = vectorizer
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.callback = callback

    def find(self, examples: Sequence[str] | Documents, pile: Sequence[str] | Documents) -> Result:
        """Rank the pile by likeness to the examples.

        Parameters
        ----------
        examples, pile : sequence of str, or Documents
            Texts, or what `likewise.readers.read` returned. Documents of the pile whose text is an example's are not
            ranked; documents without text rank last.

        Returns
        -------
        Result
            The ranked pile.

        Raises
        ------
        UserError
            If there are no examples, no pile, or nothing in them to compare.
        """
        start = perf_counter()
        shown, searched = as_documents(examples, "examples"), as_documents(pile, "pile")
        notes = []
        wanted = shown.text.str.strip_chars() != ""
        if not wanted.any():
            raise UserError(f"none of the {len(shown):,} examples has any text; give at least one that has")
        if empty := int((~wanted).sum()):
            notes.append(f"{_count(empty, 'example has', 'examples have')} no text and did not count")
        example_texts = shown.text.filter(wanted).to_list()
        texts = searched.text.to_list()
        matched = among_examples(example_texts, texts)
        if matched.all():
            raise UserError("every document of the pile is one of the examples; give a pile that has others too")
        if matched.any():
            notes.append(
                f"{_count(int(matched.sum()), 'document of the pile is', 'documents of the pile are')} among the "
                "examples and not ranked"
            )
        left = np.flatnonzero(~matched)
        counted, ranking = self.rank(example_texts, [texts[position] for position in left])
        self._tell(Stage("explaining"))
        reasons = explain(counted, ranking)
        rows = _ranked_rows(searched, left, counted, ranking, reasons, shown.ids.filter(wanted))
        table = pl.concat([rows, _example_rows(searched.ids.filter(pl.Series(matched)))])
        return Result(
            table=table,
            words=reasons.words,
            n_found=int(ranking.found.sum()),
            n_examples=len(shown),
            notes=(*notes, *ranking.notes, *(() if ranking.found.any() else (NOTHING_FOUND,))),
            method=self.method,
            seconds=perf_counter() - start,
            pile=searched,
        )

    def rank(self, examples: Sequence[str], pile: Sequence[str]) -> tuple[Counted, Ranking]:
        """Count words and rank the pile, without matching and without reasons.

        Parameters
        ----------
        examples, pile : sequence of str
            Texts.

        Returns
        -------
        counted : Counted
            The words of all documents.
        ranking : Ranking
            Of the pile.

        Examples
        --------
        >>> Finder("centroid").rank(["red wine"], ["green tea", "white wine"])[1].order.tolist()
        [1, 0]
        """
        estimator = make_estimator(
            self.method, self.params, random_state=self.random_state, n_jobs=self.n_jobs, callback=self.callback
        )
        self._tell(Stage("counting"))
        counted = count_words(examples, pile, self.vectorizer, self.n_jobs)
        self._tell(Stage("fitting"))
        return counted, rank(counted, estimator)

    def _tell(self, stage: Stage) -> None:
        if self.callback is not None:
            self.callback(stage)


def as_documents(given: Sequence[str] | Documents, role: str) -> Documents:
    """Take documents as they are, and number texts from 1.

    Parameters
    ----------
    given : sequence of str, or Documents
        What the caller has.
    role : str
        "examples" or "pile", for the messages.

    Returns
    -------
    Documents
        At least one.

    Examples
    --------
    >>> as_documents(["red wine", "green tea"], "pile").ids.to_list()
    ['1', '2']
    """
    if isinstance(given, str):
        raise UserError(f"{role} is one string; give a list of texts, one string a document")
    if len(given) == 0:
        raise UserError(f"there are no documents in {role}; give at least one")
    if isinstance(given, Documents):
        return given
    strange = next((type(text).__name__ for text in given if not isinstance(text, str)), None)
    if strange is not None:
        raise UserError(f"{role} holds a document of type {strange}; every document must be a string")
    text = pl.Series("text", list(given), dtype=pl.String)
    ids = pl.Series("id", [str(number) for number in range(1, len(text) + 1)], dtype=pl.String)
    return Documents(table=text.to_frame(), text=text, ids=ids, columns={"text": ("text",)})


def _ranked_rows(
    pile: Documents,
    left: NDArray[np.intp],
    counted: Counted,
    ranking: Ranking,
    reasons: Explanation,
    example_ids: pl.Series,
) -> pl.DataFrame:
    """Make the rows of the ranked documents; `left` are their positions in the pile."""
    order = ranking.order
    has_text = (pile.text.str.strip_chars() != "").to_numpy()[left]
    flag = np.where(has_text, "no words to compare by", "no text")
    flagged = ~counted.has_words[counted.n_examples :]
    nearest = pl.Series(reasons.nearest[order])
    return pl.DataFrame(
        {
            "id": pile.ids.gather(left[order]).cast(pl.String),
            "rank": pl.Series(np.arange(1, len(order) + 1), dtype=pl.Int64),
            # Six digits are more than anybody can tell apart, and files stay readable.
            "probability": pl.Series(ranking.probability[order].round(6), nan_to_null=True, dtype=pl.Float64),
            "decision": pl.Series(np.where(ranking.found[order], "yes", "no").tolist(), dtype=pl.String),
            "why": pl.Series([reasons.why[at] for at in order], dtype=pl.String),
            "nearest": example_ids.gather(nearest.set(nearest < 0, None)).cast(pl.String),
            "flag": pl.Series([str(flag[at]) if flagged[at] else None for at in order], dtype=pl.String),
        }
    )


def _example_rows(ids: pl.Series) -> pl.DataFrame:
    """Make the rows of the documents that are examples."""
    return pl.DataFrame({"id": ids.cast(pl.String)}).select(
        "id",
        rank=pl.lit(None, dtype=pl.Int64),
        probability=pl.lit(None, dtype=pl.Float64),
        decision=pl.lit("example"),
        why=pl.lit(None, dtype=pl.String),
        nearest=pl.lit(None, dtype=pl.String),
        flag=pl.lit(None, dtype=pl.String),
    )


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number:,} {singular if number == 1 else plural}"
