"""``--set name=value``: a method's parameters from the command line."""

import ast
from collections.abc import Sequence
from typing import Any

from likewise.errors import UserError

_WORDS = {"true": True, "false": False, "none": None, "null": None}


def parse_parameters(settings: Sequence[str]) -> dict[str, Any]:
    """Read settings such as "n_components=20".

    Parameters
    ----------
    settings : sequence of str
        Each a name, "=", and a number, true, false, none, or text.

    Returns
    -------
    dict
        Names to values.

    Raises
    ------
    UserError
        If one has no "=".

    Examples
    --------
    >>> parse_parameters(["n_components=20", "init=random", "self_pairs=true"])
    {'n_components': 20, 'init': 'random', 'self_pairs': True}
    """
    parameters = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise UserError(f"--set needs name=value, such as --set n_components=20; it is {setting!r}")
        parameters[name.strip()] = _value(value.strip())
    return parameters


def _value(text: str) -> Any:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
