"""Names to estimators, by entry points: ours and other people's by the same three functions.

A package adds a method by an entry point in the group ``likewise.models``, or a class with other settings by one in the
group ``likewise.recipes``, which names a mapping that has a `Recipe` of that name; nothing else needs to know of it.
The names of entry points are all that is read until a method is used, so that a wrong name is answered at once.
"""

import ast
import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from threading import Lock
from typing import Any

from likewise.errors import UserError

#: Python 3.11 fails with a SystemError where two threads parse at a time (https://github.com/python/cpython/issues/106905).
_PARSING = Lock()

GROUP = "likewise.models"
RECIPES = "likewise.recipes"
#: What the docstring of a method says in lines of its own under "Notes", for the table of methods.
NOTES = ("Assumes", "Use it", "Cost")


@dataclass(frozen=True)
class Recipe:
    """A class with some parameters set, under a name of its own; called, it makes the estimator.

    Parameters
    ----------
    estimator : class
        What it makes.
    settings : mapping
        Parameters that differ from the class's defaults, estimators among them.
    summary, paper : str
        As in `Method`.
    notes : mapping
        Of `NOTES`, where they differ from the class's own.

    Examples
    --------
    >>> from likewise.models.linear import Centroid
    >>> Recipe(Centroid, {"beta": 0.0}, "Ranks by nearness to the average alone.")(threshold="prior")
    Centroid(beta=0.0, threshold='prior')
    """

    estimator: type[Any]
    settings: Mapping[str, Any]
    summary: str
    paper: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, **params: Any) -> Any:
        """Make the estimator, with other parameters on top; those of a part are written ``part__name``."""
        from sklearn.base import clone  # slow to import, and most recipes are only listed

        made = self.estimator(**{key: clone(value, safe=False) for key, value in self.settings.items()})
        return made.set_params(**params)

    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter that can be set, with its default; those of parts too, parts themselves not."""
        return {key: value for key, value in self().get_params().items() if not hasattr(value, "get_params")}


@cache
def _points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _recipes() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=RECIPES)}


def names() -> list[str]:
    """Every registered method, in alphabetical order; none of them is loaded.

    Examples
    --------
    >>> "ts-plsa" in names()
    True
    """
    return sorted({*_points(), *_recipes()})


def get(name: str) -> type[Any] | Recipe:
    """Return what makes the estimator of that name: its class, or a recipe.

    Parameters
    ----------
    name : str
        A registered name.

    Examples
    --------
    >>> get("plsa").__name__
    'PLSA'
    """
    if name in _points():
        return _points()[name].load()  # type: ignore[no-any-return]
    if name in _recipes():
        return _recipes()[name].load()[name]  # type: ignore[no-any-return]
    raise UserError(f"there is no method {name!r}; there are: {', '.join(names())}", parameter="method")


def read_parameters(name: str) -> list[str] | None:
    """Read the parameters of a method from the file of its class, without loading it.

    Parameters
    ----------
    name : str
        A registered name.

    Returns
    -------
    list of str or None
        Names; None where only the class itself can tell: of other packages, recipes, and classes that take their
        parameters from another one.

    Examples
    --------
    >>> read_parameters("lsi")
    ['n_components', 'weighting']
    >>> read_parameters("magic") is None
    True
    """
    point = _points().get(name)
    package, *place = point.module.split(".") if point else ("",)
    if point is None or package != __package__:
        return None
    source = Path(__file__).parent.joinpath(*place).with_suffix(".py").read_text(encoding="utf-8")
    with _PARSING:
        parsed = ast.parse(source).body
    classes = [node for node in parsed if isinstance(node, ast.ClassDef) and node.name == point.attr]
    makers = [
        node for each in classes for node in each.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    ]
    return [argument.arg for make in makers for argument in (*make.args.args[1:], *make.args.kwonlyargs)] or None


@dataclass(frozen=True)
class Method:
    """What a person wants to know of a method before using it.

    Parameters
    ----------
    name : str
        As it is registered.
    summary : str
        What it does: one sentence without a full stop.
    paper : str
        The first reference; empty where there is none.
    parameters : dict
        Names and defaults.
    assumes, use, cost : str, default=""
        What it assumes, when to use it, and what it costs.
    meanings : dict of str, default={}
        What each parameter means.
    """

    name: str
    summary: str
    paper: str
    parameters: dict[str, Any]
    assumes: str = ""
    use: str = ""
    cost: str = ""
    meanings: dict[str, str] = field(default_factory=dict)


def describe(name: str) -> Method:
    """Tell a method's one-sentence summary, paper, parameters and notes, all from its class or recipe.

    Parameters
    ----------
    name : str
        A registered name.

    Examples
    --------
    >>> describe("ts-plsa").parameters["must_link_weight"]
    2.0
    """
    made_by = get(name)
    cls = made_by.estimator if isinstance(made_by, Recipe) else made_by
    doc = inspect.getdoc(cls) or ""
    notes = _notes(doc)
    if isinstance(made_by, Recipe):
        summary, paper, parameters = made_by.summary, made_by.paper or _first_reference(doc), made_by.parameters
        notes |= made_by.notes
    else:
        summary, paper = doc.partition("\n")[0], _first_reference(doc)
        parameters = {key: parameter.default for key, parameter in inspect.signature(cls).parameters.items()}
    assumes, use, cost = (notes.get(key, "") for key in NOTES)
    meanings = _meanings(made_by, cls, list(parameters))
    return Method(name, summary.rstrip("."), paper, parameters, assumes, use, cost, meanings)


def _meanings(made_by: type[Any] | Recipe, cls: type[Any], names: list[str]) -> dict[str, str]:
    """Return what each parameter means, by the docstring of the class that it is a parameter of."""
    parts: dict[str, Any] = {"": cls}
    if isinstance(made_by, Recipe):
        parts |= {key: type(value) for key, value in made_by().get_params().items() if hasattr(value, "get_params")}
    documented = {key: _documented_parameters(inspect.getdoc(part) or "") for key, part in parts.items()}
    split = {name: name.rpartition("__") for name in names}
    return {name: documented.get(part, {}).get(own, "") for name, (part, _, own) in split.items()}


def _documented_parameters(doc: str) -> dict[str, str]:
    """Return what the section "Parameters" says of each name, on one line."""
    meanings: dict[str, str] = {}
    last: list[str] = []
    for line in _section(doc, "Parameters"):
        if line and not line[0].isspace():
            last = [name.strip(" *") for name in line.partition(" : ")[0].split(",")]
            meanings |= dict.fromkeys(last, "")
        else:
            meanings |= {name: f"{meanings[name]} {line.strip()}".strip() for name in last}
    return meanings


def _section(doc: str, title: str) -> list[str]:
    """Return the lines of a numpydoc section."""
    found = re.search(rf"^{title}\n-+\n(.*?)(?=^\S[^\n]*\n---|\Z)", doc, re.MULTILINE | re.DOTALL)
    return found.group(1).rstrip().splitlines() if found else []


def _first_reference(doc: str) -> str:
    """Return the first entry of the section "References", on one line."""
    text = " ".join(line.strip() for line in _section(doc, "References"))
    return text.removeprefix(".. [1] ").partition(" .. [")[0].strip()


def _notes(doc: str) -> dict[str, str]:
    """Return what the section "Notes" says in lines such as "Cost : one pass"."""
    notes: dict[str, str] = {}
    last = ""
    for line in _section(doc, "Notes"):
        key, colon, value = line.partition(" : ")
        if colon and key in NOTES:
            last, notes[key] = key, value.strip()
        elif last and line.strip():
            notes[last] += " " + line.strip()
        else:
            last = ""
    return notes
