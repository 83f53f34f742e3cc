"""Topics of one class and of many: whether more examples decide better, and what is missing where they do not.

python -m bench wide     writes docs/wide.csv and docs/wide.md; some minutes, needs the corpora

Lines with vectors are made where the extra ``embed`` is installed, the others where it is not; the rest is kept.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from bench.engine import text_of
from bench.evidence_limit import fit_and_try
from bench.few import measure_one
from bench.positives import EXAMPLES, FIRST_SEED, STARTS, choose_intents
from bench.rows import make_stamp, read_rows, write_page, write_rows
from likewise.datasets import load
from likewise.engine import prepare
from likewise.evaluate.simulation import choose_examples
from likewise.finder.collecting import collect_texts
from likewise.papers.protocols import counted_as
from likewise.text.static_vectors import has_static_vectors

ROWS = Path(__file__).parent.parent / "docs" / "wide.csv"
#: Corpora whose classes are joined, documents of a pile at most, parts of all classes, examples, and searches of each.
CORPORA, MOST, PARTS = ("20newsgroups", "reuters21578", "webdir"), 4_000, (8, 4, 2)
NUMBERS, SEARCHES, DRAW = (3, 5, 10, 20), 12, 4712
#: Intents that are joined, and topics of so many.
JOINED, TOPICS = (2, 4, 8, 16, 32), 20
LINES, SIDES = "one-line texts", ("likewise", "likewise with vectors")
#: From so many examples on, nothing was suggested before where the engine cannot tell.
MANY = 5
#: Of the things that `bench.evidence_limit` weighs, those that are the share itself.
N_SHARE = 2
FIELDS = (
    "pile", "side", "corpus", "joined", "topic", "examples", "f1", "f1_best", "f1_known", "f1_share", "f1_weighed",
    "f1_alone", "suggested", "truth", "n_pile", "verdict", *make_stamp(),
)  # fmt: skip
Row = dict[str, Any]


def search_joined(corpus: str, n_searches: int = SEARCHES) -> Iterator[Row]:
    """Search for several classes at once in a pile of all."""
    X, labels, *_ = counted_as(corpus, text_of(corpus))
    rng = np.random.default_rng(DRAW)
    rows = np.sort(rng.choice(len(labels), min(MOST, len(labels)), replace=False))
    names = np.asarray(labels).astype(str)[rows]
    prepared, known = prepare(X[rows]), np.unique(names)
    for part in PARTS:
        for _ in range(n_searches):
            truth = np.isin(names, rng.choice(known, max(2, len(known) // part), replace=False))
            if truth.sum() <= max(NUMBERS):
                continue
            for number in NUMBERS:
                examples = rng.choice(np.flatnonzero(truth), number, replace=False)
                row = measure_one(prepared, truth, examples)
                del row["search"]
                yield {"pile": "documents", "side": "likewise", "corpus": corpus, "joined": f"1/{part}", **row}


def search_lines() -> list[Row]:
    """Search for single intents, the draws of docs/positives.md, and for several of the others at once."""
    data = load("banking77")
    collection = collect_texts(data.texts[:1], data.texts[1:])
    has_words, labels = collection.counted.has_words, np.asarray(data.labels)
    place = np.cumsum(has_words) - 1
    side = SIDES[has_static_vectors()]
    rows = []
    for number, (topic, n_examples, shown) in enumerate(list_lines(labels)):
        truth = np.isin(labels, topic)[has_words]
        row = measure_one(collection.prepare(), truth, place[shown[has_words[shown]]])
        where = {"pile": LINES, "side": side, "corpus": "banking77", "joined": str(len(topic)), "topic": str(number)}
        rows.append({**where, **row, "examples": n_examples, "half": _half(topic)})
    return weigh_lines(rows)


def list_lines(labels: np.ndarray) -> Iterator[tuple[list[str], int, np.ndarray]]:
    """Yield intents that are searched for, from how many examples, and these."""
    single, numbers = choose_intents(labels.tolist()), EXAMPLES["banking77"]
    for intent, n_examples, start in product(single, numbers, range(STARTS["banking77"])):
        yield [intent], n_examples, choose_examples(labels.tolist(), intent, n_examples, FIRST_SEED + start)[1]
    rng, others = np.random.default_rng(DRAW), sorted(set(labels.tolist()) - set(single))
    for joined in (joined for joined in JOINED for _ in range(TOPICS)):
        topic = sorted(rng.choice(others, joined, replace=False).tolist())
        of_it = np.flatnonzero(np.isin(labels, topic))
        for n_examples in numbers:
            yield topic, n_examples, rng.choice(of_it, n_examples, replace=False)


def _half(topic: Sequence[str]) -> str:
    """Deal topics into two halves, by their names."""
    return str(crc32("+".join(topic).encode()) % 2)


def weigh_lines(rows: list[Row]) -> list[Row]:
    """Add what would be reached if what a pile shows were weighed as suits the other half of the topics best."""
    searches, halves = ([row.pop(name) for row in rows] for name in ("search", "half"))
    for n_examples in EXAMPLES["banking77"]:
        of_all = [at for at, row in enumerate(rows) if row["examples"] == n_examples]
        of_one = [at for at in of_all if rows[at]["joined"] == "1"]
        for name, places, n_things in (
            ("f1_share", of_all, N_SHARE),
            ("f1_weighed", of_all, None),
            ("f1_alone", of_one, None),
        ):
            _, tried = fit_and_try([searches[at] for at in places], [halves[at] for at in places], n_things=n_things)
            for at, f1 in zip(places, tried, strict=True):
                rows[at][name] = round(f1, 4)
    return rows


def make_page(rows: list[Row]) -> str:
    """Write the page."""
    documents = _table(
        [row for row in rows if row["pile"] != LINES], ("corpus", "joined"), ("corpus", "classes"), COLUMNS[:2]
    )
    lines = _table([row for row in rows if row["pile"] == LINES], ("side", "joined"), ("", "intents"), COLUMNS)
    return "\n".join([HEAD, *documents, "", _suggested(rows), MIDDLE, *lines, "", _found(rows)])


def _suggested(rows: list[Row]) -> str:
    """Say how often what is suggested where the engine cannot tell is right, beside the rest of the pile."""
    chosen = [row for row in rows if row["verdict"] == "cannot tell" and int(row["examples"]) >= MANY]
    times = []
    for row in chosen:
        n_suggested, n_right, n_pile = (int(row[name]) for name in ("suggested", "truth", "n_pile"))
        hits = float(row["f1"]) * (n_suggested + n_right) / 2
        times.append((hits / n_suggested) / ((n_right - hits) / (n_pile - n_suggested)))
    return SUGGESTED.format(
        n=len(chosen), n_more=sum(each > 1 for each in times), low=min(times), times=np.median(times),
        f1=_mean(chosen, "f1"), best=_mean(chosen, "f1_best"),
    )  # fmt: skip


def _found(rows: list[Row]) -> str:
    """Say what limits single intents."""
    single = [row for row in rows if row["pile"] == LINES and row["joined"] == "1"]

    def lost(n_examples: int, name: str) -> str:
        sides = [[row for row in single if (row["side"], int(row["examples"])) == (side, n_examples)] for side in SIDES]
        return " and ".join(f"{_mean(side, 'f1_best') - _mean(side, name):.3f}" for side in sides if side)

    return FOUND.format(
        **{f"{name}_{n}": lost(n, f"f1{name}") for n in EXAMPLES["banking77"] for name in ("", "_weighed", "_alone")}
    )


def _table(
    rows: list[Row], by: tuple[str, str], names: tuple[str, str], columns: Sequence[tuple[str, str]]
) -> list[str]:
    """Return a table of means, with the difference from the best cut-off under every column but the first two."""
    head = [*names, "examples", "searches", "cannot tell", "F1", "best", *(name for name, _ in columns)]
    table = [f"| {' | '.join(head)} |", "|---|--:|" + "--:|" * (len(head) - 2)]
    for kind in dict.fromkeys((row[by[0]], row[by[1]], int(row["examples"])) for row in rows):
        some = [row for row in rows if (row[by[0]], row[by[1]], int(row["examples"])) == kind]
        best = _mean(some, "f1_best")
        unsure = sum(row["verdict"] == "cannot tell" for row in some)
        losses = [f"{best - _mean(some, key):.3f}" if some[0][key] != "" else "" for _, key in columns]
        cells = [*map(str, kind), str(len(some)), str(unsure), f"{_mean(some, 'f1'):.3f}", f"{best:.3f}", *losses]
        table.append(f"| {' | '.join(cells)} |")
    return table


def _mean(rows: list[Row], name: str) -> float:
    return float(np.mean([float(row[name]) for row in rows]))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--lines", action="store_true", help="only one-line texts")
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Measure, and write the rows and the page."""
    if not options.page:
        made = [row for corpus in ([] if options.lines else CORPORA) for row in search_joined(corpus)]
        made += search_lines()
        again = {(row["pile"], row["side"]) for row in made}
        kept = [row for row in read_rows(ROWS) if (row["pile"], row["side"]) not in again]
        rows = [*kept, *(row | make_stamp() for row in made)]
        write_rows(ROWS, sorted(rows, key=lambda row: (row["pile"], row["side"])), FIELDS)
    write_page(ROWS, make_page(read_rows(ROWS)))


