"""Pictures of how the default engine decides, on text that every Python installation has."""

from itertools import pairwise
from pathlib import Path

import numpy as np

from likewise.datasets import python_docstrings
from likewise.engine.estimator import Likewise
from likewise.evaluate.simulation import choose_examples
from likewise.finder.counting import count_words
from likewise.writers.line_chart import line_chart

LABEL, N_EXAMPLES, SEED = "scipy.stats", 30, 0
#: Places in the ranking at which curves are drawn.
_N_PLACES = 40


def write_pictures(here: Path) -> None:
    """Write where left-out examples stand, how sure it is, and how much is found by reading on."""
    corpus = python_docstrings()
    truth, shown, hidden = choose_examples(corpus.labels, LABEL, N_EXAMPLES, SEED)
    texts = corpus.texts
    counted = count_words([texts[at] for at in shown], [texts[at] for at in hidden], n_jobs=-1)
    kept = counted.has_words
    y = np.repeat([1, -1], [len(shown), len(hidden)])[kept]
    model = Likewise(n_jobs=-1).fit(counted.counts[kept], y)
    scores = model.training_scores_[y == -1]
    right = np.array([truth[at] for at in hidden])[kept[len(shown) :]][np.argsort(-scores, kind="stable")]
    estimate, n = model.estimate_, len(right)
    places = np.unique(np.geomspace(5, n, _N_PLACES).astype(int))
    found = np.cumsum(right)
    ranks = np.sort(model.ranks_) * n
    _write(
        here / "how-left-out.svg",
        "Where examples stand that were left out",
        {
            "left-out examples": [(float(at), float((ranks <= at).mean())) for at in places],
            "the hidden ones": [(float(at), float(found[at - 1] / found[-1])) for at in places],
        },
        "place in the ranking",
        "share that stands above it",
    )
    lower, upper = estimate.band()
    edges = np.unique(np.geomspace(1, n, 16).astype(int))
    bins = list(pairwise(edges))
    said = np.sort(model.training_proba_[y == -1])[::-1]
    _write(
        here / "how-sure.svg",
        "How likely a document is one of them",
        {
            "what it says": [(float(a + b) / 2, float(said[a:b].mean())) for a, b in bins],
            "at least": [(float(a + b) / 2, float(lower[a:b].mean())) for a, b in bins],
            "at most": [(float(a + b) / 2, float(upper[a:b].mean())) for a, b in bins],
            "the truth": [(float(a + b) / 2, float(right[a:b].mean())) for a, b in bins],
        },
        "place in the ranking",
        "probability",
    )
    told = [estimate.at(int(at)) for at in places]

    def share(good: float, missed: float) -> float:
        return good / max(good + missed, 1e-9)

    _write(
        here / "how-far.svg",
        "How much is found by reading on",
        {
            "expected": [(float(at), share(t.good, t.missed)) for at, t in zip(places, told, strict=True)],
            "if many are missed": [
                (float(at), share(t.good, t.missed_high)) for at, t in zip(places, told, strict=True)
            ],
            "if few are missed": [(float(at), share(t.good, t.missed_low)) for at, t in zip(places, told, strict=True)],
            "the truth": [(float(at), float(found[at - 1] / found[-1])) for at in places],
        },
        "documents read from the top",
        "share found",
    )


def _write(path: Path, title: str, series: dict[str, list[tuple[float, float]]], x_label: str, y_label: str) -> None:
    picture = line_chart(title, series, x_label=x_label, y_label=y_label, x_log=True, y_range=(0.0, 1.0))
    path.write_text(picture, encoding="utf-8")
