"""The manual page, made of the help of every command: ``likewise --man``, and a file of the package."""

from collections.abc import Iterator
from typing import Any

from likewise import __version__
from likewise.cli.help import rows_of, usage_of

_ENVIRONMENT = (
    ("LIKEWISE_REVIEWER", "Who decides, where --by does not say it; else the name of the login."),
    ("LIKEWISE_PASSWORD", "The password of `likewise open --host`."),
    ("LIKEWISE_DATA", "The folder of public corpora."),
    ("NUMBA_CACHE_DIR", "Where compiled code is kept."),
    ("NO_COLOR", "Where it is set, nothing has a colour or a link."),
)
_STATUS = (
    ("0", "It was done."),
    ("2", "A mistake of the user's, told in one sentence on stderr; nothing was changed."),
    ("130", "It was interrupted."),
    ("141", "Whoever read the output has closed it."),
)
_EXAMPLES = (
    ("likewise demo", "Try it on the docstrings of this Python."),
    ("likewise find known search.ris -o found.xlsx", "Rank a search by a folder of known papers."),
    ("likewise find found.xlsx -o found2.xlsx", "Go on from a workbook with answers."),
    ("likewise new review known search.ris", "Make a project that remembers every answer."),
    ("likewise open review", "Read and answer in the browser."),
)


def write_man_page(program: Any) -> str:
    r"""Write the manual page in the language of man.

    Parameters
    ----------
    program : typer.core.TyperGroup
        All commands.

    Returns
    -------
    str
        A page of section 1, for ``man -l``.

    Examples
    --------
    >>> from typer.main import get_command
    >>> from likewise.cli.program import app
    >>> write_man_page(get_command(app)).splitlines()[0].split()[:3]
    ['.TH', 'LIKEWISE', '1']
    """
    lines = [
        f'.TH LIKEWISE 1 "" "likewise {__version__}" "User Commands"',
        ".SH NAME",
        r"likewise \- show it a handful of documents you like; it finds the rest",
        ".SH SYNOPSIS",
        r".B likewise",
        ".I COMMAND",
        r"[\fIARGUMENTS\fR] [\fIOPTIONS\fR]",
        ".SH DESCRIPTION",
        _text(program.help or ""),
        "Every command has a help of its own: likewise \\fICOMMAND\\fR \\-\\-help.",
        ".SH COMMANDS",
        *(line for name, command in _inside(program, "") for line in _describe(name, command)),
        ".SH ENVIRONMENT",
        *_rows(_ENVIRONMENT),
        ".SH EXIT STATUS",
        *_rows(_STATUS),
        ".SH EXAMPLES",
        *_rows(_EXAMPLES),
    ]
    return "\n".join(lines) + "\n"


def _inside(group: Any, before: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _inside(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def _describe(name: str, command: Any) -> Iterator[str]:
    yield f".SS {_text(f'likewise {name} {usage_of(command)}')}"
    yield _text(command.help or "")
    for kind in ("argument", "option"):
        yield from _rows(rows_of(command, kind))


def _rows(rows: Any) -> Iterator[str]:
    for name, meaning in rows:
        yield ".TP"
        yield f".B {_text(name)}"
        yield _text(meaning)


def _text(text: str) -> str:
    r"""Escape what means something to man: backslashes, hyphens, and a dot or a quotation mark at the beginning."""
    plain = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain
