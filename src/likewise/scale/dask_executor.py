"""Blocks on the workers of a Dask cluster: functions go there, sums come back, what a worker loses is made again.

A value that depends on every step before, such as a document's mixture of topics after fifty iterations, cannot be made
again by Dask itself: that would need the parameters of all steps, which nobody holds in memory. They are on the disk of
the client, and the steps of lost blocks are made again, on the workers that are left. So the result is the same.
"""

import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from itertools import accumulate, count, islice
from operator import itemgetter
from typing import Any, BinaryIO, cast
from weakref import finalize

import dask
import numpy as np
from dask.sizeof import sizeof
from distributed import Client, Future, wait
from distributed.comm import get_address_host_port

from likewise.errors import UserError
from likewise.fitting.executors import Elsewhere, Parts
from likewise.scale.group_tasks import Finish, MapGroup, StepGroup, SumGroup, sum_groups
from likewise.scale.remote_values import GONE, Kept, Recipe, Remote, RemoteShared
from likewise.sklearn_api import Array

#: Attempts at one step; each fails only if a worker is lost meanwhile.
_ATTEMPTS = 20
#: Seconds before the next one, in which the scheduler learns what was lost.
_PAUSE = 0.2
#: Seconds in which a worker that can be reached answers.
_SOON = 2.0
#: Bytes of parameters that are sent with every task.
_SMALL = 10_000


