"""scikit-learn's own checks over everything registered; each estimator says which it fails, and why."""

from sklearn.base import ClassifierMixin
from sklearn.utils.estimator_checks import parametrize_with_checks

from likewise import registry
from likewise.testing import expected_failed_checks


def estimators():
    for name in registry.names():
        if name.startswith(("spy-", "1dnf-", "rocchio-", "nb-")):
            continue  # pairs of parts that s-em, pebl and roc-svm have already
        parameters = registry.describe(name).parameters
        options = {"n_components": 2} if "n_components" in parameters and name != "i-em" else {}
        if "fold_in_iter" in parameters:
            # A fixed number of steps does not warn; of transformers a check compares fit_transform with folding in,
            # to convergence.
            steps = 100 if issubclass(registry.get(name), ClassifierMixin) else 1000
            options |= {"tol": 0.0, "max_iter": steps, "fold_in_iter": steps}
        yield registry.get(name)(**options)


@parametrize_with_checks(list(estimators()), expected_failed_checks=expected_failed_checks)
def test_scikit_learn(estimator, check):
    check(estimator)
