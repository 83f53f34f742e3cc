"""The search of a huge pile: surveyed once, judged in parts, and explained block by block."""

import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents import Documents
from likewise.errors import UserError
from likewise.finder.estimators import DEFAULT_METHOD
from likewise.finder.explain import words_in_all
from likewise.finder.messages import notes_on, notes_on_groups, notes_on_wordless
from likewise.finder.ranking import Ranking
from likewise.finder.table import RankedPile, table_of
from likewise.finder.titles import name_document
from likewise.fitting.executors import IN_TURN, Executor
from likewise.plural import count_noun
from likewise.progress import Progress, report_stage
from likewise.scale.cascade import Judged, judge_in_parts
from likewise.scale.describing import N_SHOWN, Parts
from likewise.scale.fetching import fetch
from likewise.scale.large_result import LargeResult
from likewise.scale.plan import Plan
from likewise.scale.source import Source, State
from likewise.scale.survey import Survey, take_survey
from likewise.scale.table_parts import TableParts, choose_rows

if TYPE_CHECKING:
    from likewise.scale.dask_executor import DaskExecutor

#: Said of criteria, and of texts of one line, which a search in memory sees better.
NO_PAIRS = "pairs of words, which tell more here than words alone, count only where all of a pile fits into memory"


def find_in_parts(
    examples: Documents,
    source: Source,
    plan: Plan,
    *,
    profile: str | None = None,
    language: str | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
    callback: Progress | None = None,
    executor: Executor = IN_TURN,
) -> LargeResult:
    """Search a pile that is larger than the memory.

    Parameters
    ----------
    examples : Documents
        What is searched for.
    source : Source
        Where the pile is.
    plan : Plan
        How much of it is judged.
    profile : str or None, default=None
        As of `likewise.finder.search`.
    language : str or None, default=None
        Language of the documents; None detects it.
    seed : int, default=0
        Of the random sample.
    n_jobs : int or None, default=None
        Threads; the result does not depend on it.
    callback : callable or None, default=None
        Called with a `likewise.progress.Stage`.
    executor : Executor, optional
        Who reads and counts the files of the pile: by default this process, one after the other; or the workers of
        `likewise.scale.cluster.connect`. The result does not depend on it.

    Returns
    -------
    LargeResult
        The ranked pile.

    Raises
    ------
    UserError
        If something cannot be read, or there is nothing to compare by.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "pile.parquet")
    ...     texts = ["a glass of wine", "wine cellar", "green tea", "a pot of tea", "tea leaf"] * 4
    ...     pl.DataFrame({"text": texts}).write_parquet(path)
    ...     examples = as_documents(["red wine", "wine, a glass"], "examples")
    ...     found = find_in_parts(examples, Source(str(path)), Plan(8, 6))
    >>> found.table.height, found.texts[0]
    (20, 'a glass of wine')
    """
    start = perf_counter()
    shown, notes = _with_text(examples)
    report_stage(callback, "counting")
    state = source.find_state()
    with tempfile.TemporaryDirectory() as folder:
        survey = take_survey(
            shown, source, Path(folder), language=language, n_jobs=n_jobs, callback=callback, executor=executor
        )
        report_stage(callback, "fitting")
        used = survey.profile if profile in (None, "auto") else str(profile)
        judged = judge_in_parts(survey.counts, len(shown), plan, profile=used, seed=seed, n_jobs=n_jobs)
        ranking = _rank(survey, judged, len(shown))
        report_stage(callback, "explaining")
        parts = Parts(survey, judged, ranking, len(shown), n_jobs)
        told = parts.contrast()
        pile, why = parts.describe(told, shown.ids.cast(pl.String))
        topics, evidence = parts.topics(), parts.evidence(told, pile.example_ids.to_list())
    ranked = np.flatnonzero(survey.twins < 0)
    places = np.concatenate([ranked[ranking.order], np.flatnonzero(survey.twins >= 0)])
    return LargeResult(
        table=table_of(pile, ranking, why),
        words=words_in_all(told, survey.names, survey.forms),
        n_found=int(ranking.found.sum()),
        n_examples=len(examples),
        notes=(
            *(*notes, *survey.notes, _describe(survey, judged, len(shown))),
            *_notes(survey, pile, ranking, shown, used),
        ),
        method=DEFAULT_METHOD,
        seconds=perf_counter() - start,
        pile=_fetch_unchanged(source, survey, places, state, executor),
        estimate=ranking.estimate,
        evidence=evidence,
        examples=examples,
        settings={
            "seed": seed,
            "profile": profile,
            "language": survey.rule.language,
            "params": {},
            "n_judged": int((judged.rows >= len(shown)).sum()),
        },
        _memory={"topics": topics},
        source=source,
        state=state,
        places=places,
        parts=_table_parts(source, survey, executor),
        n_rows=choose_rows(survey.n_bytes, len(survey.ids)),
    )


