"""Every command of an installed package, on a few invented documents in the current folder: run by release/check.py."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

_DRINKS = ("red wine of the cellar", "white wine and old barrels", "wine tasting in autumn", "grapes for sweet wine")
_OTHERS = (
    "green tea in the garden",
    "steam engines of the north",
    "chess openings for children",
    "bread with rye flour",
)


def likewise(*arguments: str, fails: bool = False) -> str:
    """Run a command; stop if it fails, or if it should fail and does not with one sentence."""
    command = [sys.executable, "-m", "likewise", *arguments]
    done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL, encoding="utf-8")
    if bool(done.returncode) is not fails or "Traceback" in done.stderr:
        sys.exit(f"likewise {' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Run all commands."""
    assert likewise("--version").startswith("likewise ")
    likewise("demo")
    if "--quick" in sys.argv:
        return
    write_documents()
    likewise("find", "examples.csv", "pile.csv", "-o", "found.xlsx")
    likewise("find", "examples.csv", "pile.csv", "--decisions", "seen.csv", "-o", "found.csv")
    likewise("find", "examples.csv", "papers", "--copy-to", "picked")
    likewise("new", "files", "examples.csv", "papers")
    assert likewise("open-file", "files", "paper1.txt", "--print").strip().endswith("paper1.txt")
    assert likewise("--man").startswith(".TH LIKEWISE")
    likewise("new", "wine", "examples.csv", "pile.csv")
    likewise("mark", "wine", "seen.csv")
    likewise("add", "wine", "more.csv")
    for command in ("estimate", "audit", "prisma", "log", "conflicts"):
        likewise(command, "wine")
    likewise("explain", "wine", "p1")
    likewise("export", "wine", "-o", "out.ris")
    likewise("report", "wine", "-o", "report.html")
    likewise("copy", "wine", "copy.likewise")
    likewise("doctor", "pile.csv")
    likewise("simulate", "labelled.csv", "--positive", "wine", "--examples", "5")
    likewise("compare", "labelled.csv", "--positive", "wine", "--repeats", "1", "--methods", "centroid,nb")
    likewise("methods")
    likewise("methods", "wlr")
    likewise("papers")
    for command in ("open", "review", "repair"):
        likewise(command, "--help")
    likewise("find", "nowhere.csv", "pile.csv", fails=True)


def write_documents() -> None:
    """Write tables of invented documents."""
    rows = [(f"p{n}", f"{(_DRINKS if n % 3 == 0 else _OTHERS)[n % 4]} number {n}") for n in range(1, 121)]
    _write("pile.csv", ("id", "text"), rows)
    _write("more.csv", ("id", "text"), [("m1", "more about wine in the cellar"), ("m2", "trains to the north")])
    _write("examples.csv", ("text",), [(f"{text} of our own",) for text in _DRINKS])
    _write("seen.csv", ("id", "included"), [("p3", "yes"), ("p4", "no")])
    _write("labelled.csv", ("text", "label"), [(text, "wine" if "wine" in text else "other") for _, text in rows])
    Path("papers").mkdir()
    for number, (_, text) in enumerate(rows[:20]):
        Path("papers", f"paper{number}.txt").write_text(text, encoding="utf-8")


def _write(name: str, header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    with Path(name).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])


if __name__ == "__main__":
    main()
