"""Several random starts, the best one kept."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

R = TypeVar("R")


def best_of(
    run: Callable[[np.random.Generator], R], quality: Callable[[R], float], n_init: int, rng: np.random.Generator
) -> R:
    """Run from ``n_init`` independent starts and keep the first of the highest quality.

    The first start is the same whatever ``n_init``, so more starts never give a worse objective.

    Examples
    --------
    >>> import numpy as np
    >>> one = best_of(lambda rng: rng.random(), float, 1, np.random.default_rng(0))
    >>> many = best_of(lambda rng: rng.random(), float, 5, np.random.default_rng(0))
    >>> many >= one
    True
    """
    best = None
    for child in rng.spawn(n_init):
        result = run(child)
        score = quality(result)
        if best is None or score > best[0]:
            best = (score, result)
    if best is None:
        raise ValueError(f"n_init must be at least 1, got {n_init}")
    return best[1]
