import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from bench.worker import RunnerFailed, Worker

from bench import worker

RUNNER = """
import os, sys
sys.path.insert(0, {runners!r})
import numpy as np
from serve import serve

def fit(X, n_iter, settings):
    print("chatter of a library")
    if n_iter == 9:
        sys.exit("out of luck")
    big = np.ones(n_iter * 10_000_000 // 3)
    return np.ones((X.shape[0], 2)), np.ones((2, X.shape[1]))

def curve(X, checkpoints, settings):
    for n in checkpoints:
        yield float(n), np.full((2, X.shape[1]), int(os.environ["NUMBA_NUM_THREADS"]))

serve(["numpy"], fit=fit, curve=curve)
"""


@pytest.fixture
def start(tmp_path, monkeypatch):
    """A function that starts the runner above on a small matrix."""
    (tmp_path / "toy.py").write_text(RUNNER.format(runners=str(worker.RUNNERS)), encoding="utf-8")
    monkeypatch.setattr(worker, "RUNNERS", tmp_path)
    sp.save_npz(tmp_path / "X.npz", sp.csr_matrix(np.eye(5, dtype=np.float32)))
    return lambda: Worker(Path(sys.executable), "toy", tmp_path / "X.npz", {"threads": 3, "n_components": 2})


def test_seconds_are_of_one_iteration_and_leave_set_up_out(monkeypatch):
    monkeypatch.syspath_prepend(worker.RUNNERS)
    import serve

    clock = [100.0]
    monkeypatch.setattr(serve.time, "perf_counter", lambda: clock[0])

    def fit(n_iter):
        clock[0] += 7.0 + 0.5 * n_iter

    assert serve._per_iteration(fit, 2, 12) == 0.5


def test_seconds_are_asked_for_over_the_pipe(start):
    with start() as side:
        assert isinstance(side.ask("seconds", iterations=[1, 2])["seconds"], float)


def test_what_a_library_prints_does_not_get_between_the_answers(start):
    with start() as side:
        assert side.versions["numpy"] == np.__version__
        # Two topics that say the same: each of the five words has one chance in five.
        assert side.ask("objective", n_iter=1)["objective"] == pytest.approx(5 * np.log(1 / 5))


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="peak memory is measured on Linux only")
def test_memory_is_the_peak_of_the_fit(start):
    with start() as side:
        assert side.ask("memory")["bytes"] == pytest.approx(80_000_000, rel=0.05)


def test_a_curve_is_saved_point_by_point_with_the_threads_that_were_asked_for(start, tmp_path):
    with start() as side:
        points = side.ask("curve", checkpoints=[1, 4], folder=str(tmp_path))["points"]
    assert [point["seconds"] for point in points] == [1.0, 4.0]
    assert np.load(points[1]["topics"]).tolist() == [[3.0] * 5] * 2


def test_a_runner_that_dies_says_its_last_words(start):
    with pytest.raises(RunnerFailed, match="toy ended without an answer: out of luck"), start() as side:
        side.ask("objective", n_iter=9)
