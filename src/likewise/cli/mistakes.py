"""A mistake on the command line in one sentence, whether the library or the parser of arguments noticed it."""

from typing import Any

import typer

from likewise.errors import UserError

#: What typer raises for wrong arguments; the module that it lives in differs between versions of typer.
UsageError: type[Any] = typer.BadParameter.__mro__[1]

# What a value must be, by the name that pydantic has for the rule it breaks.
_RULES = {
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_parsing": "a number",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
}


def word_user_error(error: UserError, command: Any = None) -> str:
    """Write a user's mistake with the option or argument that it is in.

    Parameters
    ----------
    error : UserError
        From the library.
    command : typer.core.TyperCommand or None, default=None
        The command that was run; its parameters are called as the library's are.

    Returns
    -------
    str
        One sentence without a full stop.

    Examples
    --------
    >>> from typer.main import get_command
    >>> from likewise.cli.program import app
    >>> word_user_error(UserError("there is no column 'x'", parameter="text"), get_command(app).commands["find"])
    "there is no column 'x' (option --text)"
    """
    for parameter in getattr(command, "params", ()):
        if error.parameter == parameter.name:
            is_option = parameter.param_type_name == "option"
            name = max(parameter.opts, key=len) if is_option else parameter.metavar or parameter.name.upper()
            if name not in str(error):
                return f"{error} ({'option' if is_option else 'argument'} {name})"
    return str(error)


def word_usage_error(error: Any) -> str:
    """Write what is wrong with the arguments of a command.

    Parameters
    ----------
    error : UsageError
        From typer.

    Returns
    -------
    str
        One sentence without a full stop.

    Examples
    --------
    >>> word_usage_error(UsageError("Got unexpected extra argument (c)"))
    'got unexpected extra argument (c); see: likewise --help'
    """
    context = getattr(error, "ctx", None)
    path = "likewise" if context is None else context.command_path
    parameter = getattr(error, "param", None)
    if getattr(error, "option_name", None) and hasattr(error, "possibilities"):
        near = " or ".join(error.possibilities or ())
        return f"there is no option {error.option_name}; " + (
            f"did you mean {near}?" if near else f"see: {path} --help"
        )
    if parameter is not None:
        option = parameter.param_type_name == "option"
        name = max(parameter.opts, key=len) if option else parameter.metavar or parameter.name.upper()
        broken = getattr(error.__cause__, "errors", None)
        if broken is not None and (rule := _RULES.get(broken()[0]["type"])):
            detail = broken()[0]
            return f"{name} must be {rule.format(**detail.get('ctx', {}))}; it is {detail['input']!r}"
        if type(error).__name__ == "MissingParameter":
            return f"{name} is missing; see: {path} --help"
        return f"{name}: {_lower(error.message)}; see: {path} --help"
    return f"{_lower(error.format_message())}; see: {path} --help"


def _lower(message: str) -> str:
    message = " ".join(message.split()).rstrip(".")
    return message[:1].lower() + message[1:]
