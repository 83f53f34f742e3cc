"""Write docs/licences.md: the licence of everything that the package needs to run, by what is installed."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

_PAGE = Path(__file__).resolve().parent.parent / "docs" / "licences.md"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_HEAD = """# Licences

What `pip install likewise` brings with it, and under which licence. None of them forbids that a
program under the BSD licence needs it. Made by `python release/licences.py`.

| package | licence |
|---|---|
"""


def main() -> None:
    """Write the page."""
    rows = sorted(collect("likewise", {}).items(), key=lambda row: row[0].lower())
    _PAGE.write_text(_HEAD + "".join(f"| {name} | {licence} |\n" for name, licence in rows), encoding="utf-8")


def collect(name: str, found: dict[str, str]) -> dict[str, str]:
    """Collect the licences of what a package needs, and what that needs, without extras."""
    for wanted in distribution(name).requires or []:
        match = _NAME.match(wanted)
        if match is None or "extra ==" in wanted:
            continue
        try:
            package = distribution(match[0])
        except PackageNotFoundError:  # for other systems
            continue
        if package.name not in found:
            found[package.name] = find_licence(package.metadata)
            collect(package.name, found)
    return found


def find_licence(metadata: object) -> str:
    """Say the licence: as an expression, by classifiers, or by the first line of the text."""
    get = metadata.get_all  # type: ignore[attr-defined]
    if said := get("License-Expression"):
        return str(said[0])
    classifiers = [each.rpartition(" :: ")[2] for each in get("Classifier") or [] if each.startswith("License ::")]
    named = [each for each in classifiers if each != "OSI Approved"]
    return ", ".join(named) or str((get("License") or ["not said"])[0]).strip().splitlines()[0]


if __name__ == "__main__":
    main()
