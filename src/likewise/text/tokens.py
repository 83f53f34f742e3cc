"""A batch of texts to tokens, and tokens to numbers: polars finds and hashes them, and the numbering is checked."""

from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.kernels.counting import number_keys
from likewise.text.patterns import TokenRule


class Tokens(NamedTuple):
    """The tokens of a batch of documents.

    Attributes
    ----------
    stream : polars.Series of strings (n_tokens,)
        The tokens, document after document.
    keys : uint64 array (n_tokens,)
        A hash of each.
    offsets : int64 array (n_documents + 1,)
        Document d holds ``stream[offsets[d]:offsets[d + 1]]``.
    """

    stream: pl.Series
    keys: NDArray[np.uint64]
    offsets: NDArray[np.int64]


def tokenise(texts: list[str], rule: TokenRule) -> Tokens:
    r"""Find the tokens of texts.

    Parameters
    ----------
    texts : list of str
    rule : TokenRule
        What a token is.

    Returns
    -------
    Tokens

    Examples
    --------
    >>> from likewise.text.patterns import token_rule
    >>> stream, keys, offsets = tokenise(["to be or", "", "not to be"], token_rule(r"\w+"))
    >>> stream.to_list(), offsets.tolist()
    (['to', 'be', 'or', 'not', 'to', 'be'], [0, 3, 3, 6])
    """
    if rule.rust is None:
        found = [rule.python.findall(text) for text in texts]
        lengths = np.fromiter(map(len, found), np.int64, len(found))
        stream = _series([token for tokens in found for token in tokens])
    else:
        lists = _series(texts).str.extract_all(rule.rust)
        lengths = lists.list.len().to_numpy().astype(np.int64)
        stream = lists.explode().drop_nulls()  # an empty list explodes to one null; a token is never null
    return Tokens(stream, stream.hash().to_numpy(), np.concatenate([[0], np.cumsum(lengths)]))


class KeyNumbers:
    """Numbers for keys, in the order in which they are first seen, over as many calls as come.

    Examples
    --------
    >>> import numpy as np
    >>> numbers, first = KeyNumbers().of(np.array([7, 9, 7, 8], dtype=np.uint64))
    >>> numbers.tolist(), first.tolist()
    ([0, 1, 0, 2], [0, 1, 3])
    """

    def __init__(self) -> None:
        self._known = np.empty(1 << 11, np.uint64)
        self._n_known = 0
        self._table = np.full(1 << 12, -1, np.int32)

    def of(self, keys: NDArray[np.uint64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the number of each key, and the first place of each key that is new."""
        numbers = np.empty(len(keys), np.int32)
        first = np.empty(len(keys), np.int64)
        before = self._n_known
        self._known, self._n_known, self._table = number_keys(keys, numbers, first, self._known, before, self._table)
        return numbers, first[: self._n_known - before].copy()


class TokenNumbers:
    """Numbers for tokens, found by their hashes and then compared, so that two tokens never share one.

    Examples
    --------
    >>> from likewise.text.patterns import token_rule
    >>> numbers = TokenNumbers()
    >>> [numbers.of(tokenise([text], token_rule("[a-z]+"))).tolist() for text in ("a b a", "b c")]
    [[0, 1, 0], [1, 2]]
    >>> numbers.distinct.to_list()
    ['a', 'b', 'c']
    """

    def __init__(self) -> None:
        self.distinct = pl.Series([], dtype=pl.String)
        self._by_key = KeyNumbers()

    def of(self, tokens: Tokens) -> NDArray[np.int32]:
        """Return the number of each token of a batch."""
        return self._look_up(tokens.stream, tokens.keys)

    def _look_up(self, stream: pl.Series, keys: NDArray[np.uint64]) -> NDArray[np.int32]:
        numbers, first = self._by_key.of(keys)
        # By way of a list: strings taken out of a series would keep the text of the whole batch alive.
        new = pl.Series(stream.gather(first).to_list(), dtype=pl.String)
        self.distinct = pl.concat([self.distinct, new], rechunk=True)
        wrong = (stream != self.distinct.gather(numbers)).arg_true().to_numpy()
        if len(wrong):
            # Another token came first under this key: look under the next one.
            numbers[wrong] = self._look_up(stream.gather(wrong), keys[wrong] + np.uint64(1))
        return numbers


def _series(texts: list[str]) -> pl.Series:
    """Hand texts to polars, which holds only whole characters."""
    try:
        return pl.Series(texts, dtype=pl.String)
    except UnicodeEncodeError as error:
        raise UserError(
            f"a document holds half a character ({error.object[error.start]!r}, a lone surrogate), which no encoding "
            'can store; read its file again with errors="replace"'
        ) from error
