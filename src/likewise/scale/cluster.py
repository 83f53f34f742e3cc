"""The cluster that a search runs on: one that is there already, or worker processes of this machine."""

import asyncio
import logging
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from likewise.errors import UserError

if TYPE_CHECKING:
    from likewise.scale.dask_executor import DaskExecutor

#: Seconds in which a scheduler must answer.
_PATIENCE = 10
_LOCAL = re.compile(r"local:(\d+)")
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx|inproc)://\S+")
#: Workers of one thread each count with one thread, in every library.
_ONE_THREAD = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")


def check_scheduler(scheduler: str) -> None:
    """Refuse what names no cluster, before anything heavy is loaded.

    Parameters
    ----------
    scheduler : str
        As of `connect`.

    Raises
    ------
    UserError
        If it is neither an address nor a number of processes, or Dask is not installed.

    Examples
    --------
    >>> check_scheduler("two machines")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: 'two machines' is not a scheduler; give its address, such as tcp://host:8786, ...
    """
    from importlib.util import find_spec

    count = _LOCAL.fullmatch(scheduler)
    if not (_ADDRESS.fullmatch(scheduler) or (count and int(count[1]) > 0)):
        raise UserError(
            f"{scheduler!r} is not a scheduler; give its address, such as tcp://host:8786, or local:2 for two "
            "processes of this machine",
            parameter="scheduler",
        )
    if find_spec("distributed") is None:
        raise UserError(
            "a search on a cluster needs Dask, which is not installed; install it by: pip install 'likewise[scale]'",
            parameter="scheduler",
        )


@contextmanager
def connect(scheduler: str) -> "Iterator[DaskExecutor]":
    """Use a cluster of Dask, or start worker processes on this machine for a while.

    Parameters
    ----------
    scheduler : str
        Address of a scheduler, such as ``tcp://host:8786``; or ``local:2`` for two processes of one thread each.

    Yields
    ------
    DaskExecutor
        Runs functions over blocks there.

    Raises
    ------
    UserError
        If there is no such cluster, or Dask is not installed.
    """
    check_scheduler(scheduler)
    from distributed import Client, LocalCluster

    from likewise.scale.dask_executor import DaskExecutor

    logging.getLogger("asyncio").addFilter(_is_no_end_of_dask)
    count = _LOCAL.fullmatch(scheduler)
    if count is None:
        try:
            with ThreadPoolExecutor(1) as pool:  # there may be a loop in this thread, as in a notebook
                pool.submit(asyncio.run, _reach(scheduler)).result()
            client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError):
            raise UserError(
                f"no scheduler of Dask answers at {scheduler}; start one by: dask scheduler", parameter="scheduler"
            ) from None
        except (ValueError, TypeError) as error:  # no port, or a protocol that Dask is not set up for
            raise UserError(
                f"Dask cannot connect to {scheduler}: {error}; give host and port, such as tcp://host:8786, and set up "
                "Dask for other protocols",
                parameter="scheduler",
            ) from None
        with client, client.as_current():
            try:
                client.wait_for_workers(1, timeout=_PATIENCE)
            except TimeoutError:
                raise UserError(
                    f"the cluster at {scheduler} has no workers; start one by: dask worker {scheduler}",
                    parameter="scheduler",
                ) from None
            yield DaskExecutor(client)
        return
    with (
        LocalCluster(
            n_workers=int(count[1]),
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
            env=_ONE_THREAD,
            preload=["likewise.scale.worker_signals"],
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
        client.as_current(),
    ):
        yield DaskExecutor(client)


async def _reach(scheduler: str) -> None:
    """Connect to a scheduler and go away; a client that cannot would stand in the way of others for a while."""
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(scheduler, timeout=_PATIENCE, **Security().get_connection_args("client"))
    await comm.close()


def _is_no_end_of_dask(record: logging.LogRecord) -> bool:
    """Tell whether a message is none of those on connections that Dask leaves open where it is interrupted."""
    error = record.exc_info[1] if record.exc_info else None
    return not type(error).__module__.startswith("distributed.")
