"""The page of `bench.cluster`: what was measured, and what it comes to on many machines."""

from __future__ import annotations

import numpy as np

Row = dict[str, str]
#: What the reckoning is for: documents, machines, cores of each, bytes that a network carries in a second, topics and
#: iterations of a fit, documents of a file, and how the vocabulary grows with the pile (Heaps' law, for real text).
N_DOCUMENTS, N_MACHINES, N_CORES, NETWORK = 100_000_000, 50, 8, 1.25e9
N_TOPICS, N_ITER, HEAPS = 20, 100, 0.5
#: Bytes of a document that the client keeps until the table is written; as in `likewise.scale.plan`.
KEPT = 900


def page(rows: list[Row]) -> str:
    """Return the page of these rows."""
    names = ("what", "documents", "workers", "seconds", "busiest worker", "client", "peak of the client", "result")
    lines = [HEAD, f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    for row in rows:
        if row["pair"] != "0" or row["what"] not in ("find", "pLSA"):
            continue
        workers = row["workers"] + (", one killed" if row["killed"] == "True" else "")
        cells = (
            f"`{row['what']}`" if row["what"] == "find" else f"{row['what']}, {row['n_iter']} iterations",
            f"{int(row['documents']):,}",
            workers if row["workers"] != "0" else "none: this process",
            f"{float(row['seconds']):.0f}",
            f"{float(row['busiest']):.1f}" if row["workers"] != "0" else "",
            f"{float(row['client']):.1f}",
            f"{float(row['peak_gb']):.2f} GB",
            f"`{row['result'][:8]}`",
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *_ratios(rows), *_reckoning(rows)])


def _find_all(rows: list[Row], what: str, documents: str, workers: int, killed: bool = False) -> list[Row]:
    """Return the rows of one kind, one for each pair."""
    wanted = {"what": what, "documents": documents, "workers": str(workers), "killed": str(killed)}
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def _find(rows: list[Row], what: str, documents: str, workers: int, killed: bool = False) -> Row | None:
    return next(iter(_find_all(rows, what, documents, workers, killed)), None)


def _pairs(rows: list[Row], what: str, documents: str) -> str:
    """Say how many times as fast two workers are as one, in every pair of runs that followed each other."""
    one, two = (_find_all(rows, what, documents, number) for number in (1, 2))
    times = sorted(float(a["seconds"]) / float(b["seconds"]) for a, b in zip(one, two, strict=True))
    spread = "" if len(times) == 1 else f", the median of {len(times)} pairs from {times[0]:.2f} to {times[-1]:.2f}"
    return f"{np.median(times):.2f} × on the clock{spread}"


#: Figures of runs that are watched.
WATCHED = (
    *("iteration", "longest", "shortest", "between", "step_processor", "scheduler", "client"),
    *("start", "counting", "judging", "seconds"),
)
#: What was tried, beside the rows.
WHERE_IT_GOES = """\
Both were to be 1.7 × and are not. These rows are of an idle machine that is about three times as fast as that of the
rows before, on which two workers were 1.48 × as fast in a fit (the median of seven pairs, 1.23 to 1.63) and 1.43 × in a
search (three pairs, 1.25 to 1.57). The faster the work itself is, the more weighs what is beside it.

In a fit, the work itself is halved, or nearly so: the steps of two workers take together as much processor time as that
of one, or up to a tenth more. The rest is lost beside it. In one iteration of 225 ms of an earlier run, by Dask's own
record of tasks (no rows), 163 ms were work; for 17 ms the slower step waited for a processor, as the scheduler and the
client need one of the two cores in every iteration, too; 7 ms passed until the sums were asked for, 10 until they were
swapped, 5 to 9 until they were added up, for which a lone worker needs 2, and 9 from the client's learning how likely
the words are to the next step. To be 1.7 × as fast as one worker, all that is not work would have to take 26 ms instead
of 62. Where the scheduler and the client have cores of their own, the waiting would not be.

Tried for it, without rows:

- All tasks of an iteration in one message to the scheduler, and seven of them instead of nine: three pairs had 66, 67
  and 81 ms between steps before and 65, 78 and 72 ms with it, and the scheduler took as much time. Not kept.
- Workers that take no samples of what they do, which Dask has on by default: 18.8 and 19.4 s for a fit on two workers,
  18.5 and 18.3 s with them.
- To send the next step before it is known how likely the words are: 1.26 × without it and 1.16 × with it, in one run of
  each on an earlier machine; 1.66 × if the client took no copy of the topics either, by which losses are survived.
- Each of two workers has the other's sums and makes the topics itself, where one made them and sent them back, and the
  client takes its copy of the topics when a worker is ready: six fits took 22 to 28 s before, and four in turn with
  them 19 to 24 s. Kept.

In a search, the client alone starts and judges, so that two workers cannot gain much more than they do. Half of judging
is the search for the nearest documents of each and for latent topics, on as many threads as the client has cores; that
workers search for the nearest documents was tried and not kept, as here the client has as many threads as there are
workers.
"""


