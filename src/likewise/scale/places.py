"""Where blocks are: groups of neighbours, each with a thread of a worker that it belongs to."""

import socket
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from distributed import Client, SchedulerPlugin
from distributed.comm import get_address_host_port
from distributed.scheduler import Scheduler

#: Seconds in which a worker that can be reached answers.
_SOON = 2.0


class Places:
    """Cuts blocks into groups, and gives each a worker.

    Parameters
    ----------
    client : distributed.Client
        Of the cluster.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        #: Groups of as many blocks: they must stay the same if workers come or go.
        self._group_sizes: dict[int, list[int]] = {}
        #: The worker of each thread that there was in the beginning.
        self._threads: list[str] = []

    @property
    def n_threads(self) -> int:
        """Threads of all workers; 1 while there are none."""
        return sum(self._client.nthreads().values()) or 1

    def cut(self, n_blocks: int) -> list[int]:
        """Cut blocks into groups of neighbours: one for each thread, or for each block while no worker is there."""
        if n_blocks not in self._group_sizes:
            n_groups = min(n_blocks, sum(self._client.nthreads().values()) or n_blocks)
            self._group_sizes[n_blocks] = np.diff(np.arange(n_groups + 1) * n_blocks // max(n_groups, 1)).tolist()
        return self._group_sizes[n_blocks]

    def home(self, at: int, n_groups: int) -> dict[str, Any]:
        """Say, as options of Dask, where one of so many groups belongs as long as that worker is there.

        Left to itself, Dask sometimes moves a group to a worker that is idle for a moment, where it then stays.
        """
        self._threads = self._threads or [
            address for address, n_threads in self._client.nthreads().items() for _ in range(n_threads)
        ]
        if not self._threads:
            return {}
        return {"workers": [self._threads[at * len(self._threads) // n_groups]], "allow_other_workers": True}


class LetOthersTakeOver(SchedulerPlugin):  # type: ignore[misc]  # Dask has no types
    """Lets a new worker have what belonged to workers that are lost, even if no other one was left meanwhile.

    ``allow_other_workers`` alone means the workers of the moment at which a task loses its own: if there is none, Dask
    keeps the task for a worker of the same address, which never comes again.
    """

    name = "likewise: let others take over"
    idempotent = True

    def add_worker(self, scheduler: Scheduler, worker: str) -> None:
        """Free the tasks that wait for lost workers; Dask gives them away right after."""
        for task in scheduler.unrunnable:
            if task.loose_restrictions:
                task.worker_restrictions = None


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


def take_groups(values: Sequence[Any], sizes: Sequence[int]) -> Iterator[list[Any]]:
    """Take values in groups of these sizes."""
    rest = iter(values)
    for size in sizes:
        yield list(islice(rest, size))
