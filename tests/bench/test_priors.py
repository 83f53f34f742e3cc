import csv

import numpy as np

from bench import priors


def test_the_page_is_that_of_its_rows():
    with priors.ROWS.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * 3 * 20 * 7
    assert priors.PAGE.read_text(encoding="utf-8") == priors.page(rows), "run `python -m bench priors`"


def test_tasks_have_nested_labels_and_the_asked_for_number_of_them():
    labels = np.repeat([f"topic {number:02}" for number in range(9)], 60)
    for kind, n_topics in (("six topics", 6), ("one of twenty", 9)):
        for task in priors.tasks(labels, kind, 3, draw=1):
            assert len(np.unique(labels[task.rows])) == n_topics
            few, many = task.labels(10) == 1, task.labels(50) == 1
            assert (few.sum(), many.sum()) == (10, 50)
            assert (many[few]).all()
            assert task.truth[many].all()
            assert task.truth.sum() == 60


def test_one_of_twenty_takes_each_group_once():
    labels = np.repeat(list("abcdefgh"), 20)
    positive = [labels[task.truth][0] for task in priors.tasks(labels, "one of twenty", 20, draw=2)]
    assert sorted(positive) == list("abcdefgh")


def test_a_summary_by_hand():
    rows = [
        {"method": "rank", "n_positive": "10", "truth": "0.1", "prior": "0.2", "low": "0.05", "high": "0.3"},
        {"method": "rank", "n_positive": "10", "truth": "0.1", "prior": "0.1", "low": "0.15", "high": "0.3"},
        {"method": "rank", "n_positive": "10", "truth": "0.4", "prior": "0.4", "low": "0.3", "high": "0.5"},
        {"method": "rank", "n_positive": "20", "truth": "0.4", "prior": "0.9", "low": "0.8", "high": "1.0"},
        {"method": "bbe", "n_positive": "10", "truth": "0.4", "prior": "0.0", "low": "nan", "high": "nan"},
    ]
    assert priors.summary(rows, "rank", 10) == ("0.000", "0.23", "67%")
    assert priors.summary(rows, "rank", 20) == ("0.500", "0.81", "0%")
    assert priors.summary(rows, "bbe", 10) == ("0.400", "8.29", "–")


def test_a_trial_has_a_row_for_each_method(pu_counts):
    X, _, truth = pu_counts
    task = priors.Task(np.arange(len(truth)), truth, np.flatnonzero(truth))
    rows = priors.trial(X, task, 5)
    assert [row["method"] for row in rows] == list(priors.METHODS)
    assert {row["truth"] for row in rows} == {round((truth.sum() - 5) / (len(truth) - 5), 6)}
    assert rows[0]["low"] < rows[0]["prior"] < rows[0]["high"]
