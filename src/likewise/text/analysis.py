"""The settings of a Vectorizer, checked and made into the functions that use them."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from numbers import Integral

from likewise.errors import UserError
from likewise.text.languages import find_stop_words

Step = Callable[[str], str]

ACCENTS = ("ascii", "unicode")
"""The named ways to take accents off."""


def preprocessing(lowercase: bool, strip_accents: str | Step | None, preprocessor: Step | None) -> list[Step]:
    """Return what to do to a text before looking for tokens, in order.

    Lower case is Python's own: that of polars knows letters of a newer Unicode, and so would give other tokens.

    Examples
    --------
    >>> prepared(preprocessing(True, "unicode", None), ["ÉTÉ"])
    ['ete']
    """
    if preprocessor is not None:
        return [preprocessor]
    steps: list[Step] = [str.lower] if lowercase else []
    if strip_accents is not None:
        steps.append(_accents_step(strip_accents) if isinstance(strip_accents, str) else strip_accents)
    return steps


def prepared(steps: list[Step], texts: list[str]) -> list[str]:
    """Do the steps to every text.

    Examples
    --------
    >>> prepared([str.strip, str.upper], [" a", "b "])
    ['A', 'B']
    """
    return reduce(lambda done, step: list(map(step, done)), steps, texts)


def choose_stop_words(stop_words: str | Iterable[str] | None, language: str, steps: list[Step]) -> frozenset[str]:
    """Return the stop words that a user means; a language's list is made to look like the tokens it is compared with.

    Examples
    --------
    >>> "tres" in choose_stop_words("auto", "french", preprocessing(True, "unicode", None))
    True
    """
    if not isinstance(stop_words, str):
        return frozenset(stop_words or ())
    named = language if stop_words == "auto" else stop_words
    words = find_stop_words(named)
    # The English list stays as it is, like scikit-learn's.
    return words if named == "english" else frozenset(prepared(steps, list(words)))


def check_ngram_range(ngram_range: Sequence[int]) -> tuple[int, int]:
    """Check the shortest and longest n.

    Examples
    --------
    >>> check_ngram_range([1, 2])
    (1, 2)
    """
    n = tuple(ngram_range)
    if len(n) != 2 or not all(isinstance(value, Integral) for value in n) or not 1 <= n[0] <= n[1]:
        raise UserError(f"ngram_range must be two whole numbers, 1 <= shortest <= longest; it is {n!r}")
    return n[0], n[1]


def _accents_step(name: str) -> Step:
    from sklearn.feature_extraction import text  # slow to import, and few strip accents

    step: Step = text.strip_accents_ascii if name == "ascii" else text.strip_accents_unicode
    return step
