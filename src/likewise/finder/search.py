"""A collection and what a person decided so far: the pile in order, how many there are, and why."""

from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import NDArray

from likewise.finder.collection import Collection
from likewise.finder.decided import GivenDecisions, as_alignment, show_decisions
from likewise.finder.estimators import DEFAULT_METHOD, make_estimator, with_profile
from likewise.finder.explain import Evidence, is_shown, words_in_all, words_of_documents
from likewise.finder.messages import notes_on, notes_on_decided_examples, notes_on_wordless
from likewise.finder.ranking import Ranking, rank, rank_nothing
from likewise.finder.result import Result
from likewise.finder.table import describe_pile, table_of
from likewise.finder.telling_words import mute_numbers
from likewise.finder.titles import name_document
from likewise.labels import UNLABELLED
from likewise.progress import Progress, report_stage
from likewise.text.contrast import contrast, mean_row


def search(
    collection: Collection,
    decisions: GivenDecisions = None,
    *,
    method: str = DEFAULT_METHOD,
    params: Mapping[str, Any] | None = None,
    profile: str | None = None,
    random_state: int | None = 0,
    callback: Progress | None = None,
) -> Result:
    """Rank the pile of a collection; with the default method only what decisions change is worked out again.

    Parameters
    ----------
    collection : Collection
        What `collect` made of examples and a pile.
    decisions : mapping, frame, Documents, path, a list of these, or None, default=None
        What a person has decided on documents of the pile, as `likewise.finder.decided.as_alignment` takes it.
        Documents with yes or no are not ranked, and make the ranking, the probabilities and the count of the others
        better; those that a person is unsure of are ranked, and count a little as a yes once there is a no.
    method : str, default=DEFAULT_METHOD
        A name of `likewise.registry.names()`.
    params : mapping or None, default=None
        Parameters of the method.
    profile : str or None, default=None
        For the method likewise: "topics" or "criteria"; None is the method's own.
    random_state : int or None, default=0
        Seed; the same seed gives the same result.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    Result
        The same as that of a new search with these decisions.

    Raises
    ------
    UserError
        If something cannot be a decision.

    Examples
    --------
    >>> from likewise.finder import collect
    >>> collection = collect(["red wine, a glass"], ["a glass of wine", "wine cellar", "green tea", "a pot of tea"])
    >>> search(collection).table["id"].to_list()[0]
    '1'
    >>> search(collection, {"4": "no"}).table.select("id", "rank", "decision").rows()[-1]
    ('4', None, 'no')
    """
    start = perf_counter()
    estimator = make_estimator(
        method,
        with_profile(method, params, profile),
        random_state=random_state,
        n_jobs=collection.n_jobs,
        callback=callback,
    )
    alignment = as_alignment(decisions, collection.pile)
    decided = alignment.labels
    of_ranked = decided[collection.ranked]
    refused = _find_refused(collection, decided)
    report_stage(callback, "fitting")
    is_done = bool((of_ranked != UNLABELLED).all())
    ranking = (
        rank_nothing(of_ranked)
        if is_done
        else rank(collection, estimator, of_ranked, alignment.unsure[collection.ranked], refused)
    )
    report_stage(callback, "explaining")
    told, why = _explain(collection, ranking)
    return Result(
        table=show_decisions(
            table_of(describe_pile(collection), ranking, why),
            collection.pile.ids,
            alignment,
            refused=set(collection.pile.ids.filter(np.isin(collection.twins, refused) & (decided == 0))),
        ),
        words=words_in_all(told, collection.counted.names, collection.counted.forms),
        n_found=int(ranking.found.sum()),
        n_examples=len(collection.examples) - len(refused),
        notes=(*collection.notes, *alignment.notes, *_notes(collection, ranking, decided, refused)),
        method=method,
        seconds=perf_counter() - start,
        pile=replace(collection.pile, removed=alignment.removed),
        estimate=ranking.estimate,
        evidence=_evidence(collection, told),
        examples=collection.examples,
        settings={
            "seed": random_state,
            "profile": profile,
            "language": collection.counted.language,
            "params": {name: _plain(value) for name, value in (params or {}).items()},
        },
    )


def _find_refused(collection: Collection, decided: NDArray[np.int64]) -> NDArray[np.intp]:
    """Find the examples that a person said no to in the pile, unless nothing else would be left to learn from."""
    twins, counted = collection.twins, collection.counted
    refused = np.setdiff1d(twins[(twins >= 0) & (decided == 0)], twins[(twins >= 0) & (decided == 1)])
    of_ranked = decided[collection.ranked]
    is_good = np.concatenate([np.ones(counted.n_examples, dtype=bool), of_ranked == 1])
    is_good[refused] = False
    is_left = (is_good & counted.has_words).any() or (of_ranked != UNLABELLED).all()
    return refused if is_left else refused[:0]


def _explain(collection: Collection, ranking: Ranking) -> tuple[NDArray[np.float64], Any]:
    """Return how much each word tells the documents found from the rest, and the words of each document."""
    counted, weighted = collection.counted, collection.weighted
    like = is_shown(counted.n_examples, ranking.order, ranking.found)
    told = mute_numbers(contrast(mean_row(weighted, like), mean_row(weighted, ~like)), counted.names)
    n_threads = effective_n_jobs(collection.n_jobs)
    pile = collection.pile_rows
    return told, words_of_documents(pile, told, counted.names, counted.forms, n_threads)


def _notes(
    collection: Collection, ranking: Ranking, decided: NDArray[np.int64], refused: NDArray[np.intp]
) -> list[str]:
    counted = collection.counted
    return [
        *notes_on_decided_examples(int(((collection.twins >= 0) & (decided == 0)).sum()), count=len(refused) > 0),
        *notes_on_wordless(int((~counted.has_words[counted.n_examples :] & ~collection.is_blank).sum())),
        *ranking.notes,
        *(
            notes_on(
                ranking.estimate,
                n_taken=int(ranking.found[ranking.order].sum()),
                n_examples=int(counted.has_words[: counted.n_examples].sum()),
                are_copies=ranking.are_copies,
                odd=[name_document(collection.examples, int(collection.wanted[at])) for at in ranking.odd],
                n_said=int(ranking.found[ranking.decided].sum()),
            )
            if len(ranking.order)
            else ()
        ),
    ]


def _evidence(collection: Collection, told: NDArray[np.float64]) -> Evidence:
    """Keep what reasons for single documents are made of."""
    counted = collection.counted
    rows = collection.twins.copy()
    rows[collection.ranked] = counted.n_examples + np.arange(len(collection.ranked))
    return Evidence(
        counts=counted.counts,
        example_ids=tuple(collection.example_ids),
        rows=rows,
        contrast=told,
        terms=tuple(counted.names),
        forms=counted.forms,
        rule=counted.rule,
        tf_idf=collection.weighted,
    )


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else repr(value)