def _ratios(rows: list[Row]) -> list[str]:
    """Say how much faster two workers are, on the clock and by what the longest chain of work costs."""
    lines = ["Two workers against one:", ""]
    for documents in sorted({row["documents"] for row in rows}, key=int):
        for what in ("pLSA", "find"):
            one, two = (_find(rows, what, documents, number) for number in (1, 2))
            if one is None or two is None:
                continue
            chain = [float(row["busiest"]) + float(row["client"]) for row in (one, two)]
            killed = _find(rows, what, documents, 2, killed=True)
            same = killed is not None and killed["result"] == two["result"] == one["result"]
            told = "with one of two killed the result is the same bytes" if same else "the results differ"
            least = (float(two["all_workers"]) + float(two["client"])) / 2
            lines.append(
                f"- {what}, {int(documents):,} documents: {_pairs(rows, what, documents)}, at a load of"
                f" {float(two['load']):.0f} on two cores; {chain[0] / chain[1]:.2f} × by processor time of the busiest"
                " worker and the client"
                f" ({chain[0]:.1f} s and {chain[1]:.1f} s); two cores cannot take less than {least:.1f} s for all of"
                f" its work, the client's and the workers'; {told}."
            )
        if _find(rows, "halves", documents, 2) is not None:
            lines.append(
                f"- two fits of pLSA, each to half of the {int(documents):,} documents, in two processes that send"
                f" nothing: {_pairs(rows, 'halves', documents)}; no two workers can gain more on these cores."
            )
    return [*lines, "", *_watched(rows), WHERE_IT_GOES]


def _medians(rows: list[Row], what: str, number: int, documents: str) -> dict[str, float]:
    """Return the medians of all figures of the runs of one kind, with so many workers."""
    own = _find_all(rows, what, documents, number)
    names = [name for name in WATCHED if own and own[0][name]]
    return {name: float(np.median([float(row[name]) for row in own])) for name in names} | {"runs": len(own)}


def _watched(rows: list[Row]) -> list[str]:
    """Say what an iteration of a fit is made of, and for how long a search waits for its client."""
    largest = max((row["documents"] for row in rows if row["what"] in ("watch", "stages")), key=int, default="0")
    lines = []
    one, two = (_medians(rows, "watch", number, largest) for number in (1, 2))
    if one["runs"] and two["runs"]:
        ms = [{name: f"{1000 * value:.0f} ms" for name, value in each.items()} for each in (one, two)]
        lines.append(
            f"An iteration of pLSA on {int(largest):,} documents takes {ms[0]['iteration']} with one worker, of which"
            f" {ms[0]['longest']} are its step ({ms[0]['step_processor']} of processor time) and {ms[0]['between']}"
            f" pass from its end to the next step. With two it takes {ms[1]['iteration']}: {ms[1]['longest']} for the"
            f" step of the slower one and {ms[1]['shortest']} for that of the other ({ms[1]['step_processor']} of"
            f" processor time), and {ms[1]['between']} between steps. Meanwhile the scheduler takes"
            f" {ms[1]['scheduler']} of processor time and the client {ms[1]['client']}. These are medians over"
            " iterations, and then over"
            f" {two['runs']} fits."
        )
    one, two = (_medians(rows, "stages", number, largest) for number in (1, 2))
    if one["runs"] and two["runs"]:
        alone = [each["start"] + each["judging"] for each in (one, two)]
        least = alone[1] + (one["seconds"] - alone[0]) / 2
        lines.append(
            f"A search of {int(largest):,} documents takes {one['seconds']:.1f} s with one worker and"
            f" {two['seconds']:.1f} s with two. The client starts for {two['start']:.1f} s and judges for"
            f" {two['judging']:.1f} s while workers have next to nothing to do; to read and count takes"
            f" {one['counting']:.1f} s with one and {two['counting']:.1f} s with two. If everything but starting and"
            f" judging took half as long, two workers would be {one['seconds'] / least:.2f} × as fast as one, and are"
            f" {one['seconds'] / two['seconds']:.2f} ×. These are medians of {two['runs']} searches."
        )
    return [text for line in lines for text in (line, "")]


