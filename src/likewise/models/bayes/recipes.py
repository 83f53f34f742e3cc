"""The names under which the literature knows settings of naive Bayes and EM."""

from likewise.models.bayes.em import NaiveBayesEM
from likewise.registry import Recipe

RECIPES = {
    "i-em": Recipe(
        NaiveBayesEM,
        {"init": "unlabeled_negative", "select": "criterion_one", "max_iter": 12, "max_length": 2.0},
        "Naive Bayes that first takes the pile for negative, then corrects itself by EM while hidden examples return.",
        "B. Liu, W. S. Lee, P. S. Yu, X. Li, Partially supervised classification of text documents, ICML 2002.",
        {
            "Use it": "where the positive class is a fair share of the pile; it is fast and hard to beat there.",
            "Cost": "up to 12 passes over the counts, six times.",
        },
    ),
    "m-em": Recipe(
        NaiveBayesEM,
        {"n_components": "cv", "max_length": 2.0, "max_iter": 20, "cv": 3, "n_init": 3},
        "Naive Bayes and EM with several components a class, their number chosen on labelled documents left out.",
        "K. Nigam, A. McCallum, S. Thrun, T. Mitchell, Text classification from labeled and unlabeled documents using "
        "EM, Machine Learning 39, 2000.",
        {
            "Assumes": "each class is a few bags of words.",
            "Use it": "where a class has sub-topics; with few labels the choice of their number is a guess.",
            "Cost": "some hundred passes over the counts, those with ten components a class the dearest.",
        },
    ),
}
