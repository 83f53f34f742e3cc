"""The figures of a report, each a chart and its table: expected recall, probability by rank, and topics."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from likewise.estimate import AtCutOff, Estimate
from likewise.finder.result import Result
from likewise.finder.topics import Topic
from likewise.plural import about
from likewise.report.page import Figure
from likewise.writers.report_charts import band_chart, bar_chart

#: Rows of a table, and points of a line: more cannot be told apart.
_ROWS, _POINTS = 10, 160
#: A chart goes on until so much is expected to be found, or until nothing is likelier than this, and at least so many
#: times as far as the cut-off.
_MOST_FOUND, _UNLIKELY, _BEYOND = 0.9, 0.05, 2.5
_CUT_OFF = "cut-off"


def draw_recall_figure(result: Result, estimate: Estimate) -> Figure:
    """Draw what share of all is expected to be found by reading on from the top.

    Parameters
    ----------
    result : Result
        The ranking.
    estimate : Estimate
        Its estimate, one that tells.

    Returns
    -------
    Figure
        The band follows from how many may be missed.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> examples = ["red wine, a glass", "a glass of fine wine", "wine, a red one"]
    >>> pile = ["wine glasses", "wine, red", "green tea", "tea pot", "black tea", "tea leaf"] * 3
    >>> result = Finder().find(examples, pile)
    >>> draw_recall_figure(result, result.estimate).header[0]
    'read'
    """
    cut = result.n_taken
    enough = np.flatnonzero(estimate.good >= _MOST_FOUND * (estimate.good[-1] + estimate.missed[-1]))
    furthest = _furthest(result, float(estimate.places[enough[0]]) if len(enough) else result.n_ranked)
    places = sorted({*np.linspace(0, furthest, _POINTS).round().astype(int).tolist(), min(cut, furthest)})
    points = [(float(at.n_taken), *_shares(at)) for at in (_outlook(estimate, place) for place in places)]
    rows = sorted({*_round_places(furthest, cut), result.n_ranked})
    return Figure(
        band_chart(
            "Expected recall against effort",
            points,
            x_label="documents read from the top",
            y_label="share expected to be found",
            cut=(cut, _CUT_OFF) if cut else None,
        ),
        ("read", "found", "share found", "missed"),
        tuple(_recall_row(_outlook(estimate, place)) for place in rows),
        "Expected results of reading a number of documents from the top; the cut-off is in bold"
        if cut in rows
        else "Expected results of reading a number of documents from the top",
        rows.index(cut) if cut in rows else None,
    )


def describe_outlook(at: AtCutOff) -> str:
    """Describe what reading a number of documents is expected to find and to miss.

    Parameters
    ----------
    at : AtCutOff
        Expected numbers.

    Returns
    -------
    str
        A sentence without a full stop.

    Examples
    --------
    >>> describe_outlook(AtCutOff(n_taken=340, good=290.0, missed=35.0, missed_low=20.0, missed_high=60.0))
    'read 340: expect 290, miss about 35 (20–60)'
    """
    return f"read {at.n_taken:,}: expect {about(at.good)}, miss about {_missed(at)}"


def draw_probability_figure(result: Result) -> Figure | None:
    """Draw the probability of each rank, with the interval where there is one.

    Parameters
    ----------
    result : Result
        Any.

    Returns
    -------
    Figure or None
        None if no two documents have a probability.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> draw_probability_figure(Finder("centroid").find(["red wine"], ["tea", "wine"])).rows[0][0]
    '1'
    """
    ranked = result.table.filter(pl.col("rank").is_not_null() & pl.col("probability").is_not_null())
    if ranked.height < 2:
        return None
    likely = int((ranked["probability"] >= _UNLIKELY).sum())
    furthest = min(_furthest(result, likely), ranked.height)
    at = np.unique(np.linspace(1, furthest, _POINTS).round().astype(int)) - 1
    points = ranked[at.tolist()].select("rank", "probability", "lower", "upper").rows()
    cut = result.n_taken
    places = sorted({1, *_round_places(furthest, min(cut, furthest))})
    shown = ranked[[place - 1 for place in places]]
    return Figure(
        band_chart(
            "Probability by rank",
            points,
            x_label="rank",
            y_label="probability of being like the examples",
            cut=(cut, _CUT_OFF) if cut else None,
        ),
        ("rank", "probability", "between"),
        tuple(
            (f"{row['rank']:,}", f"{row['probability']:.2f}", _between(row["lower"], row["upper"]))
            for row in shown.iter_rows(named=True)
        ),
        "Probability at some ranks, with its interval",
    )


def draw_topics_figure(topics: Sequence[Topic]) -> Figure | None:
    """Draw how many documents each topic has.

    Parameters
    ----------
    topics : sequence of Topic
        Largest first.

    Returns
    -------
    Figure or None
        None if there are none.

    Examples
    --------
    >>> draw_topics_figure([Topic(("cellar", "cork"), 30, ("d7",))]).rows
    (('cellar, cork', '30', 'd7'),)
    """
    if not topics:
        return None
    return Figure(
        bar_chart("Topics among those found", [(", ".join(topic.words[:4]), topic.n_documents) for topic in topics]),
        ("words", "documents", "most typical document"),
        tuple((", ".join(topic.words), f"{topic.n_documents:,}", topic.ids[0]) for topic in topics),
        "Topics; each document counts for its main topic",
    )


def _outlook(estimate: Estimate, n_taken: int) -> AtCutOff:
    """Return what `Result.at` does, without counting the ranked documents each time."""
    return estimate.at(min(n_taken, estimate.n_pile))._replace(n_taken=n_taken)


def _furthest(result: Result, interesting: float) -> int:
    """Return how far a chart goes: as far as is interesting and well beyond the cut-off, to a round number."""
    n_ranked = result.n_ranked
    least = min(n_ranked, max(interesting, _BEYOND * result.n_taken, 20.0))
    step = _round_step(least)
    return int(min(n_ranked, np.ceil(least / step) * step))


def _round_step(furthest: float) -> int:
    """Return a round number that goes about ten times into another."""
    step = max(furthest / (_ROWS - 1), 1.0)
    power = 10 ** int(np.floor(np.log10(step)))
    return int(next(power * times for times in (1, 2, 3, 4, 5, 6, 8, 10) if power * times >= step))


def _round_places(furthest: int, cut: int) -> list[int]:
    """Return about ten numbers that are easy to read, the cut-off and the last among them."""
    step = _round_step(furthest)
    between = [place for place in range(step, furthest, step) if abs(place - cut) > step / 4]
    return sorted({*between, furthest, *([cut] if cut else [])})


def _shares(at: AtCutOff) -> tuple[float, float, float]:
    """Return the share found, and between which shares it lies."""
    return _share(at.good, at.missed), _share(at.good, at.missed_high), _share(at.good, at.missed_low)


def _share(good: float, missed: float) -> float:
    return good / (good + missed) if good + missed > 0 else 0.0


def _recall_row(at: AtCutOff) -> tuple[str, ...]:
    share, low, high = _shares(at)
    return f"{at.n_taken:,}", about(at.good), f"{100 * share:.0f} % ({100 * low:.0f}–{100 * high:.0f})", _missed(at)


def _missed(at: AtCutOff) -> str:
    return f"{about(at.missed)} ({about(at.missed_low)}–{about(at.missed_high)})"


def _between(lower: float | None, upper: float | None) -> str:
    return "not known" if lower is None or upper is None else f"{lower:.2f}–{upper:.2f}"
