"""What an estimator says of scikit-learn's checks that it fails."""

from typing import Any


def expected_failed_checks(estimator: Any) -> dict[str, str]:
    """Return which of scikit-learn's checks an estimator is known to fail, and why.

    Parameters
    ----------
    estimator : estimator
        Any; one that says nothing of it is expected to pass all.

    Returns
    -------
    dict
        From names of checks to reasons, as ``check_estimator(expected_failed_checks=...)`` takes it.

    Examples
    --------
    >>> from likewise.models.linear import Centroid
    >>> expected_failed_checks(Centroid())["check_classifiers_classes"]
    'one of its label vectors has -1 for a class; here it means unlabelled'
    """
    return dict(getattr(estimator, "_expected_failed_checks", dict)())
