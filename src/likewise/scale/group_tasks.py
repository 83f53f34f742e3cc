"""What runs on the workers of a cluster: a function over the blocks of a group, and sums of groups."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain
from typing import Any

import dask

from likewise.fitting.executors import PartialSum, add, add_anew, collect_sums, finish_sum


@dataclass(frozen=True)
class MapGroup:
    """Calls a function with the values of each block of a group, and then with what all blocks share."""

    function: Callable[..., Any]

    def __call__(self, shared: tuple[Any, ...], *groups: list[Any]) -> list[Any]:
        """Return what it returns."""
        return [self.function(*values, *shared) for values in zip(*groups, strict=True)]


@dataclass(frozen=True)
class SumGroup:
    """Adds up what a function returns for the blocks of a group, which begins with a block of this number."""

    function: Callable[..., Any]

    def __call__(self, shared: tuple[Any, ...], start: int, *groups: list[Any]) -> list[PartialSum]:
        """Return the sums that the group can give."""
        values = (self.function(*values, *shared) for values in zip(*groups, strict=True))
        return collect_sums((PartialSum(at, 0, value) for at, value in enumerate(values, start)), add)


@dataclass(frozen=True)
class StepGroup:
    """Makes a step over the blocks of a group, which begins with a block of this number."""

    function: Callable[..., tuple[Any, Any]]

    def __call__(self, shared: tuple[Any, ...], start: int, *groups: list[Any]) -> tuple[list[Any], list[PartialSum]]:
        """Return the first value of each pair that the function returns, and the sums of the second ones."""
        kept: list[Any] = []

        def keep_first(*arguments: Any) -> Any:
            first, second = self.function(*arguments)
            kept.append(first)
            return second

        return kept, SumGroup(keep_first)(shared, start, *groups)


@dataclass(frozen=True)
class Finish:
    """Adds up the sums of the last groups, and gives the total, and what all blocks share, to a function."""

    function: Callable[[Any, Any], tuple[Any, Any]]

    def __call__(self, shared: tuple[Any, ...], *groups: list[PartialSum]) -> tuple[tuple[Any, ...], Any]:
        """Return its first value as what all blocks share, and its second one."""
        total = _finish(*groups)
        # The function may reuse the total, while a sum that nothing was added to belongs to another task.
        is_new = sum(map(len, groups)) > 1
        (given,) = shared
        first, second = self.function(given, total if is_new else deepcopy(total))
        return (first,), second


def sum_groups(tasks: list[Any], finish: Callable[..., Any] | None = None) -> Any:
    """Add up the sums of groups, in the order of `likewise.fitting.executors.add_up`, neighbours first.

    The task for the last ones is made by ``finish``; by default it returns the total.
    """
    collect = dask.delayed(_collect, pure=False)
    finish = dask.delayed(_finish, pure=False) if finish is None else finish
    while len(tasks) > 2:
        tasks = [collect(*tasks[at : at + 2]) for at in range(0, len(tasks), 2)]
    return finish(*tasks)


def _collect(*groups: list[PartialSum]) -> list[PartialSum]:
    return collect_sums(chain(*groups), add_anew)


def _finish(*groups: list[PartialSum]) -> Any:
    return finish_sum(_collect(*groups), add_anew)
