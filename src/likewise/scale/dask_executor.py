"""Blocks on the workers of a Dask cluster: functions go there, sums come back, what a worker loses is made again.

A value that depends on every step before, such as a document's mixture of topics after fifty iterations, cannot be made
again by Dask itself: that would need the parameters of all steps, which nobody holds in memory. They are on the disk of
the client, and the steps of lost blocks are made again, on the workers that are left. So the result is the same.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from itertools import accumulate, count, islice
from operator import attrgetter, itemgetter
from typing import Any, BinaryIO, cast
from weakref import finalize

import dask
import numpy as np
from dask.sizeof import sizeof
from distributed import Client, Future, wait

from likewise.errors import UserError
from likewise.fitting.executors import Elsewhere, Parts
from likewise.scale.group_tasks import (
    Finish,
    MapGroup,
    Pack,
    StepGroup,
    SumGroup,
    collect_groups,
    finish_groups,
    unpack,
)
from likewise.scale.places import LetOthersTakeOver, Places, is_reachable, take_groups
from likewise.scale.remote_values import GONE, Kept, Make, Recipe, Remote, RemoteShared
from likewise.sklearn_api import Array

#: Attempts at one step; each fails only if a worker is lost meanwhile.
_ATTEMPTS = 20
#: Seconds before the next one, in which the scheduler learns what was lost.
_PAUSE = 0.2
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
        self._parameters = cast("BinaryIO", tempfile.TemporaryFile())  # noqa: SIM115 closed below
        finalize(self, self._parameters.close)
        self.places = Places(client)
        client.register_plugin(LetOthersTakeOver())

    def source(self, tasks: Sequence[Any]) -> Remote:
        """Run tasks (`dask.delayed`), one for each block; Dask makes again what is lost."""
        sizes = self.places.cut(len(tasks))
        groups = [dask.delayed(list, pure=False)(group) for group in take_groups(tasks, sizes)]

        def make(at: int, values: list[Any], sent: Any) -> Future:
            return self.client.compute(groups[at], **self.places.home(at, len(groups)))

        recipe = Recipe(next(self._numbers), make)
        return Remote(self, [make(at, [], None) for at in range(len(groups))], recipe, sizes)

    def hold(self, values: Sequence[Any]) -> Remote:
        """Send values of the client to workers."""
        sizes = self.places.cut(len(values))
        groups = [Pack(tuple(group)) for group in take_groups(values, sizes)]

        def make(at: int, values: list[Any], sent: Any) -> Future:
            return self.run(unpack, groups[at], home=(at, len(groups)))

        recipe = Recipe(next(self._numbers), make)
        return Remote(self, [make(at, [], None) for at in range(len(groups))], recipe, sizes)

    def map(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Remote:
        """Return values on workers; see `likewise.fitting.executors.Executor`."""
        inputs = self._remotes(parts)
        sizes, call = inputs[0].sizes, MapGroup(function)

        def make(at: int, values: list[Any], sent: Any) -> Future:
            return self.run(call, sent, *values, home=(at, len(sizes)))

        recipe = Recipe(next(self._numbers), make, _recipes(inputs), self.write(shared))
        sent = self._send(shared)
        return Remote(self, [make(at, values, sent) for at, values in _numbered(inputs)], recipe, sizes)

    def total(self, function: Callable[..., Any], parts: Sequence[Parts], shared: Sequence[Any]) -> Any:
        """Return a sum; see `likewise.fitting.executors.Executor`."""
        inputs = self._remotes(parts)
        starts, call = _starts(inputs[0].sizes), SumGroup(function)

        def attempt() -> Any:
            sent = self._send(shared)
            sums = [
                self.run(call, sent, starts[at], *values, home=(at, len(starts))) for at, values in _numbered(inputs)
            ]
            return self.bring(self.run(finish_groups, *self._collect(sums)))

        return self.despite_losses(attempt, inputs)

    def step(
        self, function: Callable[..., tuple[Any, Any]], parts: Sequence[Parts], shared: Sequence[Any]
    ) -> tuple[Parts, Any]:
        """Return values on workers, and a sum; see `likewise.fitting.executors.Executor`."""
        inputs = self._remotes(parts)
        make = self._stepper(function, inputs)

        def attempt() -> tuple[Remote, Any]:
            sent = self._send(shared)
            pairs = [make(at, values, sent) for at, values in _numbered(inputs)]
            own, sums = ([self.run(itemgetter(place), pair) for pair in pairs] for place in range(2))
            total = self.run(finish_groups, *self._collect(sums))
            # Parameters are written down while the workers are busy.
            recipe = self._recipe_of_own(make, inputs, self.write(shared))
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
        """Return values on workers, one on a worker or two, and one here; see `likewise.fitting.executors.Executor`.

        The sums are finished by a worker, from which the others have what the next step starts with; of two groups,
        each has the other's sums and finishes them for itself, so that nothing is waited for twice. The client learns
        the last value, and writes down what this step started with once a worker has nothing else to do.
        """
        inputs, given = self._remotes(parts), self._shared(shared)
        make, end, n_groups = self._stepper(function, inputs), Finish(finish), len(inputs[0].sizes)

        def submit(sent: list[Future]) -> tuple[list[Future], list[Future], list[Future]]:
            start_of = [sent[at % len(sent)] for at in range(n_groups)]
            pairs = [make(at, values, start_of[at]) for at, values in _numbered(inputs)]
            sums = self._collect([self.run(itemgetter(1), pair) for pair in pairs])
            homes = [(at, n_groups) for at in range(n_groups)] if n_groups == 2 else [None]
            done = [self.run(end, start_of[at], *sums, home=home) for at, home in enumerate(homes)]
            return pairs, [self.run(itemgetter(0), pair) for pair in pairs], done

        def attempt() -> tuple[Remote, RemoteShared, Any]:
            pairs, own, done = submit(given.find())
            told = self.run(attrgetter("told"), done[0])
            wait(pairs, return_when="FIRST_COMPLETED")
            kept = given.keep()

            def again() -> list[Future]:
                self._make_all_again(inputs)
                return submit([self.scatter(kept.read())])[2]

            recipe = self._recipe_of_own(make, inputs, kept)
            return Remote(self, own, recipe, inputs[0].sizes), RemoteShared(self, done, again), self.bring(told)

        advanced: tuple[Remote, RemoteShared, Any] = self.despite_losses(attempt, inputs)
        return advanced

    def _stepper(self, function: Callable[..., tuple[Any, Any]], inputs: Sequence[Remote]) -> Make:
        """Return what makes a step over the blocks of a group."""
        starts, call = _starts(inputs[0].sizes), StepGroup(function)

        def make(at: int, values: list[Any], sent: Any) -> Future:
            return self.run(call, sent, starts[at], *values, home=(at, len(starts)))

        return make

    def _recipe_of_own(self, make: Make, inputs: Sequence[Remote], kept: Kept) -> Recipe:
        def again(at: int, values: list[Any], sent: Any) -> Future:
            return self.run(itemgetter(0), make(at, values, sent))

        return Recipe(next(self._numbers), again, _recipes(inputs), kept)

    def _collect(self, sums: list[Future]) -> list[Future]:
        """Add up sums of neighbouring groups until two are left at most."""
        while len(sums) > 2:
            sums = [self.run(collect_groups, *sums[at : at + 2]) for at in range(0, len(sums), 2)]
        return sums

    def run(self, function: Callable[..., Any], *arguments: Any, home: tuple[int, int] | None = None) -> Future:
        """Run a function on a worker: where its arguments are, or at the home of a group of so many."""
        place = {} if home is None else self.places.home(*home)
        future: Future = self.client.submit(function, *arguments, pure=False, **place)
        return future

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

    def _remotes(self, parts: Sequence[Parts]) -> list[Remote]:
        return [each if isinstance(each, Remote) else self.hold(list(each)) for each in parts]

    def _shared(self, shared: Any) -> RemoteShared:
        """Return what all blocks share as it is on a worker."""
        if isinstance(shared, RemoteShared) and shared.executor is self:
            return shared
        value = [shared.fetch() if isinstance(shared, Elsewhere) else shared]
        return RemoteShared(self, [self.scatter(value)], lambda: [self.scatter(value)])

    def write(self, values: Sequence[Any]) -> Kept:
        """Write parameters to the disk of the client."""
        return Kept.write(values, self._parameters)

    def bring(self, future: Future | list[Future]) -> Any:
        """Return values of workers."""
        return self.client.gather(future, direct=self._is_near)

    def _send(self, shared: Sequence[Any]) -> Any:
        """Send what all blocks share to a worker, which the others have it from; what is small goes with the tasks."""
        if sizeof(shared) < _SMALL:
            return Pack(tuple(shared))
        return self.scatter(shared)

    def scatter(self, shared: Sequence[Any]) -> Future:
        """Send values to a worker, as one.

        To send them to all at once would wait for ever if one of them is lost meanwhile.
        """
        for _ in range(_ATTEMPTS):
            try:
                future: Future = self.client.scatter([Pack(tuple(shared))], hash=False, direct=self._is_near)[0]
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
            made[each] = {at: each.function(at, [value[at] for value in values], sent) for at in missing[each]}
            wait(list(made[each].values()))
            live = each.live()
            for at, future in made[each].items() if live is not None else ():
                live.futures[at] = future  # type: ignore[union-attr]
            for before in each.inputs:
                needed[before] -= 1
                if not needed[before]:
                    made.pop(before, None)


def _numbered(inputs: Sequence[Remote]) -> list[tuple[int, list[Future]]]:
    """Return the values of each group, with its number."""
    return [(at, list(values)) for at, values in enumerate(zip(*(each.futures for each in inputs), strict=True))]


def _recipes(inputs: Sequence[Remote]) -> tuple[Recipe, ...]:
    return tuple(each.recipe for each in inputs)


def _starts(sizes: Sequence[int]) -> list[int]:
    """Return the number of the first block of each group."""
    return [0, *accumulate(sizes[:-1])]


def _losing_workers() -> UserError:
    return UserError("the cluster loses workers again and again; look at the memory that its workers have")


def _kind(rows: Any) -> tuple[tuple[int, ...], Any]:
    return rows.shape, rows[:0]
