"""Blum and Mitchell's course pages: how much the links to a page teach its words, and these the links.

python -m bench.course_pages    twenty draws, a quarter of a minute; writes docs/course-pages.md

A quarter of the pages is kept for testing; three course pages and nine others are labelled, the rest is unlabelled. A
word counts once a page, and every number is the same word: "CS 414" is a course as "CS 101" is.
"""

import re
from pathlib import Path

import numpy as np

from bench.report import commit
from likewise.datasets import load_webkb_course
from likewise.models.bayes import NaiveBayes
from likewise.models.meta import CoTraining
from likewise.text import Vectorizer

PAGE = Path(__file__).parent.parent / "docs" / "course-pages.md"
DRAWS = 20
VIEWS = ("page", "link", "combined")
#: Of the paper, in per cent.
PAPER = {"labelled pages alone": (12.9, 12.4, 11.1), "co-training": (6.2, 11.6, 5.0)}


def one_number(text: str) -> str:
    """Make every number the same word."""
    return re.sub(r"\d+", " 0number ", text.lower())


def errors(views: list, truth: np.ndarray, seed: int) -> dict[str, tuple[float, ...]]:
    """Return the errors in per cent of one draw: before and after co-training, of each view and of both."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(truth))
    test, train = order[: len(truth) // 4], order[len(truth) // 4 :]
    y = np.full(len(truth), -1)
    for label, number in ((1, 3), (0, 9)):
        y[train[truth[train] == label][:number]] = label
    known = train[y[train] >= 0]
    alone = [NaiveBayes(alpha=1.0).fit(view[known], y[known]) for view in views]
    model = CoTraining(random_state=seed).fit(tuple(view[train] for view in views), y[train])
    outcome = {}
    for name, models in (("labelled pages alone", alone), ("co-training", model.estimators_)):
        scores = [one.decision_function(view[test]) for one, view in zip(models, views, strict=True)]
        outcome[name] = tuple(100 * float(np.mean((s > 0) != truth[test])) for s in (*scores, scores[0] + scores[1]))
    return outcome


def main() -> None:
    """Run all draws and write the page."""
    corpus = load_webkb_course()
    truth = np.array([label == "course" for label in corpus.labels]).astype(int)
    views = [
        Vectorizer(min_df=least, preprocessor=one_number, dtype=np.float64).fit_transform(texts).sign()
        for least, texts in ((2, corpus.texts), (1, corpus.extra["inlinks_text"]))
    ]
    draws = [errors(views, truth, seed) for seed in range(DRAWS)]
    lines = [
        "# Co-training on course pages", "",
        "Made by `python -m bench.course_pages`; do not edit.", "",
        (f"Blum and Mitchell 1998: 12 labelled pages (3 of courses), {len(truth) // 4:,} test pages, the others of "
         f"{len(truth):,} unlabelled; naive Bayes, 30 rounds, a pool of 75. Error in per cent, mean of {DRAWS} draws ± "
         "standard deviation, and what the paper prints. A word counts once a page, all numbers are one word."), "",
        "| | " + " | ".join(VIEWS) + " |", "|---|---|---|---|",
    ]  # fmt: skip
    for name, paper in PAPER.items():
        figures = np.array([draw[name] for draw in draws])
        cells = [
            f"{mean:.1f} ± {spread:.1f} (paper {theirs})"
            for mean, spread, theirs in zip(figures.mean(axis=0), figures.std(axis=0, ddof=1), paper, strict=True)
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += ["", f"Commit {commit()}."]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines[-4:]))


if __name__ == "__main__":
    main()
