"""Dirichlet priors learned from what variational inference expects of their draws."""

import numpy as np
from scipy.special import digamma, gammaln

from likewise.sklearn_api import Array


def likeliest_prior(expected_logs: Array, n_draws: int, start: Array, copies: int = 1) -> Array:
    """Return the Dirichlet parameters a that maximise the bound's part that depends on them.

    That is n (ln Γ(c Σ a_g) − c Σ ln Γ(a_g)) + Σ a_g E_g, with E_g the sum over n draws of E[log θ] and c equal
    parameters for each of a (c = 1: a full vector; one a and c words: a symmetric prior). Never worse than ``start``.

    Examples
    --------
    >>> draws = np.random.default_rng(0).dirichlet([0.5, 2.0], 4000)
    >>> likeliest_prior(np.log(draws).sum(axis=0), 4000, np.ones(2)).round(1).tolist()
    [0.5, 2.0]
    """
    from scipy.optimize import minimize  # slow to import, and only learned priors need it

    def loss(log_a: Array) -> tuple[float, Array]:
        a = np.exp(log_a)
        value = n_draws * (gammaln(copies * a.sum()) - copies * gammaln(a).sum()) + a @ expected_logs
        gradient = n_draws * copies * (digamma(copies * a.sum()) - digamma(a)) + expected_logs
        return -float(value) / n_draws, -gradient * a / n_draws

    log_start = np.log(start)
    # Below 1e-2 exp ψ(a) is nothing but underflow; above 1e3 a draw is as good as fixed.
    found = minimize(loss, log_start, jac=True, method="L-BFGS-B", bounds=[(np.log(1e-2), np.log(1e3))] * len(start))
    return np.exp(found.x) if found.fun < loss(log_start)[0] else start
