"""What each figure of an evaluation is called and means, once for all commands."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """A figure.

    Parameters
    ----------
    key : str
        Its name in the dictionaries of `likewise.evaluate`.
    name : str
        What it is called in a list.
    heading : str
        What it is called at the top of a column.
    meaning : str
        What it means, without its name.
    """

    key: str
    name: str
    heading: str
    meaning: str


METRICS = {
    metric.key: metric
    for metric in (
        Metric("precision", "precision", "precision", "share of the documents marked yes that are right"),
        Metric("recall", "recall", "recall", "share of the right documents that are marked yes"),
        Metric("f1", "F1", "F1", "harmonic mean of precision and recall at the method's own cut-off"),
        Metric("f1_oracle", "F1, best cut-off", "best F1", "F1 at the best possible cut-off"),
        Metric("ap", "average precision", "AP", "average precision: quality of the ranking, without a cut-off"),
        Metric("wss95", "WSS@95", "WSS@95", "share of reading saved over a random order, to find 95 %"),
        Metric("atd", "ATD", "ATD", "mean place of the right documents, as a share of the ranking; lower is better"),
        Metric("count_error", "count error", "count error", "distance of the estimate, as a share of the true number"),
        Metric("covered", "coverage", "coverage", "share of repeats whose interval holds the true number"),
        Metric("seconds", "seconds", "seconds", "time of a search"),
    )
}
