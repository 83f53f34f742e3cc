"""How `likewise find` grows with the pile: seconds, memory, and whether the answer is still right.

python -m bench scale                        writes docs/scale.csv and docs/scale.md; half an hour, needs the corpora
python -m bench scale --sizes 100000 --draws 3    these only; the rows of others are kept
python -m bench scale --sizes 40000 --pairs 25    documents of 4,000 words instead of 160
"""

import argparse
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from bench.command import run_command
from bench.rows import make_stamp, read_rows, write_page, write_rows
from likewise.datasets import load_20newsgroups

ROWS = Path(__file__).parent.parent / "docs" / "scale.csv"
SIZES = (10_000, 100_000, 300_000, 1_000_000)
#: Words of each half of a document, examples, and groups that are searched for in turn.
N_WORDS, N_EXAMPLES = 80, 20
GROUPS = ("sci.space", "rec.autos", "talk.politics.mideast", "comp.graphics", "soc.religion.christian")
#: Documents that are made at once.
_BATCH = 100_000
FIELDS = (
    "documents", "draw", "setting", "pairs", "group", "seconds", "processor", "peak_gb", "f1", "found", "count",
    "low", "high", "truth", "covers", "judged", "load", "likewise", "polars", "numpy", "commit",
)  # fmt: skip


