"""Every block gives something to every target, on the workers of a cluster: rows that change places."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain
from typing import Any

from distributed import Future

from likewise.scale.dask_executor import DaskExecutor
from likewise.scale.group_tasks import MapGroup, Pack
from likewise.scale.places import take_groups
from likewise.scale.remote_values import GONE


def exchange(
    executor: DaskExecutor,
    give: Callable[..., list[Any]],
    blocks: Sequence[tuple[Any, ...]],
    take: Callable[..., Any],
    targets: Sequence[tuple[Any, ...]],
) -> Iterator[Any]:
    """Let blocks give something to targets, and yield what is made of it, one group of targets after the other.

    Parameters
    ----------
    executor : DaskExecutor
        Has the workers.
    give : callable
        ``give(*block)`` returns a list with something for each target.
    blocks : sequence of tuple
        Small, as they are sent with the tasks.
    take : callable
        ``take(what all blocks gave, *target)`` returns what is yielded.
    targets : sequence of tuple
        Sent to the workers as well.

    Yields
    ------
    object
        For each target. If a worker is lost, all of it is made again that has not been yielded.
    """
    n_blocks, n_targets = executor.places.cut(len(blocks)), executor.places.cut(len(targets))
    edges = [0, *accumulate(n_targets)]

    def submit() -> list[Future]:
        given = [
            executor.run(MapGroup(give), Pack(()), *map(list, zip(*group, strict=True)), home=(at, len(n_blocks)))
            for at, group in enumerate(take_groups(blocks, n_blocks))
        ]
        taken = []
        for at, group in enumerate(take_groups(targets, n_targets)):
            picked = [executor.run(_Pick(edges[at], edges[at + 1]), each) for each in given]
            taken.append(executor.run(_TakeGroup(take), executor.scatter(group), *picked, home=(at, len(n_targets))))
        return taken

    futures: list[Future] = []

    def attempt(at: int) -> Any:
        if not futures or futures[at].status in GONE:
            futures[:] = submit()
        return executor.bring(futures[at])

    for at in range(len(n_targets)):
        yield from executor.despite_losses(partial(attempt, at))


@dataclass(frozen=True)
class _Pick:
    """Takes what the blocks of a group give to some targets."""

    first: int
    last: int

    def __call__(self, given: list[list[Any]]) -> list[list[Any]]:
        """Return a list for each block."""
        return [each[self.first : self.last] for each in given]


@dataclass(frozen=True)
class _TakeGroup:
    """Calls a function for each target of a group with what all blocks gave to it."""

    function: Callable[..., Any]

    def __call__(self, targets: Pack, *picked: list[list[Any]]) -> list[Any]:
        """Return what it returns."""
        by_target = zip(*chain(*picked), strict=True)
        return [self.function(list(given), *target) for given, target in zip(by_target, targets.values, strict=True)]
