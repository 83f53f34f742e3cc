"""What runs on the workers of a cluster: a function over the blocks of a group, and sums of groups."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain
from typing import Any

from dask.sizeof import sizeof
from scipy import sparse

from likewise.fitting.executors import PartialSum, add, add_anew, collect_sums, finish_sum


def _size_of_rows(rows: sparse.csr_array) -> int:
    return int(rows.data.nbytes + rows.indices.nbytes + rows.indptr.nbytes)


# Without it Dask takes them for some bytes, which it moves as it likes.
sizeof.register(sparse.csr_array, _size_of_rows)


@dataclass(frozen=True, eq=False)
class Pack:
    """Values that are sent as one, and that Dask does not look into."""

    values: tuple[Any, ...]

    def __sizeof__(self) -> int:
        return int(sizeof(self.values))


def unpack(pack: Pack) -> list[Any]:
    """Return the values."""
    return list(pack.values)


@dataclass(frozen=True)
class MapGroup:
    """Calls a function with the values of each block of a group, and then with what all blocks share."""

    function: Callable[..., Any]

    def __call__(self, shared: Pack, *groups: list[Any]) -> list[Any]:
        """Return what it returns."""
        return [self.function(*values, *shared.values) for values in zip(*groups, strict=True)]


@dataclass(frozen=True)
class SumGroup:
    """Adds up what a function returns for the blocks of a group, which begins with a block of this number."""

    function: Callable[..., Any]

    def __call__(self, shared: Pack, start: int, *groups: list[Any]) -> list[PartialSum]:
        """Return the sums that the group can give."""
        values = (self.function(*values, *shared.values) for values in zip(*groups, strict=True))
        return collect_sums((PartialSum(at, 0, value) for at, value in enumerate(values, start)), add)


@dataclass(frozen=True)
class StepGroup:
    """Makes a step over the blocks of a group, which begins with a block of this number."""

    function: Callable[..., tuple[Any, Any]]

    def __call__(self, shared: Pack, start: int, *groups: list[Any]) -> tuple[list[Any], list[PartialSum]]:
        """Return the first value of each pair that the function returns, and the sums of the second ones."""
        kept: list[Any] = []

        def keep_first(*arguments: Any) -> Any:
            first, second = self.function(*arguments)
            kept.append(first)
            return second

        return kept, SumGroup(keep_first)(shared, start, *groups)


@dataclass(frozen=True, eq=False)
class Finished(Pack):
    """What all blocks share next, and what is told of it."""

    told: Any


@dataclass(frozen=True)
class Finish:
    """Adds up the sums of the last groups, and gives what all blocks share, and the total, to a function."""

    function: Callable[[Any, Any], tuple[Any, Any]]

    def __call__(self, shared: Pack, *groups: list[PartialSum]) -> Finished:
        """Return what it returns."""
        total = finish_groups(*groups)
        # The function may reuse the total, while a sum that nothing was added to belongs to another task.
        is_new = sum(map(len, groups)) > 1
        (given,) = shared.values
        next_one, told = self.function(given, total if is_new else deepcopy(total))
        return Finished((next_one,), told)


def collect_groups(*groups: list[PartialSum]) -> list[PartialSum]:
    """Add up the sums of neighbouring groups as far as they are pairs."""
    return collect_sums(chain(*groups), add_anew)


def finish_groups(*groups: list[PartialSum]) -> Any:
    """Return the sum of all groups, as `likewise.fitting.executors.add_up` adds up their blocks."""
    return finish_sum(collect_groups(*groups), add_anew)
