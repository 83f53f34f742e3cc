"""The classifiers of pu-toolbox, all that its registry has.

What it leaves to its user was tried on other draws of mixes than the bench's; all else is its default.
"""

from functools import partial

from pu_toolbox.registry import get_algorithm, register_all_builtin_methods
from pu_trial import trial
from sklearn.linear_model import LogisticRegression

register_all_builtin_methods()


class Fitted:
    """A classifier that gets the prior only when it is fitted, or longer rows than those of length 1."""

    def __init__(self, model, prior=None, length=1):
        self.model, self.given, self.length = model, {} if prior is None else {"class_prior": prior}, length

    def fit(self, X, y):
        self.model.fit(self.length * X, y, **self.given)
        return self

    def predict(self, X):
        return self.model.predict(self.length * X)

    def predict_proba(self, X):
        return self.model.predict_proba(self.length * X)

    def decision_function(self, X):
        return self.model.decision_function(self.length * X)


def elkan_noto(settings):
    base = LogisticRegression(C=10, max_iter=1000)
    return get_algorithm("elkan_noto")(base, random_state=settings["seed"])


def strongly_regularised(name):
    # They give every word the same spread; with the default C = 1 the rarest decide.
    return lambda settings: get_algorithm(name)(C=1e-4)


def with_prior(name, length=1, **more):
    def make(settings):
        model = get_algorithm(name)(class_prior=settings["prior"], random_state=settings["seed"], **more)
        return Fitted(model, length=length)

    return make


def with_prior_at_fit(name, settings):
    return Fitted(get_algorithm(name)(random_state=settings["seed"]), settings["prior"])


def with_share_hidden(name, settings):
    n_hidden = settings["prior"] * settings["n_unlabelled"]
    return get_algorithm(name)(n_hidden / (n_hidden + settings["n_labelled"]), random_state=settings["seed"])


ESTIMATORS = {
    "ElkanNotoClassifier": elkan_noto,
    "PUSBClassifier": strongly_regularised("pusb"),
    "LBEClassifier": strongly_regularised("lbe"),
    "UPUClassifier": with_prior("upu"),
    "NonNegativePUClassifier": with_prior("nnpu"),
    "DistPUClassifier": with_prior("dist_pu", length=30),
    "PNUClassifier": with_prior("pnu"),
    "SelfPUClassifier": with_prior("self_pu", length=30),
    "InfoMaxPUClassifier": with_prior("infomax_pu"),
    "WeightedContrastivePUClassifier": with_prior("weighted_contrastive_pu"),
    "DGPUClassifier": with_prior("dgpu", generator=None),
    "PUSBKernelClassifier": partial(with_prior_at_fit, "pusb_kernel"),
    "LLSVMClassifier": partial(with_prior_at_fit, "llsvm"),
    "LDCEClassifier": partial(with_share_hidden, "centroid_pu"),
    "KLDCEClassifier": partial(with_share_hidden, "kldce"),
}

if __name__ == "__main__":
    trial(["pu-toolbox", "scikit-learn", "numpy", "torch"], ESTIMATORS)
