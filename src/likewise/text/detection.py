"""Which language texts are in, from the small words that every language has of its own."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

import Stemmer

from likewise.text.languages import NOT_LANGUAGES, find_stop_words

#: Texts and characters that are looked at: more would not change the answer.
_MOST_TEXTS, _MOST_CHARACTERS = 200, 3000
#: Of all words, so many must be small words of the language, and so many times as many as of the next one.
_SHARE, _LEAD = 0.12, 1.1
#: And so many different ones: "car" is a small word of French, and a word of English.
_FEWEST = 3
#: Scripts that put no spaces between words: Chinese, Japanese, Thai, Lao, Burmese and Khmer.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
#: What the texts are said to be in where a language is written without spaces.
CHARACTERS = "characters"
_UNSPACED = re.compile(f"[{UNSPACED}]")
#: Single letters are words of some languages, and parts of tables and codes in any.
_WORDS = re.compile(r"[^\W\d_]{2,}")


#: For one text: documents and characters that are looked at; it has fewer words, so they must say more.
_MOST_SINGLE_TEXTS, _BEGINNING = 1000, 500
_FEWEST_OF_ONE, _LEAD_OF_ONE = 5, 2.0
#: Documents of another language that are counted by its own rule: so many at least, and this share of all.
_FEWEST_DOCUMENTS, _LEAST_SHARE = 5, 0.01


def detect_language(texts: Sequence[str]) -> str | None:
    """Tell the language of most of the texts.

    Parameters
    ----------
    texts : sequence of str
        Documents; some hundred of them are looked at.

    Returns
    -------
    str or None
        A name that `Vectorizer(language=…)` takes, "characters" where words have no spaces between them, or None where
        nothing can be told.

    Examples
    --------
    >>> detect_language(["Der Wein ist rot und die Trauben sind es auch.", "Wir haben einen Keller und ein Fass."])
    'german'
    >>> detect_language(["wine grape cork", ""]) is None
    True
    """
    step = max(1, -(-len(texts) // _MOST_TEXTS))
    return _guess_language([text[:_MOST_CHARACTERS] for text in texts[::step]], _FEWEST, _LEAD)


def _guess_language(seen: Sequence[str], fewest: int, lead: float) -> str | None:
    unspaced = sum(len(_UNSPACED.findall(text)) for text in seen)
    # Letters are counted only where there may be enough of the others, since that takes longest.
    if unspaced and 2 * unspaced > sum(character.isalpha() for text in seen for character in text):
        return CHARACTERS
    words = Counter(word for text in seen for word in _WORDS.findall(text.lower()))
    small_words = _small_words()
    scores: dict[str, float] = {}
    different: Counter[str] = Counter()
    for word, number in words.items():
        for language, weight in small_words.get(word, ()):
            scores[language] = scores.get(language, 0.0) + number * weight
            different[language] += 1
    best, second = [*sorted(scores, key=scores.__getitem__, reverse=True), "", ""][:2]
    least = max(_SHARE * words.total(), lead * scores.get(second, 0.0))
    return best if different[best] >= fewest and scores[best] > least else None


def detect_language_of(text: str) -> str | None:
    """Tell the language that a text begins in.

    Parameters
    ----------
    text : str
        One document.

    Returns
    -------
    str or None
        As of `detect_language`; None unless it is clear.

    Examples
    --------
    >>> detect_language_of("Der Wein ist rot und die Trauben sind es auch, wie wir wissen.")
    'german'
    >>> detect_language_of("Der Wein") is None
    True
    """
    return _guess_language([text[:_BEGINNING]], _FEWEST_OF_ONE, _LEAD_OF_ONE)


def count_other_languages(texts: Sequence[str], language: str) -> dict[str, int]:
    """Count the documents whose beginning is clearly in another language than most.

    Parameters
    ----------
    texts : sequence of str
        Documents. Of many, a thousand are looked at, and the counts are scaled up.
    language : str
        The language that words are counted in.

    Returns
    -------
    dict of str to int
        From other languages to numbers of documents, the most frequent first.

    Examples
    --------
    >>> german = "Der Wein ist rot und die Trauben sind es auch, wie wir wissen."
    >>> count_other_languages(["The wine is red and so are the grapes.", german, german], "english")
    {'german': 2}
    """
    step = max(1, len(texts) // _MOST_SINGLE_TEXTS)
    sample = texts[::step]
    counts = Counter(detect_language_of(text) for text in sample)
    others = [(-number, other) for other, number in counts.items() if other not in (None, language)]
    return {other: round(-number * len(texts) / len(sample)) for number, other in sorted(others)}


def choose_other_languages(others: Mapping[str, int], n_texts: int) -> tuple[str, ...]:
    """Choose the languages whose documents are worth a rule of their own: those of more than a few documents.

    Parameters
    ----------
    others : mapping of str to int
        As of `count_other_languages`.
    n_texts : int
        How many documents there are in all.

    Examples
    --------
    >>> choose_other_languages({"german": 40, "french": 2}, 1000)
    ('german',)
    """
    least = max(_FEWEST_DOCUMENTS, _LEAST_SHARE * n_texts)
    return tuple(language for language, number in others.items() if number >= least)


@cache
def _small_words() -> dict[str, list[tuple[str, float]]]:
    """Map each small word to the languages that have it; one that several have counts less for each."""
    import stop_words

    languages = (set(Stemmer.algorithms()) - NOT_LANGUAGES) & set(stop_words.AVAILABLE_LANGUAGES)
    having: dict[str, list[str]] = {}
    for language in sorted(languages):
        for word in find_stop_words(language):
            having.setdefault(word, []).append(language)
    return {word: [(language, 1 / len(names)) for language in names] for word, names in having.items()}
