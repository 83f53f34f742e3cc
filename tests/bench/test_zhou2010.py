import csv
from collections import Counter

import numpy as np

from bench import zhou2010
from tests.conftest import topical_counts


def test_the_page_is_that_of_its_rows():
    with zhou2010.ROWS.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    settings = Counter((row["corpus"], row["labelled_share"], row["method"], row["threshold"]) for row in rows)
    assert set(settings.values()) == {20}
    assert {method for _, _, method, _ in settings} == set(zhou2010.classifiers())
    assert zhou2010.PAGE.read_text(encoding="utf-8") == zhou2010.page(rows), "run `python -m bench zhou2010`"


def test_mixes_have_six_topics_one_of_them_positive_and_nested_examples():
    labels = np.repeat([f"topic {number}" for number in range(9)], 50)
    small, large = (list(zhou2010.mixes(labels, share, 4, draw=1)) for share in (0.02, 0.1))
    for few, many in zip(small, large, strict=True):
        assert len(np.unique(labels[few.rows])) == 6
        assert few.truth.sum() == 50
        assert (few.y == 1).sum() == 1
        assert (many.y == 1).sum() == 5
        assert set(np.flatnonzero(few.y == 1)) <= set(np.flatnonzero(many.y == 1))
        assert many.truth[many.y == 1].all()


def test_a_trial_scores_the_unlabelled_documents_and_says_what_a_method_cannot_do():
    X, topic = topical_counts(n_docs=90, seed=1)
    y = np.full(90, -1)
    y[np.flatnonzero(topic == 0)[:4]] = 1
    mix = zhou2010.Mix(np.arange(90), topic == 0, y)
    for method in ("centroid", "ts-plsa"):
        row = zhou2010.trial(X, mix, method, "own", 0)
        assert row["f1"] > 0.8
        assert row["ap"] > 0.9
        assert row["problem"] == ""
    y = np.where(np.arange(90) == np.flatnonzero(topic == 0)[0], 1, -1)
    row = zhou2010.trial(X, mix._replace(y=y), "s-em", "own", 0)
    assert row["f1"] == 0
    assert "at least two" in row["problem"]
