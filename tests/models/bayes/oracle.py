"""Naive Bayes and EM again, dense and in plain loops over classes: what the sparse ones are compared with."""

import numpy as np
from scipy.special import logsumexp


def m_step(X, memberships, alpha=0.1, prior_smoothing=0.0):
    """Return log π and log φ (words × components) over a vocabulary in which every column is used."""
    counts = X.T @ memberships + alpha
    shares = memberships.sum(axis=0) + prior_smoothing
    return np.log(shares / shares.sum()), np.log(counts / counts.sum(axis=0))


def scores(X, log_shares, log_words):
    return X @ log_words + log_shares


def em(X, y, free=(-1,), *, mu=1.0, alpha=0.1, prior_smoothing=0.0, start="labelled", n_steps=3):
    """Return the log-odds and the objective of each iterate; documents with a label in ``free`` may move."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    one_hot = np.column_stack([y == 0, y == 1]).astype(float)
    first = one_hot if start == "labelled" else np.column_stack([y != 1, y == 1]).astype(float)
    weights = np.where(y == -1, mu, 1.0)
    moves = np.isin(y, free)
    mixture = m_step(X, first, alpha, prior_smoothing)
    odds, objectives = [], []
    for _ in range(n_steps + 1):
        joint = scores(X, *mixture)
        odds.append(joint[:, 1] - joint[:, 0])
        evidence = np.where(moves, logsumexp(joint, axis=1), (joint * one_hot).sum(axis=1))
        log_shares, log_words = mixture
        objectives.append(weights @ evidence + alpha * log_words.sum() + prior_smoothing * log_shares.sum())
        posterior = np.exp(joint - logsumexp(joint, axis=1, keepdims=True))
        mixture = m_step(X, np.where(moves[:, None], posterior, one_hot) * weights[:, None], alpha, prior_smoothing)
    return odds, objectives
