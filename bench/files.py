"""How fast files are read, and how long `likewise find` takes from the first byte to the report.

python -m bench files    writes docs/files.csv and docs/files.md; some minutes, and needs the corpora
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

from bench import environments
from bench.rows import make_stamp, write_page, write_rows
from likewise.datasets import load
from likewise.readers import read
from likewise.writers import write

ROWS = Path(__file__).parent.parent / "docs" / "files.csv"
PAGE = ROWS.with_suffix(".md")
RUNNER = Path(__file__).parent / "runners" / "read_peers.py"
SIZES = (10_000, 100_000)
N_RECORDS = 20_000
#: What others read the same files with.
PEERS = {
    "ris": "rispy",
    "bib": "bibtexparser",
    "xlsx": "openpyxl",
    "csv": "pandas",
    "mbox": "mailbox (standard library)",
}
PACKAGES = ("rispy==0.10.0", "bibtexparser==2.1.0", "openpyxl==3.1.5", "pandas==3.1.1")
FIELDS = ("what", "documents", "seconds", "peak_gb", "peer", "peer_seconds", "likewise", "polars", "commit")
#: Words of a document in the piles that are searched.
_LENGTH = 180


def pieces() -> Iterator[tuple[str, str]]:
    """Yield documents of the length of an abstract, cut out of the corpora, each with its label."""
    for name in ("20newsgroups", "reuters21578", "webkb", "webdir"):
        corpus = load(name)
        for text, label in zip(corpus.texts, corpus.labels, strict=True):
            words = text.split()
            for start in range(0, len(words), _LENGTH):
                yield " ".join(words[start : start + _LENGTH]), str(label)


def run_command(command: list[str]) -> tuple[float, float]:
    """Run the program and return its seconds and its peak memory in GB."""
    program = [sys.executable, "-c", "from likewise.cli import main; main()", *command]
    start = time.perf_counter()
    child = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{command} ended with {child.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1e6


def end_to_end(folder: Path) -> Iterator[dict[str, object]]:
    """Time `likewise find`, all included: the second start, as the first compiles."""
    seconds = min(run_command(["--help"])[0] for _ in range(5))
    yield {"what": "likewise --help", "documents": 0, "seconds": seconds}
    documents = list(pieces())
    random.Random(0).shuffle(documents)
    likes = [text for text, label in documents[max(SIZES) :] if "sci.med" in label][:10]
    (folder / "likes").mkdir()
    for number, text in enumerate(likes):
        (folder / "likes" / f"{number}.txt").write_text(text, encoding="utf-8")
    for size in SIZES:
        pile = pl.DataFrame({"id": [str(n) for n in range(size)], "text": [text for text, _ in documents[:size]]})
        path = write(pile, folder / f"{size}.csv")
        command = ["find", str(folder / "likes"), str(path), "-o", str(folder / f"out{size}")]
        run_command(command)
        seconds, peak = run_command(command)
        yield {"what": "likewise find", "documents": size, "seconds": seconds, "peak_gb": round(peak, 2)}


def _records(seed: int = 0) -> list[dict[str, str]]:
    draw = random.Random(seed)
    words = ["".join(draw.choices("abcdefghilmnoprstu", k=draw.randint(2, 9))) for _ in range(5000)]
    return [
        {
            "id": f"r{number}",
            "title": " ".join(draw.choices(words, k=10)),
            "abstract": " ".join(draw.choices(words, k=150)),
            "year": str(draw.randint(1980, 2024)),
            "doi": f"10.5555/{number}",
            "journal": " ".join(draw.choices(words, k=3)),
        }
        for number in range(N_RECORDS)
    ]


def _bib(records: list[dict[str, str]]) -> str:
    fields = ("title", "abstract", "year", "doi", "journal")
    return "\n".join(
        f"@article{{{row['id']},\n" + "".join(f"  {name} = {{{row[name]}}},\n" for name in fields) + "}\n"
        for row in records
    )


def _nbib(records: list[dict[str, str]]) -> str:
    return "\n".join(
        f"PMID- {number}\nTI  - {row['title']}\nAB  - {row['abstract']}\n"
        f"DP  - {row['year']}\nLID - {row['doi']} [doi]\n"
        for number, row in enumerate(records, start=1)
    )


def _mbox(records: list[dict[str, str]]) -> str:
    return "\n".join(
        f"From - Mon Jan  1 10:00:00 2024\nFrom: a@example.org\nSubject: {row['title']}\n"
        f"Message-ID: <{row['id']}@example.org>\n\n{row['abstract']}\n"
        for row in records
    )


def reading(folder: Path) -> Iterator[dict[str, object]]:
    """Time readers beside what others read the same files with; processor time, the best of three."""
    records = _records()
    table = pl.DataFrame(records)
    made: dict[str, Callable[[], object]] = {
        "csv": lambda: write(table, folder / "pile.csv"),
        "xlsx": lambda: write(table, folder / "pile.xlsx"),
        "ris": lambda: write(table, folder / "pile.ris"),
        "parquet": lambda: write(table, folder / "pile.parquet"),
        "jsonl": lambda: write(table, folder / "pile.jsonl"),
        "bib": lambda: (folder / "pile.bib").write_text(_bib(records), encoding="utf-8"),
        "nbib": lambda: (folder / "pile.nbib").write_text(_nbib(records), encoding="utf-8"),
        "mbox": lambda: (folder / "pile.mbox").write_text(_mbox(records), encoding="utf-8"),
    }
    python = environments.interpreter("readers", ["python3.11", "python3"], PACKAGES)
    for kind, make in made.items():
        make()
        path = folder / f"pile.{kind}"
        seconds = min(_cpu(lambda path=path: read(path)) for _ in range(3))
        row = {"what": f".{kind}", "documents": N_RECORDS, "seconds": seconds}
        if kind in PEERS:
            done = subprocess.run([python, RUNNER, kind, path], capture_output=True, text=True, check=True)
            number, theirs = done.stdout.split()
            if int(number) != N_RECORDS:
                raise RuntimeError(f"{PEERS[kind]} read {number} of {N_RECORDS} records")
            row |= {"peer": PEERS[kind], "peer_seconds": float(theirs)}
        yield row


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def page(rows: list[dict[str, str]]) -> str:
    """Write the page of the rows."""
    found = [row for row in rows if not row["what"].startswith(".")]
    readers = [row for row in rows if row["what"].startswith(".")]
    lines = [
        "# Files: how fast",
        "",
        "Made by `python -m bench files`; the rows are in [files.csv](files.csv).",
        "",
        "## From the first byte to the report",
        "",
        "`likewise find EXAMPLES PILE.csv -o OUT`, ten examples, documents of up to 180 words cut out of the corpora:",
        "start, reading, counting, ranking, reasons, near-copies, table and report, on two cores. The second start, as",
        "the first compiles.",
        "",
        "| command | documents | seconds | peak memory |",
        "|---|---|---|---|",
    ]
    for row in found:
        peak = f"{row['peak_gb']} GB" if row["peak_gb"] else "–"
        size = f"{int(row['documents']):,}" if row["documents"] != "0" else "–"
        lines.append(f"| `{row['what']}` | {size} | {float(row['seconds']):.2f} | {peak} |")
    lines += [
        "",
        "## Readers",
        "",
        f"{N_RECORDS:,} records of 160 words; processor seconds, the best of three. Ours choose columns, make ids and",
        "check them as well; the others only read.",
        "",
        "| kind | seconds | records a second | beside | seconds | ratio |",
        "|---|---|---|---|---|---|",
    ]
    for row in readers:
        seconds = float(row["seconds"])
        theirs = float(row["peer_seconds"] or 0)
        beside = f"{row['peer']} | {theirs:.2f} | {theirs / seconds:.1f}" if row["peer"] else "– | – | –"
        lines.append(f"| `{row['what']}` | {seconds:.2f} | {int(row['documents']) / seconds:,.0f} | {beside} |")
    stamp = ", ".join(f"{name} {rows[0][name]}" for name in ("likewise", "polars", "commit"))
    return "\n".join([*lines, "", f"{stamp}.", ""])


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare no options: everything is always measured."""


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    stamp = make_stamp(("likewise", "polars"))
    rows: list[dict[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for part in (end_to_end, reading):
            for row in part(Path(folder)):
                rounded = {name: round(value, 3) if isinstance(value, float) else value for name, value in row.items()}
                rows.append({name: str({**rounded, **stamp}.get(name, "")) for name in FIELDS})
                print(rows[-1], flush=True)
    write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(rows))
