"""Measure likewise beside its peers and write docs/benchmarks.md, or make another page of figures.

python -m bench                    everything beside peers, half an hour or more, most of it for pu-peers
python -m bench --only NAME        one comparison, whose part of the page is made anew
python -m bench --without NAME     all others in one run; its part of the page is kept
python -m bench --quick            few documents and repeats, printed only: does it all still run?
python -m bench PAGE [--help]      another page: zhou2010, crashes, engine, few, loop, loop-tries, reviews,
                                   positives, papers-again, partly-labelled, priors, simulations, topics, files,
                                   judging, project, page, neighbours, scale, wide or cluster
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import tempfile
import time
from pathlib import Path

import scipy.sparse as sp

from bench import iteration, peers, pu_peers, ranking, reach, report, words
from bench.corpus import Data, data
from bench.environments import NotInstallable
from bench.result import Result
from bench.worker import RunnerFailed
from likewise.errors import UserError

#: Pages of figures beside that of peers, each made by the module of this name.
PAGES = (
    *(
        "approximate",
        "cluster",
        "crashes",
        "engine",
        "few",
        "files",
        "judging",
        "loop",
        "loop-tries",
        "neighbours",
        "page",
        "papers-again",
        "partly-labelled",
        "positives",
        "priors",
        "project",
    ),
    *("reviews", "scale", "simulations", "topics", "wide"),
    "zhou2010",
)


def measure(
    row: peers.Comparison, everything: peers.Peers, counts: Data, folder: Path, repeats: int, *, quick: bool
) -> Result:
    """Run one comparison; a peer that is not to be had gives a row that says why."""
    try:
        if row.kind == "ranking":
            return ranking.compare(row, everything, folder, repeats=repeats, quick=quick)
        if row.kind == "reach":
            return reach.compare(row, everything, counts, folder, repeats=repeats)
        matrix = folder / "matrix.npz"
        if not matrix.exists():
            sp.save_npz(matrix, counts.X)
        return iteration.compare(row, everything, counts, matrix, repeats=repeats)
    except (NotInstallable, RunnerFailed, UserError) as problem:
        if isinstance(problem, RunnerFailed) and problem.runner == row.ours["runner"]:
            raise  # that is not a peer that cannot be had: that is our own bug
        return Result(row.name, row.title, row.peer, str(counts), "", missing=str(problem))


def main(arguments: list[str] | None = None) -> None:
    """Make the page that the first argument names, or compare with peers."""
    given = sys.argv[1:] if arguments is None else arguments
    if not given or given[0] not in PAGES:
        compare_with_peers(given)
        return
    program = importlib.import_module(f"bench.{given[0].replace('-', '_')}")
    parser = argparse.ArgumentParser(
        prog=f"python -m bench {given[0]}",
        description=program.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    program.add_options(parser)
    program.run(parser.parse_args(given[1:]))


def compare_with_peers(arguments: list[str]) -> None:
    """Measure, print, and write docs/benchmarks.md when nothing was left out."""
    everything = peers.read()
    on_mixes = {row.name: row for row in everything.mixes}
    names = ["counting", *(row.name for row in everything.comparisons), *on_mixes]
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure likewise beside its peers.")
    parser.add_argument("--only", choices=names, metavar="NAME", help=f"one of {', '.join(names)}")
    parser.add_argument("--without", choices=names, metavar="NAME", help="leave this one out, and keep its part")
    parser.add_argument("--quick", action="store_true", help="few documents, one repeat")
    options = parser.parse_args(arguments)
    names = [options.only] if options.only else [name for name in names if name != options.without]
    repeats = 1 if options.quick else 5
    counts = data(documents=2000 if options.quick else None)
    load = os.getloadavg()[0]
    print(f"{counts}, sha256 {counts.sha256}; load {load:.1f} on {os.cpu_count()} cores", flush=True)
    results, standings = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            start = time.perf_counter()
            if name in on_mixes:
                standings.append(pu_peers.compare(on_mixes[name], everything, quick=options.quick))
                print(f"{report.ranking(standings[-1])}\n[{time.perf_counter() - start:.0f} s]", flush=True)
                continue
            if name == "counting":
                result = words.compare(counts, repeats=min(repeats, 3))
            else:
                row = next(row for row in everything.comparisons if row.name == name)
                result = measure(row, everything, counts, Path(folder), repeats, quick=options.quick)
            results.append(result)
            print(f"{report.line(result)}  [{time.perf_counter() - start:.0f} s]", flush=True)
            for what, ours, theirs in result.rows:
                print(f"    {what}: {ours} | {theirs}", flush=True)
    if options.quick:
        print("docs/benchmarks.md is written only by a full run")
        return
    old = report.FILE.read_text(encoding="utf-8") if report.FILE.exists() else ""
    if options.only in on_mixes:
        new = report.with_ranking(old, standings[0])
    elif options.only:
        new = report.with_section(old, results[0], load)
    else:
        new = report.page(results, load, standings)
        if options.without:
            new = report.with_old_part(new, old, options.without)
    report.FILE.write_text(new, encoding="utf-8")
    print(f"wrote {report.FILE.relative_to(report.ROOT)}")


if __name__ == "__main__":
    main()
