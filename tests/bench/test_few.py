"""Two to four examples: each number of them is searched with, and the page tells the mean difference."""

import numpy as np
from bench.evidence_limit import fit_and_try

from bench import few
from likewise.engine import prepare
from tests.conftest import topical_counts


def test_every_number_of_examples_is_searched_with_and_the_page_adds_up():
    X, topic = topical_counts(n_docs=150, seed=3)
    rows = list(few.measure(prepare(X), topic == 0, np.random.default_rng(0)))
    assert [row["examples"] for row in rows] == [2, 3, 4] * few.DRAWS
    tried = fit_and_try([row.pop("search") for row in rows], ["one", "other", "other"] * few.DRAWS)
    for row, fitted, carried in zip(rows, *tried, strict=True):
        row |= {"f1_fitted": fitted, "f1_carried": carried}
    sides = ("f1", "f1_known", "f1_chance", "f1_fitted", "f1_carried")
    assert all(max(row[side] for side in sides) <= row["f1_best"] + 1e-4 for row in rows)
    assert np.mean([row["f1_chance"] for row in rows]) < np.mean([row["f1_known"] for row in rows])
    assert all(row["truth"] + row["examples"] == (topic == 0).sum() for row in rows)
    assert np.mean([row["f1"] for row in rows]) > 0.8
    page = few.page([{"pile": "mixes", "corpus": "some", **row} for row in rows])
    own, best = (np.mean([row[name] for row in rows]) for name in ("f1", "f1_best"))
    assert f"| all | 2–4 | {3 * few.DRAWS} | {own:.3f} | {best:.3f} | {best - own:.3f} | " in page
