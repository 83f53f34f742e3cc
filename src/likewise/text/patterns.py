r"""What a token is: a Python pattern, and the same thing for polars wherever the two are provably equal.

The regular expressions of polars (Rust's) read ``\w``, ``\d`` and ``\b`` differently from Python's: their ``\w`` takes
combining marks and leaves out "²" and "½", and they follow another version of Unicode. So no class is handed over by
name. A class is spelt out as the ranges of characters that *this* Python matches, which makes it equal by construction.

Two shapes of pattern are translated; everything else is left to Python, slower and right:

- a run of one class, such as ``\w+``, ``\S{3,}`` or ``[a-z][a-z]+``. Being greedy and unbounded, it finds the longest
  runs of the class that are long enough, in either language.
- a word between two boundaries, ``\b…\b``, of classes that lie inside ``\w``. A match begins and ends at a boundary and
  has none inside, so it is a whole run of ``\w``; which runs qualify is asked of Python, once for each distinct run.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from likewise.errors import UserError

_ATOM = r"(\\[wdS]|[A-Za-z0-9_]|\[(?!\^?\])(?:\\[wWdDsS\-\]\[\\^.]|[^\\\[\]])+\])"
_QUANTIFIER = r"(\+|\*|\?|\{\d+\}|\{\d+,\d*\})?"
_PIECE = re.compile(_ATOM + _QUANTIFIER)
_SHAPE = re.compile(rf"(?:\(\?u\))?(?P<left>\\b)?(?P<body>(?:{_ATOM}{_QUANTIFIER})+)(?P<right>\\b)?")
_LONGEST_REPEAT = 3  # a spelt-out class repeated more often makes a needlessly large automaton


@dataclass(frozen=True)
class TokenRule:
    """How to find tokens: in Python, and in polars when that gives the same tokens.

    Attributes
    ----------
    python : re.Pattern
        The pattern as the user wrote it; its ``findall`` defines the tokens.
    rust : str or None
        A pattern for polars whose matches hold every token, or None when only Python will do.
    keep : re.Pattern or None
        Which of polars' matches are tokens (``fullmatch``); None when all are.
    """

    python: re.Pattern[str]
    rust: str | None = None
    keep: re.Pattern[str] | None = None


@lru_cache(maxsize=32)
def token_rule(pattern: str) -> TokenRule:
    r"""Read a token pattern and find out how polars can serve it.

    Examples
    --------
    >>> token_rule("[ab]{2,}").rust
    '[\\x{61}-\\x{62}]{2,}'
    >>> print(token_rule("a(?=b)").rust)
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
    repeat = min(shortest, _LONGEST_REPEAT)
    keep = None if certain and repeat == shortest else re.compile(shape["body"])
    return TokenRule(python, f"{_spell_out(run)}{{{repeat},}}", keep)


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


def _spell_out(atom: str) -> str:
    """Write a one-character pattern as an explicit class that needs no Unicode tables on the other side."""
    ranges = (f"\\x{{{ord(run[0]):X}}}-\\x{{{ord(run[-1]):X}}}" for run in _members(atom))
    return f"[{''.join(ranges)}]"
