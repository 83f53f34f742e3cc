"""Named corpora: where they come from, how they are checked, how they are split."""

from likewise.datasets.banking import load_banking77
from likewise.datasets.catalogue import CATALOGUE, Entry
from likewise.datasets.corpus import Corpus
from likewise.datasets.docstrings import python_docstrings
from likewise.datasets.named import load, names
from likewise.datasets.newsgroups import load_20newsgroups
from likewise.datasets.reuters import load_reuters21578
from likewise.datasets.reviews import load_reviews_synergy
from likewise.datasets.webdir import load_webdir
from likewise.datasets.webkb import load_webkb, load_webkb_course

__all__ = [
    "CATALOGUE",
    "Corpus",
    "Entry",
    "load",
    "load_20newsgroups",
    "load_banking77",
    "load_reuters21578",
    "load_reviews_synergy",
    "load_webdir",
    "load_webkb",
    "load_webkb_course",
    "names",
    "python_docstrings",
]
