"""What the pile itself says of where to cut: links that leave the first documents, and examples that agree on them."""

from dataclasses import dataclass, field

import numpy as np
from scipy.special import logit

from likewise.estimate.scores import Floats


@dataclass(frozen=True)
class EvidenceConstants:
    """How much the evidence counts.

    All were fitted by maximum likelihood of the true share over 206 searches of 13 collections with 1 to 200 examples,
    mixes of six topics counting six times; docs/engine.md has what halving and doubling them does.

    Parameters
    ----------
    leaving_power : float
        Power of the share of links that leave: a cut through few links is likelier.
    agreement_power, agreement_step : float
        How much it counts that examples agree on many more of the first documents than on a bit fewer of them, and how
        many fewer, in logits.
    separation : tuple of float
        ln(separation) to expect, in this order: always; for each logit of the share above 12 %; for ln(leaving); for
        ln(agreement); for ln(number of examples).
    separation_spread : float
        Its standard deviation.
    separation_of_one : tuple of float
        The same as `separation` where examples cannot agree, as there is one.
    least_leaving, least_agreement : float
        Least values whose logarithms count, since a few documents can have none.

    Examples
    --------
    >>> EvidenceConstants().leaving_power
    1.9
    """

    leaving_power: float = 1.9
    agreement_power: float = 3.9
    agreement_step: float = 1.0
    separation: tuple[float, ...] = (0.5, -0.19, -0.36, 0.21, 0.1)
    separation_spread: float = 0.27
    separation_of_one: tuple[float, ...] = (0.0, -0.18, -0.63, 0.0, 0.0)
    least_leaving: float = 0.02
    least_agreement: float = 0.02


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
    constants : EvidenceConstants, optional
        How much each of these counts.
    power : float, default=1.0
        How much all of it counts: less where there is better evidence.
    gain : float, default=0.0
        How much better the ranking separates than what the examples alone show, as ln(separation).

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
    constants: EvidenceConstants = field(default_factory=EvidenceConstants)
    power: float = 1.0
    gain: float = 0.0

    def log_weight(self, priors: Floats) -> Floats:
        """Return how much likelier each prior is for what lies at its cut, as a logarithm.

        Parameters
        ----------
        priors : ndarray of shape (n_priors,)
            Shares of positives.
        """
        at, constants = logit(priors), self.constants
        weight = -constants.leaving_power * np.log(self._leaving(at))
        if self.agreement is not None:
            weight += constants.agreement_power * (
                self._at(self.agreement, at) - self._at(self.agreement, at - constants.agreement_step)
            )
        return self.power * weight

    def log_separation(self, priors: Floats, separations: Floats) -> Floats:
        """Return the logarithm of the probability of each separation, given each prior: (n_priors, n_separations).

        Parameters
        ----------
        priors : ndarray of shape (n_priors,)
            Shares of positives.
        separations : ndarray of shape (n_separations,)
            How far positives stand above the rest.
        """
        at, constants = logit(priors), self.constants
        always, by_logit, by_leaving, by_agreement, by_number = (
            constants.separation_of_one if self.agreement is None else constants.separation
        )
        expected = always + self.gain + by_logit * (at + 2) + by_leaving * np.log(self._leaving(at))
        if self.agreement is not None:
            expected += by_agreement * np.log(np.maximum(self._at(self.agreement, at), constants.least_agreement))
            expected += by_number * np.log(self.n_examples)
        away = (np.log(separations) - expected[:, None]) / constants.separation_spread
        log_probability: Floats = -0.5 * self.power * away**2
        log_probability -= np.log(np.exp(log_probability).sum(axis=1, keepdims=True))
        return log_probability

    def _leaving(self, at: Floats) -> Floats:
        return np.maximum(self._at(self.leaving, at), self.constants.least_leaving)

    def _at(self, curve: Floats, at: Floats) -> Floats:
        values: Floats = np.interp(at, logit(self.shares), curve)
        return values
