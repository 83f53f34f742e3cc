"""Who runs a function over the blocks of a pile: one after the other, on threads, or where the blocks are.

*Parts* are one value for each block, in the order of the blocks: a list or tuple in memory, or an object of an executor
whose values live elsewhere, which then says so by its attribute ``executor``. The functions of this module ask the
parts that they are given who is to run, so that a model is written once.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, is_dataclass
from itertools import starmap
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from likewise.sklearn_api import Array

T = TypeVar("T")
#: One value for each block: a list, a tuple, or what an executor gave.
Parts: TypeAlias = Any


class Elsewhere:
    """A value that an executor has and that is brought here only if it is asked for."""

    def fetch(self) -> Any:
        """Return the value."""
        raise NotImplementedError


class Executor(Protocol):
    """Runs functions over blocks; every method takes parts of equal length."""

    def map(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Parts:
        """Return ``function(*values of a block, *shared)`` for each block, where the block is."""

    def total(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Any:
        """Return the sum of what ``function`` returns for the blocks, added up by `add_up`."""

    def step(
        self, function: Callable[..., tuple[Any, Any]], parts: Sequence[Parts], shared: Sequence[Any]
    ) -> tuple[Parts, Any]:
        """Return the first value of each pair that ``function`` returns, as parts, and the sum of the second ones."""

    def advance(
        self,
        function: Callable[..., tuple[Any, Any]],
        finish: Callable[[Any, Any], tuple[Any, Any]],
        parts: Sequence[Parts],
        shared: Any,
    ) -> tuple[Parts, Any, Any]:
        """Make a step whose sum goes to ``finish(shared, sum)``; return the parts and the two values of that.

        The first of the two may be given as `Elsewhere`, and is taken so as ``shared`` of the next step.
        """

    def split(self, array: Array, sizes: Sequence[int]) -> Parts:
        """Cut an array with an entry for each row of all blocks into one array for each block."""

    def gather(self, parts: Parts) -> list[Any]:
        """Return the values of all blocks."""

    def join(self, parts: Parts) -> Any:
        """Return arrays of rows as one: in memory, or as a collection of the executor's kind."""


