"""A page for every command: what its help says, and examples that were run."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from example_files import make_files
from typer.main import get_command

from likewise.cli.help import rows_of, usage_of
from likewise.cli.program import app

_NEW = "likewise new review known search.csv --top 0 --quiet"
_MARK = "likewise mark review decisions.csv --by ana --quiet"
#: What is run for the page of each command, in a folder with the files of `example_files`.
EXAMPLES = {
    "find": [
        "likewise find known search.csv -o found.xlsx --top 5",
        'likewise find search.csv --text "Sleep after learning helps students to remember" --top 3',
        "likewise find search.csv --ids 10.5555/0001,10.5555/0268 --top 3 --quiet",
    ],
    "open": [],  # it serves until somebody stops it; docs/page.md shows it
    "new": ["likewise new review known search.csv --top 3"],
    "add": [_NEW, "likewise add review more.ris", "likewise add review more.ris --by ana"],
    "review": [],  # it asks until somebody quits; docs/projects.md shows it
    "mark": [_NEW, "likewise mark review decisions.csv --by ana"],
    "estimate": [_NEW, _MARK, "likewise estimate review", "likewise estimate review --json"],
    "audit": [_NEW, _MARK, "likewise audit review --draw 200", "likewise export review -o audit.xlsx --only audit"],
    "explain": [_NEW, "likewise explain review 10.5555/0881"],
    "open-file": [
        "likewise new review known mixed --top 0 --quiet",
        "likewise open-file review 0100.eml --print",
        "likewise open-file review paper1.txt --print",
    ],
    "export": [
        _NEW,
        _MARK,
        "likewise export review -o found.xlsx",
        "likewise export review -o included.ris --only yes",
        "likewise export review -f csv --only decisions",
    ],
    "report": [_NEW, _MARK, "likewise report review -o report.html"],
    "prisma": [_NEW, _MARK, "likewise prisma review -o prisma.svg"],
    "log": [_NEW, _MARK, "likewise log review --last 3"],
    "conflicts": [
        _NEW,
        _MARK,
        "likewise mark review second.csv --by ben --quiet",
        "likewise conflicts review",
        "likewise conflicts review --resolve 10.5555/0069=yes --by carla",
    ],
    "copy": [_NEW, "likewise copy review backup"],
    "repair": [_NEW, _MARK, "likewise repair review recovered"],
    "doctor": ["likewise doctor known search.csv"],
    "demo": ["likewise demo"],
    "simulate": [
        "likewise simulate labelled.csv --positive 1 --examples 8",
        "likewise simulate labelled.csv --positive 1 --examples 8 --loop --method likewise --method elas-u4",
    ],
    "compare": ["likewise compare labelled.csv --positive 1 --examples 8 --repeats 3 --methods likewise,centroid,i-em"],
    "methods": ["likewise methods centroid"],
    "papers": ["likewise papers"],
    "papers run": ["likewise papers run nigam2000/slide_example"],
    "papers show": ["likewise papers run nigam2000/slide_example", "likewise papers show nigam2000/slide_example"],
    "papers report": ["likewise papers run nigam2000/slide_example", "likewise papers report"],
}
#: Where commands are shown that go on until somebody stops them.
_ELSEWHERE = {"open": "Pictures and how it is kept safe: [the page](../page.md)."}
_WIDTH = "100"


def commands() -> Iterator[tuple[str, Any]]:
    """Yield each command with its name; those of a group after the group."""
    group: Any = get_command(app)
    yield from _inside(group, "")


def _inside(group: Any, before: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        yield f"{before}{name}", command
        if hasattr(command, "commands"):
            yield from _inside(command, f"{before}{name} ")


def help_of(name: str, command: Any) -> str:
    """Return what the help of a command says, as a page."""
    lines = [
        f"# likewise {name}",
        "",
        "Made by `make docs` from the command's help; do not edit.",
        "",
        command.help or "",
    ]
    if hasattr(command, "commands"):
        return "\n".join([*lines, "", *(f"- [`{name} {sub}`]({_file(f'{name} {sub}')})" for sub in command.commands)])
    lines += ["", "```console", f"likewise {name} {usage_of(command)}", "```"]
    for kind in ("argument", "option"):
        rows = [f"| `{title}` | {meaning.replace('|', '/')} |" for title, meaning in rows_of(command, kind)]
        if rows:
            lines += ["", f"| {kind} | meaning |", "|---|---|", *rows]
    return "\n".join(lines)


def ran(command: str, folder: Path) -> str:
    """Run a command line and return what it prints, without what differs from run to run."""
    program = [sys.executable, "-c", "from likewise.cli import main; main()", *shlex.split(command)[1:]]
    done = subprocess.run(
        program,
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
        env={**os.environ, "COLUMNS": _WIDTH, "LIKEWISE_REVIEWER": "ana"},
    )
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stderr}")
    return tidy(done.stdout, folder)


def tidy(printed: str, folder: Path) -> str:
    """Leave out of what a command printed in a folder what differs from run to run."""
    printed = printed.replace(str(folder.resolve()), "/home/ana/sleep")
    printed = re.sub(r"\b\d+\.\d+ s\b", "… s", printed)
    printed = re.sub(r"^ +seconds .*", lambda line: re.sub(r"\d+\.\d+", "…", line[0]), printed, flags=re.M)
    printed = re.sub(r"\b20\d\d-\d\d-\d\d([ T])\d\d:\d\d:\d\d", r"2026-01-05\g<1>09:00:00", printed)
    return "\n".join(line.rstrip() for line in printed.rstrip().splitlines())


def _file(name: str) -> str:
    return f"{name.replace(' ', '-')}.md"


def write_pages(here: Path, only: Collection[str] = ()) -> None:
    """Write a page for each command, or for those that are named only, and the list of all."""
    here.mkdir(exist_ok=True)
    listed = ["# Commands", "", "Made by `make docs`; do not edit.", "", "| command | what it does |", "|---|---|"]
    for name, command in commands():
        listed.append(f"| [`likewise {name}`]({_file(name)}) | {command.help} |")
        if only and name not in only:
            continue
        page = [help_of(name, command)]
        if EXAMPLES[name] or name in _ELSEWHERE:
            page.append("\n## Run for real\n" if EXAMPLES[name] else f"\n{_ELSEWHERE[name]}")
        if any("csv" in line for line in EXAMPLES[name]):
            page.append("In a folder with eight known papers and a thousand hits of a search, all invented:")
        with tempfile.TemporaryDirectory() as folder:
            make_files(Path(folder))
            page += [f"\n```console\n$ {line}\n{ran(line, Path(folder))}\n```" for line in EXAMPLES[name]]
        (here / _file(name)).write_text("\n".join(page) + "\n", encoding="utf-8")
    (here / "index.md").write_text("\n".join(listed) + "\n", encoding="utf-8")
