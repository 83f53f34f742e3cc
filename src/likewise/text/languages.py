"""The stop words and the stemmer of a language, by its name."""

from collections.abc import Callable

import Stemmer

from likewise.errors import UserError

#: PyStemmer lists these older algorithms among the languages.
NOT_LANGUAGES = {"porter", "dutch_porter"}


def check_language(language: str) -> None:
    """Refuse a language that nothing is known of, before anything heavy is loaded.

    Parameters
    ----------
    language : str
        The name of a language in English, or "characters".

    Raises
    ------
    UserError
        If there is no stop list for it; the message lists the languages there are.

    Examples
    --------
    >>> check_language("german")
    >>> check_language("klingon")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no language 'klingon'; there are: arabic, ...
    """
    import stop_words

    known = sorted({"english", "characters", *stop_words.AVAILABLE_LANGUAGES})
    if language not in known:
        raise UserError(f"there is no language {language!r}; there are: {', '.join(known)}", parameter="language")


def find_stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language; for English, those of scikit-learn.

    Examples
    --------
    >>> "the" in find_stop_words("english"), "und" in find_stop_words("german")
    (True, True)
    >>> find_stop_words("klingon")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there are no stop words for the language 'klingon'; there are for arabic, ...
    """
    if language == "english":
        from likewise.sklearn_api import english_stop_words  # loads scikit-learn, which a check of names does without

        return english_stop_words()
    import stop_words  # loads the lists of all languages, which English does without

    if language not in stop_words.AVAILABLE_LANGUAGES:
        raise UserError(
            f"there are no stop words for the language {language!r}; there are for "
            f"{', '.join(sorted(stop_words.AVAILABLE_LANGUAGES))}; or give a list, or None for no stop words"
        )
    return frozenset(stop_words.get_stop_words(language))


def has_stemmer(language: str) -> bool:
    """Tell whether there is a Snowball stemmer for a language.

    Parameters
    ----------
    language : str
        Its English name.

    Returns
    -------
    bool
        True if there is.

    Examples
    --------
    >>> has_stemmer("german"), has_stemmer("bulgarian")
    (True, False)
    """
    return language in set(Stemmer.algorithms()) - NOT_LANGUAGES


def make_stemmer(stemmer: str | None, language: str) -> Callable[[list[str]], list[str]] | None:
    """Return the function that stems a list of words, or None for no stemming.

    Parameters
    ----------
    stemmer : {"snowball", "porter"} or None
        "snowball" is the stemmer of `language`; "porter" is Porter's of 1980, for English only.
    language : str

    Examples
    --------
    >>> make_stemmer("snowball", "english")(["cats", "philosophy"])
    ['cat', 'philosophi']
    """
    if stemmer is None:
        return None
    if stemmer not in ("snowball", "porter"):
        raise UserError(f"there is no stemmer {stemmer!r}; there are snowball and porter, and None for no stemming")
    if stemmer == "snowball" and not has_stemmer(language):
        languages = sorted(set(Stemmer.algorithms()) - NOT_LANGUAGES)
        raise UserError(
            f"there is no snowball stemmer for the language {language!r}; there are for {', '.join(languages)}; "
            "or set stemmer=None"
        )
    if stemmer == "porter" and language != "english":
        raise UserError(f"the porter stemmer is for english, not {language!r}; set stemmer='snowball' or None")
    # Only distinct words are ever stemmed, so PyStemmer's own cache would only cost.
    stem: Callable[[list[str]], list[str]] = Stemmer.Stemmer("porter" if stemmer == "porter" else language, 0).stemWords
    return stem
