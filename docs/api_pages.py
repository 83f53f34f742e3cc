"""Pages of the API: a table of what each room has, from its docstrings; the site adds every parameter to it."""

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

#: What users import, in the order of the pages; the last word of each is the name of its page.
ROOMS = {
    "likewise.finder": "The main job: examples and a pile in, the pile ranked with reasons out.",
    "likewise.project": "One project is one file, which remembers every answer.",
    "likewise.readers": "Files of any kind to documents.",
    "likewise.writers": "A table to a file of the kind that its suffix names.",
    "likewise.text": "Texts to counts, and counts to weights.",
    "likewise.engine": "The default method, and its two halves.",
    "likewise.models.topic": "Topic models.",
    "likewise.models.bayes": "Naive Bayes, and what EM does with it.",
    "likewise.models.linear": "Linear rules.",
    "likewise.models.two_step": "Sure negatives first, then a learner.",
    "likewise.models.meta": "Methods around any classifier.",
    "likewise.models.graph": "A random walk over documents that share words.",
    "likewise.models.cluster": "Clusters under constraints.",
    "likewise.estimate": "How many there are, and when to stop.",
    "likewise.metrics": "Scores of rankings and decisions.",
    "likewise.selection": "Folds, cross-fitting and search without negatives.",
    "likewise.evaluate": "Simulations and comparisons where the truth is known.",
    "likewise.datasets": "Named corpora.",
    "likewise.report": "A result as a page to show.",
    "likewise.fitting": "What the callback of an estimator is given.",
    "likewise.registry": "Methods by name.",
    "likewise.progress": "Where a long job is.",
    "likewise.errors": "What a mistake of a user is.",
    "likewise.testing": "Checks that every method passes, for methods of your own.",
}
#: Of rooms that are for methods themselves, what users meet.
_ONLY = {"likewise.fitting": ["Iteration"]}
_MADE = "Made by `make docs` from the docstrings; do not edit."


def page_of(room: str) -> str:
    """Return the name of a room's page, without its suffix.

    Examples
    --------
    >>> page_of("likewise.models.topic")
    'topic'
    """
    return room.rpartition(".")[2].replace("_", "-")


def names_of(room: str) -> list[str]:
    """List what a room offers: what it says itself, or what is defined in it."""
    if room in _ONLY:
        return _ONLY[room]
    module = import_module(room)
    listed = getattr(module, "__all__", None)
    if listed is None:
        listed = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", None) == room
        ]
    return sorted(listed, key=str.lower)


def sentence_of(room: str, name: str) -> str:
    """Return the first sentence of what a room offers; constants have none of their own."""
    value = getattr(import_module(room), name)
    if not callable(value):
        return f"A constant, `{value!r}`." if isinstance(value, str) else f"A constant, {type(value).__name__}."
    first = (inspect.getdoc(value) or "").split("\n\n")[0]
    return " ".join(first.split()).replace("|", "/")


def kind_of(value: Any) -> str:
    """Return the name of Sphinx's directive for it."""
    if inspect.isclass(value):
        return "autoexception" if issubclass(value, BaseException) else "autoclass"
    return "autofunction" if callable(value) else "autodata"


def room_page(room: str, summary: str) -> str:
    """Write a room's page: one line for each name."""
    rows = [f"| `{name}` | {sentence_of(room, name)} |" for name in names_of(room)]
    return "\n".join([f"# {room}", "", summary, "", _MADE, "", "| name | what it is |", "|---|---|", *rows]) + "\n"


def index_page() -> str:
    """Write the page of all rooms."""
    import likewise

    rows = [f"- [`{room}`]({page_of(room)}.md): {summary}" for room, summary in ROOMS.items()]
    short = sorted((name for name in likewise.__all__ if name != "__version__"), key=str.lower)
    return "\n".join(
        [
            "# API",
            "",
            _MADE,
            "",
            "Estimators follow scikit-learn's contract; `y` is 1 for positive, 0 for negative and -1 for unlabelled",
            "documents, and where there are many classes their numbers and -1. What is not listed here is not meant to",
            "be imported, and may change.",
            "",
            *rows,
            "",
            "These can be imported from `likewise` itself: " + ", ".join(f"`{name}`" for name in short) + ".",
            "",
        ]
    )


def write_api(here: Path) -> None:
    """Write all pages of the API.

    Parameters
    ----------
    here : Path
        Their folder.
    """
    here.mkdir(exist_ok=True)
    for room, summary in ROOMS.items():
        (here / f"{page_of(room)}.md").write_text(room_page(room, summary), encoding="utf-8")
    (here / "index.md").write_text(index_page(), encoding="utf-8")
