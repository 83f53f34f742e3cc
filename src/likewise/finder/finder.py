"""Show it a few examples and a pile; it returns the pile in order, and says how many there are."""

from collections.abc import Mapping, Sequence
from os import PathLike
from time import perf_counter
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.decisions import decisions_on
from likewise.documents.duplicates import duplicate_groups
from likewise.documents.matching import matching_examples, with_texts_of
from likewise.errors import UserError
from likewise.finder.estimators import DEFAULT_METHOD, make_estimator, with_profile
from likewise.finder.explanation import Explanation, explain
from likewise.finder.inputs import Given, as_documents, checked_vectors
from likewise.finder.messages import notes_on
from likewise.finder.ranking import Counted, Ranking, count_words, rank
from likewise.finder.reasons import Evidence
from likewise.finder.result import Result
from likewise.finder.table import table_of
from likewise.labels import UNLABELLED
from likewise.plural import count_noun
from likewise.progress import Progress, Stage
from likewise.text import Vectorizer
from likewise.text.auto import DEFAULT_LANGUAGE
from likewise.text.detection import CHARACTERS
from likewise.text.spans import WordRule
from likewise.text.static_vectors import static_vectors


class Finder:
    """Finds the documents of a pile that are like a few examples.

    Parameters
    ----------
    method : str, default=DEFAULT_METHOD
        A name of `likewise.registry.names()`.
    params : mapping or None, default=None
        Parameters of the method.
    vectorizer : Vectorizer or None, default=None
        How to count words; None suits the language of the documents.
    random_state : int or None, default=0
        Seed; the same seed gives the same result.
    n_jobs : int or None, default=None
        Threads; the result does not depend on it.
    callback : callable or None, default=None
        Called with a `Stage` at the start of each part of the work and after each iteration of the fit.
    profile : str or None, default=None
        For the method likewise: "topics" if the examples share a topic, "criteria" if they meet criteria, as in a
        review of literature. None is the method's own.
    language : str or None, default=None
        Of the documents, for stop words and stems; None finds out. It does not apply to a vectorizer of one's own.

    Examples
    --------
    >>> examples = ["red wine in a glass", "white wine and grapes"]
    >>> pile = ["the wine cellar", "green tea in a pot", "a glass of wine from grapes", "a pot of tea", "tea and milk"]
    >>> result = Finder().find(examples, pile)
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
        callback: Progress | None = None,
        profile: str | None = None,
        language: str | None = None,
    ) -> None:
        self.method = method
        self.params = params
        self.vectorizer = vectorizer
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.callback = callback
        self.profile = profile
        self.language = language

    def find(
        self,
        examples: Given,
        pile: Given,
        *,
        decisions: Mapping[Any, Any] | None = None,
        extra_vectors: Any = None,
    ) -> Result:
        """Rank the pile by likeness to the examples.

        Parameters
        ----------
        examples, pile : sequence of str, Documents, frame, or path
            Texts; what `likewise.readers.read` returned; a frame of polars, pandas or anything that has Arrow's
            interface, whose text column is guessed; or the path of a file or folder. Documents of the pile that are
            examples, by their text, title or DOI, are not ranked; documents without text rank last.
        decisions : mapping of id to bool, or None, default=None
            What a person has decided on documents of the pile: True or False, "yes" or "no". Decided documents are not
            ranked, and make the ranking, the probabilities and the count of the others better.
        extra_vectors : array-like of shape (n_examples + n_pile, n_dimensions), "static", or None, default=None
            Dense vectors, a row for each example and then each document of the pile, for methods that take them;
            "static" makes them by `likewise.text.static_vectors`, which needs the extra ``embed``.

        Returns
        -------
        Result
            The ranked pile.

        Raises
        ------
        UserError
            If there are no examples, no pile, nothing in them to compare, or decisions on what is not in the pile.

        Examples
        --------
        >>> pile = ["a glass of wine", "wine cellar", "green tea", "a pot of tea", "a glass of tea"]
        >>> result = Finder().find(["red wine, a glass"], pile, decisions={"5": "no"})
        >>> result.table.select("id", "rank", "decision", "flag").rows()[-1]
        ('5', None, 'no', 'decided')
        """
        start = perf_counter()
        if any(isinstance(given, str | PathLike) for given in (examples, pile)):
            self._tell(Stage("reading"))
        shown, searched = as_documents(examples, "examples"), as_documents(pile, "pile")
        notes = [*shown.notes, *searched.notes]
        said = decisions_on(searched.ids.to_list(), decisions or {})
        given = shown = with_texts_of(shown, searched)
        if isinstance(extra_vectors, str) and extra_vectors == "static":
            extra_vectors = static_vectors([*shown.text.to_list(), *searched.text.to_list()])
        vectors = None if extra_vectors is None else checked_vectors(extra_vectors, len(shown), len(searched))
        wanted = (shown.text.str.strip_chars() != "").to_numpy()
        if not wanted.any():
            raise UserError(f"none of the {len(shown):,} examples has any text; give at least one that has")
        if empty := int((~wanted).sum()):
            notes.append(f"{count_noun(empty, 'example has', 'examples have')} no text and did not count")
        shown = shown.take(np.flatnonzero(wanted).tolist())
        example_texts, example_ids = shown.text.to_list(), shown.ids
        texts = searched.text.to_list()
        twins = matching_examples(shown, searched)
        notes += _notes_on_twins(twins, said)
        left = np.flatnonzero(twins < 0)
        if (said[left] != UNLABELLED).all():
            raise UserError("every document of the pile is decided; give a pile that has others too")
        counted, ranking = self.rank(
            example_texts,
            [texts[position] for position in left],
            decisions=said[left],
            extra_vectors=None if vectors is None else vectors[[*np.flatnonzero(wanted), *(len(given) + left)]],
        )
        self._tell(Stage("explaining"))
        reasons = explain(counted, ranking)
        if self.vectorizer is None and self.language is None:
            notes += _notes_on_language(counted.vectorizer.language)
        groups = duplicate_groups(searched.take(left.tolist()), counted.counts[counted.n_examples :])
        notes += _notes_on_groups(groups)
        return Result(
            table=table_of(searched, twins, example_ids, counted, ranking, reasons, groups),
            words=reasons.words,
            n_found=int(ranking.found.sum()),
            n_examples=len(given),
            notes=(
                *notes,
                *ranking.notes,
                *notes_on(
                    ranking.estimate,
                    n_taken=int(ranking.found[ranking.order].sum()),
                    n_examples=int(counted.has_words[: counted.n_examples].sum()),
                    are_copies=ranking.are_copies,
                    odd=[example_ids[at] for at in ranking.odd],
                ),
            ),
            method=self.method,
            seconds=perf_counter() - start,
            pile=searched,
            estimate=ranking.estimate,
            evidence=_evidence(counted, reasons, left, twins, example_ids),
            examples=given,
            settings={
                "seed": self.random_state,
                "profile": self.profile,
                "language": counted.vectorizer.language,
                **{f"{self.method}.{name}": _plain(value) for name, value in (self.params or {}).items()},
            },
        )

    def rank(
        self,
        examples: Sequence[str],
        pile: Sequence[str],
        *,
        decisions: NDArray[np.int64] | None = None,
        extra_vectors: NDArray[Any] | None = None,
    ) -> tuple[Counted, Ranking]:
        """Count words and rank the pile, without matching and without reasons.

        Parameters
        ----------
        examples, pile : sequence of str
            Texts.
        decisions, extra_vectors : array or None, default=None
            As of `likewise.finder.ranking.rank`.

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
            self.method,
            with_profile(self.method, self.params, self.profile),
            random_state=self.random_state,
            n_jobs=self.n_jobs,
            callback=self.callback,
        )
        self._tell(Stage("counting"))
        counted = count_words(examples, pile, self.vectorizer, self.n_jobs, self.language)
        self._tell(Stage("fitting"))
        return counted, rank(counted, estimator, decisions=decisions, extra_vectors=extra_vectors)

    def _tell(self, stage: Stage) -> None:
        if self.callback is not None:
            self.callback(stage)


