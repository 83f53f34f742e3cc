"""Write the results down: a line each for the terminal, and docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.environments import ROOT
from bench.pu_peers import HEADER, Standings
from bench.result import Result
from likewise.papers.store import commit

FILE = ROOT / "docs" / "benchmarks.md"

INTRODUCTION = """\
Made by `make bench`; do not edit. Every figure is of one run on one machine, the sides taking turns. Each peer runs in
a process and an environment of its own, with the packages that `bench/peers.toml` pins and the threads that its table
says. A busy machine makes figures unsteady, those of two threads most of all: see the load."""

PERPLEXITY = """\
How held-out perplexity is measured, for all alike: a tenth of the documents is kept from training and each is cut into
two halves by its tokens; topic proportions come from the first half by EM with a small prior, and the perplexity is
that of the second half (`bench/heldout.py`). The target is the worse of the two final values, so both sides reach it;
how far the better side gets, and in what time, stands beside it."""


def line(result: Result) -> str:
    """Sum a result up in a line.

    Examples
    --------
    >>> print(line(Result("a", "Sorting: seconds", "sorter", "10 lists", "", ratio=2.5)))
    a: 2.50 times as fast as sorter
    """
    if result.ratio is None:
        return f"{result.name}: not measured: {result.missing}"
    return f"{result.name}: {result.ratio:.2f} times as fast as {result.peer}"


def page(results: Sequence[Result], load: float, standings: Sequence[Standings] = ()) -> str:
    """Return the whole page; ``load`` is how many processes wanted a core before the first measurement."""
    summary = ["| comparison | peer | times as fast | mind |", "|---|---|---|---|"]
    summary += [*map(_line, results), *map(_summary, standings)]
    facts = f"- machine: {machine()}\n- load before: {load:.1f}\n- {_now()}"
    parts = ["# Benchmarks", INTRODUCTION, facts, "\n".join(summary), PERPLEXITY, *map(section, results)]
    parts += map(ranking, standings)
    return "\n\n".join(parts) + "\n"


def with_ranking(old: str, standings: Standings) -> str:
    """Return the page with the part about one comparison on mixes, and its line in the summary, made anew.

    Examples
    --------
    >>> old = "| comparison |\\n|---|\\n\\nText.\\n"
    >>> standings = Standings("pu", "Who finds the rest", settings="", note="", peers=("pulearn",))
    >>> new = with_ranking(old, standings)
    >>> new.splitlines()[2]
    '| [Who finds the rest](#pu) | pulearn | no race |  |'
    >>> with_ranking(new, standings) == new
    True
    """
    return _with_part(old, standings.name, _summary(standings), ranking(standings))


def with_section(old: str, result: Result, load: float) -> str:
    """Return the page with the part about one comparison, and its line in the summary, made anew.

    Examples
    --------
    >>> old = "| comparison |\\n|---|\\n\\nText.\\n"
    >>> new = with_section(old, Result("a", "Sorting", "sorter", "10 lists", "", ratio=2.5), load=0.1)
    >>> new.splitlines()[2]
    '| [Sorting](#a) | sorter | 2.50 |  |'
    >>> new.splitlines()[-1].startswith("- measured apart:")
    True
    """
    apart = f"- measured apart: load before {load:.1f}{_priority()}, {_now().replace(chr(10) + '-', ',')}"
    return _with_part(old, result.name, _line(result), f"{section(result)}\n{apart}")


def with_old_part(new: str, old: str, name: str) -> str:
    """Return a new page with the part about one comparison that an old page has, and its line in the summary.

    Examples
    --------
    >>> old = "| comparison |\\n|---|\\n| [A](#a) | 1 |\\n\\nText.\\n\\n<a id=\\"a\\"></a>\\n\\nAs measured before.\\n"
    >>> print(with_old_part("| comparison |\\n|---|\\n\\nNew text.\\n", old, "a"))
    | comparison |
    |---|
    | [A](#a) | 1 |
    <BLANKLINE>
    New text.
    <BLANKLINE>
    <a id="a"></a>
    <BLANKLINE>
    As measured before.
    <BLANKLINE>
    """
    summary = next((line for line in old.split("\n") if f"](#{name})" in line), None)
    if summary is None:
        return new
    part = old.partition(_anchor(name))[2].partition('\n<a id="')[0]
    return _with_part(new, name, summary, f"{_anchor(name)}{part.rstrip()}")


def _priority() -> str:
    """Say whether this process and its children go before others, as the scheduler of Linux can be told."""
    group = Path("/proc/self/autogroup")
    words = group.read_text().split() if group.exists() else []  # none where the process belongs to no group
    ahead = any(word.startswith("-") for word in words) or os.getpriority(os.PRIO_PROCESS, 0) < 0
    return " (with priority over it)" if ahead else ""


def _with_part(old: str, name: str, summary: str, part: str) -> str:
    """Put a part of the page, and its line in the summary, into their old places, or at the end."""
    head, _, rest = old.partition(_anchor(name))
    _, _, after = rest.partition('\n<a id="')
    lines = head.rstrip().split("\n")
    table = next(number for number, row in enumerate(lines) if row.startswith("| comparison"))
    end = next((number for number in range(table, len(lines)) if not lines[number].startswith("|")), len(lines))
    place = next((number for number in range(table, end) if f"](#{name})" in lines[number]), end)
    lines[place : place + (place < end)] = [summary]
    parts = ["\n".join(lines), part]
    if after:
        parts.append(f'<a id="{after}'.rstrip())
    return "\n\n".join(parts) + "\n"


def _line(result: Result) -> str:
    ratio = "not measured" if result.ratio is None else f"{result.ratio:.2f}"
    return f"| [{result.title}](#{result.name}) | {result.peer} | {ratio} | {result.caution} |"


def _anchor(name: str) -> str:
    return f'<a id="{name}"></a>'


def _summary(standings: Standings) -> str:
    return f"| [{standings.title}](#{standings.name}) | {', '.join(standings.peers)} | no race | {standings.best()} |"


def section(result: Result) -> str:
    """Return the part of the page about one comparison."""
    head = f"{_anchor(result.name)}\n\n## {result.title}: {result.peer}\n\n`python -m bench --only {result.name}`"
    if result.ratio is None:
        return f"{head}\n\nNot measured: {result.missing}."
    table = ["| | likewise | " + result.peer + " |", "|---|---|---|"]
    table += [f"| {what} | {ours} | {theirs} |" for what, ours, theirs in result.rows]
    table.append(f"| **times as fast** | **{result.ratio:.2f}** | 1 |")
    small = f"- data: {result.data}\n- settings: {result.settings}\n- versions: {result.versions}\n- {result.note}"
    return f"{head}\n\n" + "\n".join(table) + f"\n\n{small}"


def ranking(standings: Standings) -> str:
    """Return the part of the page about one comparison on mixes, the best F1 of each corpus first."""
    parts = [f"{_anchor(standings.name)}\n\n## {standings.title}: {', '.join(standings.peers)}"]
    parts.append(f"`python -m bench --only {standings.name}`")
    for corpus, lines in standings.tables.items():
        table = [f"### {corpus}", "", f"| {' | '.join(HEADER)} |", "|" + "---|" * len(HEADER)]
        # Those without a figure come last, in the order of the file.
        best_first = sorted(lines, key=lambda line: -line.f1() if line.outcomes else 1.0)
        table += [f"| {' | '.join(line.cells())} |" for line in best_first]
        parts.append("\n".join(table))
    parts.append(f"- settings: {standings.settings}\n- {_now()}\n- versions: {standings.versions}\n- {standings.note}")
    return "\n\n".join(parts)


def machine() -> str:
    """Say what it ran on."""
    model = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [row.split(":", 1)[1].strip() for row in info.read_text().splitlines() if row.startswith("model name")]
        model = names[0] if names else model
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}"


def _now() -> str:
    return f"date: {datetime.now(UTC):%Y-%m-%d}\n- commit: {commit()}"