def _reckoning(rows: list[Row]) -> list[str]:
    """Say what many documents would cost on many machines, from the rows of the largest pile."""
    largest = max((row["documents"] for row in rows), key=int, default="0")
    fit, search = (_find(rows, what, largest, 2) for what in ("pLSA", "find"))
    if fit is None or search is None:
        return []
    n, cores = int(largest), N_MACHINES * N_CORES
    scale = N_DOCUMENTS / n
    words = int(fit["n_words"]) * scale**HEAPS
    entries = int(fit["n_entries"]) / n
    count = float(search["all_workers"]) / n
    client = float(search["client"]) / n
    step = float(fit["all_workers"]) / n / int(fit["n_iter"])
    size = int(fit["file_bytes"]) / n
    topics = words * N_TOPICS * 4
    levels = int(np.ceil(np.log2(N_MACHINES)))
    sent = N_MACHINES * topics / NETWORK
    added = levels * topics / NETWORK
    e_step = N_DOCUMENTS * step / cores
    table = [
        ("files", f"{size:.0f} bytes a document", f"{_bytes(N_DOCUMENTS * size)}, read three times"),
        ("read, count, score, describe", f"{count * 1e6:.0f} µs of a core a document",
         _time(N_DOCUMENTS * count / cores)),
        ("counts in the memory of workers", f"{entries:.0f} words a document, 8 bytes each",
         f"{_bytes(N_DOCUMENTS * entries * 8 / N_MACHINES)} on each machine"),
        ("words, merged in pairs", f"{int(fit['n_words']):,} words of {n:,} documents, growing as its root",
         f"{words / 1e6:.1f} million words, {_bytes(words * 40)} at the client"),
        ("ids, ranks and reasons at the client", f"{KEPT} bytes a document", _bytes(N_DOCUMENTS * KEPT)),
        ("work of the client", f"{client * 1e6:.0f} µs a document", _time(N_DOCUMENTS * client)),
        ("an iteration of pLSA: E-step", f"{step * 1e6:.1f} µs of a core a document", _time(e_step)),
        ("… topics to every machine", f"{_bytes(topics)} from the worker that has them first", _time(sent)),
        ("… sums in pairs", f"{levels} rounds of {_bytes(topics)}", _time(added)),
        (f"pLSA, {N_ITER} iterations", "the three together", _time(N_ITER * (e_step + sent + added))),
    ]  # fmt: skip
    lines = [RECKONING, "| step | measured | comes to |", "|---|---|---|"]
    lines += [f"| {' | '.join(cells)} |" for cells in table]
    return [*lines, "", LIMITS]


def _bytes(number: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.0f} {unit}"
        number /= 1000
    return f"{number:.1f} TB"


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


