"""The engine's bench: what it varies, what it measures, and the page that it writes."""

import numpy as np
import pytest

from bench import engine as bench
from likewise.papers.protocols import Mix
from tests.conftest import topical_counts


@pytest.fixture
def drawn():
    X, topic = topical_counts(n_docs=300, n_words=120, n_topics=4, length=40)
    truth = topic == 0
    y = np.full(300, -1)
    y[np.flatnonzero(truth)[:8]] = 1
    return X, Mix(np.arange(300), truth, y)


def test_calibration_error_is_nought_where_shares_are_right_and_the_distance_elsewhere():
    assert bench.calibration_error(np.array([True, False]), np.array([0.5, 0.5])) == 0
    assert bench.calibration_error(np.array([True, True]), np.array([0.25, 0.25])) == pytest.approx(0.75)


def test_measures_are_those_of_the_hidden_documents(drawn):
    row = bench.measured(*drawn)
    assert row["n_examples"] == 8
    assert row["n_pile"] == 292
    assert 0.8 < row["f1"] <= row["f1_oracle"] <= 1
    assert row["low"] <= row["count"] <= row["high"]


@pytest.mark.parametrize("name", [*bench.CONSTANTS, *bench.PARAMETERS])
def test_every_constant_can_be_varied_and_is_put_back(drawn, name):
    plain = bench.varied(*drawn, "", 1.0)
    bench.varied(*drawn, name, 2.0)
    again = bench.varied(*drawn, "", 1.0)
    assert {**plain, "seconds": 0} == {**again, "seconds": 0}


def test_constants_of_every_shape_are_multiplied():
    assert bench._times({"a": ((0.5, 3),)}, 2.0) == {"a": ((1.0, 6),)}
    assert bench._times(1, 0.5) == 1


def test_the_page_is_made_of_rows(drawn, monkeypatch):
    row = {key: str(value) for key, value in bench.measured(*drawn).items()}
    mixes = [
        {**row, "part": "mixes", "corpus": corpus, "setting": str(share), "mix": str(number)}
        for corpus in bench.TARGETS
        for share in bench.SHARES
        for number in range(2)
    ]
    constants = [{**row, "part": "constants", "corpus": c, "setting": "as it is", "mix": "0"} for c in bench.TARGETS]
    speed = [{**row, "part": "speed", "corpus": "20newsgroups", "setting": "10000", "peak_gb": "0.5"}]
    theirs = [
        {"method": "nb", "threshold": "own", "corpus": "webdir", "labelled_share": 0.01, "mix": number, "f1": 0.1}
        for number in range(2)
    ]
    monkeypatch.setattr(bench.zhou2010, "known_rows", lambda: theirs)
    page = bench.page([*mixes, *constants, *speed])
    assert page.count("| webdir | ") == len(bench.SHARES)
    assert "| nb | 1 | 2 | 0.100 |" in page
    assert "| as it is | " in page
    assert "| 10,000 | " in page
