"""One and two worker processes of Dask: a whole fit of pLSA and `likewise find`, and a worker that is killed.

python -m bench cluster                     writes docs/cluster.csv and docs/cluster.md; needs the corpora
python -m bench cluster --sizes 100000      this size only; the rows of others are kept
"""

import argparse
import hashlib
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from bench.cluster_page import page
from bench.command import run_command
from bench.rows import make_stamp, read_rows, write_page, write_rows
from bench.scale import write_pile

ROWS = Path(__file__).parent.parent / "docs" / "cluster.csv"
SIZES = (100_000, 300_000)
#: Files of a pile; topics and iterations of the fit; and the memory that the search is planned for.
N_FILES, N_TOPICS, N_ITER, MEMORY = 12, 20, 30, "1200MB"
_RUNNER, _HALF, _WATCH, _STAGES = (
    Path(__file__).parent / "runners" / name
    for name in ("cluster_fit.py", "half_fit.py", "cluster_watch.py", "cluster_stages.py")
)
FIELDS = (
    "what", "documents", "workers", "killed", "pair", "seconds", "client", "busiest", "all_workers", "peak_gb",
    "result", "count_seconds", "count_workers", "n_words", "n_entries", "file_bytes", "n_iter",
    "iteration", "longest", "shortest", "between", "step_processor", "scheduler", "start", "counting", "judging",
    "load", "likewise", "dask", "distributed", "numpy", "commit",
)  # fmt: skip
_ORDER = ("documents", "workers", "pair")
#: What is measured, and how rows call it.
KINDS = {"fit": "pLSA", "find": "find", "halves": "halves", "watch": "watch", "stages": "stages"}
#: One thread in every library, in workers and in whoever asks them.
_ONE_THREAD = dict.fromkeys(("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")


@contextmanager
def started(n_workers: int) -> Iterator[Any]:
    """Start workers of one thread each, and load what they need, as a cluster that is there has."""
    from distributed import Client, LocalCluster

    with LocalCluster(
        n_workers=n_workers,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
        env=_ONE_THREAD,
    ) as cluster:
        with Client(cluster) as client:
            client.run(_load)
        yield cluster


def _load() -> None:
    import likewise.models.topic.plsa
    import likewise.scale.finding  # noqa: F401


def write_files(folder: Path, n_documents: int) -> tuple[Path, Path]:
    """Write the examples and the pile of `bench.scale`, the pile in files; return their place."""
    examples, pile, _ = write_pile(folder, n_documents, 0)
    table, files = pl.read_parquet(pile), folder / "files"
    files.mkdir()
    for number in range(N_FILES):
        first, last = (n_documents * at // N_FILES for at in (number, number + 1))
        table[first:last].write_parquet(files / f"{number:02d}.parquet")
    return examples, files


def fit(cluster: Any, files: Path, *, kill: bool = False) -> dict[str, Any]:
    """Fit pLSA in a process of its own."""
    arguments = [cluster.scheduler_address, f"{files}/*.parquet", str(N_TOPICS), str(N_ITER)]
    program = [sys.executable, "-W", "ignore", str(_RUNNER), *arguments, *([str(N_ITER // 2)] if kill else [])]
    told = subprocess.run(program, check=True, capture_output=True, text=True, env={**os.environ, **_ONE_THREAD})
    found = json.loads(told.stdout.splitlines()[-1])
    return {
        "seconds": found["fit"]["seconds"],
        "client": found["fit"]["client"],
        "busiest": max(found["fit"]["workers"]),
        "all_workers": sum(found["fit"]["workers"]),
        "peak_gb": found["peak_gb"],
        "result": found["topics"],
        "count_seconds": found["counting"]["seconds"],
        "count_workers": sum(found["counting"]["workers"]),
        **{name: found[name] for name in ("n_words", "n_entries")},
        "n_iter": N_ITER,
    }


def watch(cluster: Any, files: Path) -> dict[str, Any]:
    """Fit pLSA in a process of its own, and tell what iterations are made of, in seconds."""
    arguments = [cluster.scheduler_address, f"{files}/*.parquet", str(N_TOPICS), str(N_ITER)]
    program = [sys.executable, "-W", "ignore", str(_WATCH), *arguments]
    told = subprocess.run(program, check=True, capture_output=True, text=True, env={**os.environ, **_ONE_THREAD})
    found: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return {"n_iter": N_ITER, **found}


def watch_stages(cluster: Any, examples: Path, files: Path, out: Path) -> dict[str, Any]:
    """Search in a process of its own, and tell how long each stage takes, in seconds."""
    arguments = _find_arguments(examples, files, out, cluster)
    program = [sys.executable, "-W", "ignore", str(_STAGES), *arguments]
    told = subprocess.run(program, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return found


def _find_arguments(examples: Path, files: Path, out: Path, cluster: Any) -> list[str]:
    options = [] if cluster is None else ["--scheduler", cluster.scheduler_address]
    paths = [str(examples), f"{files}/*.parquet", "-o", str(out)]
    return ["find", *paths, "--no-report", "--force", "--quiet", "--memory", MEMORY, *options]


def fit_halves(files: Path, *, at_once: bool) -> dict[str, Any]:
    """Fit pLSA to each half of the pile in a process of its own, one after the other or at once; nothing is sent.

    So much can two processes gain on these cores at the most.
    """
    every = sorted(map(str, files.iterdir()))
    program = [sys.executable, "-W", "ignore", str(_HALF), str(N_TOPICS), str(N_ITER)]
    options: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": os.environ | _ONE_THREAD}
    halves = [
        subprocess.Popen([*program, *half], **options) for half in (every[: len(every) // 2], every[len(every) // 2 :])
    ]
    for half in halves:
        half.stdout.readline()
    if at_once:
        for half in halves:
            half.stdin.write("\n")
            half.stdin.flush()
        seconds = max(float(half.stdout.readline()) for half in halves)
    else:
        seconds = sum(float(half.communicate("\n")[0].split()[-1]) for half in halves)
    for half in halves:
        half.communicate()
    return {"seconds": seconds, "n_iter": N_ITER}


def find(cluster: Any, examples: Path, files: Path, out: Path, *, kill: bool = False) -> dict[str, Any]:
    """Search in a process of its own."""
    command = _find_arguments(examples, files, out, cluster)
    before = {} if cluster is None else _processor(cluster)
    if kill:
        threading.Thread(target=_kill_once_counted, args=[cluster], daemon=True).start()
    usage = run_command(command)
    now = {} if cluster is None else _processor(cluster)
    each = [spent - before.get(address, 0.0) for address, spent in now.items()] or [0.0]
    return {
        "seconds": usage.seconds,
        "client": usage.processor,
        "busiest": max(each),
        "all_workers": sum(each),
        "peak_gb": usage.peak_gb,
        "result": hashlib.sha256(out.read_bytes()).hexdigest()[:16],
    }


def _processor(cluster: Any) -> dict[str, float]:
    """Return the processor seconds of each worker."""
    from distributed import Client

    with Client(cluster, set_as_default=False) as client:
        spent: dict[str, float] = client.run(_own_processor)
    return spent


def _own_processor() -> float:
    return sum(os.times()[:2])


def _kill_once_counted(cluster: Any) -> None:
    """Kill a worker process as soon as it holds counts that are needed until the end."""
    while True:
        held = [task for task in list(cluster.scheduler.tasks.values()) if "settle_columns" in str(task.key)]
        holders = [worker for task in held for worker in list(task.who_has or ())]
        if holders:
            os.kill(cluster.workers[holders[0].name].process.pid, signal.SIGKILL)
            return
        time.sleep(0.05)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--only", choices=KINDS, help="one of these; the rows of others are kept")
    parser.add_argument("--pairs", type=int, default=1, help="how often one and two workers take turns")
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    # Rows of before there were pairs are a pair of their own.
    rows = [{**row, "pair": row.get("pair") or "0"} for row in read_rows(ROWS)]
    for size in [] if options.page else options.sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            examples, files = write_files(folder, size)
            n_bytes = sum(path.stat().st_size for path in files.iterdir())
            again = KINDS if options.only is None else {options.only: KINDS[options.only]}
            rows = [row for row in rows if not _is_of(row, size, again.values()) or int(row["pair"]) < options.pairs]
            for row in measure(folder, examples, files, options.only, options.pairs):
                row |= {"documents": size, "file_bytes": n_bytes}
                rows = _with(rows, row)
                write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(rows))


def _is_of(row: Mapping[str, str], size: int, kinds: Iterable[str]) -> bool:
    return row["documents"] == str(size) and row["what"] in kinds


def measure(folder: Path, examples: Path, files: Path, only: str | None, n_pairs: int) -> Iterator[dict[str, Any]]:
    """Yield a row for each way to run; one and two workers take turns."""
    out = folder / "found.parquet"
    if only in (None, "find"):
        yield {"what": "find", "workers": 0, "killed": False, "pair": 0, **find(None, examples, files, out)}
    turns = [(n_workers, False, pair) for pair in range(n_pairs) for n_workers in (1, 2)]
    for n_workers, kill, pair in [*turns, (2, True, 0)]:
        state = {"workers": n_workers, "killed": kill, "pair": pair}
        if only in (None, "fit"):
            with started(n_workers) as cluster:
                yield {"what": "pLSA", **state, **fit(cluster, files, kill=kill)}
        if only in (None, "find"):
            with started(n_workers) as cluster:
                yield {"what": "find", **state, **find(cluster, examples, files, out, kill=kill)}
        if only in (None, "watch") and not kill:
            with started(n_workers) as cluster:
                yield {"what": "watch", **state, **watch(cluster, files)}
        if only in (None, "stages") and not kill:
            with started(n_workers) as cluster:
                yield {"what": "stages", **state, **watch_stages(cluster, examples, files, out)}
        if only in (None, "halves") and not kill:
            yield {"what": "halves", **state, **fit_halves(files, at_once=n_workers == 2)}


def _with(rows: Sequence[dict[str, Any]], row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows with this one in the place of an older one."""
    row |= {"load": os.getloadavg()[0], **make_stamp(("likewise", "dask", "distributed", "numpy"))}
    made = {name: _plain(row.get(name, "")) for name in FIELDS}
    print(made, flush=True)
    key = FIELDS[:5]
    others = [old for old in rows if [old[name] for name in key] != [made[name] for name in key]]
    return sorted([*others, made], key=lambda one: (one["what"], *(int(one[name]) for name in _ORDER)))


def _plain(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
