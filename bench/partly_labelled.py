"""Many classes, few labels: the protocol of Krithara et al. 2008, micro-F over the share of labelled documents.

python -m bench partly-labelled                     everything that has no row yet; hours
python -m bench partly-labelled --corpora webkb --shares 0.05 --methods ss-plsa-mem --splits 3

A split keeps a fifth of the documents for testing and labels a share of the rest. Nothing is chosen by the labels that
are scored: every method runs with its defaults, pLSA with the paper's number of topics. Rows are written as they come,
and what has a row is not run again: delete docs/partly-labelled.csv, or lines of it, to run anew.
"""

import argparse
import time
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from bench.rows import make_stamp, read_printed, read_rows, write_page, write_rows
from likewise import registry
from likewise.models.linear.svm import short_indices
from likewise.papers.protocols import counted_as, labelled_share
from likewise.papers.tables import get
from likewise.text import Weighting
from likewise.writers.line_chart import line_chart
from likewise.writers.shaded_table import shaded_table

ROWS = Path(__file__).parent.parent / "docs" / "partly-labelled.csv"
PAGE = ROWS.with_suffix(".md")
#: Topics of each corpus, in the paper.
TOPICS = {"20newsgroups": 40, "webkb": 16, "reuters21578": 14}
#: How they are loaded and counted.
TEXTS = get("krithara2008/table1").texts
SHARES = (0.01, 0.05, 0.2, 0.4, 0.8, 1.0)
METHODS = ("ss-plsa-mem", "ss-plsa-fake", "nb-em", "tsvm", "svm", "nb")
SPLITS = 10
#: What the paper prints, by corpus and share, and there by method; pLSA with everything labelled is `ss-plsa-mem`.
PRINTED = {
    where: values
    for corpus, n_topics in TOPICS.items()
    for where, values in read_printed(
        "krithara2008/table1",
        "krithara2008/table2",
        metric="F_percent",
        methods={"plsa": "ss-plsa-mem", "ssplsa-mem": "ss-plsa-mem", "ssplsa-fake": "ss-plsa-fake", "ss-nb": "nb-em"},
        n_topics=str(n_topics),
    ).items()
    if where[0] == corpus
}
#: A method that is supervised learns from labelled documents alone; with all of them labelled EM is naive Bayes.
SUPERVISED = ("nb", "svm")
INTRODUCTION = """\
Made by `python -m bench partly-labelled`; do not edit. Every trial is a row of
[partly-labelled.csv](partly-labelled.csv).

The protocol of Krithara et al. 2008: a fifth of the documents is kept for testing, a share of the rest is labelled, the
remainder is unlabelled. Micro-F on the test documents in per cent, mean over random splits ± their standard deviation
(number of splits), and below it what the paper prints. Of 20 Newsgroups body and subject are kept, every other header
is removed. Words with digits, stop words and words of fewer than five documents are removed, nothing is stemmed. `nb`
(documents bounded to two median lengths, as in `nb-em`) and `svm` (linear, tf-idf) learn from the labelled documents
alone; `ss-plsa-mem` with everything labelled is supervised pLSA. Seconds are those of the slowest share, on one
thread."""
FIELDS = ("corpus", "share", "method", "split", "micro_f", "seconds", "data", "likewise", "commit")


def learner(method: str, corpus: str, seed: int) -> Any:
    """Return the estimator."""
    settings: dict[str, Any] = {"n_components": TOPICS[corpus]} if method.startswith("ss-plsa") else {}
    if method == "nb":
        settings["max_length"] = 2.0  # as in nb-em
    if "random_state" in registry.describe(method).parameters:
        settings["random_state"] = seed
    return registry.get(method)(**settings)


def trial(corpus: str, share: float, method: str, seed: int) -> dict[str, Any]:
    """Fit once, and say how much of the test documents is told right."""
    task = labelled_share(
        seed=seed, corpus=corpus, share=share, supervised=method in SUPERVISED, text=TEXTS.get(corpus)
    )
    stamp = make_stamp(["likewise"])
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        if method == "svm":
            weighting = Weighting("tfidf-log").fit(task.X)
            model = LinearSVC(C=1.0).fit(short_indices(weighting.transform(task.X)), task.y)
            said = model.predict(short_indices(weighting.transform(task.asked)))
        else:
            said = learner(method, corpus, seed).fit(task.X, task.y).predict(task.asked)
    return {
        "corpus": corpus, "share": share, "method": method, "split": seed,
        "micro_f": round(100 * float(np.mean(said == task.truth)), 3), "seconds": round(time.perf_counter() - start, 1),
        "data": task.data, **{name: stamp[name] for name in ("likewise", "commit")},
    }  # fmt: skip


