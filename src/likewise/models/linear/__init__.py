"""Linear models of weighted words."""

from likewise.models.linear.centroid import Centroid
from likewise.models.linear.naive import Naive

__all__ = ["Centroid", "Naive"]
