"""Values on the workers of a Dask cluster, and how they are made again if a worker is lost."""

import os
import pickle
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias
from weakref import ref

from distributed import Future

from likewise.fitting.executors import Elsewhere

if TYPE_CHECKING:
    from likewise.scale.dask_executor import DaskExecutor

#: Status of futures whose values are gone and are not made again by Dask.
GONE = ("cancelled", "lost")
#: Begins to make a group of values, of its place, the values of others there, and what all blocks share.
Make: TypeAlias = Callable[[int, list[Any], Any], Future]


class Remote:
    """One value for each block, on the workers; neighbours lie together, as one future.

    Parameters
    ----------
    executor : DaskExecutor
        Who runs over it.
    futures : list of distributed.Future
        A list of values for each group of blocks.
    recipe : Recipe
        How they are made.
    sizes : list of int
        Blocks of each group.
    """

    def __init__(self, executor: "DaskExecutor", futures: list[Future], recipe: "Recipe", sizes: list[int]) -> None:
        self.executor, self.futures, self.recipe, self.sizes = executor, futures, recipe, sizes
        recipe.live = ref(self)

    def __len__(self) -> int:
        return sum(self.sizes)


@dataclass(eq=False)
class Recipe:
    """How values are made: from those of other recipes, from values that the client has, or by tasks of Dask.

    Parameters
    ----------
    number : int
        Later ones are made of earlier ones only.
    function : callable
        Called with the place of a group, the values of ``inputs`` there, and what is shared; begins to make the group.
    inputs : tuple of Recipe
        Whose values it takes.
    shared : Kept or None
        What all blocks share.
    live : weak reference to Remote
        The values, while anybody needs them.
    """

    number: int
    function: Make
    inputs: tuple["Recipe", ...] = ()
    shared: "Kept | None" = None
    live: Callable[[], Remote | None] = lambda: None

    def found(self, places: Iterable[int]) -> dict[int, Future]:
        """Return the values of these places that are there."""
        live = self.live()
        return {} if live is None else {at: live.futures[at] for at in places if live.futures[at].status not in GONE}


@dataclass(frozen=True, eq=False)
class Kept:
    """Parameters in a file of the client that has no name, from a place on."""

    file: BinaryIO
    start: int

    @classmethod
    def write(cls, values: Sequence[Any], file: BinaryIO) -> "Kept":
        """Write parameters behind all others."""
        kept = cls(file, file.seek(0, os.SEEK_END))
        pickle.dump(tuple(values), file, protocol=5)
        return kept

    def read(self) -> tuple[Any, ...]:
        """Return the parameters."""
        self.file.seek(self.start)
        values: tuple[Any, ...] = pickle.load(self.file)  # noqa: S301 this process wrote it, and it has no name
        return values


class RemoteShared(Elsewhere):
    """Parameters that all blocks share, on some workers; the client has them on its disk once `keep` was called.

    Parameters
    ----------
    executor : DaskExecutor
        Who has them.
    futures : list of distributed.Future
        Each a `likewise.scale.group_tasks.Pack` of them alone.
    again : callable
        Makes them again where neither a worker nor the disk has them.
    """

    def __init__(self, executor: "DaskExecutor", futures: list[Future], again: Callable[[], list[Future]]) -> None:
        self.executor, self._futures = executor, futures
        self._again: Callable[[], list[Future]] | None = again
        self._kept: Kept | None = None

    def find(self) -> list[Future]:
        """Return them on workers, where they are put again if all are lost."""
        self._futures = [future for future in self._futures if future.status not in GONE]
        if not self._futures:
            assert self._again is not None
            self._futures = self._again() if self._kept is None else [self.executor.scatter(self._kept.read())]
        return self._futures

    def keep(self) -> Kept:
        """Write them to the disk of the client; what they were made of is not needed any more."""
        if self._kept is None:
            self._kept = self.executor.write(self.executor.bring(self.find()[0]).values)
            self._again = None
        return self._kept

    def fetch(self) -> Any:
        """Return the parameters."""
        kept: Kept = self.executor.despite_losses(self.keep)
        return kept.read()[0]
