"""The estimators of pulearn.

Wrappers get a base classifier; what a package leaves to its user was tried on other draws of mixes than the bench's.
"""

from pu_trial import trial
from pulearn import (
    BaggingPuClassifier,
    ElkanotoPuClassifier,
    NNPUClassifier,
    PositiveNaiveBayesClassifier,
    PositiveTANClassifier,
    WeightedElkanotoPuClassifier,
    WeightedNaiveBayesClassifier,
    WeightedTANClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer


def balanced():
    # Better at the cut-off than C = 10 without balance, with which the weighted variant finds nothing at all.
    return LogisticRegression(class_weight="balanced", max_iter=1000)


def elkan_noto(settings):
    # A tenth held out, the default, often has no example among so few.
    return ElkanotoPuClassifier(balanced(), hold_out_ratio=0.2, random_state=settings["seed"])


def weighted_elkan_noto(settings):
    return WeightedElkanotoPuClassifier(
        balanced(),
        labeled=settings["n_labelled"],
        unlabeled=settings["n_unlabelled"],
        hold_out_ratio=0.2,
        random_state=settings["seed"],
    )


def bagging(settings):
    # As many of the unlabelled as there are examples, as its paper has it; the default, all of them, finds nothing.
    # An SVC with probabilities is about as good and takes ten times as long.
    base = LogisticRegression(C=10, max_iter=1000)
    return BaggingPuClassifier(base, n_estimators=50, max_samples=settings["n_labelled"], random_state=settings["seed"])


def non_negative(settings):
    # Rows of length 1 hardly move it in its 1,000 steps.
    model = NNPUClassifier(settings["prior"], learning_rate=0.1, random_state=settings["seed"])
    return make_pipeline(FunctionTransformer(lambda X: 100 * X), model)


def bayes(kind):
    # Of words that are there or not; smoothing by a whole document drowns the few examples.
    return lambda settings: kind(alpha=0.01, n_bins=2)


ESTIMATORS = {
    "ElkanotoPuClassifier": elkan_noto,
    "WeightedElkanotoPuClassifier": weighted_elkan_noto,
    "BaggingPuClassifier": bagging,
    "NNPUClassifier": non_negative,
    "PositiveNaiveBayesClassifier": bayes(PositiveNaiveBayesClassifier),
    "WeightedNaiveBayesClassifier": bayes(WeightedNaiveBayesClassifier),
    "PositiveTANClassifier": bayes(PositiveTANClassifier),
    "WeightedTANClassifier": bayes(WeightedTANClassifier),
}

if __name__ == "__main__":
    trial(["pulearn", "scikit-learn", "numpy"], ESTIMATORS)