#: Columns of differences from the best cut-off.
COLUMNS = (
    ("difference", "f1"),
    ("known", "f1_known"),
    ("by share", "f1_share"),
    ("by all", "f1_weighed"),
    ("by all, single", "f1_alone"),
)

HEAD = f"""# Wide topics

Made by `python -m bench wide`; do not edit. Every search is a row of [wide.csv](wide.csv).

A topic may have many parts, and a handful of examples then has little in common. Here several classes are searched for
at once: an eighth, a quarter and half of all classes of a corpus, in a pile of up to {MOST:,} of its documents, drawn
{SEARCHES} times each. F1 at the engine's own cut-off, at the best one in hindsight, and the difference; "known" is the
difference for somebody who knows how many there are to find. Where the engine says that it cannot tell how many there
are, the most similar documents are suggested all the same. Before, from five examples on, nothing was: more examples
could decide far worse.
"""
SUGGESTED = """Of {n} searches from five examples on in which it cannot tell, here and below, what it suggests matches
more often than the rest in {n_more}: {times:.1f} times as often in the median, {low:.2f} times in the worst. F1 is
{f1:.3f}, the best cut-off has {best:.3f}, and to suggest nothing would have none.
"""

MIDDLE = f"""## One-line texts

Twenty single intents of BANKING77, the draws of [From examples alone](positives.md), and
{", ".join(map(str, JOINED[:-1]))} and {JOINED[-1]} of the other 57 intents at once, {TOPICS} topics of each. The last
three columns are the differences from the best cut-off if what a pile shows at each cut were weighed in the way that
suits the other half of the topics best, by maximum likelihood of their true sizes, for each number of examples apart:

- by share: only how many there are before looking is fitted anew, for topics of all these sizes;
- by all: it, and all 27 things of [Two to four examples](few.md), for topics of all these sizes;
- by all, single: the same, fitted to single intents only, which all have about the same size.
"""
FOUND = """What limits single intents, without and with vectors:

- From 3 examples, {_3} are lost; {_alone_3} with weights that suit single intents only, and {_weighed_3} with weights
  that suit topics of all sizes. So what would help is to know before looking that intents are searched for one by one;
  the 27 things do not show it.
- From 10 examples, {_10} are lost, and {_alone_10} by whoever knows that, too. From 50, {_50} are, and weights that are
  fitted anew lose more.
"""
