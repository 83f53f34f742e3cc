"""Corpora by name: the table of loaders."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from likewise.datasets.banking import load_banking77
from likewise.datasets.corpus import Corpus
from likewise.datasets.docstrings import python_docstrings
from likewise.datasets.newsgroups import load_20newsgroups
from likewise.datasets.reuters import load_reuters21578
from likewise.datasets.reviews import load_reviews_synergy
from likewise.datasets.webdir import load_webdir
from likewise.datasets.webkb import load_webkb, load_webkb_course
from likewise.errors import UserError

LOADERS: dict[str, Callable[..., Corpus]] = {
    "20newsgroups": load_20newsgroups,
    "banking77": load_banking77,
    "python_docstrings": python_docstrings,
    "reuters21578": load_reuters21578,
    "reviews_synergy": load_reviews_synergy,
    "webdir": load_webdir,
    "webkb": load_webkb,
    "webkb_course": load_webkb_course,
}


def names() -> tuple[str, ...]:
    """List the corpora that `load` knows.

    Returns
    -------
    tuple of str
        Their names, sorted.

    Examples
    --------
    >>> "webkb" in names()
    True
    """
    return tuple(sorted(LOADERS))


def load(name: str, **options: Any) -> Corpus:
    """Load a corpus by its name.

    Parameters
    ----------
    name : str
        One of `names()`.
    **options : object
        Options of its loader, such as `split="train"`.

    Returns
    -------
    Corpus
        The corpus.

    Raises
    ------
    UserError
        If there is no such corpus or option.

    Examples
    --------
    >>> load("gutenberg")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no corpus 'gutenberg'; there are: 20newsgroups, banking77, ...
    """
    if name not in LOADERS:
        raise UserError(f"there is no corpus {name!r}; there are: {', '.join(names())}")
    loader = LOADERS[name]
    known = list(inspect.signature(loader).parameters)
    if unknown := sorted(set(options) - set(known)):
        raise UserError(f"the corpus {name} has no option {unknown[0]!r}; it has: {', '.join(known)}")
    return loader(**options)
