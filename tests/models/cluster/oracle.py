"""What links and k-means cost, pair by pair and document by document, as the papers write it."""

import numpy as np


def squared(x, y, a):
    return float((a * (x - y) ** 2).sum())


def link_cost(rows, labels, metrics, must, cannot, ends):
    """Add up f_M and f_C over lists of (i, j, weight)."""
    total = 0.0
    for i, j, weight in must:
        if labels[i] != labels[j]:
            total += weight * 0.5 * sum(squared(rows[i], rows[j], metrics[labels[k]]) for k in (i, j))
    for i, j, weight in cannot:
        if labels[i] == labels[j]:
            a = metrics[labels[i]]
            total += weight * (float((a * ends).sum()) - squared(rows[i], rows[j], a))
    return total


def objective(rows, weights, labels, centers, metrics, ridge, must=(), cannot=(), ends=None):
    """Return J."""
    own = 0.0
    for row, weight, label in zip(rows, weights, labels, strict=True):
        a = metrics[label]
        own += weight * (squared(row, centers[label], a) + float((a * ridge).sum() - np.log(a).sum()))
    return own + link_cost(rows, labels, metrics, must, cannot, ends)


def group_pairs(codes, must, apart):
    """Write groups out as pairs."""
    n = len(codes)
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    musts = [(i, j, must) for i, j in pairs if codes[i] == codes[j] >= 0]
    cannots = []
    for i, j in pairs:
        for (a, b), weight in apart.items():
            if {codes[i], codes[j]} == {a, b}:
                cannots.append((i, j, weight))
    return musts, cannots
