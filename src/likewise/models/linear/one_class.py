"""The one-class support vector machine, which looks at the examples only."""

from numbers import Real
from typing import ClassVar

from scipy import sparse
from sklearn import svm

from likewise.labels import Labels
from likewise.models.linear.base import LinearScores
from likewise.models.linear.svm import WEIGHT_CHECKS, short_indices
from likewise.sklearn_api import Array, Constraints, Interval


class OneClassSVM(LinearScores):
    """Draws a line around the examples without a look at the pile: a baseline that shows what the pile is worth.

    Parameters
    ----------
    nu : float
        Most of the examples that may lie outside, as a share.
    weighting : str
        How counts are weighted first: a name of `likewise.text.Weighting`.
    threshold : {"default", "prior"}
        Where scores are cut: at the line, or by an estimated share of positives.

    Attributes
    ----------
    coef_, intercept_ : ndarray of shape (1, n_features) and (1,)
        The line, on weighted counts.

    References
    ----------
    .. [1] B. Schölkopf, J. C. Platt, J. Shawe-Taylor, A. J. Smola, R. C. Williamson, Estimating the support of a
       high-dimensional distribution, Neural Computation 13(7), 2001.

    Notes
    -----
    Assumes : positives lie together, and everything else elsewhere.
    Use it : to compare with; any method that sees the pile does better.
    Cost : grows with the square of the number of examples.

    Examples
    --------
    >>> from likewise.models.linear import OneClassSVM
    >>> X = [[4, 4, 0, 0], [3, 2, 0, 1], [4, 3, 0, 1], [0, 0, 5, 4]]
    >>> OneClassSVM().fit(X, [1, 1, -1, -1]).predict(X).tolist()
    [1, 1, 1, 0]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **LinearScores._parameter_constraints,
        "nu": [Interval(Real, 0, 1, closed="neither")],  # at 1 every place of the line is as good
    }

    def __init__(self, *, nu: float = 0.5, weighting: str = "tfidf", threshold: str = "default") -> None:
        self.nu = nu
        self.weighting = weighting
        self.threshold = threshold

    def _expected_failed_checks(self) -> dict[str, str]:
        return {
            **super()._expected_failed_checks(),
            "check_classifiers_train": "it never looks at the other class, and half of its own is out",
            **dict.fromkeys(WEIGHT_CHECKS, "libsvm ends at a tolerance; seven digits are equal"),
        }

    def _rule(self, rows: sparse.csr_array, labels: Labels, weights: Array) -> tuple[Array, float]:
        used = labels.positive & (weights > 0)
        # The linear kernel has no gamma; the default is computed all the same, and fails on identical documents.
        model = svm.OneClassSVM(kernel="linear", gamma=1.0, nu=self.nu, tol=1e-6)
        model.fit(short_indices(rows[used]), sample_weight=weights[used])
        self.n_iter_ = int(model.n_iter_)
        coef = (model.dual_coef_ @ model.support_vectors_).toarray().ravel()
        # An example on the line is inside, and rounding must not push it out; scores grow with the examples' weight.
        return coef, float(model.intercept_[0]) + 1e-6 * float(weights[used].sum())
