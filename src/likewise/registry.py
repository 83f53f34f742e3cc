"""Names to estimators, by entry points: ours and other people's by the same three functions.

A package adds a method by an entry point in the group ``likewise.models``; nothing else needs to know of it.
"""

import inspect
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from likewise.errors import UserError

GROUP = "likewise.models"


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP))}


def names() -> list[str]:
    """Every registered method, in alphabetical order.

    Examples
    --------
    >>> "ts-plsa" in names()
    True
    """
    return list(_points())


def get(name: str) -> type[Any]:
    """Return the estimator class of that name.

    Examples
    --------
    >>> get("plsa").__name__
    'PLSA'
    """
    try:
        return _points()[name].load()  # type: ignore[no-any-return]
    except KeyError:
        raise UserError(f"there is no method {name!r}; there are: {', '.join(names())}") from None


@dataclass(frozen=True)
class Method:
    """What a person wants to know of a method before using it."""

    name: str
    summary: str
    paper: str
    parameters: dict[str, Any]


def describe(name: str) -> Method:
    """Tell a method's one-sentence summary, paper and parameters, all from its class.

    Examples
    --------
    >>> describe("ts-plsa").parameters["must_link"]
    2.0
    """
    cls = get(name)
    doc = inspect.getdoc(cls) or ""
    signature = inspect.signature(cls)
    return Method(
        name=name,
        summary=doc.partition("\n")[0].rstrip("."),
        paper=_first_reference(doc),
        parameters={key: parameter.default for key, parameter in signature.parameters.items()},
    )


def _first_reference(doc: str) -> str:
    """Return the first entry of the numpydoc section "References", on one line."""
    lines = iter(doc.splitlines())
    for line in lines:
        if line.strip() == "References":
            next(lines, None)
            entry: list[str] = []
            for following in lines:
                if not following.strip() or (entry and following.startswith(".. [")):
                    break
                entry.append(following.strip())
            return " ".join(entry).removeprefix(".. [1] ")
    return ""
