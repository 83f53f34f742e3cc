"""Time how others find neighbours: ``python approximate_peers.py PEER ROWS N_NEIGHBOURS OUT``."""

import re
import sys
import time
from pathlib import Path

import numpy as np


def by_pynndescent(vectors, n_neighbours):
    """Find neighbours by descent over a graph of neighbours."""
    from pynndescent import NNDescent

    places, distances = NNDescent(
        vectors, metric="cosine", n_neighbors=n_neighbours + 1, random_state=0, n_jobs=2
    ).neighbor_graph
    return places, 1 - distances


def by_usearch(vectors, n_neighbours):
    """Find neighbours by a hierarchy of navigable graphs."""
    from usearch.index import Index

    index = Index(ndim=vectors.shape[1], metric="cos")
    index.add(np.arange(len(vectors)), vectors, threads=2)
    found = index.search(vectors, n_neighbours + 1, threads=2)
    return found.keys.astype(np.int64), 1 - found.distances


def by_sparse_dot_topn(rows, n_neighbours):
    """Find neighbours by all products of words; where a row has fewer, its last ones are -1."""
    from sparse_dot_topn import sp_matmul_topn

    found = sp_matmul_topn(rows, type(rows)(rows.T), top_n=n_neighbours + 1, sort=True, n_threads=2)
    places, likeness = (np.full((rows.shape[0], n_neighbours + 1), fill) for fill in (-1, 0.0))
    at = np.arange(len(found.indices)) - np.repeat(found.indptr[:-1], np.diff(found.indptr))
    where = np.repeat(np.arange(rows.shape[0]), np.diff(found.indptr)), at
    places[where], likeness[where] = found.indices, found.data
    return places, likeness


def load(path):
    """Return vectors, or words in CSR form."""
    if path.endswith(".npy"):
        return np.load(path)
    from scipy import sparse

    return sparse.csr_matrix(sparse.load_npz(path))


def peak_memory():
    """Return the peak memory of this process in GB; `getrusage` would count what its parent had when it began."""
    return int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="utf-8"))[1]) / 1e6


if __name__ == "__main__":
    peer, rows, n_neighbours, out = sys.argv[1], load(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    find = {"pynndescent": by_pynndescent, "usearch": by_usearch, "sparse_dot_topn": by_sparse_dot_topn}[peer]
    find(rows[:500], n_neighbours)  # compiles
    cpu, wall = time.process_time(), time.perf_counter()
    places, likeness = find(rows, n_neighbours)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    # A document is its own neighbour there, first or not at all.
    own = places == np.arange(len(places))[:, None]
    own[~own.any(axis=1), -1] = True
    shape = (len(places), n_neighbours)
    places, likeness = places[~own].reshape(shape), likeness[~own].reshape(shape)
    np.savez(out, neighbours=np.where(likeness > 0, places, -1), likeness=np.maximum(likeness, 0).astype(np.float32))
    print(wall, cpu, peak_memory())
