"""The methods there are: their names, checked without loading them, and what is to be said of each."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from likewise import registry
from likewise.errors import UserError

#: As `likewise.engine` has them, which is slow to load.
DEFAULT_METHOD, PROFILES = "likewise", ("topics", "criteria", "lines")

if TYPE_CHECKING:
    from likewise.registry import Method


def list_methods() -> list[str]:
    """List the names of all methods, without loading any.

    Examples
    --------
    >>> "centroid" in list_methods()
    True
    """
    return registry.names()


def list_parameters(method: str) -> list[str]:
    """List the parameters of a method that can be set, as far as they are known without loading it.

    Parameters
    ----------
    method : str
        A name, perhaps of no method.

    Returns
    -------
    list of str
        Without those that have an option of their own.

    Examples
    --------
    >>> list_parameters("lsi")
    ['n_components', 'weighting']
    """
    hidden = {"callback", "random_state", "n_jobs"}
    return [name for name in registry.read_parameters(method) or [] if name not in hidden]


def check_method(name: str, parameter: str = "method") -> None:
    """Refuse a name that no method has, without loading any method.

    Parameters
    ----------
    name : str
        Perhaps a registered name.
    parameter : str, default="method"
        Name of the field that it is the value of.

    Raises
    ------
    UserError
        If there is no such method; the message lists those there are.

    Examples
    --------
    >>> check_method("magic")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no method 'magic'; there are: ...
    """
    names = registry.names()
    if name not in names:
        raise UserError(f"there is no method {name!r}; there are: {', '.join(names)}", parameter=parameter)


def check_parameters(method: str, params: Mapping[str, Any]) -> None:
    """Refuse parameters that a method does not have, as far as that is known without loading it.

    Parameters
    ----------
    method : str
        A registered name.
    params : mapping
        Names to values.

    Raises
    ------
    UserError
        If there is no such parameter; the message lists those there are.

    Examples
    --------
    >>> check_parameters("likewise", {"colour": "red"})
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: the method likewise has no parameter 'colour'; it has: ...
    """
    known = registry.read_parameters(method)
    # Who has no cut-off may get that of a classifier around it: that is for `likewise.finder.estimators` to say.
    if known is not None and "threshold" in known and (unknown := sorted(set(params) - set(known))):
        raise UserError(f"the method {method} has no parameter {unknown[0]!r}; it has: {', '.join(known)}")


def check_profile(method: str, profile: str) -> None:
    """Refuse a profile that there is not, or that a method cannot have, as far as that is known without loading it.

    Parameters
    ----------
    method, profile : str
        Names.

    Raises
    ------
    UserError
        If there is no such profile, or the method has none.

    Examples
    --------
    >>> check_profile("likewise", "magic")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no profile 'magic'; there are: topics, criteria, lines
    """
    if profile not in PROFILES:
        raise UserError(f"there is no profile {profile!r}; there are: {', '.join(PROFILES)}", parameter="profile")
    if "profile" not in (registry.read_parameters(method) or ["profile"]):
        raise UserError(
            f"the method {method} has no profiles; leave the profile out, or use the method {DEFAULT_METHOD}",
            parameter="profile",
        )


def describe_methods(name: str | None = None) -> "list[Method]":
    """Describe every method, or one.

    Parameters
    ----------
    name : str or None, default=None
        A registered name; None takes all.

    Returns
    -------
    list of Method
        In alphabetical order.

    Examples
    --------
    >>> describe_methods("lsi")[0].parameters
    {'n_components': 100, 'weighting': 'log-entropy'}
    """
    if name is not None:
        check_method(name, "name")
    return [registry.describe(each) for each in (registry.names() if name is None else [name])]


def default_method() -> str:
    """Return the name of the method that is used where none is named.

    Examples
    --------
    >>> default_method()
    'likewise'
    """
    return DEFAULT_METHOD
