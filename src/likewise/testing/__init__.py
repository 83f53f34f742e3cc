"""Our contract for estimators, as checks that anybody can run over an estimator of their own.

scikit-learn has its checks, `sklearn.utils.estimator_checks.check_estimator`; `expected_failed_checks` says which of
them an estimator of ours fails and why. What we want beyond them is here: `check_contract` runs all of it.

Examples
--------
>>> from likewise.models.linear import Centroid
>>> from likewise.testing import check_contract
>>> check_contract(Centroid())
"""

from likewise.testing.contract import check_contract, contract_checks, parametrize_with_contract
from likewise.testing.expected import expected_failed_checks
from likewise.testing.sample import PUSample, make_pu_sample

__all__ = [
    "PUSample",
    "check_contract",
    "contract_checks",
    "expected_failed_checks",
    "make_pu_sample",
    "parametrize_with_contract",
]
