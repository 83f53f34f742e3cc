from .fake_label import FakeLabelPLSA
from .lda import LDA
from .lsi import LSI
from .mislabeling import MislabelingPLSA
from .plsa import PLSA
from .ts_plsa import TopicSensitivePLSA

__all__ = ["LDA", "LSI", "PLSA", "FakeLabelPLSA", "MislabelingPLSA", "TopicSensitivePLSA"]
