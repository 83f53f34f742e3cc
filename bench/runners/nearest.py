"""Time the neighbours of likewise: ``python nearest.py MATRIX N_NEIGHBOURS N_THREADS OUT``."""

import sys
import time

import numpy as np
from scipy import sparse

from likewise.models.graph.neighbours import nearest

if __name__ == "__main__":
    rows, n_neighbours = sparse.csr_array(sparse.load_npz(sys.argv[1])), int(sys.argv[2])
    n_threads = int(sys.argv[3])
    nearest(rows[:200], rows[:200], n_neighbours, n_threads)  # compiles
    cpu, wall = time.process_time(), time.perf_counter()
    _, likeness = nearest(rows, rows, n_neighbours, n_threads)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    np.save(sys.argv[4], likeness)
    print(wall, cpu)
