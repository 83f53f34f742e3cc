"""How long work on a project takes: making it, the first card, an answer, adding documents, ranking again.

python -m bench project    writes docs/projects.csv and the figures of docs/projects.md; some minutes, needs the corpora
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import polars as pl

from bench.command import run_command
from bench.figures import Figures
from bench.files import pieces
from bench.rows import make_stamp, read_rows, write_rows
from bench.terminal import Terminal
from likewise.project import Project
from likewise.project.ranking import load_collection, search_project
from likewise.writers import write

ROWS = Path(__file__).parent.parent / "docs" / "projects.csv"
PAGE = ROWS.with_suffix(".md")
RUNNER = Path(__file__).parent / "runners" / "first_card.py"
SIZES = (10_000, 100_000)
N_MORE, N_ANSWERS = 1_000, 50
FIELDS = ("what", "documents", "processor", "milliseconds", "megabytes", "python", "likewise", "polars", "commit")
FIGURES = Figures(PAGE, "project")


def make_table(texts: Iterable[str], first: int) -> pl.DataFrame:
    """Make records with titles and DOIs of texts.

    Examples
    --------
    >>> make_table(["red wine and more of it"], 7).row(0)[:2]
    ('10.5555/7', 'Red wine and more of it, number 7')
    """
    rows = []
    for number, text in enumerate(texts, start=first):
        beginning = " ".join(text.split()[:8])
        title = f"{beginning[:1].upper()}{beginning[1:]}, number {number}"
        rows.append({"doi": f"10.5555/{number}", "title": title, "abstract": text, "year": str(1980 + number % 45)})
    return pl.DataFrame(rows)


def list_texts() -> tuple[list[str], list[str]]:
    """Return more than a hundred thousand texts of a pile, and ten examples."""
    documents = list(pieces())
    random.Random(0).shuffle(documents)
    texts = [text for text, _ in documents if len(text.split()) > 30]
    halves = zip(texts, reversed(texts), strict=True)  # more of them, for the largest pile and what is added to it
    texts += [f"{one[: len(one) // 2]} {two[len(two) // 2 :]}" for one, two in halves]
    return texts, [text for text, label in documents if "sci.med" in label][:10]


def measure(size: int, texts: list[str], likes: Path, folder: Path) -> Iterator[dict[str, object]]:
    """Time work on a project of so many documents."""
    pile = str(write(make_table(texts[:size], 0), folder / f"{size}.csv"))
    more = str(write(make_table(texts[size : size + N_MORE], size), folder / f"{size}-more.csv"))
    project = folder / f"p{size}.likewise"
    command = ["new", str(project), str(likes), pile, "--quiet"]
    yield _row("`likewise new`", size, run_command(command).processor, project.stat().st_size / 1e6)
    kept = sum(file.stat().st_size for file in Path(f"{project}-cache").rglob("*") if file.is_file())
    yield {"what": "kept beside it, to save time", "documents": size, "megabytes": round(kept / 1e6, 1)}
    yield _row("open, and show the first card", size, min(_run(project)["card_processor"] for _ in range(3)))
    first, keys = _review(project)
    yield _wait("the same on the clock: `likewise review` to its first screen", size, first)
    yield _wait("key to the next screen, half of all", size, statistics.median(keys))
    yield _wait(f"key to the next screen, the slowest of {N_ANSWERS}", size, max(keys))
    worked = _run(project, N_ANSWERS)
    yield _wait("an answer is on disk", size, worked["answer"])
    yield _row("rank again after an answer", size, worked["rerank"])
    yield _row("`likewise estimate`", size, run_command(["estimate", str(project), "--json"]).processor)
    yield _row(
        "`likewise export` to .csv",
        size,
        run_command(["export", str(project), "-o", str(folder / f"o{size}.csv")]).processor,
    )
    copy = folder / f"c{size}.likewise"
    shutil.copyfile(project, copy)
    yield _row(f"`likewise add`, {N_MORE:,} documents", size, run_command(["add", str(copy), more]).processor)
    yield _row("the same again: all are known", size, run_command(["add", str(copy), more]).processor)
    processor, n_other = _compare(copy, project)
    yield _row("rank all of them anew, in the background", size, processor)
    yield {"what": "rows that differ from a new project with all", "documents": size, "milliseconds": n_other}


def _compare(project: Path, before: Path) -> tuple[float, int]:
    """Rank a project with added documents, and count the places at which a new project with all of them differs."""
    with Project(project, read_only=True) as opened:
        fold = opened.read_fold()
        shutil.copytree(f"{before}-cache", f"{project}-cache")
        start = time.process_time()
        added = search_project(opened, load_collection(opened), fold).table
        processor = time.process_time() - start
        shutil.rmtree(f"{project}-cache")
        anew = search_project(opened, load_collection(opened), fold).table
    return processor, int((added["id"] != anew["id"]).sum())


def _copy(project: Path) -> Path:
    copy = project.with_name("worked.likewise")
    shutil.copyfile(project, copy)
    shutil.rmtree(f"{copy}-cache", ignore_errors=True)
    shutil.copytree(f"{project}-cache", f"{copy}-cache")
    return copy


def _review(project: Path) -> tuple[float, list[float]]:
    """Open a project in a terminal twice; return the seconds to the first screen, and from each key to the next."""
    copy, keys = _copy(project), []
    for n_keys in (0, N_ANSWERS):
        with Terminal("review", str(copy), "--by", "bench", "--quiet") as terminal:
            terminal.read_until("q quit")
            first = time.perf_counter() - terminal.started
            for number in range(n_keys):
                start = time.perf_counter()
                terminal.type("n" if number % 3 else "y")
                terminal.read_until("q quit")
                keys.append(time.perf_counter() - start)
                time.sleep(0.2)  # faster than anybody reads
            terminal.type("q")
            terminal.process.wait()
    copy.unlink()
    return first, keys


def _run(project: Path, n_answers: int = 0) -> dict[str, float]:
    copy = _copy(project)
    done = subprocess.run([sys.executable, RUNNER, copy, str(n_answers)], capture_output=True, text=True, check=True)
    copy.unlink()
    told: dict[str, float] = json.loads(done.stdout)
    return told


def _row(what: str, size: int, processor: float, megabytes: float | None = None) -> dict[str, object]:
    row: dict[str, object] = {"what": what, "documents": size, "processor": round(processor, 2)}
    return row if megabytes is None else {**row, "megabytes": round(megabytes, 1)}


def _wait(what: str, size: int, seconds: float) -> dict[str, object]:
    return {"what": what, "documents": size, "milliseconds": round(1000 * seconds, 1)}


def make_lines(rows: list[dict[str, str]]) -> list[str]:
    """Write the part of the page that is made of rows."""
    sizes = sorted({int(row["documents"]) for row in rows})
    lines = [
        "Processor seconds of all threads of a whole command, start included; milliseconds on the clock where somebody",
        "waits. On two cores that others used too.",
        "",
        "| what | " + " | ".join(f"{size:,} documents" for size in sizes) + " |",
        "|---|" + "--:|" * len(sizes),
    ]
    for what in dict.fromkeys(row["what"] for row in rows):
        cells = [
            _cell(next(row for row in rows if row["what"] == what and int(row["documents"]) == size)) for size in sizes
        ]
        lines.append(f"| {what} | {' | '.join(cells)} |")
    stamp = ", ".join(f"{name} {rows[0][name]}" for name in ("python", "likewise", "polars", "commit"))
    return [*lines, "", f"The rows are in [projects.csv](projects.csv): {stamp}."]


def _cell(row: Mapping[str, str]) -> str:
    if row["what"].startswith("rows that differ"):
        return row["milliseconds"] or "–"
    parts = [f"{float(row['processor']):.2f} s"] if row["processor"] else []
    parts += [f"{float(row['milliseconds']):.1f} ms"] if row["milliseconds"] else []
    parts += [f"{float(row['megabytes']):.1f} MB"] if row["megabytes"] else []
    return ", ".join(parts)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this page."""
    parser.add_argument("--quick", action="store_true", help="2,000 documents, printed only")


def run(options: argparse.Namespace) -> None:
    """Measure, and write rows and figures."""
    sizes = (2_000,) if options.quick else SIZES
    texts, wanted = list_texts()
    stamp, rows = make_stamp(["likewise", "polars"]), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        likes = folder / "likes.csv"
        pl.DataFrame({"text": wanted}).write_csv(likes)
        for size in sizes:
            for row in measure(size, texts, likes, folder):
                rows.append({**row, **stamp})
                print(row, flush=True)
    if options.quick:
        print("docs/projects.csv is written only by a full run")
        return
    write_rows(ROWS, rows, FIELDS)
    FIGURES.renew(make_lines(read_rows(ROWS)))
    print(f"wrote {PAGE.name}, load {os.getloadavg()[0]:.1f}, {time.process_time():.0f} s")
