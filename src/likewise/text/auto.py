"""The vectorizer that suits texts: how to count words in the language that they are in."""

from collections.abc import Sequence

import numpy as np

from likewise.text import Vectorizer
from likewise.text.detection import CHARACTERS, UNSPACED, detect_language
from likewise.text.languages import find_stop_words, has_stemmer

DEFAULT_LANGUAGE = "english"
# Below so many documents a word that only one of them has may still be the one that matters.
_ENOUGH_DOCUMENTS = 50
#: Every two characters that follow each other, and words of other scripts between them; a look ahead, so that pairs
#: overlap.
_PAIRS = rf"(?=([{UNSPACED}]{{2}}|(?<![^\W{UNSPACED}])[^\W{UNSPACED}]{{2,}}))"


def choose_vectorizer(texts: Sequence[str], language: str | None = None, n_jobs: int | None = None) -> Vectorizer:
    """Make a vectorizer that suits texts.

    Parameters
    ----------
    texts : sequence of str
        Documents.
    language : str or None, default=None
        The language of the documents; None detects it, and takes English where it cannot be detected. "characters" is
        for languages without spaces between words, whose characters are counted in pairs.
    n_jobs : int or None, default=None
        Threads.

    Returns
    -------
    Vectorizer
        Not fitted. It leaves out the stop words of the language, counts the forms of a word as one word where the
        language has a stemmer and, among enough documents, leaves out words that only one of them has.

    Raises
    ------
    UserError
        If there is no stop list for the language.

    Examples
    --------
    >>> choose_vectorizer(["Der Wein ist rot und die Trauben sind es auch."]).language
    'german'
    """
    found = language or detect_language(texts) or DEFAULT_LANGUAGE
    min_df = 2 if len(texts) >= _ENOUGH_DOCUMENTS else 1
    if found == CHARACTERS:
        return Vectorizer(
            token_pattern=_PAIRS,
            stop_words=None,
            stemmer=None,
            language=found,
            min_df=min_df,
            dtype=np.float32,
            n_jobs=n_jobs,
        )
    find_stop_words(found)  # one clear sentence here, before anything is counted
    stemmer = "snowball" if has_stemmer(found) else None
    return Vectorizer(language=found, stemmer=stemmer, min_df=min_df, dtype=np.float32, n_jobs=n_jobs)


def describe_stemming(language: str) -> list[str]:
    """Say that words are not stemmed, where the language has no stemmer.

    Parameters
    ----------
    language : str
        That of the vectorizer that `choose_vectorizer` makes.

    Returns
    -------
    list of str
        One sentence without a full stop, or none.

    Examples
    --------
    >>> describe_stemming("bulgarian")
    ['there is no stemmer for Bulgarian, so the forms of a word are counted as different words']
    >>> describe_stemming("german")
    []
    """
    if language == CHARACTERS or has_stemmer(language):
        return []
    return [f"there is no stemmer for {language.capitalize()}, so the forms of a word are counted as different words"]
