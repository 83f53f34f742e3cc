"""The rows of a result's table: what is ranked, what a person decided, and what is an example."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.schema import empty_table
from likewise.finder.collection import Collection
from likewise.finder.ranking import Ranking


@dataclass(frozen=True, eq=False)
class RankedPile:
    """What a table says of documents beside their ranks.

    Parameters
    ----------
    ids : polars.Series
        Of all documents of the pile.
    twins : ndarray of int of shape (n_pile,)
        Which example each document is; -1 for those that are none, which are ranked.
    example_ids : polars.Series
        Of the examples.
    nearest, groups : ndarray of int of shape (n_ranked,)
        The example most like each document that is ranked, or -1; and its group of near-copies, or 0.
    has_words, is_blank : ndarray of bool of shape (n_ranked,)
        Whether it has a word to compare by, and whether it has no text at all.

    Examples
    --------
    >>> from likewise.finder import collect
    >>> describe_pile(collect(["red wine"], ["green tea", "red wine"])).twins.tolist()
    [-1, 0]
    """

    ids: pl.Series
    twins: NDArray[np.intp]
    example_ids: pl.Series
    nearest: NDArray[np.intp]
    groups: NDArray[np.int64]
    has_words: NDArray[np.bool_]
    is_blank: NDArray[np.bool_]


def describe_pile(collection: Collection) -> RankedPile:
    """Collect what a table says of the documents of a collection.

    Examples
    --------
    >>> from likewise.finder import collect
    >>> describe_pile(collect(["red wine"], ["green tea", ""])).is_blank.tolist()
    [False, True]
    """
    return RankedPile(
        ids=collection.pile.ids.cast(pl.String),
        twins=collection.twins,
        example_ids=collection.example_ids,
        nearest=collection.nearest,
        groups=collection.groups,
        has_words=collection.counted.has_words[collection.counted.n_examples :],
        is_blank=collection.is_blank,
    )


def table_of(pile: RankedPile, ranking: Ranking, why: pl.Series) -> pl.DataFrame:
    """Make the table of a result.

    Parameters
    ----------
    pile : RankedPile
        The documents.
    ranking : Ranking
        Of the documents that are not examples.
    why : polars.Series
        The words that speak for each of these.

    Returns
    -------
    polars.DataFrame
        First the ranked documents, then those that a person decided, then those that are examples: as described at
        `likewise.documents.schema`.

    Examples
    --------
    >>> from likewise.finder import collect
    >>> from likewise.finder.ranking import rank
    >>> from likewise.models.linear import Centroid
    >>> collection = collect(["red wine"], ["green tea", "red wine", "a glass of wine"])
    >>> why = pl.Series([None, "wine"], dtype=pl.String)
    >>> table = table_of(describe_pile(collection), rank(collection, Centroid()), why)
    >>> table.select("id", "rank", "nearest").rows()
    [('3', 1, '1'), ('1', 2, None), ('2', None, '1')]
    """
    # Those with "yes" first, each in the order of the pile.
    decided = ranking.decided[np.argsort(~ranking.found[ranking.decided], kind="stable")]
    table = pl.concat(
        [
            _rows(pile, ranking, why, ranking.order, ranked=True),
            _rows(pile, ranking, why, decided, ranked=False),
            _example_rows(pile, ranking.odd),
        ]
    )
    # Numbered as they appear, so that another order of the pile gives the same table.
    numbers = {group: number for number, group in enumerate(table["group"].drop_nulls().unique(maintain_order=True), 1)}
    return table.with_columns(pl.col("group").replace_strict(numbers, default=None, return_dtype=pl.Int64))


def _rows(pile: RankedPile, ranking: Ranking, why: pl.Series, order: NDArray[np.intp], *, ranked: bool) -> pl.DataFrame:
    """Make the rows of some documents that are not examples."""
    places = np.flatnonzero(pile.twins < 0)[order]
    unknown = np.full(len(order), np.nan)
    cannot_tell = ranking.estimate is not None and ranking.estimate.verdict == "cannot tell"
    probability = ranking.probability[order] if ranked and not cannot_tell else unknown
    lower, upper = _band(ranking) if ranked else (unknown, unknown)
    is_known = ~np.isnan(probability)
    nearest, group = pl.Series(pile.nearest[order]), pl.Series(pile.groups[order])
    rows = pl.DataFrame(
        {
            "id": pile.ids.gather(places),
            "rank": pl.Series(np.arange(1, len(order) + 1)) if ranked else pl.Series([None] * len(order)),
            "probability": _digits(probability),
            "lower": _digits(np.where(is_known, lower, np.nan)),
            "upper": _digits(np.where(is_known, upper, np.nan)),
            "suggestion" if ranked else "decision": pl.Series(np.where(ranking.found[order], "yes", "no")),
            "why": why.gather(order),
            "nearest": pile.example_ids.gather(nearest.set(nearest < 0, None)),
            "group": group.set(group == 0, None),
            "flag": _flags(pile.is_blank[order], pile.has_words[order], ranked=ranked),
        }
    )
    return pl.concat([empty_table(), rows], how="diagonal_relaxed")


def _flags(is_blank: NDArray[np.bool_], has_words: NDArray[np.bool_], *, ranked: bool) -> pl.Series:
    """Say what is to be noticed: that a person decided, and that there is nothing to compare by."""
    flags = np.full(len(is_blank), None if ranked else "decided", dtype=object)
    for place in np.flatnonzero(~has_words).tolist():
        wrong = "no text" if is_blank[place] else "no words to compare by"
        flags[place] = wrong if ranked else f"decided; {wrong}"
    return pl.Series(flags.tolist(), dtype=pl.String)


def _band(ranking: Ranking) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Between which probabilities the documents lie, in the order of the ranking; NaN where nothing tells."""
    at_place = np.full((2, len(ranking.order)), np.nan)
    if ranking.estimate is not None:
        lower, upper = ranking.estimate.band()
        # Documents without words rank last and have no probability.
        with_words = min(len(lower), len(ranking.order))
        inside = ranking.probability[ranking.order[:with_words]]
        # Documents of equal score have equal probabilities, whatever their places.
        at_place[:, :with_words] = np.fmin(lower[:with_words], inside), np.fmax(upper[:with_words], inside)
    return at_place[0], at_place[1]


def _digits(values: NDArray[np.float64]) -> pl.Series:
    """Six digits are more than anybody can tell apart, and files stay readable."""
    return pl.Series(values.round(6), nan_to_null=True, dtype=pl.Float64)


def _example_rows(pile: RankedPile, odd: tuple[int, ...]) -> pl.DataFrame:
    """Make the rows of the documents that are examples."""
    matched = np.flatnonzero(pile.twins >= 0)
    twins = pile.twins[matched]
    flags = ["unlike the other examples" if twin in odd else None for twin in twins.tolist()]
    own = pl.DataFrame(
        {
            "id": pile.ids.gather(matched),
            "decision": pl.Series(["example"] * len(matched), dtype=pl.String),
            "nearest": pile.example_ids.gather(twins),
            "flag": pl.Series(flags, dtype=pl.String),
        }
    )
    return pl.concat([empty_table(), own], how="diagonal")
