"""How long counting words takes: Vectorizer against scikit-learn's CountVectorizer, on the same documents.

    python bench/counting.py [corpus.jsonl.gz]

Both run with the same settings on one thread and must give the same matrix, or there is no figure. Times are of the
processor, and the runs alternate, so that a busy machine slows both; the ratio of the medians is the figure to quote.
"""

import gzip
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sklearn.feature_extraction.text import CountVectorizer

from likewise.text import Vectorizer

SETTINGS: dict[str, dict[str, Any]] = {
    "all words": {"stop_words": None},
    "english stop words": {"stop_words": "english"},
    "words and pairs": {"stop_words": "english", "ngram_range": (1, 2), "min_df": 2},
}


def corpus(name: str = "20newsgroups.jsonl.gz") -> list[str]:
    """Read the texts of one of the corpora."""
    folder = Path(os.environ.get("LIKEWISE_DATA", Path(__file__).parents[2] / "shared" / "corpora"))
    with gzip.open(folder / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def run(texts: list[str], repeats: int = 3) -> dict[str, dict[str, float]]:
    """Time both on the texts; return processor seconds (medians) and the ratio for every setting."""
    Vectorizer(stemmer=None).fit_transform(texts[:100])  # the first call compiles
    rows = {}
    for name, settings in SETTINGS.items():
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(repeats):
            fast, mine = _timed(lambda s=settings: Vectorizer(stemmer=None, n_jobs=1, **s).fit_transform(texts))
            slow, other = _timed(lambda s=settings: CountVectorizer(**s).fit_transform(texts))
            ours.append(fast)
            theirs.append(slow)
        if mine.shape != other.shape or (mine != other).nnz:
            raise AssertionError(f"the matrices differ for {name}")
        a, b = statistics.median(ours), statistics.median(theirs)
        rows[name] = {"likewise": round(a, 3), "scikit-learn": round(b, 3), "ratio": round(b / a, 2)}
    stemmed = statistics.median(_timed(lambda: Vectorizer(n_jobs=1).fit_transform(texts))[0] for _ in range(repeats))
    rows["stemmed, english stop words"] = {"likewise": round(stemmed, 3)}
    return rows


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


if __name__ == "__main__":
    for setting, row in run(corpus(*sys.argv[1:2])).items():
        print(setting, row)
