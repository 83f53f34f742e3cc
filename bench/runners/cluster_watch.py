"""Watch the iterations of pLSA on a cluster: ``python cluster_watch.py ADDRESS FILES N_TOPICS N_ITER``.

Prints, as JSON, medians over iterations, in seconds: of the whole, of the longest and the shortest step of a worker,
and of what passes from the end of the longest to the beginning of the next step.
"""

import json
import statistics
import sys
from itertools import pairwise

import numpy as np
from distributed import Client, get_task_stream

from likewise.models.topic import PLSA
from likewise.scale.collections import read_texts
from likewise.text import Vectorizer

#: Iterations at the beginning that do not count.
_SKIPPED = 2


def main(address, files, n_topics, n_iter):
    """Count, fit, and print."""
    with Client(address) as client:
        X = Vectorizer(min_df=5, dtype=np.float32, n_jobs=1).fit_transform(read_texts(files)).persist()
        with get_task_stream(client) as stream:
            PLSA(n_topics, max_iter=n_iter, tol=0, n_jobs=1, random_state=0).fit(X)
        n_workers = sum(client.nthreads().values())
    steps = sorted(
        (part["start"], part["stop"])
        for task in stream.data
        if "StepGroup" in str(task["key"])
        for part in task["startstops"]
        if part["action"] == "compute"
    )
    rounds = [steps[first : first + n_workers] for first in range(0, len(steps), n_workers)][_SKIPPED:]
    lengths = [[stop - start for start, stop in each] for each in rounds]
    ends = [max(stop for _, stop in each) for each in rounds]
    told = {
        "iteration": [after - before for before, after in pairwise(ends)],
        "longest": [max(each) for each in lengths],
        "shortest": [min(each) for each in lengths],
        "between": [each[0][0] - end for each, end in zip(rounds[1:], ends, strict=False)],
    }
    print(json.dumps({name: statistics.median(values) for name, values in told.items()}))


if __name__ == "__main__":
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
