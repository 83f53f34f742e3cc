"""Watch the iterations of pLSA on a cluster: ``python cluster_watch.py ADDRESS FILES N_TOPICS N_ITER``.

Prints, as JSON, medians over iterations, in seconds: of the whole, of the longest and the shortest step of a worker,
of the processor time of a step, and of what passes from the end of the longest to the beginning of the next step.
Beside these stands the processor time that this process and the scheduler take for an iteration, in the mean.
"""

import json
import statistics
import sys
import time
from itertools import pairwise

import numpy as np
from distributed import Client

from likewise.models.topic import PLSA
from likewise.scale.collections import read_texts
from likewise.text import Vectorizer

#: Iterations at the beginning that do not count.
_SKIPPED = 2


def note_steps():
    """Let a worker note when each of its steps begins and ends, and the processor time that it takes."""
    from likewise.scale.group_tasks import StepGroup

    step, StepGroup.notes = StepGroup.__call__, []

    def noting_step(self, *arguments):
        start, processor = time.time(), time.thread_time()
        made = step(self, *arguments)
        StepGroup.notes.append((start, time.time(), time.thread_time() - processor))
        return made

    StepGroup.__call__ = noting_step


def read_notes():
    """Return what a worker noted."""
    from likewise.scale.group_tasks import StepGroup

    return StepGroup.notes


def main(address, files, n_topics, n_iter):
    """Count, fit, and print."""
    with Client(address) as client:
        X = Vectorizer(min_df=5, dtype=np.float32, n_jobs=1).fit_transform(read_texts(files)).persist()
        client.run(note_steps)
        own, scheduler = time.process_time(), client.run_on_scheduler(time.process_time)
        PLSA(n_topics, max_iter=n_iter, tol=0, n_jobs=1, random_state=0).fit(X)
        own, scheduler = time.process_time() - own, client.run_on_scheduler(time.process_time) - scheduler
        notes = client.run(read_notes)
    rounds = list(zip(*(sorted(each) for each in notes.values()), strict=True))[_SKIPPED:]
    lengths = [[stop - start for start, stop, _ in each] for each in rounds]
    ends = [max(stop for _, stop, _ in each) for each in rounds]
    told = {
        "iteration": [after - before for before, after in pairwise(ends)],
        "longest": [max(each) for each in lengths],
        "shortest": [min(each) for each in lengths],
        "between": [min(start for start, *_ in each) - end for each, end in zip(rounds[1:], ends, strict=False)],
        "step_processor": [processor for each in rounds for *_, processor in each],
    }
    medians = {name: statistics.median(values) for name, values in told.items()}
    print(json.dumps({**medians, "client": own / n_iter, "scheduler": scheduler / n_iter}))


if __name__ == "__main__":
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