def _notes_on_twins(twins: NDArray[np.intp], said: NDArray[np.int64]) -> list[str]:
    """Say which documents of the pile are examples; there must be others too."""
    matched = twins >= 0
    if matched.all():
        raise UserError("every document of the pile is one of the examples; give a pile that has others too")
    notes = []
    if matched.any():
        documents = count_noun(int(matched.sum()), "document of the pile is", "documents of the pile are")
        notes.append(f"{documents} among the examples and not ranked")
    if lost := int((matched & (said == 0)).sum()):
        documents = count_noun(lost, "document that is an example", "documents that are examples")
        notes.append(f"you said no to {documents}; take {'it' if lost == 1 else 'them'} out of the examples")
    return notes


def _notes_on_language(language: str) -> list[str]:
    if language == DEFAULT_LANGUAGE:
        return []
    if language == CHARACTERS:
        return [
            "the documents put no spaces between words, so characters are counted in pairs; --language names another"
        ]
    return [f"the documents are in {language.capitalize()}, as it seems; --language names another"]


def _notes_on_groups(groups: NDArray[np.int64]) -> list[str]:
    n_groups = int(groups.max(initial=0))
    if not n_groups:
        return []
    documents = f"{int((groups > 0).sum()):,} documents of the pile are near-copies of each other"
    return [f"{documents}, in {count_noun(n_groups, 'group', 'groups')}"]


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else repr(value)


def _evidence(
    counted: Counted, reasons: Explanation, left: NDArray[np.intp], twins: NDArray[np.intp], example_ids: pl.Series
) -> Evidence:
    """Keep what reasons for single documents are made of."""
    rows = twins.copy()
    rows[left] = counted.n_examples + np.arange(len(left))
    return Evidence(
        counts=counted.counts,
        example_ids=tuple(example_ids.cast(pl.String)),
        rows=rows,
        contrast=reasons.contrast,
        terms=tuple(counted.vectorizer.get_feature_names_out().tolist()),
        forms=counted.vectorizer.surface_forms_,
        rule=WordRule.of(counted.vectorizer),
    )
