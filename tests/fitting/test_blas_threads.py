"""The counted limit on BLAS threads."""

import subprocess
import sys

PROGRAM = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from threadpoolctl import threadpool_info
from likewise.fitting.blas_threads import one_blas_thread

def blas_threads():
    return sorted({library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"})

both_inside, first_has_left = Barrier(2, timeout=30), Event()

def leave_first():
    with one_blas_thread():
        both_inside.wait()
        seen = blas_threads()
    first_has_left.set()
    return seen

def leave_last():
    with one_blas_thread():
        both_inside.wait()
        first_has_left.wait(30)
        return blas_threads()

print(blas_threads())
for _ in range(3):
    with ThreadPoolExecutor(2) as pool:
        seen = [pool.submit(leave_first), pool.submit(leave_last)]
        print([one.result() for one in seen])
    first_has_left.clear()
    print(blas_threads())
try:
    with one_blas_thread():
        raise KeyError
except KeyError:
    print(blas_threads())
"""


def test_overlapping_limits_leave_nothing_behind():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env={"OPENBLAS_NUM_THREADS": "2"}
    )
    before, *after = done.stdout.splitlines()
    assert after == [*["[[1], [1]]", before] * 3, before]
