"""What the site adds to the Markdown: the tree of pages, from links of its sections, and the API from docstrings."""

import re
from importlib import import_module
from pathlib import PurePosixPath
from typing import Any

from api_pages import ROOMS, kind_of, names_of, page_of

#: Pages whose lists of links are the tree: each page stands where the first of these has it.
SECTIONS = (
    "index",
    "tutorials",
    "how-to/index",
    "explanation",
    "reference",
    "measured",
    "coming-from/index",
    "api/index",
    "commands/index",
    "papers/index",
)
#: Pages that lie at the top of the repository, where people look for them.
_AT_THE_TOP = {"contributing": "CONTRIBUTING.md", "changes": "CHANGELOG.md"}
_ANCHOR = re.compile(r'<a id="([\w-]+)"></a>')  # a target that Sphinx knows, too, so that links to it are checked
_FOLDER = re.compile(r"\[([^]]+)\]\((?:rows|papers)\)")  # repositories show folders, a site has none
_CITED = re.compile(r"\[(\d+)\]_")
_INITIAL = re.compile(r"^(\.\. \[\d+\] [A-Z])\.")  # the beginning of a name, not of a list from K. to L.
_AT = re.compile(r"(?<=\w)@(?=\d)")  # WSS@95 is no address of a mail
_EMPTY_HEAD = re.compile(r'<th class="head[^"]*"><p></p></th>')
_LINK = re.compile(r"\]\(([^)#:]+)\.md\)")
_NOTE = re.compile(r"^(Assumes|Use it|Cost) : ")
_LISTED = re.compile(r"^(?:- |\d+\. |\| ).*", re.M)


def list_children(page: str, text: str) -> list[str]:
    r"""List the pages that a section links to in its lists and tables, without a suffix.

    Parameters
    ----------
    page : str
        Name of the section, such as "how-to/index".
    text : str
        Its Markdown.

    Returns
    -------
    list of str
        Each once, in order, as names from the top.

    Examples
    --------
    >>> list_children("how-to/index", "Text.\n- [ids](ids.md)\n- [guide](../guide.md)")
    ['how-to/ids', 'guide']
    """
    folder = PurePosixPath(page).parent
    links = [link for line in _LISTED.findall(text) for link in _LINK.findall(line)]
    return list(dict.fromkeys(str(_normal(folder / link)) for link in links))


def _normal(path: PurePosixPath) -> PurePosixPath:
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        else:
            parts.append(part)
    return PurePosixPath(*parts)


def room_directives(room: str) -> str:
    """Write what makes Sphinx take a room's docstrings in."""
    module = import_module(room)
    entries = [f".. {kind_of(getattr(module, name))}:: {room}.{name}" for name in names_of(room)]
    return "\n\n".join(["\n```{eval-rst}", *entries, "```\n"])


def _complete(app: Any, page: str, source: list[str]) -> None:
    source[0] = _FOLDER.sub(r"\1", _ANCHOR.sub(r"(\1)=", source[0]))
    rooms = {f"api/{page_of(room)}": room for room in ROOMS}
    if page in _AT_THE_TOP:
        source[0] = f"```{{include}} ../{_AT_THE_TOP[page]}\n:relative-docs: docs/\n```\n"
    if page == "changes":
        source[0] = f"---\nnosearch: true\n---\n{source[0]}"  # it has every word, and answers nothing
    if page in rooms:
        source[0] += room_directives(rooms[page])
    if page in SECTIONS:
        taken = {
            child
            for section in SECTIONS[: SECTIONS.index(page)]
            for child in list_children(section, (app.srcdir / f"{section}.md").read_text(encoding="utf-8"))
        }
        children = [f"/{child}" for child in list_children(page, source[0]) if child not in taken and child != page]
        if page == "measured":
            children += _list_rest(app)
        source[0] += "\n".join(["\n```{toctree}", ":hidden:", "", *children, "```\n"])


def _list_rest(app: Any) -> list[str]:
    """List pages of the top that no section links to: what a benchmark has just written, and nobody has placed yet."""
    read = {section: (app.srcdir / f"{section}.md").read_text(encoding="utf-8") for section in SECTIONS}
    placed = {child for section, text in read.items() for child in list_children(section, text)}
    return [f"/{path.stem}" for path in sorted(app.srcdir.glob("*.md")) if path.stem not in {"index", *placed}]


def _skip(app: Any, what: str, name: str, value: Any, skip: bool, options: Any) -> bool | None:
    # scikit-learn documents what every estimator has of it; the fields of a named tuple stand among its parameters.
    theirs = str(getattr(value, "__module__", "")).startswith("sklearn.")
    if theirs or re.fullmatch(r"set_\w+_request", name) or type(value).__name__ == "_tuplegetter":
        return True
    return None


def _list_notes(app: Any, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Make a list of what a method's notes say it assumes, is for and costs; in a terminal they are lines."""
    inside = False
    is_whole = any(line.startswith(".. [") for line in lines)  # a method cites the list of its class
    for at, line in enumerate(lines):
        line = lines[at] = _INITIAL.sub(r"\1\.", line)
        if not is_whole:
            line = lines[at] = _CITED.sub(r"[\1]", line)
        if _NOTE.match(line):
            lines[at], inside = _NOTE.sub(r"- **\1**: ", line), True
        elif inside and line.startswith("    "):
            lines[at] = "  " + line.lstrip()
        else:
            inside = False
            if not line.lstrip().startswith((">>>", "...")):
                lines[at] = _AT.sub(r"\@", line)


def _label(app: Any, problem: Exception | None) -> None:
    """Name what opens a part of the tree, and take cells without a word out of the heads of tables."""
    if problem is None:
        for path in app.outdir.rglob("*.html"):
            page = path.read_text(encoding="utf-8")
            better = _EMPTY_HEAD.sub("<td></td>", page.replace("<summary><span", '<summary aria-label="Open"><span'))
            if better != page:
                path.write_text(better, encoding="utf-8")


def connect(app: Any) -> None:
    """Complete pages as Sphinx reads them.

    Parameters
    ----------
    app : sphinx.application.Sphinx
        The site.
    """
    app.connect("source-read", _complete)
    app.connect("env-get-outdated", lambda *new_or_gone: ["measured"] if any(new_or_gone[2:]) else [])
    app.connect("autodoc-process-docstring", _list_notes, priority=100)  # before numpydoc
    app.connect("build-finished", _label)
    app.connect("autodoc-skip-member", _skip)