def halves() -> tuple[list[str], list[str], np.ndarray]:
    """Return the last words of the first half and the first words of the second half of all messages, and groups."""
    corpus = load_20newsgroups()
    words = [text.split() for text in corpus.texts]
    first = [" ".join(each[: len(each) // 2][-N_WORDS:]) for each in words]
    second = [" ".join(each[len(each) // 2 :][:N_WORDS]) for each in words]
    return first, second, np.array(corpus.labels).astype(str)


def write_pile(folder: Path, n_documents: int, draw: int, n_pairs: int = 1) -> tuple[Path, Path, np.ndarray]:
    """Write documents made of pairs of halves of messages of one group, and examples; return paths and the truth."""
    first, second, labels = halves()
    names = np.unique(labels)
    rows = [np.flatnonzero(labels == name) for name in names]
    group, rng = GROUPS[draw % len(GROUPS)], np.random.default_rng(draw)

    def make(groups: np.ndarray) -> list[str]:
        drawn = [rng.choice(rows[at], (n_pairs, 2)) for at in groups]
        return [" ".join(f"{first[one]} {second[other]}" for one, other in pairs) for pairs in drawn]

    wanted = int(np.flatnonzero(names == group)[0])
    examples, pile = folder / "examples.parquet", folder / "pile.parquet"
    pl.DataFrame({"text": make(np.full(N_EXAMPLES, wanted))}).write_parquet(examples)
    truth = rng.integers(len(names), size=n_documents)
    parts = []
    for start in range(0, n_documents, _BATCH):
        texts = make(truth[start : start + _BATCH])
        ids = [f"d{number}" for number in range(start, start + len(texts))]
        parts.append(folder / f"part{start}.parquet")
        pl.DataFrame({"id": ids, "text": texts}).write_parquet(parts[-1])
    pl.scan_parquet(parts).sink_parquet(pile)
    for part in parts:
        part.unlink()
    return examples, pile, truth == wanted


def search(folder: Path, examples: Path, pile: Path, truth: np.ndarray, options: Sequence[str] = ()) -> dict[str, Any]:
    """Run the command in a process of its own, and compare what it wrote with the truth."""
    out, answer = folder / "found.parquet", folder / "answer.json"
    command = ["find", str(examples), str(pile), "-o", str(out), "--no-report", "--force", "--json", *options]
    load = os.getloadavg()[0]
    with answer.open("wb") as file:
        usage = run_command(command, out=file)
    told = json.loads(answer.read_text(encoding="utf-8"))
    found = pl.read_parquet(out, columns=["id", "suggestion"])
    is_taken = np.zeros(len(truth), dtype=bool)
    is_taken[found.filter(pl.col("suggestion") == "yes")["id"].str.slice(1).cast(pl.Int64).to_numpy()] = True
    n_true = int(truth.sum())
    return {
        "documents": len(truth),
        "setting": " ".join(options),
        "seconds": round(usage.seconds, 1),
        "processor": round(usage.processor, 1),
        "peak_gb": usage.peak_gb,
        "f1": round(2 * float((is_taken & truth).sum()) / float(is_taken.sum() + n_true), 4),
        "found": int(is_taken.sum()),
        **{name: round(told[name]) for name in ("count", "low", "high")},
        "truth": n_true,
        "covers": bool(told["low"] <= n_true <= told["high"]),
        "judged": told["n_judged"],
        "load": round(load, 1),
    }


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES)
    parser.add_argument("--draws", type=int, default=1, help="piles of each size")
    parser.add_argument("--pairs", type=int, default=1, help="of halves of messages that a document is made of")
    parser.add_argument("--options", default="", help="of `likewise find`, such as '--memory 4GB'")
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    # Rows of before there were longer documents are of one pair.
    rows = [{**row, "pairs": row.get("pairs") or "1"} for row in read_rows(ROWS)]
    stamp = make_stamp(("likewise", "polars", "numpy"))
    for size in [] if options.page else options.sizes:
        for draw in range(options.draws):
            with tempfile.TemporaryDirectory() as folder:
                paths = write_pile(Path(folder), size, draw, options.pairs)
                row = search(Path(folder), *paths, options.options.split())
            row |= {"draw": draw, "pairs": options.pairs, "group": GROUPS[draw % len(GROUPS)], **stamp}
            made = {name: str(row[name]) for name in FIELDS}
            print(made, flush=True)
            key = FIELDS[:4]
            rows = [old for old in rows if [old[name] for name in key] != [made[name] for name in key]] + [made]
            rows.sort(key=lambda row: (int(row["pairs"]), row["setting"], int(row["documents"]), int(row["draw"])))
            write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(rows))


def page(rows: list[dict[str, str]]) -> str:
    """Return the page of these rows."""
    names = ("documents", "searched for", "judged", "seconds", "processor", "peak", "F1", "count", "interval", "true")
    lines = [HEAD, f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    for row in rows:
        interval = f"{int(row['low']):,}–{int(row['high']):,}" + ("" if row["covers"] == "True" else " missed")
        judged = f"{int(row['judged']):,}" + (row["setting"] and f", `{row['setting']}`")
        words = f" of {2 * N_WORDS * int(row['pairs']):,} words" * (row["pairs"] != "1")
        cells = (
            f"{int(row['documents']):,}{words}", row["group"], judged, row["seconds"], row["processor"],
            f"{row['peak_gb']} GB", f"{float(row['f1']):.3f}", f"{int(row['count']):,}", interval,
            f"{int(row['truth']):,}",
        )  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *growth(rows), NOTE, ""])


def growth(rows: list[dict[str, str]]) -> list[str]:
    """Say how processor time grows between the two largest piles."""
    usual = [row for row in rows if not row["setting"] and (row["draw"], row["pairs"]) == ("0", "1")]
    if len(usual) < 2:
        return []
    small, large = usual[-2:]
    steps = np.log(int(large["documents"]) / int(small["documents"]))
    times = [np.log(float(large[name]) / float(small[name])) / steps for name in ("processor", "seconds")]
    sizes = f"from {int(small['documents']):,} to {int(large['documents']):,} documents"
    return [f"The exponent {sizes} is {times[0]:.2f} in processor seconds, {times[1]:.2f} on the clock.", ""]


HEAD = f"""# Large piles

Made by `python -m bench scale`; do not edit. Every line of the table is a row of [scale.csv](scale.csv).

## What is done when a pile is huge

Up to 250,000 documents, `likewise find` reads the pile into memory and judges every document, unless that would take
more than 8 GB, as long documents do. Beyond, or where the pile does not fit into the memory that `--memory 4GB` allows,
it searches from disk:

1. It reads the pile once, some thousand documents at a time, recognises the examples in it, and counts words. Counts
   lie in blocks on disk; texts are not kept.
2. The engine judges a random sample of the pile together with the examples. A linear model learns what it said, and
   scores all documents, block by block.
3. The documents with the highest scores are candidates. The engine judges them together with those of the sample that
   are not candidates, each of which stands for as many others as there are. So the count, its interval and the
   probabilities are of the whole pile. Documents that are not judged get a score by their place in the linear model's
   ranking, distributed as the scores of the sample are.
4. Words that tell, and the nearest example, are worked out for every document, block by block; near-copies are looked
   for among the documents that were judged.
5. It reads the pile again to write the table in the order of ranks, and the texts of the first thousand documents.

Notes, the report, and `n_judged` of `--json` say how many documents were judged. With 4 GB, which is the usual, 65,000
documents are drawn and 195,000 are candidates; with less memory, or longer documents, there are fewer, and with more
memory no more. Reckoned with are 0.7 GB for the program, 900 bytes for each document, and 6 kB for each that is judged,
with 1.4 bytes for each byte by which texts are longer than 750; in memory 12 kB and 9 bytes, and 5 for each byte if
pairs of words are counted. How long texts are is told by the first of them. The result is the same on any number of
threads.
Each document is linked with more others in a larger pile, by the square root of its size: 60 in a million. That was
chosen on the row of sci.space below, where 30 links gave an F1 of .919; rec.autos was run afterwards.

Read piece by piece are .parquet, .csv, .tsv, .jsonl, .ris, .nbib and .mbox, all but .parquet also packed as .gz.
Several files of one kind are parts of one table if they have the columns that texts of the first are in: they are named
one by one, by a pattern such as `'files/*.jsonl.gz'`, or by the folder or .zip that they are in. Records that two of
them have stay two documents. The workers of a cluster can read such files ([Many machines](cluster.md)). Folders and
.zip files of files that are one document each are read some files at a time. A .zip is unpacked into a temporary folder
each time the pile is read. Anything else is read whole first: other kinds, files of several kinds in a folder or .zip,
JSON that is one array, and .csv files with a row for each field. The table is written as .parquet, .csv, .tsv or
.jsonl: no workbook has that many rows. Several piles that are not parts of one table, decisions, marked examples, other
methods and vectors are not possible from disk; where they are asked for, the pile is searched in memory. Pairs of
words, which show criteria in reviews, are not used, which a note says, and all documents are counted in one language.

## How it grows

`likewise find examples.parquet pile.parquet -o found.parquet`, all included, on two cores: seconds on the clock,
processor seconds of all threads, peak memory, F1 at its own cut-off, and the count with its interval beside the true
number. Documents have up to {2 * N_WORDS} words: {N_WORDS} of the first half of a message of 20 Newsgroups, and as
many of the second half of another of the same group; {N_EXAMPLES} examples are made the same way. Documents of 4,000
words are 25 such ones.
"""
NOTE = "The load of the machine before each run, versions and commits are in the rows."