def wanted(corpora: Sequence[str], shares: Sequence[float], methods: Sequence[str], n_splits: int) -> list[tuple]:
    """Return the trials to be made, those of all corpora's first splits first."""
    return [
        (corpus, share, method, seed)
        for seed in range(n_splits)
        for corpus in corpora
        for share in shares
        for method in methods
        if share < 1 or method not in ("nb-em", "tsvm", "ss-plsa-fake")
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--corpora", nargs="*", default=list(TOPICS), choices=list(TOPICS))
    parser.add_argument("--shares", nargs="*", type=float, default=SHARES)
    parser.add_argument("--methods", nargs="*", default=METHODS)
    parser.add_argument("--splits", type=int, default=SPLITS)
    parser.add_argument("--page", action="store_true", help="write the page and its pictures, run nothing")


def run(options: argparse.Namespace) -> None:
    """Make the trials that have no row, and write rows and page as they come."""
    rows = read_rows(ROWS)
    done = {_place(row) for row in rows}
    todo = [job for job in wanted(options.corpora, options.shares, options.methods, options.splits) if job not in done]
    if not options.page:
        for row in Parallel(n_jobs=-1, return_as="generator_unordered")(delayed(trial)(*job) for job in todo):
            rows.append(row)
            print(row["corpus"], row["share"], row["method"], row["split"], row["micro_f"], row["seconds"], flush=True)
            write_rows(ROWS, sorted(rows, key=_place), FIELDS)
    pictures(rows)
    write_page(ROWS, page(rows))


def _place(row: Mapping[str, Any]) -> tuple[str, float, str, int]:
    return row["corpus"], float(row["share"]), row["method"], int(row["split"])


def means(rows: Sequence[dict[str, Any]], corpus: str) -> dict[str, dict[float, tuple[float, float, int, float]]]:
    """Return mean, spread, number and seconds of the trials, by method and share."""
    found: dict[str, dict[float, list[tuple[float, float]]]] = {}
    for row in rows:
        if row["corpus"] == corpus:
            cell = found.setdefault(row["method"], {}).setdefault(float(row["share"]), [])
            cell.append((float(row["micro_f"]), float(row["seconds"])))
    return {
        method: {
            share: (
                float(np.mean([f for f, _ in cell])),
                float(np.std([f for f, _ in cell], ddof=1)) if len(cell) > 1 else 0.0,
                len(cell),
                float(np.median([seconds for _, seconds in cell])),
            )
            for share, cell in sorted(cells.items())
        }
        for method, cells in found.items()
    }


def table(rows: Sequence[dict[str, Any]], corpus: str) -> list[str]:
    """Return the lines of one corpus's table: ours ± spread over splits, and the paper's."""
    found = means(rows, corpus)
    shares = sorted({share for cells in found.values() for share in cells})
    lines = ["| method | " + " | ".join(f"{share:.0%}" for share in shares) + " | seconds |"]
    lines.append("|---" * (len(shares) + 2) + "|")
    for method in METHODS:
        if method not in found:
            continue
        cells = []
        for share in shares:
            paper = PRINTED.get((corpus, share), {}).get(method)
            ours = found[method].get(share)
            told = "–" if ours is None else f"{ours[0]:.1f} ± {ours[1]:.1f} ({ours[2]})"
            cells.append(told + ("" if paper is None else f"<br>paper {paper:.1f}"))
        slowest = max(cell[3] for cell in found[method].values())
        lines.append(f"| {method} | " + " | ".join(cells) + f" | {slowest:.0f} |")
    return lines


def pictures(rows: Sequence[dict[str, Any]]) -> None:
    """Draw the learning curves of each corpus, and which classes of the first one are hard."""
    for corpus in TOPICS:
        found = means(rows, corpus)
        curves = {
            method: [(share, cells[0] / 100) for share, cells in found[method].items() if share < 1]
            for method in METHODS
            if method in found
        }
        curves = {method: points for method, points in curves.items() if len(points) > 1}
        if curves:
            picture = line_chart(
                f"{corpus}: micro-F over the labelled share",
                curves,
                x_label="labelled share of the training documents",
                y_label="micro-F",
                x_log=True,
                percent=True,
            )
            (ROWS.parent / f"learning-curves-{corpus}.svg").write_text(picture, encoding="utf-8")


def hard_classes(corpus: str = "20newsgroups", share: float = 0.05) -> tuple[str, list[str]]:
    """Fit the mislabelling model once, and return the picture of its matrix and its topics' words, class by class."""
    task = labelled_share(seed=0, corpus=corpus, share=share, text=TEXTS.get(corpus))
    # A guess that counts with every word is believed, and its errors vanish from sight: here it counts once.
    model = learner("ss-plsa-mem", corpus, 0).set_params(label_weight="document").fit(task.X, task.y)
    corpus_counts = counted_as(corpus, TEXTS.get(corpus))
    names, words = [str(name) for name in np.unique(corpus_counts.labels.astype(str))], corpus_counts.words
    picture = shaded_table(
        f"{corpus}: which classes are hard", names, model.mislabeling_.tolist(), rows="label given", columns="class"
    )
    lines = ["| class | its topics, by their words |", "|---|---|"]
    for place, name in enumerate(names):
        topics = [model.components_[topic] for topic in np.flatnonzero(model.class_of_topic_ == place)]
        told = "; ".join(", ".join(words[word] for word in np.argsort(-topic)[:8]) for topic in topics)
        lines.append(f"| {name} | {told} |")
    return picture, lines


def page(rows: Sequence[dict[str, Any]]) -> str:
    """Return the page; its picture of hard classes takes a fit."""
    parts = ["# Many classes, few labels", INTRODUCTION]
    for corpus, n_topics in TOPICS.items():
        if any(row["corpus"] == corpus for row in rows):
            parts.append(f"## {corpus}, {n_topics} topics")
            parts.append("\n".join(table(rows, corpus)))
            if (ROWS.parent / f"learning-curves-{corpus}.svg").exists():
                parts.append(f"![Learning curves](learning-curves-{corpus}.svg)")
    if rows:
        picture, lines = hard_classes()
        (ROWS.parent / "hard-classes.svg").write_text(picture, encoding="utf-8")
        parts.append("## Which classes are hard")
        parts.append(
            "What `ss-plsa-mem` learns of its own mistakes from 5 % labels: in each column, how often documents of a "
            "class were given which label on the way, in per cent; and the topics of each class."
        )
        parts += ["![Mislabelling matrix](hard-classes.svg)", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"
