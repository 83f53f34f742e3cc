"""How a paper draws its documents: labelled, unlabelled and asked for; each protocol a function of its settings.

Corpora are counted once a process for each way of counting. A draw depends on its settings and its seed alone, so that
a row can be made again anywhere.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from likewise import datasets
from likewise.sklearn_api import Array
from likewise.text import Vectorizer


@dataclass(frozen=True, eq=False)
class Task:
    """What a method is given, and the truth that it is not given.

    Parameters
    ----------
    X, y : csr_array and array
        Documents and labels, -1 unlabelled.
    truth : array
        Of the documents asked for: bool, or with ``many`` classes by number.
    data : str
        Hash of the corpus's counts.
    asked : csr_array, optional
        The documents asked for; the unlabelled ones by default.
    many : bool
        Whether there are many classes.
    sizes : mapping
        Numbers of documents that the paper prints.
    params : mapping
        Parameters that a method needs to read the documents.
    """

    X: sparse.csr_array
    y: Array
    truth: Array
    data: str
    asked: sparse.csr_array | None = None
    many: bool = False
    sizes: Mapping[str, float] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)

    def nothing_found(self) -> dict[str, float]:
        """Return what finding nothing is worth."""
        if self.many:
            return {"F": 0.0, "macro": 0.0}
        right = float(np.mean(~self.truth))
        return {"precision": 0.0, "recall": 0.0, "F": 0.0, "accuracy": right, "error": 1 - right, "ap": 0.0}


class Counts(NamedTuple):
    """A corpus as counts, the label of each document, a hash of the counts, and the words of the columns."""

    X: sparse.csr_array
    labels: Array
    data: str
    words: Array


@lru_cache(maxsize=4)
def counted(corpus: str, text: tuple[tuple[str, Any], ...] = ()) -> Counts:
    """Count the words of a corpus; ``text`` has settings of the vectorizer and of the loader."""
    settings = {"min_count": 5, "stemmer": "snowball", **dict(text)}
    load = {key.removeprefix("load_"): settings.pop(key) for key in list(settings) if key.startswith("load_")}
    no_numbers = settings.pop("no_numbers", False)
    loaded = datasets.load(corpus, **load)
    vectorizer = Vectorizer(dtype=np.float32, n_jobs=1, **settings)
    X = vectorizer.fit_transform(loaded.texts)
    words = vectorizer.get_feature_names_out()
    if no_numbers:
        kept = [place for place, word in enumerate(words) if not any(letter.isdigit() for letter in word)]
        X, words = X[:, kept], words[kept]
    data = hashlib.sha256(X.data.tobytes() + X.indices.tobytes()).hexdigest()[:12]
    labels = [label[0] if isinstance(label, list | tuple) and len(label) == 1 else label for label in loaded.labels]
    return Counts(X, np.array(labels, dtype=object), data, words)


def counted_as(corpus: str, text: Mapping[str, Any] | None) -> Counts:
    """Count the words of a corpus, with settings as a table of TOML has them."""
    given = {key: tuple(value) if isinstance(value, list) else nothing(value) for key, value in (text or {}).items()}
    return counted(corpus, tuple(sorted(given.items())))


def nothing(value: Any) -> Any:
    """Read "none", for which TOML has no word of its own.

    Examples
    --------
    >>> nothing("none") is None, nothing(0.5)
    (True, 0.5)
    """
    return None if value == "none" else value


def mixes(
    *, seed: int, corpus: str, share: float, n_topics: int = 6, draw: int = 2010, text: Mapping[str, Any] | None = None
) -> Task:
    """Draw six topics and make one positive: a share of it is labelled, all else is the pile (Zhou et al. 2010).

    The seed is the number of the set; sets and labelled documents of different shares are nested.
    """
    X, labels, data, *_ = counted_as(corpus, text)
    drawn = mix(labels, share, seed, n_topics, draw)
    return Task(_only_used(X[drawn.rows]), drawn.y, drawn.truth[drawn.y == -1], data)


class Mix(NamedTuple):
    """Some topics of a corpus: their rows, which are of the positive topic, and the labels, 1 or -1."""

    rows: Array
    truth: Array
    y: Array


def mix(labels: Array, share: float, number: int, n_topics: int = 6, draw: int = 2010) -> Mix:
    """Draw topics, the first of which is positive, and label a share of it.

    The same number gives the same topics at every share, and labelled documents that are nested.

    Examples
    --------
    >>> drawn = mix(np.repeat(["a", "b", "c"], 10), 0.2, 0, n_topics=2)
    >>> len(drawn.rows), int(drawn.truth.sum()), int((drawn.y == 1).sum())
    (20, 10, 2)
    """
    rng = np.random.default_rng([draw, number])
    names = labels.astype(str)
    topics = rng.choice(np.unique(names), n_topics, replace=False)
    rows = np.flatnonzero(np.isin(names, topics))
    truth = names[rows] == topics[0]
    members = rng.permutation(np.flatnonzero(truth))
    y = np.full(len(rows), -1)
    y[members[: max(1, round(share * len(members)))]] = 1
    return Mix(rows, truth, y)


def pair(
    *,
    seed: int,
    corpus: str,
    positive: Sequence[str],
    negative: Sequence[str],
    a: float,
    b: float,
    text: Mapping[str, Any] | None = None,
) -> Task:
    """Label a share of one class, hide some of the rest among another class, and leave the others out (Liu 2002)."""
    X, labels, data, *_ = counted_as(corpus, text)
    rng = np.random.default_rng(seed)
    names = labels.astype(str)
    shuffled = rng.permutation(np.flatnonzero(np.isin(names, positive)))
    others = np.flatnonzero(np.isin(names, negative))
    n_labelled = int(a * len(shuffled) + 1e-9)
    n_hidden = int(b * (len(shuffled) - n_labelled) + 1e-9)
    shown, hidden = shuffled[:n_labelled], shuffled[n_labelled : n_labelled + n_hidden]
    rows = np.sort(np.concatenate([shown, hidden, others]))  # in the corpus's order, which tells nothing
    y = np.where(np.isin(rows, shown), 1, -1)
    truth = np.isin(rows, hidden)[y == -1]
    sizes = {"n_P": len(shown), "n_M": len(hidden) + len(others), "n_pos_in_M": len(hidden)}
    return Task(_only_used(X[rows]), y, truth, data, sizes=sizes)


def one_against_rest(
    *,
    seed: int,
    corpus: str,
    label: str,
    labelled: float = 1.0,
    hidden: float = 0.0,
    among: float | None = None,
    test: float = 0.3,
    supervised: bool = False,
    text: Mapping[str, Any] | None = None,
) -> Task:
    """Split into training and test documents, and label some of one class's training documents (Lee & Liu, LPU).

    Of the class a share ``labelled``, or all but a share ``hidden``, is labelled. ``among`` drops hidden ones until
    they are that share of the positives in training. With ``supervised`` every training document has its label.
    """
    X, labels, data, *_ = counted_as(corpus, text)
    order = np.random.default_rng(seed).permutation(len(labels))
    n_test = round(test * len(order))
    asked, train = order[:n_test], order[n_test:]
    is_label = np.array([label == one or (isinstance(one, list | tuple) and label in one) for one in labels])
    positives = train[is_label[train]]
    n_shown = max(1, round(min(labelled, 1 - hidden) * len(positives)))
    shown, unseen = positives[:n_shown], positives[n_shown:]
    if among is not None:
        dropped = unseen[round(n_shown * among / (1 - among)) :]
        train = train[~np.isin(train, dropped)]
    y = is_label[train].astype(int) if supervised else np.where(np.isin(train, shown), 1, -1)
    used = np.flatnonzero(np.bincount(X[train].indices, minlength=X.shape[1]))
    return Task(X[train][:, used], y, is_label[asked], data, X[asked][:, used])


def labelled_share(
    *,
    seed: int,
    corpus: str,
    share: float,
    test: float = 0.2,
    supervised: bool = False,
    text: Mapping[str, Any] | None = None,
) -> Task:
    """Keep a fifth for testing, label a share of every class of the rest (Krithara et al. 2008)."""
    X, labels, data, *_ = counted_as(corpus, text)
    _, codes = np.unique(labels.astype(str), return_inverse=True)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(codes))
    is_test = np.zeros(len(codes), dtype=bool)
    is_test[order[: int(test * len(codes))]] = True
    y = codes.astype(np.intp)
    for code in np.unique(codes):
        rows = order[(codes[order] == code) & ~is_test[order]]
        y[rows[max(1, round(share * len(rows))) :]] = -1
    train = ~is_test & (y >= 0) if supervised else ~is_test
    return Task(X[train], y[train], codes[is_test], data, X[is_test], many=True)


def corpus_sizes(*, seed: int, corpus: str, text: Mapping[str, Any] | None = None) -> Task:
    """Count the documents and classes of a corpus, and of the part of it that is used; nothing is drawn."""
    _, labels, data, *_ = counted_as(corpus, text)
    _, all_labels, *_ = counted_as(corpus, None)
    used = np.unique(labels.astype(str), return_counts=True)[1]
    names = {name for one in all_labels for name in (one if isinstance(one, list | tuple) else [one])}
    sizes = {
        "n_documents": len(all_labels),
        "n_documents_used": len(labels),
        "n_classes": len(names),
        "n_classes_used": len(used),
        "max_class_size": int(used.max()),
        "min_class_size": int(used.min()),
        "mean_class_size": float(used.mean()),
    }
    nothing_drawn = np.zeros(0)
    return Task(sparse.csr_array((0, 0)), nothing_drawn, nothing_drawn, data, sizes=sizes)


def course_pages(*, seed: int, corpus: str, view: str, supervised: bool = False) -> Task:
    """Label three course pages and nine others, and ask for a quarter of all pages (Blum & Mitchell 1998).

    ``view`` is which words the pages asked for have. A word counts once a page, and every number is the same word.
    """
    (pages, links), truth, data = _two_views()
    order = np.random.default_rng(seed).permutation(len(truth))
    asked, train = order[: len(truth) // 4], order[len(truth) // 4 :]
    y = np.full(len(truth), -1)
    for label, number in ((1, 3), (0, 9)):
        y[train[truth[train] == label][:number]] = label
    if supervised:
        train = train[y[train] >= 0]
    X = sparse.csr_array(sparse.hstack([pages, links], format="csr"))
    counts = np.repeat([view != "link", view != "page"], [pages.shape[1], links.shape[1]]).astype(np.float64)
    views = ((0, pages.shape[1]), (pages.shape[1], X.shape[1]))
    params = {"views": tuple(slice(*ends) for ends in views)}
    return Task(X[train], y[train], truth[asked], data, sparse.csr_array(X[asked].multiply(counts)), params=params)


@lru_cache(maxsize=1)
def _two_views() -> tuple[tuple[sparse.csr_array, sparse.csr_array], Array, str]:
    loaded = datasets.load_webkb_course()
    pages, links = (
        Vectorizer(min_df=least, preprocessor=_one_number, dtype=np.float64, n_jobs=1).fit_transform(texts).sign()
        for least, texts in ((2, loaded.texts), (1, loaded.extra["inlinks_text"]))
    )
    data = hashlib.sha256(pages.indices.tobytes() + links.indices.tobytes()).hexdigest()[:12]
    return (pages, links), np.array([label == "course" for label in loaded.labels]), data


def _one_number(text: str) -> str:
    return re.sub(r"\d+", " 0number ", text.lower())


def joined_groups(
    *,
    seed: int,
    corpus: str,
    positive: Sequence[str],
    negative: Sequence[str],
    n_labelled: int,
    n_test: int,
    text: Mapping[str, Any] | None = None,
) -> Task:
    """Join groups into two classes, label a few documents, and ask for some that are kept apart (Nigam et al.)."""
    X, labels, data, *_ = counted_as(corpus, text)
    names = labels.astype(str)
    rows = np.random.default_rng(seed).permutation(np.flatnonzero(np.isin(names, [*positive, *negative])))
    asked, train = rows[:n_test], rows[n_test:]
    is_positive = np.isin(names, positive)
    y = np.where(np.arange(len(train)) < n_labelled, is_positive[train].astype(int), -1)
    return Task(X[train], y, is_positive[asked], data, X[asked])


def _only_used(X: sparse.csr_array) -> sparse.csr_array:
    """Leave out words that none of the documents has."""
    return sparse.csr_array(X[:, np.flatnonzero(np.bincount(X.indices, minlength=X.shape[1]))])


PROTOCOLS: dict[str, Callable[..., Task]] = {
    "mixes": mixes,
    "pair": pair,
    "one-against-rest": one_against_rest,
    "labelled-share": labelled_share,
    "corpus-sizes": corpus_sizes,
    "course-pages": course_pages,
    "joined-groups": joined_groups,
}
