"""What shells complete: names of methods, their parameters, and columns of the files that were named before."""

import os
import shlex
from itertools import pairwise

#: Where shells put the line that is being typed.
_TYPED = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")


def complete_method(beginning: str) -> list[str]:
    """List the methods whose names begin so.

    Examples
    --------
    >>> complete_method("ts-")
    ['ts-plsa']
    """
    from likewise.app.methods import list_methods

    return [name for name in list_methods() if name.startswith(beginning)]


def complete_methods(beginning: str) -> list[str]:
    """List the methods that may stand behind the last comma.

    Examples
    --------
    >>> complete_methods("likewise,ts-")
    ['likewise,ts-plsa']
    """
    before, comma, begun = beginning.rpartition(",")
    return [f"{before}{comma}{name}" for name in complete_method(begun) if name not in before.split(",")]


def complete_setting(beginning: str) -> list[str]:
    """List the parameters of the method that is named before, with the sign that a value follows."""
    from likewise.app.methods import DEFAULT_METHOD, list_parameters

    words = list_words()
    named = [after for before, after in pairwise(words) if before == "--method"]
    found = [f"{each}=" for name in named or [DEFAULT_METHOD] for each in list_parameters(name)]
    return [each for each in dict.fromkeys(found) if each.startswith(beginning)]


def complete_column(beginning: str) -> list[str]:
    """List the columns of the files that are named before, those that begin so."""
    return [name for name in _columns() if name.startswith(beginning)]


def complete_columns(beginning: str) -> list[str]:
    """List the columns that may stand behind the last comma."""
    before, comma, begun = beginning.rpartition(",")
    taken = before.split(",")
    return [f"{before}{comma}{name}" for name in _columns() if name.startswith(begun) and name not in taken]


def complete_profile(beginning: str) -> list[str]:
    """List the profiles that begin so.

    Examples
    --------
    >>> complete_profile("c")
    ['criteria']
    """
    from likewise.app.methods import PROFILES

    return [name for name in PROFILES if name.startswith(beginning)]


def complete_kind(beginning: str) -> list[str]:
    """List the kinds of files that can be written and begin so, without a dot.

    Examples
    --------
    >>> complete_kind("pa")
    ['parquet']
    """
    from likewise.app.outputs import list_kinds

    return [name for name in list_kinds() if name.startswith(beginning.lstrip("."))]


def list_words() -> list[str]:
    """List the words of the line that is being typed; arguments before an option without its value are only there.

    Examples
    --------
    >>> list_words()
    []
    """
    line = next((os.environ[name] for name in _TYPED if name in os.environ), "")
    try:
        return shlex.split(line)
    except ValueError:  # a quotation mark that is still open
        return line.split()


def _columns() -> list[str]:
    from likewise.app.file_columns import list_columns

    return list(dict.fromkeys(column for word in list_words() for column in list_columns(word)))
