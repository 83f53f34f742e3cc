"""Where in a text the words stand that speak for it, so that a page can highlight them."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from likewise.text.analysis import choose_stop_words, prepared, preprocessing
from likewise.text.languages import make_stemmer
from likewise.text.patterns import token_rule

if TYPE_CHECKING:
    from likewise.text import Vectorizer

#: Start and end in the text, and the term that stands there.
Span: TypeAlias = tuple[int, int, str]
Stemmer: TypeAlias = Callable[[list[str]], list[str]]


@dataclass(frozen=True, eq=False)
class WordRule:
    r"""What a vectorizer takes for a word, kept to find the words of its terms in a text again.

    Parameters
    ----------
    lowercase, strip_accents, preprocessor, token_pattern, stop_words, stemmer, language, ngram_range, binary
        As of `likewise.text.Vectorizer`.
    others : tuple of str, default=()
        Other languages that some of the texts are in: words of these texts are found by the rule that suits theirs.

    Examples
    --------
    >>> from likewise.text import Vectorizer
    >>> rule = WordRule.of(Vectorizer())
    >>> list(rule.spans("Fine wines: a wine list", {"wine"}))
    [(5, 10, 'wine'), (14, 18, 'wine')]
    """

    lowercase: bool = True
    strip_accents: str | Callable[[str], str] | None = None
    preprocessor: Callable[[str], str] | None = None
    token_pattern: str = r"(?u)\b\w\w+\b"
    stop_words: str | Iterable[str] | None = "auto"
    stemmer: str | None = "snowball"
    language: str = "english"
    ngram_range: tuple[int, int] = (1, 1)
    binary: bool = False
    others: tuple[str, ...] = ()

    @classmethod
    def of(cls, vectorizer: "Vectorizer") -> Self:
        """Take the rule of a vectorizer.

        Parameters
        ----------
        vectorizer : Vectorizer
            Fitted or not.

        Returns
        -------
        WordRule
            Its settings.
        """
        return cls(**{name: getattr(vectorizer, name) for name in _SETTINGS})

    def make_vectorizer(self, **options: Any) -> "Vectorizer":
        """Make a vectorizer that takes the same for a word.

        Parameters
        ----------
        **options : object
            Other parameters of `likewise.text.Vectorizer`.

        Returns
        -------
        Vectorizer
            Not fitted.
        """
        from likewise.text import Vectorizer  # which loads scikit-learn, and highlighting words needs none of it

        return Vectorizer(**{name: getattr(self, name) for name in _SETTINGS}, **options)

    def split(self, texts: Sequence[str]) -> list[tuple["WordRule", list[int]]]:
        """Tell which texts are to be read by which rule: each by that of its language.

        Parameters
        ----------
        texts : sequence of str
            Documents.

        Returns
        -------
        list of (WordRule, list of int)
            Rules for one language each, and the places of their texts: first the rule for the language of most texts,
            which those have too whose language is not clear.

        Examples
        --------
        >>> rule = WordRule(others=("german",))
        >>> german = "Der Wein ist rot und die Trauben sind es auch, wie wir alle wissen."
        >>> [(own.language, places) for own, places in rule.split(["Wine is red.", german])]
        [('english', [0]), ('german', [1])]
        """
        if not self.others:
            return [(self, list(range(len(texts))))]
        languages = [self._language_of(text) for text in texts]
        places = {
            rule: [place for place, language in enumerate(languages) if language == rule.language]
            for rule in (replace(self, others=()), *self._other_rules.values())
        }
        return [(rule, some) for rule, some in places.items() if some] or [(self, [])]

    def _language_of(self, text: str) -> str:
        from likewise.text.detection import detect_language_of  # loads stop lists, which one language does without

        language = detect_language_of(text)
        return language if language in self._other_rules else self.language

    @cached_property
    def _other_rules(self) -> dict[str, "WordRule"]:
        from likewise.text.auto import choose_vectorizer  # which makes vectorizers, as this file does not

        return {language: WordRule.of(choose_vectorizer((), language)) for language in self.others}

    def spans(self, text: str, terms: Collection[str]) -> Iterator[Span]:
        """Find the places of terms in a text.

        Parameters
        ----------
        text : str
            As it was before anything was done to it.
        terms : collection of str
            Stems, or runs of stems with spaces between them, as in the vocabulary.

        Yields
        ------
        tuple of (int, int, str)
            Start, end and term, in the order of the text; of terms that overlap, the first and of these the longest.
        """
        words = list(self._words(text))
        end = 0
        for place, (start, _, _) in enumerate(words):
            if start < end:
                continue
            for n in range(self.ngram_range[1], self.ngram_range[0] - 1, -1):
                run = words[place : place + n]
                term = " ".join(stem for _, _, stem in run)
                if len(run) == n and term in terms:
                    end = run[-1][1]
                    yield start, end, term
                    break

    def find_term(self, words: str) -> str:
        """Return the term that a word, or a run of words, is counted as.

        Parameters
        ----------
        words : str
            As a person writes them.

        Returns
        -------
        str
            Stems with spaces between them; empty for stop words.

        Examples
        --------
        >>> WordRule().find_term("Wines")
        'wine'
        """
        return " ".join(stem for _, _, stem in self._words(words))

    def _words(self, text: str) -> Iterator[Span]:
        """Yield the place and the stem of every word that is not a stop word."""
        rule = self._other_rules.get(self._language_of(text), self) if self.others else self
        steps, pattern, stop, stem = rule._parts
        whole = prepared(steps, [text])[0]
        # Where preparing moves characters, places in what it makes are none in the text: prepare each word by itself.
        moved = len(whole) != len(text)
        found = [match.span(pattern.groups) for match in pattern.finditer(text if moved else whole)]
        tokens = prepared(steps, [text[slice(*span)] for span in found]) if moved else [whole[slice(*s)] for s in found]
        stems = tokens if stem is None else stem(tokens)
        for (start, end), token, word in zip(found, tokens, stems, strict=True):
            if start < end and token not in stop:
                yield start, end, word

    @cached_property
    def _parts(self) -> tuple[list[Callable[[str], str]], re.Pattern[str], Collection[str], Stemmer | None]:
        """Steps before words are found, their pattern, the stop words, and the stemmer: made once."""
        steps = preprocessing(self.lowercase, self.strip_accents, self.preprocessor)
        stop = choose_stop_words(self.stop_words, self.language, steps)
        return steps, token_rule(self.token_pattern).python, stop, make_stemmer(self.stemmer, self.language)


#: What a vectorizer knows of a rule.
_SETTINGS = tuple(name for name in WordRule.__dataclass_fields__ if name != "others")


def plain_rule(rule: WordRule) -> dict[str, Any]:
    """Return the settings of a rule as plain values; functions cannot be saved, and are left out.

    Examples
    --------
    >>> plain_rule(WordRule())["ngram_range"]
    [1, 1]
    """
    settings = {name: getattr(rule, name) for name in WordRule.__dataclass_fields__}
    stop_words = settings["stop_words"]
    if stop_words is not None and not isinstance(stop_words, str):
        settings["stop_words"] = sorted(stop_words)
    settings["ngram_range"] = [int(n) for n in rule.ngram_range]
    settings["others"] = list(rule.others)
    return {name: None if callable(value) else value for name, value in settings.items()}


def read_rule(settings: dict[str, Any]) -> WordRule:
    """Make a rule of what `plain_rule` returned.

    Examples
    --------
    >>> read_rule(plain_rule(WordRule(language="german"))).language
    'german'
    """
    lists: dict[str, Any] = {name: tuple(settings[name]) for name in ("ngram_range", "others") if name in settings}
    return WordRule(**(settings | lists))
