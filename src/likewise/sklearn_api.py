"""The one door to scikit-learn's private names, and the type of an array.

scikit-learn validates parameters and starts fits with names that it may move between releases. Whatever of them we use
comes through here, without the underscore, so that a move is met in one place.
"""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from numbers import Integral
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import sklearn
from scipy import sparse
from sklearn.base import _fit_context as fit_context
from sklearn.utils import _safe_indexing as safe_indexing
from sklearn.utils._metadata_requests import _raise_for_params as raise_for_params
from sklearn.utils._param_validation import (
    HasMethods,
    Interval,
    InvalidParameterError,
    Options,
    RealNotInt,
    StrOptions,
)
from sklearn.utils.extmath import row_norms
from sklearn.utils.sparsefuncs_fast import inplace_csr_row_normalize_l1, inplace_csr_row_normalize_l2
from sklearn.utils.validation import _check_sample_weight as check_sample_weight
from sklearn.utils.validation import _num_samples as num_samples
from sklearn.utils.validation import validate_data

__all__ = [
    "N_JOBS",
    "Array",
    "Constraints",
    "HasMethods",
    "Interval",
    "InvalidParameterError",
    "Options",
    "RealNotInt",
    "StrOptions",
    "check_sample_weight",
    "english_stop_words",
    "fit_context",
    "normalize",
    "num_samples",
    "raise_for_params",
    "safe_indexing",
    "train_liblinear",
    "validate_data",
]


def train_liblinear(*arguments: Any) -> tuple[Any, Any]:
    """Call liblinear as `sklearn.svm.LinearSVC.fit` does, and return coefficients and iterations."""
    from sklearn.svm._liblinear import set_verbosity_wrap, train_wrap  # slow to load, and few need it

    set_verbosity_wrap(0)  # liblinear prints by default
    return train_wrap(*arguments)  # type: ignore[no-any-return]


#: An array of any shape and any type of numbers.
Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

#: What n_jobs may be: a number of threads, or -1, -2, … for all processors but none, one, …; never 0.
N_JOBS: list[Any] = [Interval(Integral, 1, None, closed="left"), Interval(Integral, None, -1, closed="right"), None]

#: What each parameter of an estimator may be, by name: scikit-learn's ``_parameter_constraints``.
Constraints: TypeAlias = dict[str, list[Any]]


def normalize(X: Any, norm: str = "l2", *, copy: bool = True) -> Any:
    """Bring rows to length 1, with the same numbers as `sklearn.preprocessing.normalize`.

    That one is in a room which also loads optimisers and progress bars, a tenth of the time of a small search.

    Parameters
    ----------
    X : array or CSR matrix of floats
        Rows; those of zeros stay so.
    norm : {"l2", "l1"}, default="l2"
        Which length; of an array, "l2" only.
    copy : bool, default=True
        Whether to leave the argument as it is.

    Returns
    -------
    array or CSR matrix
        The rows.

    Examples
    --------
    >>> normalize(np.array([[3.0, 4.0]])).tolist()
    [[0.6, 0.8]]
    """
    rows = X.copy() if copy else X
    if sparse.issparse(rows):
        (inplace_csr_row_normalize_l1 if norm == "l1" else inplace_csr_row_normalize_l2)(rows)
        return rows
    lengths = row_norms(rows)
    lengths[lengths < 10 * np.finfo(lengths.dtype).eps] = 1.0
    rows /= lengths[:, None]
    return rows


@cache
def english_stop_words() -> frozenset[str]:
    """Return scikit-learn's English stop words without the rest of the package that they are in, which is slow to load.

    Returns
    -------
    frozenset of str
        The same as `sklearn.feature_extraction.text.ENGLISH_STOP_WORDS`.

    Examples
    --------
    >>> "the" in english_stop_words()
    True
    """
    path = Path(sklearn.__file__).parent / "feature_extraction" / "_stop_words.py"
    spec = spec_from_file_location("likewise_english_stop_words", path)
    if spec is None or spec.loader is None or not path.is_file():
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        return frozenset(ENGLISH_STOP_WORDS)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return frozenset(module.ENGLISH_STOP_WORDS)
