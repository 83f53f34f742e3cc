"""Documents to counts, counts to weights, and weights back to the words that explain a score."""

from likewise.text.explain import readable, top_words
from likewise.text.vectorizer import Vectorizer
from likewise.text.weighting import Weighting

__all__ = ["Vectorizer", "Weighting", "readable", "top_words"]