class DaskExecutor:
    """Runs functions over blocks that are on the workers of a cluster; see `likewise.fitting.executors.Executor`.

    Blocks are in groups of neighbours, one for each thread of the workers. So there are few tasks; none of them waits
    on a worker, from where another one would take it, blocks and all; and most sums need no network.

    Parameters
    ----------
    client : distributed.Client
        Of the cluster.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        #: Whether workers can be asked for values, rather than the scheduler, which would have to ask them first.
        self._is_near = all(map(is_reachable, islice(client.nthreads(), 1)))
        self._numbers = count()
        #: Groups of as many blocks: they must stay the same if workers come or go.
        self._group_sizes: dict[int, list[int]] = {}
        self._parameters = cast("BinaryIO", tempfile.TemporaryFile())  # noqa: SIM115 closed below
        finalize(self, self._parameters.close)

    def source(self, tasks: Sequence[Any]) -> Remote:
        """Run tasks (`dask.delayed`), one for each block; Dask makes again what is lost."""
        sizes = self._cut(len(tasks))
        groups = [dask.delayed(list, pure=False)(group) for group in _take_groups(tasks, sizes)]
        recipe = Recipe(next(self._numbers), lambda at, values, shared: groups[at])
        threads = [address for address, n_threads in self.client.nthreads().items() for _ in range(n_threads)]
        futures = [
            self.client.compute(group, workers=[threads[at * len(threads) // len(groups)]], allow_other_workers=True)
            if threads
            else self.client.compute(group)
            for at, group in enumerate(groups)
        ]
        return Remote(self, futures, recipe, sizes)

    def hold(self, values: Sequence[Any]) -> Remote:
        """Send values of the client to workers."""
        sizes = self._cut(len(values))
        make = dask.delayed(list, pure=False)
        groups = [dask.delayed(group, pure=False, traverse=False) for group in _take_groups(values, sizes)]
        recipe = Recipe(next(self._numbers), lambda at, _, shared: make(groups[at]))
        return Remote(self, self.client.compute([make(group) for group in groups]), recipe, sizes)

    def map(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Remote:
        """Return values on workers; see `likewise.fitting.executors.Executor`."""
        inputs = self._remotes(parts)
        call = dask.delayed(MapGroup(function), pure=False)
        recipe = self._recipe(inputs, shared, lambda at, values, sent: call(sent, *values))
        sent = self._send(shared)
        futures = self.client.compute([call(sent, *values) for values in zip(*_futures(inputs), strict=True)])
        return Remote(self, futures, recipe, inputs[0].sizes)

    def total(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Any:
        """Return a sum; see `likewise.fitting.executors.Executor`."""
        inputs = self._remotes(parts)
        call, starts = dask.delayed(SumGroup(function), pure=False), _starts(inputs[0].sizes)

        def attempt() -> Any:
            sent = self._send(shared)
            sums = [call(sent, start, *values) for start, *values in zip(starts, *_futures(inputs), strict=True)]
            return self.bring(self.client.compute(sum_groups(sums)))

        return self.despite_losses(attempt, inputs)

    def step(
        self, function: Callable[..., tuple[Any, Any]], parts: Sequence[Parts], shared: Sequence[Any]
    ) -> tuple[Parts, Any]:
        """Return values on workers, and a sum; see `likewise.fitting.executors.Executor`."""
        inputs = self._remotes(parts)
        call, starts = dask.delayed(StepGroup(function), pure=False), _starts(inputs[0].sizes)
        first, second = (dask.delayed(itemgetter(at), pure=False) for at in range(2))

        def attempt() -> tuple[Remote, Any]:
            sent = self._send(shared)
            pairs = [call(sent, start, *values) for start, *values in zip(starts, *_futures(inputs), strict=True)]
            *own, total = self.client.compute([*map(first, pairs), sum_groups([second(pair) for pair in pairs])])
            # Parameters are written down while the workers are busy.
            recipe = self._recipe(inputs, shared, lambda at, values, sent: first(call(sent, starts[at], *values)))
            return Remote(self, own, recipe, inputs[0].sizes), self.bring(total)

        stepped: tuple[Remote, Any] = self.despite_losses(attempt, inputs)
        return stepped

    def advance(
        self,
        function: Callable[..., tuple[Any, Any]],
        finish: Callable[[Any, Any], tuple[Any, Any]],
        parts: Sequence[Parts],
        shared: Any,
    ) -> tuple[Remote, RemoteShared, Any]:
        """Return values on workers, one on a worker, and one here; see `likewise.fitting.executors.Executor`.

        The sums are finished by a worker, from which the others have what the next step starts with. The client learns
        the last value, and writes down what this step started with while it is made.
        """
        inputs, given = self._remotes(parts), self._shared(shared)
        sizes, starts = inputs[0].sizes, _starts(inputs[0].sizes)
        call, end = (dask.delayed(each, pure=False) for each in (StepGroup(function), Finish(finish)))
        first, second = (dask.delayed(itemgetter(at), pure=False) for at in range(2))

        def submit(sent: Future) -> list[Future]:
            pairs = [call(sent, start, *values) for start, *values in zip(starts, *_futures(inputs), strict=True)]
            done = sum_groups([second(pair) for pair in pairs], lambda *groups: end(sent, *groups))
            futures: list[Future] = self.client.compute([*map(first, pairs), first(done), second(done)])
            return futures

        def attempt() -> tuple[Remote, RemoteShared, Any]:
            *own, new, value = submit(given.find())
            kept = given.keep()
            before = tuple(each.recipe for each in inputs)
            recipe = Recipe(
                next(self._numbers), lambda at, values, sent: first(call(sent, starts[at], *values)), before, kept
            )

            def again() -> Future:
                self._make_all_again(inputs)
                return submit(self.scatter(kept.read()))[-2]

            return Remote(self, own, recipe, sizes), RemoteShared(self, new, again), self.bring(value)

        advanced: tuple[Remote, RemoteShared, Any] = self.despite_losses(attempt, inputs)
        return advanced

    def split(self, array: Array, sizes: Sequence[int]) -> Remote:
        """Send the part of each block to workers; see `likewise.fitting.executors.Executor`."""
        return self.hold(np.split(array, np.cumsum(sizes)[:-1]))

    def gather(self, parts: Parts) -> list[Any]:
        """Return values; see `likewise.fitting.executors.Executor`."""
        groups = self.despite_losses(lambda: self.bring(parts.futures), [parts])
        return [value for group in groups for value in group]

    def join(self, parts: Parts) -> Any:
        """Return a Dask array; see `likewise.fitting.executors.Executor`."""
        import dask.array as da

        kinds = iter(self.gather(self.map(_kind, [parts], ())))
        blocks = [
            dask.delayed(itemgetter(at), pure=False)(future)
            for future, size in zip(parts.futures, parts.sizes, strict=True)
            for at in range(size)
        ]
        return da.concatenate(
            [da.from_delayed(block, shape, meta=none) for block, (shape, none) in zip(blocks, kinds, strict=True)]
        )

    def _cut(self, n_blocks: int) -> list[int]:
        """Cut blocks into groups of neighbours: one for each thread, or for each block while no worker is there."""
        if n_blocks not in self._group_sizes:
            n_groups = min(n_blocks, sum(self.client.nthreads().values()) or n_blocks)
            self._group_sizes[n_blocks] = np.diff(np.arange(n_groups + 1) * n_blocks // max(n_groups, 1)).tolist()
        return self._group_sizes[n_blocks]

    def _remotes(self, parts: Sequence[Parts]) -> list[Remote]:
        return [each if isinstance(each, Remote) else self.hold(list(each)) for each in parts]

    def _recipe(
        self, inputs: Sequence[Remote], shared: Sequence[Any], function: Callable[[int, list[Any], Any], Any]
    ) -> Recipe:
        return Recipe(next(self._numbers), function, tuple(each.recipe for each in inputs), self.write(shared))

    def _shared(self, shared: Any) -> RemoteShared:
        """Return what all blocks share as it is on a worker."""
        if isinstance(shared, RemoteShared) and shared.executor is self:
            return shared
        value = (shared.fetch() if isinstance(shared, Elsewhere) else shared,)
        return RemoteShared(self, self.scatter(value), lambda: self.scatter(value))

    def write(self, values: Sequence[Any]) -> Kept:
        """Write parameters to the disk of the client."""
        return Kept.write(values, self._parameters)

    def bring(self, future: Future | list[Future]) -> Any:
        """Return values of workers."""
        return self.client.gather(future, direct=self._is_near)

    def _send(self, shared: Sequence[Any]) -> Any:
        """Send what all blocks share to a worker, which the others have it from; what is small goes with the tasks."""
        if sizeof(shared) < _SMALL:
            return dask.delayed(tuple(shared), pure=False, traverse=False)
        return self.scatter(shared)

    def scatter(self, shared: Sequence[Any]) -> Future:
        """Send values to a worker, as one.

        To send them to all at once would wait for ever if one of them is lost meanwhile.
        """
        for _ in range(_ATTEMPTS):
            try:
                future: Future = self.client.scatter([tuple(shared)], hash=False, direct=self._is_near)[0]
                return future
            except (OSError, TimeoutError):  # that worker is lost
                time.sleep(_PAUSE)
        raise _losing_workers()

    def despite_losses(self, attempt: Callable[[], Any], inputs: Sequence[Remote] = ()) -> Any:
        """Try until no worker is lost meanwhile; before the next attempt, make again what was lost."""
        for number in range(_ATTEMPTS):
            try:
                if number:
                    time.sleep(_PAUSE)
                    self._make_all_again(inputs)
                return attempt()
            except CancelledError:  # a worker is lost, perhaps another one than before
                continue
        raise _losing_workers()

    def _make_all_again(self, inputs: Sequence[Remote]) -> None:
        for each in inputs:
            lost = [at for at, future in enumerate(each.futures) if future.status in GONE]
            if lost:
                self._make_again(each.recipe, lost)

    def _make_again(self, recipe: Recipe, places: list[int]) -> None:
        """Make lost values again, from the last ones before that are still there."""
        missing: dict[Recipe, list[int]] = {}
        waiting = [recipe]
        while waiting:
            each = waiting.pop()
            found = each.found(places)
            if each not in missing and len(found) < len(places):
                missing[each] = [at for at in places if at not in found]
                waiting += each.inputs
        needed = Counter(before for each in missing for before in each.inputs)
        made: dict[Recipe, dict[int, Future]] = {}
        for each in sorted(missing, key=lambda one: one.number):
            values = [{**before.found(places), **made.get(before, {})} for before in each.inputs]
            sent = None if each.shared is None else self._send(each.shared.read())
            tasks = [each.function(at, [value[at] for value in values], sent) for at in missing[each]]
            made[each] = dict(zip(missing[each], self.client.compute(tasks), strict=True))
            wait(list(made[each].values()))
            live = each.live()
            for at, future in made[each].items() if live is not None else ():
                live.futures[at] = future  # type: ignore[union-attr]
            for before in each.inputs:
                needed[before] -= 1
                if not needed[before]:
                    made.pop(before, None)


def is_reachable(address: str) -> bool:
    """Tell whether a worker answers at its address: it may be in a network that only the scheduler is in.

    Examples
    --------
    >>> is_reachable("tcp://127.0.0.1:1")
    False
    """
    try:
        socket.create_connection(get_address_host_port(address), timeout=_SOON).close()
    except (OSError, ValueError):  # nobody is there, or it is no address of a network
        return False
    return True


def _take_groups(values: Sequence[Any], sizes: Sequence[int]) -> Iterator[list[Any]]:
    rest = iter(values)
    for size in sizes:
        yield list(islice(rest, size))


def _futures(inputs: Sequence[Remote]) -> list[list[Future]]:
    return [each.futures for each in inputs]


def _starts(sizes: Sequence[int]) -> list[int]:
    """Return the number of the first block of each group."""
    return [0, *accumulate(sizes[:-1])]


def _losing_workers() -> UserError:
    return UserError("the cluster loses workers again and again; look at the memory that its workers have")


def _kind(rows: Any) -> tuple[tuple[int, ...], Any]:
    return rows.shape, rows[:0]