def _fetch_unchanged(
    source: Source, survey: Survey, places: NDArray[np.intp], state: State, executor: Executor
) -> Documents:
    """Read the first documents again, if the files are still what was ranked."""
    source.check_state(state)
    documents = fetch(source, survey, places[:N_SHOWN], executor)
    source.check_state(state)
    return documents


def _table_parts(source: Source, survey: Survey, executor: Executor) -> TableParts | None:
    """Return what writes the table on workers, where there are any and the files can be read by rows."""
    is_readable = len(source.shards) > 1 or source.path.lower().endswith(".parquet")
    if executor is IN_TURN or not is_readable:
        return None
    n_rows = choose_rows(survey.n_bytes, len(survey.ids))
    return TableParts(cast("DaskExecutor", executor), source, survey.like, survey.schema, survey.sizes, n_rows)


def _with_text(examples: Documents) -> tuple[Documents, list[str]]:
    """Return the examples that have text, and what is to be said of the others."""
    is_empty = (examples.text.str.strip_chars() == "").to_numpy()
    if is_empty.all():
        raise UserError(f"none of the {len(examples):,} examples has any text; give at least one that has")
    notes = [*examples.notes]
    if is_empty.any():
        notes.append(f"{count_noun(int(is_empty.sum()), 'example has', 'examples have')} no text and did not count")
    return examples.take(np.flatnonzero(~is_empty).tolist()), notes


def _notes(survey: Survey, pile: RankedPile, ranking: Ranking, examples: Documents, profile: str) -> list[str]:
    """Say what a person should know of the ranking."""
    return [
        *([NO_PAIRS] if profile != "topics" else []),
        *notes_on_groups(pile.groups),
        *notes_on_wordless(int((~pile.has_words & ~pile.is_blank).sum())),
        *notes_on(
            ranking.estimate,
            n_taken=int(ranking.found.sum()),
            n_examples=int(survey.counts.has_words[: len(examples)].sum()),
            are_copies=ranking.are_copies,
            odd=[name_document(examples, at) for at in ranking.odd],
        ),
    ]


def _rank(survey: Survey, judged: Judged, n_examples: int) -> Ranking:
    """Rank the documents that are not examples."""
    judgement, scores = judged.judgement, judged.scores[n_examples:]
    found = scores > judgement.cut_off
    if judgement.estimate.verdict == "none":
        found[:] = False
    kept = np.flatnonzero(survey.counts.has_words[:n_examples])
    return Ranking(
        scores=scores,
        probability=judged.probability[n_examples:],
        found=found,
        order=np.lexsort((-judged.linear[n_examples:], -scores)),
        notes=(),
        estimate=judgement.estimate,
        odd=tuple(kept[np.flatnonzero(judgement.odd)].tolist()),
        are_copies=judgement.are_copies,
    )


def _describe(survey: Survey, judged: Judged, n_examples: int) -> str:
    """Say how much of the pile was judged."""
    n_ranked = survey.counts.n_rows - n_examples
    n_judged = int((judged.rows >= n_examples).sum())
    if n_judged == survey.counts.has_words[n_examples:].sum():
        return f"all {n_ranked:,} documents were judged, from disk"
    n_sample = n_judged - judged.n_candidates
    return (
        f"the pile is judged in part: of {n_ranked:,} documents, the {judged.n_candidates:,} that a cheap score puts "
        f"first and a random sample of {n_sample:,} of the others, which stands for all of them; the count and the "
        "probabilities are of the whole pile"
    )
