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
}
