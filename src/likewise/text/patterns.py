r"""What a token is: a Python pattern, and the runs of characters that hold its tokens, wherever that is provable.

Python's regular expressions are slow. Two shapes of pattern are runs of characters of one class, which a compiled loop
finds; the class is the characters that *this* Python matches, which makes it equal by construction. Everything else is
left to Python, slower and right:

- a run of one class, such as ``\w+``, ``\S{3,}`` or ``[a-z][a-z]+``. Being greedy and unbounded, it finds the longest
  runs of the class that are long enough.
- a word between two boundaries, ``\b…\b``, of classes that lie inside ``\w``. A match begins and ends at a boundary and
  has none inside, so it is a whole run of ``\w``; which runs qualify is asked of Python, once for each distinct run.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from likewise.errors import UserError

_ATOM = r"(\\[wdS]|[A-Za-z0-9_]|\[(?!\^?\])(?:\\[wWdDsS\-\]\[\\^.]|[^\\\[\]])+\])"
_QUANTIFIER = r"(\+|\*|\?|\{\d+\}|\{\d+,\d*\})?"
_PIECE = re.compile(_ATOM + _QUANTIFIER)
_SHAPE = re.compile(rf"(?:\(\?u\))?(?P<left>\\b)?(?P<body>(?:{_ATOM}{_QUANTIFIER})+)(?P<right>\\b)?")


@dataclass(frozen=True)
class TokenRule:
    """How to find tokens: in Python, and as runs of characters when that gives the same tokens.

    Attributes
    ----------
    python : re.Pattern
        The pattern as the user wrote it; its ``findall`` defines the tokens.
    run : bool array (0x110000,) or None
        Which code points the runs consist of, or None when only Python will do.
    shortest : int
        Length of the shortest run that may be a token.
    keep : re.Pattern or None
        Which runs are tokens (``fullmatch``); None when all are.
    """

    python: re.Pattern[str]
    run: NDArray[np.bool_] | None = None
    shortest: int = 1
    keep: re.Pattern[str] | None = None


@lru_cache(maxsize=32)
def token_rule(pattern: str) -> TokenRule:
    r"""Read a token pattern and find out whether its tokens are runs of characters.

    Examples
    --------
    >>> rule = token_rule("[ab]{2,}")
    >>> rule.run.nonzero()[0].tolist(), rule.shortest
    ([97, 98], 2)
    >>> print(token_rule("a(?=b)").run)
    None
    """
    try:
        python = re.compile(pattern)
    except re.error as error:
        raise UserError(f"token_pattern {pattern!r} is not a regular expression: {error}") from error
    if python.groups > 1:
        raise UserError(
            f"token_pattern {pattern!r} has {python.groups} capturing groups, and only one can be the token; "
            "write (?:…) for the others"
        )
    shape = _SHAPE.fullmatch(pattern)
    if shape is None or (shape["left"] is None) != (shape["right"] is None):
        return TokenRule(python)
    pieces = [(piece[1], *_bounds(piece[2])) for piece in _PIECE.finditer(shape["body"])]
    atoms = {atom for atom, _, _ in pieces}
    shortest = sum(low for _, low, _ in pieces)
    if shortest == 0:
        return TokenRule(python)
    # A plain run repeats one class, each time a fixed number of times or without limit: it takes the whole of a run.
    open_ended = any(high is None for _, _, high in pieces)
    plain = len(atoms) == 1 and open_ended and all(high in (None, low) for _, low, high in pieces)
    if shape["left"]:
        if any(re.search(r"\W", "".join(_members(atom))) for atom in atoms):
            return TokenRule(python)
        run, certain = r"\w", plain and atoms == {r"\w"}
    else:
        run, certain = pieces[0][0], True
        if not (plain and _members(run)):
            return TokenRule(python)
    return TokenRule(python, _table_of(run), shortest, None if certain else re.compile(shape["body"]))


def _bounds(quantifier: str | None) -> tuple[int, int | None]:
    """Read how often a piece may repeat: at least, at most (None: without limit)."""
    named: dict[str, tuple[int, int | None]] = {"": (1, 1), "+": (1, None), "*": (0, None), "?": (0, 1)}
    if (quantifier or "") in named:
        return named[quantifier or ""]
    low, comma, high = (quantifier or "").strip("{}").partition(",")
    return int(low), (int(high) if high else None) if comma else int(low)


@lru_cache(maxsize=1)
def _every_character() -> str:
    """Return all characters in order of their code points, without the surrogates, which are none."""
    points = np.concatenate([np.arange(0xD800, dtype="<u4"), np.arange(0xE000, 0x110000, dtype="<u4")])
    return points.tobytes().decode("utf-32-le")


@lru_cache(maxsize=64)
def _members(atom: str) -> list[str]:
    """Return the runs of neighbouring characters that a one-character pattern matches in this Python."""
    return re.findall(f"{atom}+", _every_character())


@lru_cache(maxsize=64)
def _table_of(atom: str) -> NDArray[np.bool_]:
    """Return for each code point whether a one-character pattern matches it."""
    table = np.zeros(0x110000, np.bool_)
    for run in _members(atom):
        table[ord(run[0]) : ord(run[-1]) + 1] = True
    return table
