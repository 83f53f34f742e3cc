import numpy as np
from scipy.special import digamma, gammaln

from likewise.kernels.dirichlet import digamma_and_lgamma, dirichlet_rows


def test_digamma_and_lgamma_equal_scipy():
    values = 10.0 ** np.random.default_rng(0).uniform(-3, 6, 500)
    psi, lgamma = np.array([digamma_and_lgamma(v) for v in values]).T
    np.testing.assert_allclose(psi, digamma(values), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(lgamma, gammaln(values), rtol=1e-12, atol=1e-12)


def run(counts, prior, offset):
    factor = np.empty_like(counts)
    scale, bound = np.empty(len(counts)), np.empty(len(counts))
    dirichlet_rows(0, len(counts), counts, prior, offset, factor, scale, bound)
    return factor, scale, bound


def test_document_rows_equal_the_formula():
    rng = np.random.default_rng(0)
    counts, prior = rng.gamma(0.5, 4.0, (20, 5)), rng.uniform(0.05, 2, 5)
    factor, scale, bound = run(counts, prior, np.empty(0))
    a = prior + counts
    expected = digamma(a) - digamma(a.sum(axis=1, keepdims=True))
    np.testing.assert_allclose(np.log(factor) + scale[:, None], expected, atol=1e-10)
    np.testing.assert_allclose(factor.max(axis=1), 1.0)
    terms = (prior - a) * expected + gammaln(a)
    np.testing.assert_allclose(bound, terms.sum(axis=1) - gammaln(a.sum(axis=1)), atol=1e-9)


def test_small_parameters_do_not_underflow_all_factors():
    factor, _, _ = run(np.zeros((1, 3), dtype=np.float32), np.full(3, 1e-2), np.empty(0))
    np.testing.assert_allclose(factor, 1.0)
