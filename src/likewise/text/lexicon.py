"""From tokens to words: every distinct token is looked at once, dropped if it is a stop word, and stemmed."""

from collections.abc import Callable, Collection, Iterable
from itertools import compress, islice

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.text.tokens import TokenNumbers, Tokens


class Lexicon:
    """The tokens met so far, the word (stem) that each stands for, and how often it occurred.

    Tokens and words have numbers, in the order in which they were met. `words` lists the words; `word_of_token` holds
    the number of each token's word, or -1 for none.

    Parameters
    ----------
    stop_words : collection of str
        Tokens that stand for no word; compared before stemming.
    keep : callable or None
        Says which matches of the token pattern are tokens at all (None: it is not one); None: all of them.
    stem : callable or None
        Stems a list of tokens; None: a token is its own word.

    Examples
    --------
    >>> from likewise.text.languages import make_stemmer
    >>> from likewise.text.patterns import token_rule
    >>> from likewise.text.tokens import tokenise
    >>> lexicon = Lexicon({"the"}, None, make_stemmer("snowball", "english"))
    >>> lexicon.numbers_of(tokenise(["the cat", "cats the cats"], token_rule("[a-z]+"))).tolist()
    [0, 1, 2, 0, 2]
    >>> lexicon.word_of_token.tolist()
    [-1, 0, 0]
    >>> lexicon.words, lexicon.surface_forms(lexicon.words)
    (['cat'], {'cat': 'cats'})
    """

    def __init__(
        self,
        stop_words: Collection[str],
        keep: Callable[[str], object] | None,
        stem: Callable[[list[str]], list[str]] | None,
    ) -> None:
        self._stop_words = stop_words
        self._keep = keep
        self._stem = stem
        self._tokens = TokenNumbers()
        self._number_of_word: dict[str, int] = {}
        self._occurrences = np.empty(0, np.int64)
        self.words: list[str] = []
        self.word_of_token = np.empty(0, np.int32)

    def numbers_of(self, tokens: Tokens) -> NDArray[np.int32]:
        """Return the number of the token at each place of a batch, and learn its new tokens."""
        numbers = self._tokens.of(tokens)
        self._learn(self._tokens.distinct[len(self.word_of_token) :])
        if self._stem is not None:
            occurrences = np.bincount(numbers, minlength=len(self.word_of_token))
            occurrences[: len(self._occurrences)] += self._occurrences
            self._occurrences = occurrences
        return numbers

    def _learn(self, new: list[str]) -> None:
        """Give every new token its word."""
        stop, keep, number_of = self._stop_words, self._keep, self._number_of_word
        if keep is None:
            meant = [token not in stop for token in new]
        else:
            meant = [token not in stop and keep(token) is not None for token in new]
        kept = list(compress(new, meant))
        stems = kept if self._stem is None else self._stem(kept)
        word_numbers = np.full(len(new), -1, np.int32)
        word_numbers[np.array(meant, dtype=bool)] = [number_of.setdefault(stem, len(number_of)) for stem in stems]
        newest_first = islice(reversed(number_of), len(number_of) - len(self.words))
        self.words.extend(reversed(list(newest_first)))
        self.word_of_token = np.concatenate([self.word_of_token, word_numbers])

    def list_forms(self) -> pl.DataFrame:
        """Return how often each token stood for each word, in the order of tokens; nothing without a stemmer."""
        there = np.flatnonzero(self.word_of_token >= 0) if self._stem is not None else np.empty(0, np.int64)
        words = pl.Series("word", self.words, dtype=pl.String).gather(self.word_of_token[there])
        tokens = pl.Series("token", self._tokens.distinct, dtype=pl.String).gather(there)
        occurrences = self._occurrences[there] if len(there) else np.empty(0, np.int64)
        return pl.DataFrame([words, tokens, pl.Series("occurrences", occurrences, dtype=pl.Int64)])

    def surface_forms(self, words: Iterable[str]) -> dict[str, str]:
        """Return the commonest token of each of the words, the first in the alphabet among equals; needs a stemmer."""
        number_of = self._number_of_word
        is_wanted = np.zeros(len(self.words) + 1, np.bool_)  # the last one is where tokens without a word arrive
        is_wanted[[number_of[word] for word in set(words) if word in number_of]] = True
        most = np.zeros(len(self.words) + 1, np.int64)
        np.maximum.at(most, self.word_of_token, self._occurrences)
        is_commonest = is_wanted[self.word_of_token] & (self._occurrences == most[self.word_of_token])
        places = np.flatnonzero(is_commonest)
        forms: dict[str, str] = {}
        for place, word in zip(places.tolist(), self.word_of_token[places].tolist(), strict=True):
            token, stem = self._tokens.distinct[place], self.words[word]
            forms[stem] = min(forms.get(stem, token), token)
        return forms
