"""How fast files are read, and how long `likewise find` takes from the first byte to the report.

python -m bench files                   writes docs/files.csv and docs/files.md; some minutes, and needs the corpora
python -m bench files --only readers    these only; the rows of commands are kept
"""

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

from bench import environments
from bench.command import Usage, run_command
from bench.rows import make_stamp, read_rows, write_page, write_rows
from likewise.datasets import load, load_reviews_synergy
from likewise.readers import read
from likewise.writers import write

ROWS = Path(__file__).parent.parent / "docs" / "files.csv"
PAGE = ROWS.with_suffix(".md")
RUNNER = Path(__file__).parent / "runners" / "read_file.py"
#: The review whose records are searched.
REVIEW = "van_der_Valk_2021"
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
FIELDS = (
    "what",
    "documents",
    "processor",
    "seconds",
    "peak_gb",
    "peer",
    "peer_seconds",
    "likewise",
    "polars",
    "commit",
)
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


def run_thrice(command: list[str], *, exit_code: int = 0) -> Usage:
    """Return the least that a command takes in three runs; one before them is not measured, as it may compile."""
    run_command(command, exit_code=exit_code)
    return min(run_command(command, exit_code=exit_code) for _ in range(3))


def make_review(folder: Path) -> tuple[str, str]:
    """Write the records of a review as a reference manager does, and eight included ones; return the two paths."""
    corpus = load_reviews_synergy(review=REVIEW)
    records = [dict(zip(("title", "abstract"), text.split("\n", 1), strict=False)) for text in corpus.texts]
    included = [record for record, label in zip(records, corpus.labels, strict=True) if label == "included"]
    known = random.Random(0).sample(included, 8)
    names = "title", "abstract"
    tables = {"known": known, "review": records}
    paths = [
        write(pl.DataFrame([{name: row.get(name) for name in names} for row in rows]), folder / f"{stem}.ris")
        for stem, rows in tables.items()
    ]
    return str(paths[0]), str(paths[1])


def mistakes(known: str, pile: str) -> dict[str, list[str]]:
    """Return commands with a mistake in them, by what it is."""
    return {
        "a path that is not there": ["find", "nowhere.ris", pile],
        "a method that is not there": ["find", known, pile, "--method", "nosuch"],
        "an option that is not there": ["find", known, pile, "--nosuch"],
        "a parameter that is not there": ["find", known, pile, "--set", "nosuch=1"],
    }


def end_to_end(folder: Path) -> Iterator[dict[str, object]]:
    """Time the program, all included: start, mistakes, the first search, searches of several sizes."""
    yield {"what": "`likewise --help`", "documents": 0, **run_thrice(["--help"])._asdict(), "peak_gb": ""}
    known, review = make_review(folder)
    for what, command in mistakes(known, review).items():
        yield {"what": what, "documents": 0, **run_thrice(command, exit_code=2)._asdict(), "peak_gb": ""}
    command = ["find", known, review, "-o", str(folder / "review.xlsx")]
    n_records = len(read(review))
    first = min(run_command(command, cache=folder / f"cache{number}") for number in range(3))
    yield {"what": "the first search of an installation, .xlsx", "documents": n_records, **first._asdict()}
    yield {"what": "`likewise find`, .ris to .xlsx", "documents": n_records, **run_thrice(command)._asdict()}
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
        yield {"what": "`likewise find`, .csv to .csv", "documents": size, **run_thrice(command)._asdict()}


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


def _make_files(folder: Path) -> list[str]:
    """Write the same records as files of each kind, and return the kinds."""
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
    for make in made.values():
        make()
    return list(made)


def reading(folder: Path) -> Iterator[dict[str, object]]:
    """Time readers beside what others read the same files with, each in a process of its own."""
    python = environments.interpreter("readers", ["python3.11", "python3"], PACKAGES)
    for kind in _make_files(folder):
        path = folder / f"pile.{kind}"
        row: dict[str, object] = {"what": f".{kind}", "documents": N_RECORDS}
        row["seconds"] = time_reader(sys.executable, "likewise", path)
        if kind in PEERS:
            row |= {"peer": PEERS[kind], "peer_seconds": time_reader(python, kind, path)}
        yield row


