"""The names under which the literature knows pairs of an extractor and a learner."""

from likewise.models.bayes import NaiveBayesEM
from likewise.models.two_step.bayes import NaiveBayesExtractor
from likewise.models.two_step.iterative_svm import IterativeSVM
from likewise.models.two_step.one_dnf import OneDNFExtractor
from likewise.models.two_step.rocchio import RocchioExtractor
from likewise.models.two_step.spy import SpyExtractor
from likewise.models.two_step.two_step import TwoStep
from likewise.registry import Recipe

EXTRACTORS = {
    "spy": ("spies among the pile", SpyExtractor(max_length=2.0)),
    "1dnf": ("words commoner among the examples", OneDNFExtractor(relax=True)),
    "rocchio": ("Rocchio's prototypes", RocchioExtractor()),
    "nb": ("naive Bayes", NaiveBayesExtractor()),
}
LEARNERS = {
    "em": (
        "naive Bayes and EM, ended by its estimated error",
        NaiveBayesEM(clamp="positive", max_iter=8, select="error_change", max_length=2.0),
    ),
    "svm": ("one SVM", IterativeSVM(max_iter=1, guard=None)),
    "svm-i": ("SVMs in rounds, the last kept", IterativeSVM(guard=None)),
    "svm-is": ("SVMs in rounds, the first if the last fails", IterativeSVM()),
}


def _pair(extractor: str, learner: str, summary: str = "", paper: str = "", other: object = None) -> Recipe:
    how, first = EXTRACTORS[extractor]
    what, second = LEARNERS[learner]
    told = summary or f"Reliable negatives by {how}, then {what}."
    return Recipe(TwoStep, {"extractor": first, "learner": other or second}, told, paper)


RECIPES = {
    **{f"{extractor}-{learner}": _pair(extractor, learner) for extractor in EXTRACTORS for learner in LEARNERS},
    "s-em": _pair(
        "spy",
        "em",
        "Hides some examples in the pile as spies to find sure negatives, then learns by EM.",
        "B. Liu, W. S. Lee, P. S. Yu, X. Li, Partially supervised classification of text documents, ICML 2002.",
    ),
    "pebl": _pair(
        "1dnf",
        "svm-i",
        "Documents without any word of the examples are negative; SVMs widen that set until nothing changes.",
        "H. Yu, J. Han, K. C.-C. Chang, PEBL: positive example based learning for web page classification using SVM, "
        "KDD 2002.",
    ),
    "roc-svm": _pair(
        "rocchio",
        "svm-is",
        "Negatives are what is nearer to the pile's average; SVMs in rounds learn from them.",
        "X. Li, B. Liu, Learning to classify texts using positive and unlabeled data, IJCAI 2003.",
        # A quarter of the hidden positives are among the negatives that Rocchio finds from few examples: an SVM that
        # takes these at their word (C = 1, every document the same, as printed: rocchio-svm-is) finds little else.
        IterativeSVM(C=0.01, class_weight="balanced"),
    ),
}
