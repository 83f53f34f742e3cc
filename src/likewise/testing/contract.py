"""Which checks an estimator is held to, and how to run them."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from sklearn.base import clone

from likewise.testing import checks

#: A check takes an estimator that is not fitted, and raises AssertionError if it does not keep the contract.
Check: TypeAlias = Callable[[Any], None]


def check_contract(estimator: Any) -> None:
    """Run every check of the contract.

    Parameters
    ----------
    estimator : estimator
        A classifier of positive and unlabelled counts, or a transformer of counts; not fitted.

    Raises
    ------
    AssertionError
        If it does not keep the contract.

    Examples
    --------
    >>> from likewise.models.linear import Centroid
    >>> check_contract(Centroid(weighting="l2"))
    """
    for check in contract_checks(estimator):
        check(clone(estimator))


def contract_checks(estimator: Any) -> Iterator[Check]:
    """Yield the checks that apply to an estimator.

    Parameters
    ----------
    estimator : estimator
        Not fitted.

    Yields
    ------
    callable
        A check; its name says what it checks.

    Examples
    --------
    >>> from likewise.models.topic import LSI
    >>> "check_wrong_labels" in {check.__name__ for check in contract_checks(LSI())}
    False
    """
    parameters = estimator.get_params()
    yield from (
        checks.check_sparse_equals_dense,
        checks.check_sparse_containers,
        checks.check_long_indices,
        checks.check_float32,
        checks.check_permuted_rows,
        checks.check_same_bytes,
        checks.check_refit,
        checks.check_empty_documents,
        checks.check_clone,
    )
    if "block_rows" in parameters:
        yield checks.check_blocks
    if "max_iter" in parameters and "tol" in parameters:
        yield checks.check_objective
    if "sample_weight" in inspect.signature(estimator.fit).parameters:
        yield checks.check_weights_are_copies
    if hasattr(estimator, "predict_proba"):
        yield from (checks.check_probabilities, checks.check_wrong_labels, checks.check_supervised)


def parametrize_with_contract(estimators: Any) -> Any:
    """Decorate a pytest test of (estimator, check) so that it runs over all estimators and their checks.

    Parameters
    ----------
    estimators : iterable of estimator, or mapping from names to estimators
        Not fitted.

    Returns
    -------
    pytest mark
        The decorator.

    Examples
    --------
    >>> from likewise.models.linear import Centroid
    >>> @parametrize_with_contract([Centroid()])
    ... def test_contract(estimator, check):
    ...     check(estimator)
    """
    import pytest  # only where tests run

    named = estimators.items() if hasattr(estimators, "items") else ((type(one).__name__, one) for one in estimators)
    return pytest.mark.parametrize(
        ("estimator", "check"),
        [
            pytest.param(clone(one), check, id=f"{name}-{check.__name__}")
            for name, one in named
            for check in contract_checks(one)
        ],
    )
