"""Topic models: all of them on the one kernel of `likewise.kernels.expected_counts`."""

from likewise.models.topic.lda import LDA
from likewise.models.topic.lsi import LSI
from likewise.models.topic.plsa import PLSA
from likewise.models.topic.ts_plsa import TopicSensitivePLSA

__all__ = ["LDA", "LSI", "PLSA", "TopicSensitivePLSA"]
