import numpy as np
import pytest

from likewise.models.topic import LSI
from likewise.text import Weighting


def test_it_is_the_truncated_svd_with_settled_signs(counts):
    model = LSI(4).fit(counts)
    weighted = Weighting("log-entropy").fit_transform(counts).toarray()
    u, s, vt = np.linalg.svd(weighted, full_matrices=False)
    np.testing.assert_allclose(model.singular_values_, s[:4], rtol=1e-8)
    np.testing.assert_allclose(np.abs(model.components_), np.abs(vt[:4]), atol=1e-7)
    np.testing.assert_allclose(np.abs(model.transform(counts)), np.abs(u[:, :4] * s[:4]), atol=1e-7)
    largest = np.abs(model.components_).argmax(axis=1)
    assert (model.components_[np.arange(4), largest] > 0).all()


def test_empty_documents_lie_at_the_origin(counts):
    np.testing.assert_array_equal(LSI(3).fit_transform(counts)[7], 0.0)


@pytest.mark.parametrize(("shape", "expected"), [((3, 5), 2), ((5, 3), 2), ((4, 1), 1), ((1, 4), 1)])
def test_more_dimensions_than_there_are_become_fewer(shape, expected):
    X = np.random.default_rng(0).poisson(2.0, shape) + 1
    model = LSI(50).fit(X)
    assert model.transform(X).shape == (shape[0], expected)
    assert len(model.get_feature_names_out()) == expected


def test_it_gives_the_same_bytes_twice(counts):
    assert LSI(5).fit_transform(counts).tobytes() == LSI(5).fit_transform(counts).tobytes()
