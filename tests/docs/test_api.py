"""The reference is of everything that users import, and explains every parameter."""

import inspect
import re
from importlib import import_module

from tests.docs.conftest import ROOT

#: Parameters that stand on one line with others: "examples, pile : sequence of str".
_NAMES = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: : |$)")


def _explained(value):
    lines = (inspect.getdoc(value) or "").splitlines()
    names, inside = set(), False
    for at, line in enumerate(lines):
        if at + 1 < len(lines) and set(lines[at + 1]) == {"-"}:
            inside = line in ("Parameters", "Other Parameters")
        elif inside and (match := _NAMES.match(line)):
            names |= {name.lstrip("*") for name in match[1].split(", ")}
    return names


def _parameters(value):
    try:
        names = list(inspect.signature(value).parameters)
    except (TypeError, ValueError):  # an enumeration, an exception
        return []
    return [name for name in names if name not in ("self", "cls", "args", "kwargs") and not name.startswith("_")]


def _documented(room, name, value):
    yield f"{room}.{name}", value
    if not inspect.isclass(value):
        return
    for own, member in inspect.getmembers(value):
        theirs = not str(getattr(member, "__module__", "")).startswith("likewise")
        if not own.startswith("_") and callable(member) and not inspect.isclass(member) and not theirs:
            yield f"{room}.{name}.{own}", member


def test_every_parameter_of_what_users_import_is_explained(docs):
    from api_pages import ROOMS, names_of

    missing = []
    for room in ROOMS:
        for name in names_of(room):
            value = getattr(import_module(room), name)
            if callable(value):
                for path, each in _documented(room, name, value):
                    left = [parameter for parameter in _parameters(each) if parameter not in _explained(each)]
                    missing += [f"{path}: {', '.join(left)}"] if left else []
    assert missing == []


def test_the_pages_of_the_api_are_those_of_the_docstrings(docs):
    from api_pages import ROOMS, index_page, page_of, room_page

    folder = ROOT / "docs" / "api"
    assert {path.stem for path in folder.glob("*.md")} == {"index", *map(page_of, ROOMS)}
    assert (folder / "index.md").read_text(encoding="utf-8") == index_page(), "run `make docs`"
    for room, summary in ROOMS.items():
        page = (folder / f"{page_of(room)}.md").read_text(encoding="utf-8")
        assert page == room_page(room, summary), f"run `make docs`: {room}"


def test_every_name_of_the_package_itself_is_in_the_reference(docs):
    from api_pages import ROOMS, names_of

    import likewise

    listed = {name for room in ROOMS for name in names_of(room)}
    assert set(likewise.__all__) - {"__version__"} <= listed
