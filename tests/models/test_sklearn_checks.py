"""scikit-learn's own checks over everything registered, with one table of expected failures and their reasons."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from likewise import registry

_NEEDS_COUNTS = "the check makes negative numbers without asking the tag positive_only; counts have none"
_UNLABELLED = "one of its label vectors uses -1 as a class; here it means unlabelled"
_TWO_TOPICS = "the check sets n_components=1; telling one topic from the rest needs two"

_CLASSIFIER = {
    "check_decision_proba_consistency": _NEEDS_COUNTS,
    "check_classifiers_classes": _UNLABELLED,
}
EXPECTED_FAILURES = {
    "TopicSensitivePLSA": {
        **_CLASSIFIER,
        **dict.fromkeys(
            [
                "check_dont_overwrite_parameters",
                "check_fit2d_1sample",
                "check_fit2d_1feature",
                "check_fit2d_predict1d",
                "check_methods_subset_invariance",
                "check_methods_sample_order_invariance",
            ],
            _TWO_TOPICS,
        ),
    },
    "Centroid": _CLASSIFIER,
    "Naive": _CLASSIFIER,
}


def estimators():
    for name in registry.names():
        parameters = registry.describe(name).parameters
        options = {"n_components": 2} if "n_components" in parameters else {}
        if "tol" in parameters:
            # A fixed number of steps does not warn; a check compares fit_transform with folding in, to convergence.
            options |= {"tol": 0.0, "max_iter": 1000, "fold_in_iter": 1000}
        yield registry.get(name)(**options)


@parametrize_with_checks(
    list(estimators()), expected_failed_checks=lambda estimator: EXPECTED_FAILURES.get(type(estimator).__name__, {})
)
def test_scikit_learn(estimator, check):
    check(estimator)
