"""Fit pLSA to a pile in files on a cluster: ``python cluster_fit.py ADDRESS FILES N_TOPICS N_ITER [KILL_AT]``.

Prints, as JSON, seconds and processor seconds of counting and of the fit, of this process and of each worker, the peak
memory of this process, and a hash of the topics. With KILL_AT, a worker process is killed after that iteration.
"""

import hashlib
import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import dask
import numpy as np
from distributed import Client

from likewise.models.topic import PLSA
from likewise.scale.collections import read_texts
from likewise.text import Vectorizer


def processor():
    """Return the processor seconds of this process."""
    return sum(os.times()[:2])


def peak_memory():
    """Return the peak memory of this process in GB; `getrusage` would count what its parent had when it began."""
    return int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="utf-8"))[1]) / 1e6


class Clock:
    """Measures this process and the workers from here on."""

    def __init__(self, client):
        self.client = client
        self.before = (time.perf_counter(), processor(), client.run(processor))

    def read(self):
        """Return seconds, own processor seconds, and those of each worker that is still there."""
        start, own, workers = self.before
        now = self.client.run(processor)
        each = [seconds - workers.get(address, 0.0) for address, seconds in now.items()]
        return {"seconds": time.perf_counter() - start, "client": processor() - own, "workers": each}


def main(address, files, n_topics, n_iter, kill_at=0):
    """Count, fit, and print."""
    with Client(address) as client:
        clock = Clock(client)
        vectorizer = Vectorizer(min_df=5, dtype=np.float32, n_jobs=1)
        X = vectorizer.fit_transform(read_texts(files))
        sizes = dask.compute(*(dask.delayed(_count_entries)(block) for block in X.to_delayed().ravel()))
        counting = clock.read()

        def kill(iteration):
            if iteration.done == kill_at:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

        clock = Clock(client)
        model = PLSA(n_topics, max_iter=n_iter, tol=0, n_jobs=1, callback=kill, random_state=0).fit(X)
        told = {
            "counting": counting,
            "fit": clock.read(),
            "n_words": X.shape[1],
            "n_entries": sum(sizes),
            "topics": hashlib.sha256(model.components_.tobytes()).hexdigest()[:16],
            "peak_gb": peak_memory(),
        }
    print(json.dumps(told))


def _count_entries(block):
    return int(block.nnz)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
