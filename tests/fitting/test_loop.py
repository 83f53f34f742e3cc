import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from likewise.fitting import BlockStep, Monitor, State, best_of, generator, iterate
from likewise.fitting.executors import add


def towards_one(x):
    return x + (1 - x) / 2, x


def test_it_stops_when_the_gain_is_small():
    monitor = Monitor(max_iter=1000, tol=1e-4)
    assert iterate(towards_one, 0.5, monitor) == pytest.approx(1.0, abs=1e-3)
    assert monitor.stop_reason == "tol"
    assert monitor.n_iter == len(monitor.history) < 20


def test_running_out_of_iterations_is_not_converging_and_warns_once():
    monitor = Monitor(max_iter=3, tol=1e-9, name="Toy")
    iterate(towards_one, 0.5, monitor)
    assert monitor.stop_reason == "max_iter"
    with pytest.warns(ConvergenceWarning, match="Toy used all of its 3 iterations"):
        monitor.warn()


def test_a_run_of_fixed_length_does_not_warn():
    monitor = Monitor(max_iter=3, tol=0.0)
    iterate(towards_one, 0.5, monitor)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        monitor.warn()


def test_a_falling_objective_is_detected_at_the_smallest_step():
    values = iter([1.0, 2.0, 2.0 - 1e-6, 3.0])
    monitor = Monitor(max_iter=10)
    iterate(lambda x: (x + 1, next(values)), 0, monitor)
    assert monitor.stop_reason == "diverged"
    assert monitor.n_iter == 3
    with pytest.warns(ConvergenceWarning, match="fell"):
        monitor.warn()


def test_an_objective_that_is_not_a_number_is_a_divergence():
    values = iter([1.0, float("nan"), 3.0])
    monitor = Monitor(max_iter=10)
    iterate(lambda x: (x + 1, next(values)), 0, monitor)
    assert monitor.stop_reason == "diverged"


def test_a_new_level_may_start_lower():
    values = iter([5.0, 6.0, 1.0, 2.0])
    monitor = Monitor(max_iter=4)
    state = iterate(lambda x: (x + 1, next(values)), 0, monitor, max_iter=2)
    monitor.new_level()
    assert iterate(lambda x: (x + 1, next(values)), state, monitor) == 4
    assert monitor.stop_reason == "max_iter"
    assert monitor.history == [5.0, 6.0, 1.0, 2.0]


def test_the_callback_sees_every_step_and_may_stop():
    seen = []

    def callback(progress):
        seen.append((progress.done, progress.objective))
        return progress.done == 2

    monitor = Monitor(max_iter=10, callback=callback)
    iterate(towards_one, 0.0, monitor)
    assert monitor.stop_reason == "callback"
    assert seen == [(1, 0.0), (2, 0.5)]


def test_the_same_object_means_no_change():
    monitor = Monitor(max_iter=10)
    state = object()
    assert iterate(lambda s: (s, 0.0), state, monitor) is state
    assert (monitor.stop_reason, monitor.n_iter) == ("no_change", 1)


def test_a_policy_chooses_the_iterate_and_may_end_the_loop():
    class Second:
        def __init__(self):
            self.states = []

        def see(self, state):
            self.states.append(state)
            return len(self.states) == 3

        def chosen(self):
            return self.states[1]

    monitor = Monitor(max_iter=10)
    assert iterate(lambda x: (x + 1, float(x)), 0, monitor, policy=Second()) == 2
    assert (monitor.stop_reason, monitor.n_iter) == ("no_change", 3)


def test_more_starts_are_never_worse_and_begin_with_the_same():
    def run(rng):
        return rng.random()

    one = best_of(run, float, 1, generator(3))
    many = best_of(run, float, 20, generator(3))
    assert many > one
    assert best_of(run, lambda value: -abs(value - one), 20, generator(3)) == one
    with pytest.raises(ValueError, match="n_init"):
        best_of(run, float, 0, generator(3))


def test_randomness_is_repeatable_from_every_kind_of_seed():
    for make in (lambda: 5, lambda: np.random.RandomState(5), lambda: np.random.default_rng(5)):
        assert generator(make()).random() == generator(make()).random()


def test_statistics_add_up_over_blocks():
    data = np.arange(12.0).reshape(6, 2)

    def mean_step(cuts):
        return BlockStep(
            blocks=np.split(data, cuts),
            e_step=lambda block, shared, own: (own + 1, np.array([block.sum(), block.size])),
            m_step=lambda shared, sums: (sums[0] / sums[1], -1.0),
        )

    one, _ = mean_step([])(State(0.0, (0,)))
    three, objective = mean_step([1, 4])(State(0.0, (0, 10, 20)))
    assert one.shared == three.shared == data.mean()
    assert three.own == (1, 11, 21)
    assert objective == -1.0
    assert add((1.0), 2.0) == 3.0
