"""What is said of documents beside their ranks, made of counts block by block: words, examples, near-copies, topics."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import polars as pl
from joblib import effective_n_jobs
from numpy.typing import NDArray
from scipy import sparse

from likewise.documents import Documents
from likewise.documents.duplicates import duplicate_groups
from likewise.finder.explain import Evidence, is_shown, nearest_examples, words_of_documents
from likewise.finder.ranking import Ranking
from likewise.finder.table import RankedPile
from likewise.finder.telling_words import mute_numbers
from likewise.finder.topics import Topic, topics_among
from likewise.scale.cascade import Judged
from likewise.scale.survey import Survey
from likewise.sklearn_api import Array
from likewise.text.contrast import contrast
from likewise.text.weighting import Weighting

#: Documents whose texts are at hand after a search: those that anybody is shown.
N_SHOWN = 1_000
#: Topics of so many documents are those of all.
_N_TOPICAL = 2_000


class Parts:
    """What is made of the blocks of a survey once all documents are ranked.

    Parameters
    ----------
    survey : Survey
        Words and ids.
    judged : Judged
        What the engine judged.
    ranking : Ranking
        Of the documents that are not examples.
    n_examples : int
        Examples, which are the first rows.
    n_jobs : int or None
        Threads.
    """

    def __init__(self, survey: Survey, judged: Judged, ranking: Ranking, n_examples: int, n_jobs: int | None) -> None:
        self.survey, self.judged, self.ranking, self.n_examples = survey, judged, ranking, n_examples
        self.n_threads = effective_n_jobs(n_jobs)
        self.weighting = survey.counts.weighting()

    def contrast(self) -> Array:
        """Return how much each word tells the documents found from the rest."""
        like = np.flatnonzero(is_shown(self.n_examples, self.ranking.order, self.ranking.found))
        n_rows = self.survey.counts.n_rows
        total = self.judged.mean * int(self.survey.counts.has_words.sum())
        own = np.asarray(self.weighting.transform(self.survey.counts.rows(like)).sum(axis=0)).ravel()
        return mute_numbers(
            contrast(own / max(len(like), 1), (total - own) / max(n_rows - len(like), 1)), self.survey.names
        )

    def describe(self, told: Array, example_ids: pl.Series) -> tuple[RankedPile, pl.Series]:
        """Return what a table says of documents beside their ranks, and the words that speak for each of them."""
        examples = self.weighting.transform(self.survey.counts.rows(np.arange(self.n_examples)))
        shared = (self.weighting, told, self.survey.names, self.survey.forms, examples)
        _, *described = self.survey.counts.over(describe_blocks, *shared, self.n_threads)
        pile = RankedPile(
            ids=self.survey.ids,
            twins=self.survey.twins,
            example_ids=example_ids,
            nearest=np.concatenate([nearest for _, nearest in described]),
            groups=self.groups(),
            has_words=self.survey.counts.has_words[self.n_examples :],
            is_blank=self.survey.is_blank[self.survey.twins < 0],
        )
        return pile, pl.concat([why for why, _ in described])

    def groups(self) -> NDArray[np.int64]:
        """Return the groups of near-copies among the documents that were judged."""
        rows = self.judged.rows[self.judged.rows >= self.n_examples]
        ids = pl.Series("id", rows).cast(pl.String)
        documents = Documents(table=pl.DataFrame({"id": ids}), text=ids, ids=ids)
        groups = np.zeros(self.survey.counts.n_rows - self.n_examples, dtype=np.int64)
        groups[rows - self.n_examples] = duplicate_groups(documents, self.survey.counts.rows(rows), [])
        return groups

    def topics(self) -> tuple[Topic, ...]:
        """Find the topics among the first documents found."""
        order = self.ranking.order
        found = order[self.ranking.found[order]][:_N_TOPICAL]
        ids = self.survey.ids.gather(np.flatnonzero(self.survey.twins < 0)[found]).to_list()
        return topics_among(self._rows_in_order(self.n_examples + found), ids, self.survey.names, self.survey.forms)

    def evidence(self, told: Array, example_ids: Sequence[str]) -> Evidence:
        """Keep what reasons for the first documents are made of."""
        survey = self.survey
        first = self.ranking.order[:N_SHOWN]
        counts = self._rows_in_order(np.concatenate([np.arange(self.n_examples), self.n_examples + first]))
        rows = survey.twins.copy()
        rows[np.flatnonzero(survey.twins < 0)[first]] = self.n_examples + np.arange(len(first))
        return Evidence(
            counts=counts,
            example_ids=tuple(example_ids),
            rows=rows,
            contrast=told,
            terms=tuple(survey.names),
            forms=survey.forms,
            rule=survey.rule,
            tf_idf=self.weighting.transform(counts),
        )

    def _rows_in_order(self, rows: NDArray[np.intp]) -> sparse.csr_array:
        """Return counts of rows in any order."""
        order = np.argsort(rows, kind="stable")
        back = np.empty_like(order)
        back[order] = np.arange(len(order))
        in_order: sparse.csr_array = self.survey.counts.rows(rows[order])[back]
        return in_order


def describe_blocks(
    blocks: Iterable[sparse.csr_array],
    weighting: Weighting,
    told: Array,
    names: list[str],
    forms: Mapping[str, str],
    examples: sparse.csr_array,
    n_threads: int,
) -> tuple[pl.Series, NDArray[np.intp]]:
    """Return the words that speak for each document, and the nearest example.

    Examples
    --------
    >>> rows = sparse.csr_array(np.array([[2.0, 0.0]], np.float32))
    >>> weighting = Weighting("l2").fit(rows)
    >>> why, nearest = describe_blocks([rows], weighting, np.array([1.0, 0.0]), ["wine", "tea"], {}, rows, 1)
    >>> why.to_list(), nearest.tolist()
    (['wine'], [0])
    """
    why, nearest = [pl.Series("why", [], dtype=pl.String)], [np.empty(0, dtype=np.intp)]
    for block in blocks:
        rows = weighting.transform(block)
        why.append(words_of_documents(rows, told, names, forms, n_threads).alias("why"))
        nearest.append(nearest_examples(examples, rows))
    return pl.concat(why), np.concatenate(nearest)
