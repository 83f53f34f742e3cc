"""What is asked of a clustering: documents, groups that belong together, and what must stay apart."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from likewise.errors import UserError
from likewise.labels import Labels
from likewise.models.cluster.links import PILE, GroupLinks, Links, PairLinks
from likewise.models.cluster.seeds import neighbourhoods
from likewise.models.cluster.space import Rows
from likewise.sklearn_api import Array


class InfeasibleConstraints(UserError):
    """Hard constraints that no placing of the documents keeps, or none that was found.

    Parameters
    ----------
    message, parameter
        As of `likewise.errors.UserError`.

    Examples
    --------
    >>> raise InfeasibleConstraints("document 3 has no cluster left")
    Traceback (most recent call last):
        ...
    likewise.models.cluster.constraints.InfeasibleConstraints: document 3 has no cluster left
    """


def no_pairs() -> Array:
    """Return an empty array of pairs.

    Examples
    --------
    >>> no_pairs().shape
    (0, 2)
    """
    return np.empty((0, 2), dtype=np.intp)


@dataclass(frozen=True)
class Task:
    """One clustering: rows with groups of labelled documents, or with pairs.

    Parameters
    ----------
    rows : csr_array or ndarray of shape (n_documents, m)
        Documents.
    groups : ndarray of int
        The must-link group of each document, -1 for none; under pairs, their transitive closure.
    pile_apart : bool
        Whether the documents of no group are kept apart from group 0.
    must_link, cannot_link : ndarray of int of shape (n_pairs, 2)
        Pairs, where there are no labels.
    by_pairs : bool
        Whether the pairs are what counts, and groups only tell where to start.
    names : ndarray of int, optional
        What documents are called in messages, if not by their place.

    Examples
    --------
    >>> Task(np.eye(3), np.array([0, -1, -1]), pile_apart=True).apart(0.2, "raw")
    {(0, -1): 0.2}
    """

    rows: Rows
    groups: Array
    pile_apart: bool = False
    must_link: Array = field(default_factory=no_pairs)
    cannot_link: Array = field(default_factory=no_pairs)
    by_pairs: bool = False
    names: Array | None = None

    @property
    def n_groups(self) -> int:
        """How many groups there are."""
        return int(self.groups.max(initial=-1)) + 1

    def apart(self, cannot: float, scaling: str) -> dict[tuple[int, int], float]:
        """Return the weight of a cannot-link between the documents of two groups, -1 being the pile.

        Balanced, no document's links to a group, or to the pile, weigh more than ``cannot`` in all; otherwise a few
        examples would pay so much for being near a large pile that they leave for a cluster of their own.
        """
        sizes = {code: int((self.groups == code).sum()) for code in range(PILE, self.n_groups)}
        pairs = [(a, b) for a in range(self.n_groups) for b in range(a + 1, self.n_groups)]
        if self.pile_apart and sizes[PILE]:
            pairs.append((0, PILE))
        return {(a, b): cannot / (max(sizes[a], sizes[b]) if scaling == "balanced" else 1) for a, b in pairs}

    def links(self, must: float, cannot: float, scaling: str, rows: Rows, ends: Array) -> Links | None:
        """Return the links as costs over some rows, or None where there are none that cost anything."""
        if self.by_pairs:
            if not len(self.must_link) + len(self.cannot_link):
                return None
            return PairLinks(rows, self.must_link, self.cannot_link, must, cannot, ends)
        if not self.n_groups or not (must or cannot):
            return None
        return GroupLinks(rows, self.groups, must, self.apart(cannot, scaling), ends)

    def satisfied(self, labels: Array) -> tuple[float, float]:
        """Return the shares of must-links and of cannot-links that a clustering keeps; NaN where there are none.

        Examples
        --------
        >>> groups = np.array([0] * 4 + [-1] * 10)
        >>> places = np.array([0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2])
        >>> Task(np.ones((14, 1)), groups, pile_apart=True).satisfied(places)
        (0.5, 0.75)
        """
        if self.by_pairs:
            same = [labels[pairs[:, 0]] == labels[pairs[:, 1]] for pairs in (self.must_link, self.cannot_link)]
            return _share(same[0].sum(), len(same[0])), _share((~same[1]).sum(), len(same[1]))
        n_clusters = int(labels.max()) + 1
        counts = {
            code: np.bincount(labels[self.groups == code], minlength=n_clusters).astype(float)
            for code in range(PILE, self.n_groups)
        }
        inside = [counts[code] for code in range(self.n_groups)]
        kept, asked = sum((c * (c - 1)).sum() for c in inside), sum(c.sum() * (c.sum() - 1) for c in inside)
        apart = [(counts[a], counts[b]) for a, b in self.apart(1.0, "raw")]
        broken, links = sum((a * b).sum() for a, b in apart), sum(a.sum() * b.sum() for a, b in apart)
        return _share(kept, asked), _share(links - broken, links)


def from_labels(rows: Rows, labels: Labels) -> Task:
    """Make groups of labelled documents: of the positives first, and of each other class.

    Of two classes, the pile is kept apart from the positives: most of it is something else. Classes that are more than
    two are taken to be all there are, so that each document of the pile belongs to one, and is kept apart from none.

    Examples
    --------
    >>> labels = Labels(np.array([0, 1]), np.array([1, 0, -1]))
    >>> task = from_labels(np.eye(3), labels)
    >>> task.groups.tolist(), task.pile_apart
    ([0, 1, -1], True)
    """
    if len(labels.classes) > 2:
        return Task(rows, labels.codes)
    return Task(rows, np.where(labels.positive, 0, np.where(labels.negative, 1, PILE)), pile_apart=True)


def from_pairs(rows: Rows, must_link: Array, cannot_link: Array, names: Array | None = None) -> Task:
    """Make a task of pairs.

    Examples
    --------
    >>> from_pairs(np.eye(3), np.array([[0, 2]]), no_pairs()).groups.tolist()
    [0, -1, 0]
    """
    groups = neighbourhoods(rows.shape[0], must_link)
    return Task(rows, groups, must_link=must_link, cannot_link=cannot_link, by_pairs=True, names=names)


def read_pairs(pairs: Any, n_documents: int, *, who: str, kind: str) -> Array:
    """Read pairs of documents, each given by its place.

    Examples
    --------
    >>> read_pairs([[0, 2]], 3, who="PCKMeans", kind="must_link").tolist()
    [[0, 2]]
    """
    if pairs is None:
        return no_pairs()
    found = np.asarray(pairs)
    if found.size == 0:
        return no_pairs()
    if found.ndim != 2 or found.shape[1] != 2 or found.dtype.kind not in "iu":
        raise UserError(f"{who} needs {kind} as pairs of row numbers, got an array of shape {found.shape}.")
    if found.min() < 0 or found.max() >= n_documents:
        outside = found[(found < 0) | (found >= n_documents)][0]
        raise UserError(f"{who} has {n_documents} documents, {kind} names document {outside}; rows count from 0.")
    if (found[:, 0] == found[:, 1]).any():
        same = found[found[:, 0] == found[:, 1]][0, 0]
        raise UserError(f"{who} needs two different documents in each pair, {kind} has {same} with itself.")
    return np.unique(np.sort(found.astype(np.intp), axis=1), axis=0)


def _share(part: float, whole: float) -> float:
    return float(part) / float(whole) if whole else float("nan")
