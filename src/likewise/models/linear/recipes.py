"""The names under which the literature knows settings of linear models."""

from likewise.models.linear.non_negative import NonNegativePU
from likewise.registry import Recipe

RECIPES = {
    "upu": Recipe(
        NonNegativePU,
        {"unbiased": True},
        "A linear rule that minimises the unbiased risk told from examples, pile and share of positives.",
        "M. C. du Plessis, G. Niu, M. Sugiyama, Convex formulation for learning from positive and unlabeled data, "
        "ICML 2015.",
    ),
}
