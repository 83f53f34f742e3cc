"""One way from scikit-learn's ``random_state`` to a generator, read once at the top of ``fit``."""

from typing import TypeAlias

import numpy as np

RandomState: TypeAlias = int | np.random.RandomState | np.random.Generator | None


def generator(random_state: RandomState) -> np.random.Generator:
    """Make a numpy Generator; the same int gives the same stream, and no global state is touched.

    Examples
    --------
    >>> int(generator(0).integers(100)) == int(generator(0).integers(100))
    True
    """
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**31, size=4))
    return np.random.default_rng(random_state)
