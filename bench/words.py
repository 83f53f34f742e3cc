"""Compare the counting of words: the figures of bench.counting as one table."""

from __future__ import annotations

from importlib.metadata import version

from bench.corpus import Data
from bench.counting import run
from bench.result import Result, joined

TITLE = "Counting words: the same matrix from the same texts"


def compare(data: Data, *, repeats: int) -> Result:
    """Time Vectorizer and CountVectorizer; the table's ratio is the smallest of its rows."""
    figures = run(data.texts, repeats)
    rows = [
        (
            f"seconds, {name}" + (f" (ratio {row['ratio']:.1f})" if "ratio" in row else ""),
            f"{row['likewise']:.2f}",
            f"{row['scikit-learn']:.2f}" if "scikit-learn" in row else "cannot",
        )
        for name, row in figures.items()
    ]
    return Result(
        "counting",
        TITLE,
        "scikit-learn CountVectorizer",
        data=f"{data.name}, {len(data.texts):,} documents",
        settings=f"no stemming unless said, median of {repeats} in turn",
        rows=rows,
        ratio=min(row["ratio"] for row in figures.values() if "ratio" in row),
        versions=joined({name: version(name) for name in ("likewise", "scikit-learn", "polars")}),
        caution="one thread each; smallest of the rows",
        note="The matrices are equal, or there is no figure. Processor seconds on one thread; ours can use more.",
    )
