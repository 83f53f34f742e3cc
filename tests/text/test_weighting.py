import numpy as np
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.utils.estimator_checks import parametrize_with_checks

from likewise.errors import UserError
from likewise.text import Weighting
from likewise.text.weighting import IDF, NORMS, SCHEMES, TF


@pytest.fixture
def counts():
    rng = np.random.default_rng(3)
    dense = rng.poisson(0.4, (40, 25)).astype(float)
    dense[5] = 0
    dense[:, 7] = 0
    return sparse.csr_array(dense)


@parametrize_with_checks([Weighting(scheme) for scheme in SCHEMES])
def test_scikit_learns_checks_pass(estimator, check):
    check(estimator)


@pytest.mark.parametrize("sublinear", [False, True])
@pytest.mark.parametrize("smooth", [False, True, None])
@pytest.mark.parametrize("norm", ["l1", "l2", None])
def test_weights_equal_those_of_scikit_learn(counts, sublinear, smooth, norm):
    counts = counts[:, [c for c in range(25) if c != 7]]  # a word of no document has no finite weight there
    theirs = TfidfTransformer(norm=norm, use_idf=smooth is not None, smooth_idf=bool(smooth), sublinear_tf=sublinear)
    idf = {True: "smooth", False: "plain", None: None}[smooth]
    ours = Weighting("counts", tf="log" if sublinear else "count", idf=idf, norm=norm)
    expected = theirs.fit_transform(counts).toarray()
    np.testing.assert_allclose(ours.fit_transform(counts).toarray(), expected, rtol=1e-12)


def test_named_schemes_are_those_of_scikit_learn(counts):
    for scheme, sublinear in [("tfidf", False), ("tfidf-log", True)]:
        expected = TfidfTransformer(sublinear_tf=sublinear).fit_transform(counts)
        np.testing.assert_allclose(Weighting(scheme).fit_transform(counts).toarray(), expected.toarray(), rtol=1e-12)


def test_bm25_is_the_formula(counts):
    k1, b = 1.5, 0.6
    dense = counts.toarray()
    df = (dense > 0).sum(axis=0)
    idf = np.log(1 + (40 - df + 0.5) / (df + 0.5))
    length = dense.sum(axis=1, keepdims=True) / dense.sum(axis=1).mean()
    expected = idf * dense * (k1 + 1) / (dense + k1 * (1 - b + b * length))
    np.testing.assert_allclose(Weighting("bm25", k1=k1, b=b).fit_transform(counts).toarray(), expected, rtol=1e-12)


def test_log_entropy_is_the_formula(counts):
    dense = counts.toarray()
    with np.errstate(all="ignore"):
        p = dense / dense.sum(axis=0)
        spread = np.where(dense > 0, p * np.log(p), 0.0).sum(axis=0)
    expected = np.log(1 + dense) * (1 + spread / np.log(40))
    weights = Weighting("log-entropy", norm=None).fit_transform(counts)
    np.testing.assert_allclose(weights.toarray(), expected, rtol=1e-10, atol=1e-14)


def test_entropy_is_none_for_an_even_spread_and_one_for_a_single_document():
    weighting = Weighting("log-entropy").fit([[1, 4], [1, 0], [1, 0]])
    np.testing.assert_allclose(weighting.idf_, [0, 1], atol=1e-12)
    assert Weighting("log-entropy").fit([[1, 4]]).idf_.tolist() == [1, 1]


def test_probabilistic_weight_is_never_negative():
    idf = Weighting("counts", idf="probabilistic").fit([[1, 1, 0], [1, 0, 0], [1, 0, 0]]).idf_
    np.testing.assert_allclose(idf, [0, np.log(2), np.log(3)])


@pytest.mark.parametrize("tf", TF)
@pytest.mark.parametrize("idf", IDF)
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int64])
def test_every_combination_keeps_shape_emptiness_order_and_type(counts, tf, idf, norm, dtype):
    given = counts.astype(dtype)
    before = given.copy()
    weights = Weighting(tf=tf, idf=idf, norm=norm).fit_transform(given)
    assert weights.dtype == (np.float32 if dtype == np.float32 else np.float64)
    assert isinstance(weights, sparse.csr_array)
    assert weights.shape == given.shape
    assert np.isfinite(weights.data).all()
    assert weights.indptr[5] == weights.indptr[6]
    assert 7 not in weights.indices
    assert all(
        np.all(np.diff(weights.indices[a:b]) > 0) for a, b in zip(weights.indptr, weights.indptr[1:], strict=False)
    )
    np.testing.assert_array_equal(given.data, before.data)
    exact = Weighting(tf=tf, idf=idf, norm=norm).fit_transform(counts)
    np.testing.assert_allclose(weights.toarray(), exact.toarray(), rtol=1e-5, atol=1e-6)


def test_stored_zeros_duplicates_and_disorder_do_not_matter():
    tidy = sparse.csr_array(np.array([[2.0, 0, 3], [0, 0, 1]]))
    untidy = sparse.csr_array(([3.0, 1.0, 0.0, 1.0, 1.0], [2, 0, 1, 0, 2], [0, 4, 5]), shape=(2, 3))
    for scheme in SCHEMES:
        expected = Weighting(scheme).fit_transform(tidy)
        np.testing.assert_allclose(Weighting(scheme).fit_transform(untidy).toarray(), expected.toarray())


def test_a_new_document_is_weighed_by_what_was_learned(counts):
    for scheme in SCHEMES:
        weighting = Weighting(scheme).fit(counts)
        together = weighting.transform(counts).toarray()
        np.testing.assert_array_equal(weighting.transform(counts[3:4]).toarray()[0], together[3])
    unseen = np.zeros((1, 25))
    unseen[0, 7] = 1  # a word of no document at fit
    assert np.isfinite(Weighting("counts", idf="plain").fit(counts).transform(unseen).data).all()


def test_documents_without_words_stay_zero():
    for scheme in SCHEMES:
        assert Weighting(scheme).fit_transform(sparse.csr_array((3, 4))).nnz == 0


def test_negative_counts_and_unknown_names_are_refused():
    with pytest.raises(UserError, match="Negative values in data passed to Weighting"):
        Weighting().fit([[1.0, -1.0]])
    with pytest.raises(ValueError, match="tfidf-log"):
        Weighting("tf-idf").fit([[1.0]])
