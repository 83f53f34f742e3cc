"""Time sparse_dot_topn: ``python topn.py MATRIX N_NEIGHBOURS N_THREADS OUT``; a row is its own neighbour there."""

import sys
import time

import numpy as np
from scipy import sparse
from sparse_dot_topn import sp_matmul_topn

if __name__ == "__main__":
    rows, n_neighbours = sparse.csr_matrix(sparse.load_npz(sys.argv[1])), int(sys.argv[2])
    n_threads = int(sys.argv[3])
    sp_matmul_topn(rows[:200], sparse.csr_matrix(rows[:200].T), top_n=n_neighbours + 1, n_threads=n_threads)
    cpu, wall = time.process_time(), time.perf_counter()
    columns = sparse.csr_matrix(rows.T)
    found = sp_matmul_topn(rows, columns, top_n=n_neighbours + 1, sort=True, n_threads=n_threads)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    likeness = np.zeros((rows.shape[0], n_neighbours), dtype=rows.dtype)
    for row in range(rows.shape[0]):
        part = slice(found.indptr[row], found.indptr[row + 1])
        others = found.data[part][found.indices[part] != row][:n_neighbours]
        likeness[row, : len(others)] = np.sort(others)[::-1]
    np.save(sys.argv[4], likeness)
    print(wall, cpu)