HEAD = """# Many machines

Made by `python -m bench cluster`; do not edit. Every line of the table is a row of [cluster.csv](cluster.csv).

## How it works

```console
pip install 'likewise[scale]'
likewise find likes.csv 'files/*.parquet' -o found.parquet --scheduler tcp://host:8786
likewise find likes.csv 'files/*.parquet' -o found.parquet --scheduler local:2
```

The pile is searched as one that is larger than the memory is ([Large piles](scale.md)), but files are read by the
workers of a cluster of [Dask](https://docs.dask.org): each file is read, recognised and counted by one worker, and
its counts stay there. To the client come the words of all files, added up; ids and lengths; the counts of the
documents that are judged; and the reasons for every document. The client judges. For the table, workers read the files
once more and swap rows, until each has all rows of some ranks; the client joins what they write. Where files have more
than 100 MB for each thread of the workers, that is done in rounds. Workers and the client must see the files by the
same paths. Give the pile in several files per worker: one file is never shared among workers. The table is the same
bytes as that of a search from disk without `--scheduler`; small piles are searched in memory without it, where copies
of one record are merged.

From Python, estimators take Dask arrays whose blocks are CSR matrices, and `Vectorizer` takes bags of texts:

```py
from distributed import Client
from likewise.models.topic import PLSA
from likewise.scale.collections import read_texts
from likewise.text import Vectorizer

client = Client("tcp://host:8786")
counts = Vectorizer(min_df=5).fit_transform(read_texts("files/*.parquet"))  # read and counted by workers
topics = PLSA(20, random_state=0).fit(counts)
```

What each does on workers, and how far its numbers are from those of one machine:

- `Vectorizer`: everything but the choice of the vocabulary; the same counts.
- `PLSA`, `LDA`, `TopicSensitivePLSA`: every step over documents, whose mixtures stay there; the same bytes as in memory
  with blocks of the same rows.
- `FakeLabelPLSA`, `MislabelingPLSA`, `NaiveBayes`, `NaiveBayesEM`, `PositiveNaiveBayes` with a `prior`: every pass over
  documents; the same to 1e-9.
- `LSI`: the products of its iterations, each over all blocks; the same to 1e-9.
- `SeededKMeans`, `PCKMeans` and the other k-means: weighting and decomposition, while rows of few dimensions are
  clustered by the client; the same to 1e-9, but that a document as far from two clusters may be in either.
- `Likewise` and all others: nothing, as the counts are brought to the client; the same bytes.

Blocks that follow each other lie together, on one worker, sums are added in pairs, pairs of pairs and so on, in their
order. So the result depends on the division into blocks only, never on who computed what first. The worker that adds
the last of them makes the next parameters, and the others have these from it; of two workers, each makes them. What a
dead worker had is made again: Dask reads and counts its files again, and steps of a fit are made again for its blocks,
with parameters that the client keeps on its disk: it takes a copy of them while the next step is made.

## Measured

Workers are processes of one thread each on a machine of two cores that others used as well; the load is in the rows.
Seconds are on the clock; the processor seconds of the busiest worker and of the client together are what it would
take at least on an idle machine. `find` is `likewise find`, all included, with `--memory 1200MB` and a table written;
the pile is that of [Large piles](scale.md), in twelve files. Peak memory is of the process that asks. With "one
killed" a worker process was ended by `kill -9` in the middle. The last column is the beginning of a hash of the
topics or of the table.
"""

RECKONING = f"""## On paper: {N_DOCUMENTS:,} documents on {N_MACHINES} machines

From the rows above with two workers, for {N_MACHINES} machines of {N_CORES} cores and a network of
{NETWORK / 1e9:.2f} GB a second. Documents are of 160 words. The vocabulary of the measured pile grows less than that
of real text, as its documents are made of 20,000 messages; it is reckoned to grow with the square root of the pile.
"""

LIMITS = """The client limits a search: it holds the ids, ranks and reasons of all documents, and all of the table goes
through it, though workers write it. With piles beyond some ten million documents ranks and reasons must stay with the
workers, which is not built. Topics that go from one worker to all others limit pLSA once the vocabulary has a million
words; a vocabulary bounded by `max_features` or a higher `min_df` shortens that in proportion. In a fit, documents are
never shuffled: a document stays with the worker that read it, and what travels is words, sums and parameters. For the
table, every row travels once.
"""
