"""Sums over all pairs of a labelled and another document, without a table of pairs.

With p_i (labelled, t × K), q_i its mass off each topic, and p_j, q_j likewise of the others (u × K)::

    unlike_ij = ⟨p_i, q_j⟩ = 1 − ⟨p_i, p_j⟩,   share_ij = w_j / unlike_ij
    pull_i = Σ_j share_ij q_j      push_j = Σ_i share_ij q_i      total = Σ_ij w_j log unlike_ij
"""

from numba import njit

from likewise.kernels.logarithm import fast_log

_OPTIONS = {"nogil": True, "cache": True, "error_model": "numpy", "fastmath": {"reassoc", "contract", "nsz"}}


@njit(**_OPTIONS)
def pair_sums(labelled, labelled_off, others_off, weights, pull, push):
    """Add to ``pull`` (t × K), write ``push`` (u × K), and return the weighted sum of logarithms.

    Logarithms are taken of products of a few pairs, which cannot underflow: each factor is at least 1e-36.
    """
    n_labelled, n_topics = labelled.shape
    total = 0.0
    for j in range(len(others_off)):
        q_j = others_off[j]
        push_j = push[j]
        push_j[:] = 0.0
        weight = weights[j]
        log_sum = 0.0
        product = 1.0
        for i in range(n_labelled):
            p_i = labelled[i]
            unlike = 0.0
            for k in range(n_topics):
                unlike += p_i[k] * q_j[k]
            unlike = max(unlike, 1e-36)
            product *= unlike
            if product < 1e-240:
                log_sum += fast_log(product)
                product = 1.0
            share = weight / unlike
            q_i = labelled_off[i]
            pull_i = pull[i]
            for k in range(n_topics):
                push_j[k] += share * q_i[k]
                pull_i[k] += share * q_j[k]
        total += weight * (log_sum + fast_log(product))
    return total
