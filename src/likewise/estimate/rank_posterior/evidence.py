"""What the pile itself says of where to cut: links that leave the first documents, and examples that agree on them."""

from dataclasses import dataclass

import numpy as np
from scipy.special import logit

from likewise.estimate.scores import Floats

# All constants below were fitted by maximum likelihood of the true share over 206 searches of 13 collections with 1 to
# 200 examples, mixes of six topics counting six times; docs/engine.md has what halving and doubling them does.

#: Power of the share of links that leave: a cut through few links is likelier.
LEAVING_POWER = 1.9
#: How much it counts that examples agree on many more of the first documents than on a bit fewer of them, by a logit.
AGREEMENT_POWER, AGREEMENT_STEP = 3.9, 1.0
#: ln(separation) to expect, in this order: always; for each logit of the share above 12 % ; for ln(leaving); for
#: ln(agreement); for ln(number of examples). And its standard deviation.
_SEPARATION, _SEPARATION_SPREAD = (0.5, -0.19, -0.36, 0.21, 0.1), 0.27
#: The same where examples cannot agree, as there is one.
_SEPARATION_OF_ONE = (0.0, -0.18, -0.63, 0.0, 0.0)
#: Least values whose logarithms count, since a few documents can have none.
_LEAST_LEAVING, _LEAST_AGREEMENT = 0.02, 0.02


@dataclass(frozen=True, eq=False)
class CutEvidence:
    """What the first documents of a ranking are like, for every number of them.

    Parameters
    ----------
    shares : ndarray of shape (n_places,)
        Shares of the pile, rising.
    leaving : ndarray of shape (n_places,)
        Conductance: of all links of the first documents, the share that leads to others.
    agreement : ndarray of shape (n_places,) or None
        Share of the first documents that two examples, each by itself, agree on, beyond what chance makes them.
    n_examples : int
        How many examples there are.

    Examples
    --------
    >>> evidence = CutEvidence(np.array([0.1, 0.2, 0.4]), np.array([0.5, 0.1, 0.5]), np.array([0.2, 0.8, 0.8]), 5)
    >>> int(np.argmax(evidence.log_weight(np.array([0.1, 0.2, 0.4]))))
    1
    """

    shares: Floats
    leaving: Floats
    agreement: Floats | None
    n_examples: int

    def log_weight(self, priors: Floats) -> Floats:
        """Return how much likelier each prior is for what lies at its cut, as a logarithm."""
        at = logit(priors)
        weight = -LEAVING_POWER * np.log(self._leaving(at))
        if self.agreement is not None:
            weight += AGREEMENT_POWER * (self._at(self.agreement, at) - self._at(self.agreement, at - AGREEMENT_STEP))
        return weight

    def log_separation(self, priors: Floats, separations: Floats) -> Floats:
        """Return the logarithm of the probability of each separation, given each prior: (n_priors, n_separations)."""
        at = logit(priors)
        always, by_logit, by_leaving, by_agreement, by_number = (
            _SEPARATION_OF_ONE if self.agreement is None else _SEPARATION
        )
        expected = always + by_logit * (at + 2) + by_leaving * np.log(self._leaving(at))
        if self.agreement is not None:
            expected += by_agreement * np.log(np.maximum(self._at(self.agreement, at), _LEAST_AGREEMENT))
            expected += by_number * np.log(self.n_examples)
        away = (np.log(separations) - expected[:, None]) / _SEPARATION_SPREAD
        log_probability: Floats = -0.5 * away**2
        log_probability -= np.log(np.exp(log_probability).sum(axis=1, keepdims=True))
        return log_probability

    def _leaving(self, at: Floats) -> Floats:
        return np.maximum(self._at(self.leaving, at), _LEAST_LEAVING)

    def _at(self, curve: Floats, at: Floats) -> Floats:
        values: Floats = np.interp(at, logit(self.shares), curve)
        return values
