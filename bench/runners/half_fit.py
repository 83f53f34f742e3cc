"""Fit pLSA to some files in memory, on one thread: ``python half_fit.py N_TOPICS N_ITER FILE...``.

Counts, prints a line, waits for one, fits, and prints the seconds that the fit took: so that two of these can begin at
once.
"""

import sys
import time

import numpy as np
import polars as pl

from likewise.models.topic import PLSA
from likewise.text import Vectorizer


def main(n_topics, n_iter, *files):
    """Count, wait, fit."""
    texts = [text for file in files for text in pl.read_parquet(file)["text"].to_list()]
    X = Vectorizer(min_df=5, dtype=np.float32, n_jobs=1).fit_transform(texts)
    print("ready", flush=True)
    sys.stdin.readline()
    start = time.perf_counter()
    # As many blocks as there are files, as on a cluster.
    PLSA(n_topics, max_iter=n_iter, tol=0, n_jobs=1, block_rows=-(-X.shape[0] // len(files)), random_state=0).fit(X)
    print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
