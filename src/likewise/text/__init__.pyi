from .explain import readable, top_words
from .vectorizer import Vectorizer
from .weighting import Weighting

__all__ = ["Vectorizer", "Weighting", "readable", "top_words"]
