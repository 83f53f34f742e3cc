import numpy as np
import pytest
from sklearn.metrics import f1_score

from likewise.errors import UserError
from likewise.metrics import clustering_agreement, many_classes


def test_both_averages_equal_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    truth, said = rng.integers(0, 6, 200), rng.integers(0, 7, 200)
    result = many_classes(truth, said)
    assert result.micro_f1 == pytest.approx(f1_score(truth, said, average="micro"))
    assert result.macro_f1 == pytest.approx(f1_score(truth, said, average="macro", zero_division=0))
    assert result.by_class[3].f1 == pytest.approx(f1_score(truth == 3, said == 3))


def test_a_class_that_is_not_there_counts_as_nought():
    assert many_classes(["a", "a"], ["a", "b"]).macro_f1 == pytest.approx((2 / 3 + 0) / 2)


def test_documents_of_unknown_class_take_no_part_in_agreement():
    known = clustering_agreement([0, 0, 1, 1], [3, 3, 3, 4])
    some = clustering_agreement([0, 0, 1, 1, -1, -1], [3, 3, 3, 4, 4, 9])
    assert known == some
    assert known.purity == 0.75
    assert clustering_agreement(["x", "y", "-1"], [0, 1, 0]).mutual_information == 1.0


@pytest.mark.parametrize("measure", [many_classes, clustering_agreement])
def test_one_value_a_document_is_wanted(measure):
    with pytest.raises(UserError, match="one class a document"):
        measure([1, 2], [1])
    with pytest.raises(UserError, match="one class a document"):
        measure([], [])


def test_agreement_with_nothing_known_is_an_error():
    with pytest.raises(UserError, match="all are -1"):
        clustering_agreement([-1, -1], [0, 1])
