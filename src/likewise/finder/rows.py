"""The rows of a result's table: what is ranked, what a person decided, and what is an example."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.finder.explanation import Explanation
from likewise.finder.ranking import Counted, Ranking
from likewise.readers import Documents


def table_of(
    pile: Documents,
    twins: NDArray[np.intp],
    example_ids: pl.Series,
    counted: Counted,
    ranking: Ranking,
    reasons: Explanation,
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
    >>> table = table_of(pile, np.array([-1, 0, -1]), pl.Series(["x"]), counted, ranking, explain(counted, ranking))
    >>> table.select("id", "rank", "nearest").rows()
    [('3', 1, 'x'), ('1', 2, None), ('2', None, 'x')]
    """
    left = np.flatnonzero(twins < 0)
    has_text = (pile.text.str.strip_chars() != "").to_numpy()[left]
    wrong = np.where(has_text, "no words to compare by", "no text")
    has_words = counted.has_words[counted.n_examples :]
    cannot_tell = ranking.estimate is not None and ranking.estimate.verdict == "cannot tell"

    def rows(order: NDArray[np.intp], *, ranked: bool) -> pl.DataFrame:
        flags = [[*([] if ranked else ["decided"]), *([] if has_words[at] else [str(wrong[at])])] for at in order]
        nearest = pl.Series(reasons.nearest[order])
        probability = ranking.probability[order] if ranked and not cannot_tell else np.full(len(order), np.nan)
        return pl.DataFrame(
            {
                "id": pile.ids.gather(left[order]).cast(pl.String),
                "rank": pl.Series(np.arange(1, len(order) + 1) if ranked else [None] * len(order), dtype=pl.Int64),
                # Six digits are more than anybody can tell apart, and files stay readable.
                "probability": pl.Series(probability.round(6), nan_to_null=True, dtype=pl.Float64),
                "decision": pl.Series(np.where(ranking.found[order], "yes", "no").tolist(), dtype=pl.String),
                "why": pl.Series([reasons.why[at] for at in order], dtype=pl.String),
                "nearest": example_ids.gather(nearest.set(nearest < 0, None)).cast(pl.String),
                "flag": pl.Series(["; ".join(flag) or None for flag in flags], dtype=pl.String),
            }
        )

    # Those with "yes" first, each in the order of the pile.
    decided = ranking.decided[np.argsort(~ranking.found[ranking.decided], kind="stable")]
    return pl.concat(
        [
            rows(ranking.order, ranked=True),
            rows(decided, ranked=False),
            _example_rows(pile, twins, example_ids, ranking.odd),
        ]
    )


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
        decision=pl.lit("example"),
        why=pl.lit(None, dtype=pl.String),
        nearest=example_ids.gather(twins[matched]).cast(pl.String),
        flag=pl.Series(flags, dtype=pl.String),
    )
