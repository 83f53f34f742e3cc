"""What documents look like, and so what examples among them are likely to have in common."""

import re
from collections.abc import Iterable, Sequence

import polars as pl

from likewise.text.phrases import heading

#: Texts of so many characters are a line.
LONGEST_LINE = 120
#: So many texts tell what the documents look like.
_ENOUGH_TEXTS = 200
#: Fewer short texts than this have no small classes to speak of.
_MANY_LINES = 1_000
#: A text of fewer characters has no abstract: it is a title at most.
_LONGEST_TITLE = 300
#: Words that abstracts of research have several of, and many titles have one of.
_WORDS_OF_RESEARCH = """
aim aims analyses assessment associated association background clinical cohort compared comparison conclusion
conclusions controlled effect effects efficacy empirical evaluated evaluation evidence experimental findings
investigated methods objective objectives outcomes participants patients predictors prevalence purpose randomised
randomized relationship results significant significantly studies study subjects systematic treatment trial trials
analyse ergebnisse methode methoden patienten studie studien untersuchung untersucht étude études résultats méthodes
objectif essai efficacité estudio estudios resultados métodos objetivo pacientes ensayo eficacia estudo estudos
ensaio studio risultati metodi pazienti obiettivo onderzoek resultaten methoden patiënten
"""
_RESEARCH = frozenset(_WORDS_OF_RESEARCH.split())
#: Of nine reviews in any form, texts are like records to .49 at least; of six other collections, to .17 at most.
_ENOUGH_LIKENESS = 0.4
_WORD = re.compile(r"[^\W\d_]+")
#: So many of these words make an abstract of a longer text.
_WORDS_OF_ABSTRACT = 3
#: Half of the titles have such a word; a title that has one stands for another one that has none.
_TITLES_FOR_ONE = 2


def looks_like_records(texts: Iterable[str]) -> bool:
    r"""Tell whether most texts look like records of literature, by their shape or by words of research.

    A title on a line with an abstract below it is a record. So is a longer text with several words that abstracts have,
    however it is laid out; and titles without abstracts are, if half of them have such a word.

    Parameters
    ----------
    texts : iterable of str
        Documents.

    Examples
    --------
    >>> looks_like_records(["A trial of wine\n" + "We drank it daily. " * 20] * 3), looks_like_records(["a\nb"] * 3)
    (True, False)
    >>> looks_like_records(["Effects of wine in adults", "Wine and health"])
    True
    """
    like = [_likeness_to_record(text) for text in texts]
    return bool(like) and sum(like) > _ENOUGH_LIKENESS * len(like)


def looks_like_lines(texts: Sequence[str]) -> bool:
    """Tell whether most texts are a single line, such as a request or a headline.

    Parameters
    ----------
    texts : sequence of str
        Documents.

    Examples
    --------
    >>> looks_like_lines(["Where is my card?", "I want to pay"]), looks_like_lines(["word " * 100] * 2)
    (True, False)
    """
    lengths = sorted(len(text.strip()) for text in texts)
    return bool(lengths) and (lengths[(len(lengths) - 1) // 2] + lengths[len(lengths) // 2]) / 2 <= LONGEST_LINE


def suggest_profile(texts: Sequence[str] | pl.Series, n_documents: int) -> str:
    r"""Tell what examples among such documents are likely to have in common, from how their texts look.

    Parameters
    ----------
    texts : sequence of str or polars.Series
        All documents, or some of them; a few hundred of these are looked at.
    n_documents : int
        How many documents there are in all.

    Returns
    -------
    {"criteria", "lines", "topics"}
        Criteria among records of literature; among many texts of one line, small classes that words and pairs of words
        tell apart; topics elsewhere.

    Examples
    --------
    >>> suggest_profile(["Where is my card?"] * 3, 5000), suggest_profile(["Where is my card?"] * 3, 3)
    ('lines', 'topics')
    """
    some = list(texts[:: max(1, len(texts) // _ENOUGH_TEXTS)])
    if looks_like_records(some):
        return "criteria"
    return "lines" if n_documents >= _MANY_LINES and looks_like_lines(some) else "topics"


def _likeness_to_record(text: str) -> float:
    stripped = text.strip()
    title = heading(stripped)
    below = stripped[len(title) :].strip()
    if len(title) >= 10 and len(below) >= 200 and below.count("\n") <= 3:
        return 1.0
    n_words = len(_RESEARCH.intersection(_WORD.findall(stripped.lower())))
    if len(stripped) > _LONGEST_TITLE:
        return float(n_words >= _WORDS_OF_ABSTRACT)
    return float(_TITLES_FOR_ONE * (n_words > 0))
