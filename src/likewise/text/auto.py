"""How to count words where nobody says how: in the language that the texts are in."""

from collections.abc import Sequence

import numpy as np

from likewise.text import Vectorizer
from likewise.text.detection import CHARACTERS, UNSPACED, language_of
from likewise.text.languages import stemmer_of, stop_words_of

DEFAULT_LANGUAGE = "english"
# Below so many documents a word that only one of them has may still be the one that matters.
_ENOUGH_DOCUMENTS = 50
#: Every two characters that follow each other, and words of other scripts between them; a look ahead, so that pairs
#: overlap.
_PAIRS = rf"(?=([{UNSPACED}]{{2}}|(?<![^\W{UNSPACED}])[^\W{UNSPACED}]{{2,}}))"


def vectorizer_for(texts: Sequence[str], language: str | None = None, n_jobs: int | None = None) -> Vectorizer:
    """Make a vectorizer that suits texts.

    Parameters
    ----------
    texts : sequence of str
        Documents.
    language : str or None, default=None
        Of the documents; None finds out, and takes English where nothing can be told. "characters" is for languages
        that put no spaces between words, whose characters are counted in pairs.
    n_jobs : int or None, default=None
        Threads.

    Returns
    -------
    Vectorizer
        Not fitted. It leaves out the stop words of the language, brings the forms of a word together and, among enough
        documents, leaves out words that only one of them has.

    Raises
    ------
    UserError
        If nothing is known of the language.

    Examples
    --------
    >>> vectorizer_for(["Der Wein ist rot und die Trauben sind es auch."]).language
    'german'
    """
    found = language or language_of(texts) or DEFAULT_LANGUAGE
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
    stop_words_of(found), stemmer_of("snowball", found)  # one clear sentence here, before anything is counted
    return Vectorizer(language=found, min_df=min_df, dtype=np.float32, n_jobs=n_jobs)
