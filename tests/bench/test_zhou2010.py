import csv

import numpy as np

from bench import zhou2010


def test_the_page_is_that_of_its_rows():
    with zhou2010.ROWS.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * 20 * 3
    assert zhou2010.PAGE.read_text(encoding="utf-8") == zhou2010.page(rows), "run `make papers`"


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
