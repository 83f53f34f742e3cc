"""The rows of a result's table: what is ranked, what a person decided, and what is an example."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents import Documents
from likewise.finder.explanation import Explanation
from likewise.finder.ranking import Counted, Ranking


def table_of(
    pile: Documents,
    twins: NDArray[np.intp],
    example_ids: pl.Series,
    counted: Counted,
    ranking: Ranking,
    reasons: Explanation,
    groups: NDArray[np.int64],
) -> pl.DataFrame:
    """Make the table of a result.

    Parameters
    ----------
    pile : Documents
        All of it.
    twins : array of int of shape (n_pile,)
        The example that each document is; -1 for those that are none, which were counted and ranked.
    example_ids : polars.Series
        Of the examples that were counted.
    counted, ranking, reasons
        Of the examples and of the documents that are none.
    groups : array of int of shape (n_left,)
        Number of the group of near-copies that each of these documents is in; 0 for none.

    Returns
    -------
    polars.DataFrame
        First the ranked documents, then those that a person decided, then those that are examples: as described at
        `likewise.finder.Result`.

    Examples
    --------
    >>> from likewise.finder.explanation import explain
    >>> from likewise.finder.inputs import as_documents
    >>> from likewise.finder.ranking import count_words, rank
    >>> from likewise.models.linear import Centroid
    >>> pile = as_documents(["green tea", "red wine", "a glass of wine"], "pile")
    >>> counted = count_words(["red wine"], ["green tea", "a glass of wine"])
    >>> ranking = rank(counted, Centroid())
    >>> reasons, groups = explain(counted, ranking), np.zeros(2, dtype=int)
    >>> table = table_of(pile, np.array([-1, 0, -1]), pl.Series(["x"]), counted, ranking, reasons, groups)
    >>> table.select("id", "rank", "nearest").rows()
    [('3', 1, 'x'), ('1', 2, None), ('2', None, 'x')]
    """
    left = np.flatnonzero(twins < 0)
    has_text = (pile.text.str.strip_chars() != "").to_numpy()[left]
    wrong = np.where(has_text, "no words to compare by", "no text")
    has_words = counted.has_words[counted.n_examples :]
    cannot_tell = ranking.estimate is not None and ranking.estimate.verdict == "cannot tell"
    lower, upper = _band(ranking)

    def rows(order: NDArray[np.intp], *, ranked: bool) -> pl.DataFrame:
        flags = [[*([] if ranked else ["decided"]), *([] if has_words[at] else [str(wrong[at])])] for at in order]
        nearest = pl.Series(reasons.nearest[order])
        unknown = np.full(len(order), np.nan)
        probability = ranking.probability[order] if ranked and not cannot_tell else unknown
        known = ~np.isnan(probability) if ranked else np.zeros(len(order), dtype=bool)
        return pl.DataFrame(
            {
                "id": pile.ids.gather(left[order]).cast(pl.String),
                "rank": pl.Series(np.arange(1, len(order) + 1) if ranked else [None] * len(order), dtype=pl.Int64),
                "probability": _digits(probability),
                "lower": _digits(np.where(known, lower, np.nan) if ranked else unknown),
                "upper": _digits(np.where(known, upper, np.nan) if ranked else unknown),
                "decision": pl.Series(np.where(ranking.found[order], "yes", "no").tolist(), dtype=pl.String),
                "why": pl.Series([reasons.why[at] for at in order], dtype=pl.String),
                "nearest": example_ids.gather(nearest.set(nearest < 0, None)).cast(pl.String),
                "group": pl.Series([int(groups[at]) or None for at in order], dtype=pl.Int64),
                "flag": pl.Series(["; ".join(flag) or None for flag in flags], dtype=pl.String),
            }
        )

    # Those with "yes" first, each in the order of the pile.
    decided = ranking.decided[np.argsort(~ranking.found[ranking.decided], kind="stable")]
    table = pl.concat(
        [
            rows(ranking.order, ranked=True),
            rows(decided, ranked=False),
            _example_rows(pile, twins, example_ids, ranking.odd),
        ]
    )
    # Numbered as they appear, so that another order of the pile gives the same table.
    numbers = {group: number for number, group in enumerate(table["group"].drop_nulls().unique(maintain_order=True), 1)}
    return table.with_columns(pl.col("group").replace_strict(numbers, default=None, return_dtype=pl.Int64))


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


def _example_rows(
    pile: Documents, twins: NDArray[np.intp], example_ids: pl.Series, odd: tuple[int, ...]
) -> pl.DataFrame:
    """Make the rows of the documents that are examples."""
    matched = np.flatnonzero(twins >= 0)
    flags = ["unlike the other examples" if twins[at] in odd else None for at in matched]
    return pl.DataFrame({"id": pile.ids.gather(matched).cast(pl.String)}).select(
        "id",
        rank=pl.lit(None, dtype=pl.Int64),
        probability=pl.lit(None, dtype=pl.Float64),
        lower=pl.lit(None, dtype=pl.Float64),
        upper=pl.lit(None, dtype=pl.Float64),
        decision=pl.lit("example"),
        why=pl.lit(None, dtype=pl.String),
        nearest=example_ids.gather(twins[matched]).cast(pl.String),
        group=pl.lit(None, dtype=pl.Int64),
        flag=pl.Series(flags, dtype=pl.String),
    )
