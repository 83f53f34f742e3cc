"""From a method's name and parameters to an estimator that tells the examples from the pile."""

from collections.abc import Mapping
from typing import Any

from likewise import registry
from likewise.errors import UserError
from likewise.progress import Progress, Stage
from likewise.sklearn_api import InvalidParameterError

#: What `Finder` and the commands use when nobody names a method: it ranks best of those registered, in seconds, and is
#: the one that says how many there are and when the examples cannot tell.
DEFAULT_METHOD = "likewise"


def with_profile(method: str, params: Mapping[str, Any] | None, profile: str | None) -> dict[str, Any]:
    """Put a profile among the parameters of a method that has profiles.

    Parameters
    ----------
    method : str
        A name of `likewise.registry.names()`.
    params : mapping or None
        Parameters of its class; a profile among them wins.
    profile : str or None
        Name of a profile; None for the method's own.

    Returns
    -------
    dict
        Parameters for `make_estimator`.

    Raises
    ------
    UserError
        If the method has no profiles.

    Examples
    --------
    >>> with_profile("likewise", {"n_steps": 5}, "criteria")
    {'profile': 'criteria', 'n_steps': 5}
    >>> with_profile("centroid", None, "criteria")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: the method centroid has no profiles; leave the profile out, or use the method likewise
    """
    given = dict(params or {})
    if profile is None:
        return given
    if "profile" not in registry.describe(method).parameters:
        raise UserError(
            f"the method {method} has no profiles; leave the profile out, or use the method {DEFAULT_METHOD}"
        )
    return {"profile": profile, **given}


def make_estimator(
    method: str,
    params: Mapping[str, Any] | None = None,
    *,
    random_state: int | None = 0,
    n_jobs: int | None = None,
    callback: Progress | None = None,
) -> Any:
    """Make the estimator of a method; one that only transforms is wrapped in `NearestInSpace`.

    Parameters
    ----------
    method : str
        A name of `likewise.registry.names()`.
    params : mapping or None, default=None
        Parameters of its class; they win over the three below.
    random_state, n_jobs, callback
        Given to the class only where it has a parameter of that name.

    Returns
    -------
    estimator
        Has ``fit(X, y)`` and ``predict``.

    Raises
    ------
    UserError
        If there is no such method or parameter, or it cannot have that value.

    Examples
    --------
    >>> make_estimator("lsi", {"n_components": 5})
    NearestInSpace(transformer=LSI(n_components=5))
    >>> make_estimator("lsi", {"colour": "red"})
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: the method lsi has no parameter 'colour'; it has: n_components, weighting, threshold
    """
    make = registry.get(method)
    known = list(registry.describe(method).parameters)
    given = dict(params or {})
    cls = make.estimator if isinstance(make, registry.Recipe) else make
    # A transformer has no cut-off of its own: what is meant is that of the classifier around it.
    around = {} if hasattr(cls, "predict") else {"threshold": given.pop("threshold", "default")}
    if unknown := sorted(set(given) - set(known)):
        listed = ", ".join([*known, *around])
        raise UserError(f"the method {method} has no parameter {unknown[0]!r}; it has: {listed}")
    ours = {
        "random_state": random_state,
        "n_jobs": n_jobs,
        "callback": None if callback is None else _as_function(callback),
    }
    estimator = make(**{name: value for name, value in ours.items() if name in known} | given)
    if hasattr(estimator, "_validate_params"):  # scikit-learn's own, which a fit begins with
        try:
            estimator._validate_params()
        except InvalidParameterError as error:
            raise UserError(f"{str(error).rstrip('.')}; see: likewise methods {method}") from error
    if not around:
        return estimator
    from likewise.models.meta.nearest_in_space import NearestInSpace  # the room of meta-estimators is slow to load

    return NearestInSpace(estimator, **around)


def _as_function(callback: Progress) -> Progress:
    """Wrap a callback in a plain function, since `clone` copies anything else deeply."""

    def call(stage: Stage) -> object:
        return callback(stage)

    return call
