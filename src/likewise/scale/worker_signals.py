"""Loaded by every worker process of this machine as it starts (`likewise.scale.cluster`)."""

import signal
from typing import Any


def dask_setup(worker: Any) -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the client; it ends the workers.

    Parameters
    ----------
    worker : distributed.Worker
        The worker.

    Examples
    --------
    >>> import subprocess, sys
    >>> code = "import os, signal; from likewise.scale.worker_signals import dask_setup; dask_setup(None)"
    >>> subprocess.run([sys.executable, "-c", code + "; os.kill(os.getpid(), signal.SIGINT)"]).returncode
    0
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
