"""The demo: the main job on text that every Python installation has, its own docstrings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from likewise.app.first_run import report_first_run
from likewise.app.methods import check_method
from likewise.app.request import DemoRequest
from likewise.progress import Progress, report_stage

if TYPE_CHECKING:
    from likewise.datasets import Corpus
    from likewise.documents import Documents
    from likewise.finder import Result


@dataclass(frozen=True)
class DemoResult:
    """What the demo found, and how good that is.

    Parameters
    ----------
    result : Result
        The ranked docstrings.
    quality : mapping of str to float
        `precision`, `recall`, `f1`, `ap` and `n_positive` against the labels that were hidden.
    """

    result: "Result"
    quality: Mapping[str, float]


def run_demo(request: DemoRequest, progress: Progress | None = None) -> DemoResult:
    """Search the docstrings of this Python for those of one package, whose labels are hidden.

    Parameters
    ----------
    request : DemoRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    DemoResult
        What was found.

    Examples
    --------
    >>> run_demo(DemoRequest(n_examples=3, label="json", method="centroid"))  # doctest: +SKIP
    """
    if request.method is not None:
        check_method(request.method)
    report_first_run(progress)
    report_stage(progress, "reading")
    import numpy as np

    from likewise.datasets import python_docstrings
    from likewise.evaluate.simulation import choose_examples
    from likewise.finder import DEFAULT_METHOD, Finder
    from likewise.metrics import average_precision, precision_recall_f1

    corpus = python_docstrings()
    truth, shown, hidden = choose_examples(corpus.labels, request.label, request.n_examples, request.seed)
    finder = Finder(request.method or DEFAULT_METHOD, random_state=request.seed, n_jobs=-1, callback=progress)
    result = finder.find(_documents(corpus.take(shown.tolist())), _documents(corpus.take(hidden.tolist())))
    ranked = result.table.filter(result.table["rank"].is_not_null())
    is_right = dict(zip(corpus.ids, truth.tolist(), strict=True))
    right = np.array([is_right[name] for name in ranked["id"]])
    quality = precision_recall_f1(right, ranked["suggestion"].to_numpy() == "yes")
    ap = average_precision(right, -ranked["rank"].to_numpy())
    return DemoResult(result, {**quality._asdict(), "ap": ap, "n_positive": int(right.sum())})


def make_demo_documents(request: DemoRequest | None = None) -> "tuple[Documents, Documents]":
    """Return the docstrings that serve as examples, and those to search.

    Parameters
    ----------
    request : DemoRequest or None, default=None
        What is asked for; None is the usual demo.

    Returns
    -------
    examples, pile : Documents
        Without labels.

    Examples
    --------
    >>> len(make_demo_documents()[0])  # doctest: +SKIP
    10
    """
    from likewise.datasets import python_docstrings
    from likewise.evaluate.simulation import choose_examples

    request = request or DemoRequest()
    corpus = python_docstrings()
    _, shown, hidden = choose_examples(corpus.labels, request.label, request.n_examples, request.seed)
    return _documents(corpus.take(shown.tolist())), _documents(corpus.take(hidden.tolist()))


def _documents(corpus: "Corpus") -> "Documents":
    import polars as pl

    from likewise.documents import Documents

    table = pl.DataFrame({"id": corpus.ids, "text": corpus.texts})
    return Documents(table=table, text=table["text"], ids=table["id"], source=corpus.source)
