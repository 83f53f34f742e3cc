"""The one door to scikit-learn's private names, and the type of an array.

scikit-learn validates parameters and starts fits with names that it may move between releases. Whatever of them we use
comes through here, without the underscore, so that a move is met in one place.
"""

from typing import Any, TypeAlias

import numpy as np
from sklearn.base import _fit_context as fit_context
from sklearn.utils import _safe_indexing as safe_indexing
from sklearn.utils._param_validation import (
    HasMethods,
    Interval,
    InvalidParameterError,
    Options,
    RealNotInt,
    StrOptions,
)
from sklearn.utils.validation import _check_sample_weight as check_sample_weight
from sklearn.utils.validation import _num_samples as num_samples
from sklearn.utils.validation import validate_data

__all__ = [
    "Array",
    "Constraints",
    "HasMethods",
    "Interval",
    "InvalidParameterError",
    "Options",
    "RealNotInt",
    "StrOptions",
    "check_sample_weight",
    "fit_context",
    "num_samples",
    "safe_indexing",
    "validate_data",
]

#: An array of any shape and any type of numbers.
Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

#: What each parameter of an estimator may be, by name: scikit-learn's ``_parameter_constraints``.
Constraints: TypeAlias = dict[str, list[Any]]
