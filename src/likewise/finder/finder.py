"""Show it a few examples and a pile; it returns the pile in order, and says how many there are."""

from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any

from likewise.finder.collecting import collect
from likewise.finder.decided import GivenDecisions
from likewise.finder.estimators import DEFAULT_METHOD, make_estimator, with_profile
from likewise.finder.inputs import Given
from likewise.finder.notebook import finder_html
from likewise.finder.result import Result
from likewise.finder.search import search
from likewise.progress import Progress
from likewise.text import Vectorizer


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

    def __repr__(self) -> str:
        names = ("method", "params", "profile", "language", "random_state")
        told = {name: getattr(self, name) for name in names}
        return f"Finder({', '.join(f'{name}={value!r}' for name, value in told.items() if value is not None)})"

    def _repr_html_(self) -> str:
        return finder_html(self)

    def find(
        self,
        examples: Given,
        pile: Given,
        *,
        decisions: GivenDecisions = None,
        extra_vectors: Any = None,
    ) -> Result:
        """Rank the pile by likeness to the examples.

        Parameters
        ----------
        examples, pile : sequence of str, Documents, frame, or path
            Texts; what `likewise.readers.read` returned; a frame of polars, pandas or anything that has Arrow's
            interface, whose text column is guessed; or the path of a file or folder. Documents of the pile that are
            examples, by their text, title or DOI, are not ranked; documents without text rank last.
        decisions : mapping, frame, Documents, path, a list of these, or None, default=None
            What a person has decided on documents of the pile, as `likewise.finder.search` takes it: a mapping from
            ids, DOIs, PMIDs or titles to True or False, "yes", "no" or "unsure", or a table with such a column.
        extra_vectors : array-like of shape (n_examples + n_pile, n_dimensions), "static", "none", or None, default=None
            Dense vectors, a row for each example and then each document of the pile, for methods that take them;
            "static" makes them by `likewise.text.static_vectors`, which needs the extra ``embed``, None does so for
            texts of one line where it is installed, "none" never.

        Returns
        -------
        Result
            The ranked pile.

        Raises
        ------
        UserError
            If there are no examples, no pile, nothing in them to compare, or every document is decided.

        Examples
        --------
        >>> pile = ["a glass of wine", "wine cellar", "green tea", "a pot of tea", "a glass of tea"]
        >>> result = Finder().find(["red wine, a glass"], pile, decisions={"5": "no"})
        >>> result.table.select("id", "rank", "decision").rows()[-1]
        ('5', None, 'no')
        """
        start = perf_counter()
        # A misspelt method or parameter must not wait for files to be read.
        make_estimator(self.method, with_profile(self.method, self.params, self.profile))
        collection = collect(
            examples,
            pile,
            vectorizer=self.vectorizer,
            language=self.language,
            extra_vectors=extra_vectors,
            n_jobs=self.n_jobs,
            callback=self.callback,
        )
        result = search(
            collection,
            decisions,
            method=self.method,
            params=self.params,
            profile=self.profile,
            random_state=self.random_state,
            callback=self.callback,
        )
        return replace(result, seconds=perf_counter() - start)