def time_reader(python: str | Path, reader: str, path: Path) -> float:
    """Return the processor seconds that a reader of `RUNNER` takes: the best of seven."""
    done = subprocess.run([python, RUNNER, reader, path], capture_output=True, text=True, check=True)
    number, seconds = done.stdout.split()
    if int(number) != N_RECORDS:
        raise RuntimeError(f"{number} of {N_RECORDS} records of {path.name} were read")
    return float(seconds)


def page(rows: list[dict[str, str]]) -> str:
    """Write the page of the rows."""
    found = [row for row in rows if not is_reader(row)]
    readers = [row for row in rows if is_reader(row)]
    lines = [
        "# Files: how fast",
        "",
        "Made by `python -m bench files`; the rows are in [files.csv](files.csv).",
        "",
        "## From the first byte to the report",
        "",
        "Start, reading, counting, ranking, reasons, near-copies, table and report, on two cores: processor seconds of",
        "all threads, and seconds on the clock; the best of three, after a run that may compile. The records are those",
        f"of the review {REVIEW} with eight examples; other documents are of up to 180 words, cut out of the",
        "corpora, with ten examples. The first search of an installation compiles.",
        "",
        "| what | documents | processor seconds | seconds | peak memory |",
        "|---|---|---|---|---|",
    ]
    for row in found:
        peak = f"{row['peak_gb']} GB" if row["peak_gb"] else "–"
        size = f"{int(row['documents']):,}" if row["documents"] != "0" else "–"
        times = f"{float(row['processor']):.2f} | {float(row['seconds']):.2f}"
        lines.append(f"| {row['what']} | {size} | {times} | {peak} |")
    lines += [
        "",
        "## Readers",
        "",
        f"{N_RECORDS:,} records of 160 words; processor seconds in a process of its own, the best of seven. Ours",
        "choose columns, make ids, check them and look for copies as well; the others only read.",
        "",
        "| kind | seconds | records a second | beside | seconds | ratio |",
        "|---|---|---|---|---|---|",
    ]
    for row in readers:
        seconds = float(row["seconds"])
        theirs = float(row["peer_seconds"] or 0)
        beside = f"{row['peer']} | {theirs:.2f} | {theirs / seconds:.1f}" if row["peer"] else "– | – | –"
        lines.append(f"| `{row['what']}` | {seconds:.2f} | {int(row['documents']) / seconds:,.0f} | {beside} |")
    stamps = (", ".join(f"{name} {row[name]}" for name in ("likewise", "polars", "commit")) for row in rows)
    stamp = "; ".join(dict.fromkeys(stamps))
    return "\n".join([*lines, "", f"{stamp}.", ""])


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--only", choices=PARTS, help="measure one part, and keep the rows of the other")


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    stamp = make_stamp(("likewise", "polars"))
    rows: list[dict[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, part in PARTS.items():
            if options.only not in (None, name):
                rows += [row for row in read_rows(ROWS) if is_reader(row) == (part is reading)]
                continue
            for row in part(Path(folder)):
                rounded = {name: round(value, 3) if isinstance(value, float) else value for name, value in row.items()}
                rows.append({name: str({**rounded, **stamp}.get(name, "")) for name in FIELDS})
                print(rows[-1], flush=True)
    write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(rows))


def is_reader(row: dict[str, str]) -> bool:
    """Tell whether a row is of a reader, and not of a command.

    Examples
    --------
    >>> is_reader({"what": ".csv"}), is_reader({"what": "`likewise --help`"})
    (True, False)
    """
    return row["what"].startswith(".")


#: What is measured, in the order of the page.
PARTS = {"commands": end_to_end, "readers": reading}
