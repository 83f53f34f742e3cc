"""The methods there are: their names, checked without loading them, and what is to be said of each."""

from typing import TYPE_CHECKING

from likewise import registry

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
    from likewise.errors import UserError

    names = registry.names()
    if name not in names:
        raise UserError(f"there is no method {name!r}; there are: {', '.join(names)}", parameter=parameter)


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
    from likewise.finder import DEFAULT_METHOD

    return DEFAULT_METHOD
