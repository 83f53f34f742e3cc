"""Topic models on the one kernel, fitted by the one loop."""

from likewise.models.topic.fake_label import FakeLabelPLSA
from likewise.models.topic.lda import LDA
from likewise.models.topic.lsi import LSI
from likewise.models.topic.mislabeling import MislabelingPLSA
from likewise.models.topic.plsa import PLSA
from likewise.models.topic.ts_plsa import TopicSensitivePLSA

__all__ = ["LDA", "LSI", "PLSA", "FakeLabelPLSA", "MislabelingPLSA", "TopicSensitivePLSA"]