@dataclass(frozen=True)
class Threads:
    """Runs blocks in this process, some of them at a time; the results are the same bytes for any number.

    Parameters
    ----------
    n_threads : int, default=1
        Blocks at a time; 1 is one after the other.

    Examples
    --------
    >>> Threads(2).total(len, [["red", "wine", "tea"]], ())
    10
    """

    n_threads: int = 1

    def map(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Parts:
        """Return a tuple of results; see `Executor`."""
        return tuple(self._each(function, parts, shared))

    def total(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Any:
        """Return a sum; see `Executor`."""
        return add_up(self._each(function, parts, shared), add)

    def step(
        self, function: Callable[..., tuple[Any, Any]], parts: Sequence[Parts], shared: Sequence[Any]
    ) -> tuple[Parts, Any]:
        """Return a tuple and a sum; see `Executor`."""
        kept: list[Any] = []

        def keep_first(pair: tuple[Any, Any]) -> Any:
            kept.append(pair[0])
            return pair[1]

        total = add_up(map(keep_first, self._each(function, parts, shared)), add)
        return tuple(kept), total

    def advance(
        self,
        function: Callable[..., tuple[Any, Any]],
        finish: Callable[[Any, Any], tuple[Any, Any]],
        parts: Sequence[Parts],
        shared: Any,
    ) -> tuple[Parts, Any, Any]:
        """Return a tuple and two values; see `Executor`."""
        given = shared.fetch() if isinstance(shared, Elsewhere) else shared
        own, total = self.step(function, parts, (given,))
        return own, *finish(given, total)

    def split(self, array: Array, sizes: Sequence[int]) -> Parts:
        """Return a tuple of views; see `Executor`."""
        return tuple(np.split(array, np.cumsum(sizes)[:-1]))

    def gather(self, parts: Parts) -> list[Any]:
        """Return a list; see `Executor`."""
        return list(parts)

    def join(self, parts: Parts) -> Any:
        """Return an ndarray; see `Executor`."""
        return np.concatenate(list(parts))

    def _each(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Iterable[Any]:
        arguments = ((*each, *shared) for each in zip(*parts, strict=True))
        if self.n_threads == 1:
            return starmap(function, arguments)
        return self._on_threads(function, arguments)

    def _on_threads(self, function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]]) -> Iterable[Any]:
        with ThreadPoolExecutor(self.n_threads, thread_name_prefix="likewise") as pool:
            yield from pool.map(lambda each: function(*each), arguments)


IN_TURN = Threads(1)


def executor_of(*parts: Parts) -> Executor:
    """Return who runs over these parts: the first one that says so, or this process, one block after the other.

    Examples
    --------
    >>> executor_of([1, 2])
    Threads(n_threads=1)
    """
    found: Executor = next((each.executor for each in parts if hasattr(each, "executor")), IN_TURN)
    return found


def map_parts(function: Callable[..., Any], *parts: Parts, shared: Sequence[Any] = ()) -> Parts:
    """Return what a function returns for each block, where the block is.

    Parameters
    ----------
    function : callable
        Called with the values of a block, and then with ``shared``. Where blocks live elsewhere it is sent there:
        give a function of a module, or a small dataclass that can be called.
    *parts : parts
        Its first arguments.
    shared : sequence, default=()
        Its last arguments, the same for all blocks.

    Returns
    -------
    parts
        A tuple in memory, or what the executor of the parts gives.

    Examples
    --------
    >>> map_parts(pow, [2, 3], shared=(2,))
    (4, 9)
    """
    return executor_of(*parts).map(function, parts, shared)


def sum_parts(function: Callable[..., Any], *parts: Parts, shared: Sequence[Any] = ()) -> Any:
    """Return the sum of what a function returns for the blocks; parameters are those of `map_parts`.

    Examples
    --------
    >>> sum_parts(pow, [2, 3], shared=(2,))
    13
    """
    return executor_of(*parts).total(function, parts, shared)


def gather_parts(parts: Parts) -> list[Any]:
    """Return the values of all blocks in memory.

    Examples
    --------
    >>> gather_parts((4, 9))
    [4, 9]
    """
    return executor_of(parts).gather(parts)


def join_rows(parts: Parts) -> Any:
    """Return the rows of all blocks as one array; a collection of the executor's kind where they live elsewhere.

    Examples
    --------
    >>> join_rows([np.ones((1, 2)), np.zeros((1, 2))]).tolist()
    [[1.0, 1.0], [0.0, 0.0]]
    """
    return executor_of(parts).join(parts)


def split_rows(array: Array, parts: Parts, sizes: Sequence[int]) -> Parts:
    """Cut an array with an entry for each row into parts that lie beside others.

    Examples
    --------
    >>> [part.tolist() for part in split_rows(np.arange(3), ["one", "two"], [2, 1])]
    [[0, 1], [2]]
    """
    return executor_of(parts).split(array, sizes)


@dataclass(frozen=True)
class PartialSum:
    """The sum of ``2 ** level`` neighbouring blocks from ``first`` on; ``first`` is a multiple of that number."""

    first: int
    level: int
    total: Any


def collect_sums(sums: Iterable[PartialSum], plus: Callable[[Any, Any], Any]) -> list[PartialSum]:
    """Add sums of neighbouring blocks in pairs, pairs of pairs, and so on, as far as they are pairs.

    Pairs are told by their places among all blocks, so that any range of blocks can be added up apart, and ranges
    joined later, in any groups, with the same result.

    Parameters
    ----------
    sums : iterable of PartialSum
        Of blocks that follow each other.
    plus : callable
        Adds two.

    Returns
    -------
    list of PartialSum
        At most twice as many as the number of blocks has binary digits.

    Examples
    --------
    >>> letters = [PartialSum(at, 0, letter) for at, letter in enumerate("abcdef")]
    >>> early, late = (collect_sums(part, lambda a, b: f"({a}{b})") for part in (letters[:3], letters[3:]))
    >>> [each.total for each in early], [each.total for each in late]
    (['(ab)', 'c'], ['d', '(ef)'])
    >>> [each.total for each in collect_sums([*early, *late], lambda a, b: f"({a}{b})")]
    ['((ab)(cd))', '(ef)']
    """
    waiting: list[PartialSum] = []
    for each in sums:
        while waiting and waiting[-1].level == each.level and waiting[-1].first % (2 << each.level) == 0:
            before = waiting.pop()
            each = PartialSum(before.first, each.level + 1, plus(before.total, each.total))
        waiting.append(each)
    return waiting


def finish_sum(sums: Sequence[PartialSum], plus: Callable[[Any, Any], Any]) -> Any:
    """Return the sum of all blocks from those that `collect_sums` left.

    Examples
    --------
    >>> finish_sum([PartialSum(0, 1, "(ab)"), PartialSum(2, 0, "c")], lambda a, b: f"({a}{b})")
    '((ab)c)'
    """
    if not sums:
        raise ValueError("there is nothing to add up; give one block at least")
    total = sums[-1].total
    for each in reversed(sums[:-1]):
        total = plus(each.total, total)
    return total


def add_up(items: Iterable[T], plus: Callable[[T, T], T]) -> T:
    """Add items in pairs, pairs of pairs, and so on, in their order: always the same sums, whoever makes the items.

    At most as many sums are held at a time as the number of items has binary digits.

    Parameters
    ----------
    items : iterable
        One at least.
    plus : callable
        Adds two.

    Returns
    -------
    object
        The sum.

    Examples
    --------
    >>> add_up("abcde", lambda a, b: f"({a}{b})")
    '(((ab)(cd))e)'
    """
    total: T = finish_sum(collect_sums((PartialSum(at, 0, item) for at, item in enumerate(items)), plus), plus)
    return total


def add(a: Any, b: Any) -> Any:
    """Add two statistics: numbers, arrays, what else adds up, or tuples or dataclasses of them; arrays are reused.

    Examples
    --------
    >>> add(1.5, 2)
    3.5
    """
    return _add(a, b, reuse=True)


def add_anew(a: Any, b: Any) -> Any:
    """Add two statistics as `add` does, and leave both as they are.

    Examples
    --------
    >>> add_anew((1, 2.5), (3, 4.0))
    (4, 6.5)
    """
    return _add(a, b, reuse=False)


def _add(a: Any, b: Any, *, reuse: bool) -> Any:
    if is_dataclass(a) and not isinstance(a, type) and not hasattr(a, "__add__"):
        return type(a)(**{f.name: _add(getattr(a, f.name), getattr(b, f.name), reuse=reuse) for f in fields(a)})
    if isinstance(a, tuple):
        return tuple(_add(*both, reuse=reuse) for both in zip(a, b, strict=True))
    if isinstance(a, np.ndarray) and reuse:
        a += b
        return a
    return a + b
