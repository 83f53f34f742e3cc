"""Plain values: what JSON and TOML can hold, and whether a value is of the type that a field has."""

import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from likewise.errors import UserError

#: TOML has no null, so that None among the parameters of a method is written as this word.
NONE = "none"
_TYPES = {str: "text", int: "a whole number", float: "a number", bool: "true or false", tuple: "a list of texts"}


def plain_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Check that the parameters of a method are plain values; lists become tuples.

    Parameters
    ----------
    params : mapping of str to object
        Names to values.

    Returns
    -------
    dict
        A copy.

    Raises
    ------
    UserError
        If a value is not a number, a text, true, false, None, or a list or mapping of these.

    Examples
    --------
    >>> plain_params({"ngram_range": [1, 2]})
    {'ngram_range': (1, 2)}
    """
    for name, value in params.items():
        if not isinstance(name, str) or not is_plain(value):
            raise UserError(
                f"the parameter {name} of the method is {value!r}; give a number, a text, true, false or none",
                parameter="params",
            )
    return {name: as_tuples(value) for name, value in params.items()}


def is_plain(value: Any) -> bool:
    """Tell whether a value is a number, a text, true, false, None, or made of these.

    Examples
    --------
    >>> is_plain({"a": [1, None]}), is_plain({1, 2})
    (True, False)
    """
    if isinstance(value, Mapping):
        return all(isinstance(name, str) and is_plain(each) for name, each in value.items())
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    return value is None or isinstance(value, str | bool | int | float)


def as_lists(value: Any) -> Any:
    """Replace tuples by lists, as JSON has them.

    Examples
    --------
    >>> as_lists({"ngram_range": (1, 2)})
    {'ngram_range': [1, 2]}
    """
    if isinstance(value, Mapping):
        return {name: as_lists(each) for name, each in value.items()}
    return [as_lists(each) for each in value] if isinstance(value, tuple) else value


def as_tuples(value: Any) -> Any:
    """Replace lists by tuples, which nobody changes.

    Examples
    --------
    >>> as_tuples({"ngram_range": [1, 2]})
    {'ngram_range': (1, 2)}
    """
    if isinstance(value, Mapping):
        return {name: as_tuples(each) for name, each in value.items()}
    return tuple(as_tuples(each) for each in value) if isinstance(value, list | tuple) else value


def read_none(value: Any) -> Any:
    """Replace the word that stands for None in TOML.

    Examples
    --------
    >>> read_none({"max_length": "none"})
    {'max_length': None}
    """
    if isinstance(value, dict):
        return {name: read_none(each) for name, each in value.items()}
    if isinstance(value, list):
        return [read_none(each) for each in value]
    return None if value == NONE else value


def as_toml(value: Any) -> str:
    """Write a plain value as TOML.

    Examples
    --------
    >>> as_toml({"max_length": None, "weights": [1, 0.5]})
    '{"max_length" = "none", "weights" = [1, 0.5]}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{as_toml(name)} = {as_toml(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, float):
        return repr(value)  # inf and nan too are as in Python
    # A string of JSON is one of TOML, apart from the one control character that only TOML wants escaped.
    return json.dumps(NONE if value is None else value, ensure_ascii=False).replace("\x7f", "\\u007f")


def fits(value: Any, hint: Any) -> bool:
    """Tell whether a plain value is of the type of a field.

    Examples
    --------
    >>> fits("pile.csv", str | None), fits(True, int), fits(1, float)
    (True, False, True)
    """
    origin = get_origin(hint)
    if origin is UnionType:
        return any(fits(value, each) for each in get_args(hint))
    if origin is tuple:
        return isinstance(value, tuple) and all(isinstance(each, str) for each in value)
    if origin is not None:
        return isinstance(value, origin)
    if hint in (int, float) and isinstance(value, bool):
        return False
    return isinstance(value, int | float) if hint is float else isinstance(value, hint)


def name_type(hint: Any) -> str:
    """Name the type of a field in words.

    Examples
    --------
    >>> name_type(int | None)
    'a whole number'
    """
    if get_origin(hint) is UnionType:
        return " or ".join(name_type(each) for each in get_args(hint) if each is not NoneType)
    return _TYPES.get(get_origin(hint) or hint, "a mapping of names to values")
