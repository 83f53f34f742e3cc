"""A batch of texts to tokens, and tokens to numbers: found and hashed character by character, and then compared."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from likewise.errors import UserError
from likewise.kernels.counting import number_keys
from likewise.kernels.tokens import compare_spans, find_runs, hash_spans
from likewise.text.patterns import TokenRule


class Tokens(NamedTuple):
    """The tokens of a batch of documents.

    Attributes
    ----------
    text : str
        All texts, one after another.
    points : uint32 array (n_characters,)
        The code points of `text`.
    starts, ends : int64 arrays (n_tokens,)
        Token t is ``text[starts[t]:ends[t]]``; document after document.
    keys : uint64 array (n_tokens,)
        A hash of each.
    offsets : int64 array (n_documents + 1,)
        Document d holds the tokens from ``offsets[d]`` up to ``offsets[d + 1]``.
    """

    text: str
    points: NDArray[np.uint32]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
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
    >>> tokens = tokenise(["to be or", "", "not to be"], token_rule(r"\w+"))
    >>> [tokens.text[start:end] for start, end in zip(tokens.starts, tokens.ends)], tokens.offsets.tolist()
    (['to', 'be', 'or', 'not', 'to', 'be'], [0, 3, 3, 6])
    """
    if rule.run is None:
        found = [rule.python.findall(text) for text in texts]
        offsets = _bounds(found)
        pieces = [token for tokens in found for token in tokens]
        text, bounds = "".join(pieces), _bounds(pieces)
        points, starts, ends = _code_points(text), bounds[:-1], bounds[1:]
    else:
        text, bounds, offsets = "".join(texts), _bounds(texts), np.empty(len(texts) + 1, np.int64)
        points = _code_points(text)
        # Between two runs of a text there is a character at least.
        most = (len(points) + len(texts)) // (rule.shortest + 1)
        starts, ends = np.empty(most, np.int64), np.empty(most, np.int64)
        n_runs = find_runs(points, bounds, rule.run, rule.shortest, starts, ends, offsets)
        starts, ends = starts[:n_runs], ends[:n_runs]
    keys = np.empty(len(starts), np.uint64)
    hash_spans(points, starts, ends, keys)
    return Tokens(text, points, starts, ends, keys, offsets)


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
    >>> numbers.distinct
    ['a', 'b', 'c']
    """

    def __init__(self) -> None:
        self.distinct: list[str] = []
        self._points = np.empty(0, np.uint32)
        self._bounds = np.zeros(1, np.int64)
        self._by_key = KeyNumbers()

    def of(self, tokens: Tokens) -> NDArray[np.int32]:
        """Return the number of each token of a batch."""
        return self._look_up(tokens)

    def _look_up(self, tokens: Tokens) -> NDArray[np.int32]:
        numbers, first = self._by_key.of(tokens.keys)
        self._learn([tokens.text[s:e] for s, e in zip(tokens.starts[first], tokens.ends[first], strict=True)])
        is_same = np.empty(len(numbers), np.bool_)
        compare_spans(tokens.points, tokens.starts, tokens.ends, numbers, self._points, self._bounds, is_same)
        wrong = np.flatnonzero(~is_same)
        if len(wrong):
            # Another token came first under this key: look under the next one.
            others = tokens._replace(
                starts=tokens.starts[wrong], ends=tokens.ends[wrong], keys=tokens.keys[wrong] + np.uint64(1)
            )
            numbers[wrong] = self._look_up(others)
        return numbers

    def _learn(self, new: list[str]) -> None:
        self.distinct.extend(new)
        self._points = np.concatenate([self._points, _code_points("".join(new))])
        self._bounds = np.concatenate([self._bounds, self._bounds[-1] + _bounds(new)[1:]])


def _bounds(pieces: Sequence[Sequence[object]]) -> NDArray[np.int64]:
    """Return where each piece begins, one piece after another, and where the last one ends."""
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _code_points(text: str) -> NDArray[np.uint32]:
    """Return the code point of each character; only whole characters have one."""
    try:
        return np.frombuffer(text.encode("utf-32-le"), np.uint32)
    except UnicodeEncodeError as error:
        raise UserError(
            f"a document holds half a character ({error.object[error.start]!r}, a lone surrogate), which no encoding "
            'can store; read its file again with errors="replace"'
        ) from error
