"""What violated links cost, as sums over groups of documents or over single pairs.

With a diagonal metric a_h of each cluster h, a must-link between clusters g and h costs half the squared distance of
its two documents in either metric, and a cannot-link inside h what the squared distance of two held far ends x', x''
exceeds theirs by (Bilenko, Basu and Mooney 2004, eq. 5-7). Both are linear in the metrics, so a set of links is known
by its K × m sums of squared differences: their product with the metrics is the cost, and they are what the metrics are
learned from.
"""

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from likewise.models.cluster.space import Rows, dense_row, squared_entries, sums_by
from likewise.sklearn_api import Array

#: The code of documents that are in no must-link group.
PILE = -1


class Links(Protocol):
    """What the clustering asks of a set of links."""

    #: Documents as the links see them, which may be in a space of their own where no metric is learned.
    rows: Rows
    #: Documents that are placed one after another, as the place of one changes the cost of the next.
    linked: Array

    def start(self, labels: Array, n_clusters: int) -> None:
        """Learn where all documents are."""

    def free_costs(self, metrics: Array) -> Array:
        """Return what each document that is not in `linked` would pay in each cluster; a row each, in order."""

    def place_free(self, labels: Array) -> None:
        """Learn where the documents that are not in `linked` are now."""

    def costs_of(self, place: int, metrics: Array) -> Array:
        """Take a linked document out of its cluster, and return what it would pay in each."""

    def put(self, place: int, cluster: int) -> None:
        """Put a linked document, taken out before, into a cluster."""

    def differences(self) -> Array:
        """Return K × m sums of squared differences; times the metrics and added up, they are the cost of all links."""


class Bag:
    """The documents of one kind in each cluster: how many, their sum, and their sum of squares."""

    def __init__(self, rows: Rows, squares: Rows, labels: Array, n_clusters: int) -> None:
        self.count = np.bincount(labels[labels >= 0], minlength=n_clusters).astype(np.float64)
        self.sums, self.squares = (sums_by(part, labels, n_clusters) for part in (rows, squares))

    def shift(self, row: Array, cluster: int, sign: int) -> None:
        """Add a document to a cluster, or take it out."""
        self.count[cluster] += sign
        self.sums[cluster] += sign * row
        self.squares[cluster] += sign * row * row

    def from_row(self, row: Array) -> Array:
        """Return Σ_j (x − x_j)² over each cluster's documents."""
        return self.count[:, None] * (row * row) - 2.0 * row * self.sums + self.squares

    def across(self, other: "Bag") -> Array:
        """Return Σ_ij (x_i − x_j)² over a cluster's documents of this kind and those of the other."""
        result: Array = (
            other.count[:, None] * self.squares - 2.0 * self.sums * other.sums + self.count[:, None] * other.squares
        )
        return result


class GroupLinks:
    """Must-links inside groups and cannot-links between groups, or between a group and the pile; no pair is kept.

    Parameters
    ----------
    rows : csr_array or ndarray of shape (n_documents, m)
        Documents.
    codes : ndarray of int
        Each document's group, -1 for the pile.
    must : float
        Weight of a must-link.
    apart : mapping of (int, int) to float
        Weight of a cannot-link between the documents of two groups; -1 is the pile.
    ends : ndarray of shape (m,)
        (x' − x'')² of the two far ends.

    Examples
    --------
    >>> rows = np.array([[0.0], [1.0], [4.0]])
    >>> links = GroupLinks(rows, np.array([PILE, 0, 0]), 1.0, {}, np.zeros(1))
    >>> links.start(np.array([0, 0, 1]), 2)
    >>> links.differences().tolist()
    [[4.5], [4.5]]
    """

    def __init__(
        self, rows: Rows, codes: Array, must: float, apart: Mapping[tuple[int, int], float], ends: Array
    ) -> None:
        self.rows, self.codes, self.must, self.apart, self.ends = rows, codes, must, apart, ends
        self.linked = np.flatnonzero(codes != PILE)
        self._free = np.flatnonzero(codes == PILE)
        self._squares = squared_entries(rows)
        self._against = {
            code: [(b if a == code else a, weight) for (a, b), weight in apart.items() if code in (a, b)]
            for code in np.unique(codes).tolist()
        }

    def start(self, labels: Array, n_clusters: int) -> None:
        """Learn where all documents are."""
        self._at = np.array(labels)
        self._n_clusters = n_clusters
        self._bags = {code: self._bag(code) for code in {*np.unique(self.codes).tolist(), PILE}}

    def _bag(self, code: int) -> Bag:
        return Bag(self.rows, self._squares, np.where(self.codes == code, self._at, -1), self._n_clusters)

    def free_costs(self, metrics: Array) -> Array:
        """Return what each document of the pile would pay in each cluster."""
        result = np.zeros((len(self._free), len(metrics)))
        rows, squares = self.rows[self._free], self._squares[self._free]
        for code, weight in self._against.get(PILE, []):
            bag = self._bags[code]
            distance = squares @ (metrics * bag.count[:, None]).T - 2.0 * (rows @ (metrics * bag.sums).T)
            held = bag.count * (metrics @ self.ends) - (metrics * bag.squares).sum(axis=1)
            result += weight * (held - distance)
        return result

    def place_free(self, labels: Array) -> None:
        """Learn where the pile is now."""
        self._at[self._free] = labels[self._free]
        self._bags[PILE] = self._bag(PILE)

    def costs_of(self, place: int, metrics: Array) -> Array:
        """Take a document of a group out of its cluster, and return what it would pay in each."""
        row, code = dense_row(self.rows, place), int(self.codes[place])
        self._bags[code].shift(row, int(self._at[place]), -1)
        result = must_costs(self._bags[code].from_row(row), metrics) * self.must
        for other, weight in self._against[code]:
            bag = self._bags[other]
            result += weight * (metrics * (bag.count[:, None] * self.ends - bag.from_row(row))).sum(axis=1)
        return result

    def put(self, place: int, cluster: int) -> None:
        """Put a document of a group into a cluster."""
        self._at[place] = cluster
        self._bags[int(self.codes[place])].shift(dense_row(self.rows, place), cluster, 1)

    def differences(self) -> Array:
        """Return the sums of squared differences of all violated links."""
        result = np.zeros((self._n_clusters, self.rows.shape[1]))
        for code, bag in self._bags.items():
            if code != PILE and self.must:
                others = Bag.__new__(Bag)
                others.count, others.sums, others.squares = (
                    part.sum(axis=0, keepdims=True) - part for part in (bag.count, bag.sums, bag.squares)
                )
                result += 0.5 * self.must * bag.across(others)
        for (a, b), weight in self.apart.items():
            one, other = self._bags.get(a), self._bags.get(b)
            if one is not None and other is not None:
                result += weight * ((one.count * other.count)[:, None] * self.ends - one.across(other))
        return result


class PairLinks:
    """Must-links and cannot-links pair by pair.

    Parameters
    ----------
    rows : csr_array or ndarray of shape (n_documents, m)
        Documents.
    must_link, cannot_link : ndarray of int of shape (n_pairs, 2)
        The pairs.
    must, cannot : float
        Weights of a link of either kind.
    ends : ndarray of shape (m,)
        (x' − x'')² of the two far ends.

    Examples
    --------
    >>> rows, none = np.array([[0.0], [1.0], [4.0]]), np.empty((0, 2), dtype=int)
    >>> links = PairLinks(rows, np.array([[1, 2]]), none, 1.0, 1.0, np.zeros(1))
    >>> links.start(np.array([0, 0, 1]), 2)
    >>> links.differences().tolist()
    [[4.5], [4.5]]
    """

    def __init__(
        self, rows: Rows, must_link: Array, cannot_link: Array, must: float, cannot: float, ends: Array
    ) -> None:
        self.rows, self.must, self.cannot, self.ends = rows, must, cannot, ends
        self._must, self._cannot = must_link, cannot_link
        self.linked = np.unique(np.concatenate([must_link.ravel(), cannot_link.ravel()])).astype(np.intp)
        self._friends: dict[int, list[int]] = {int(i): [] for i in self.linked}
        self._foes: dict[int, list[int]] = {int(i): [] for i in self.linked}
        for pairs, table in ((must_link, self._friends), (cannot_link, self._foes)):
            for i, j in pairs.tolist():
                table[i].append(j)
                table[j].append(i)

    def start(self, labels: Array, n_clusters: int) -> None:
        """Learn where all documents are."""
        self._at, self._n_clusters = np.array(labels), n_clusters

    def free_costs(self, metrics: Array) -> Array:
        """Return nothing to pay: a document without links has none to violate."""
        return np.zeros((len(self._at) - len(self.linked), len(metrics)))

    def place_free(self, labels: Array) -> None:
        """Take no notice of documents without links."""

    def costs_of(self, place: int, metrics: Array) -> Array:
        """Return what a linked document would pay in each cluster."""
        row = dense_row(self.rows, place)
        result = must_costs(self._from(row, self._friends[place])[0], metrics) * self.must
        apart, count = self._from(row, self._foes[place])
        result += self.cannot * (metrics * (count[:, None] * self.ends - apart)).sum(axis=1)
        return result

    def _from(self, row: Array, others: list[int]) -> tuple[Array, Array]:
        """Return Σ (x − x_j)² over the others in each cluster, and how many they are."""
        total, count = np.zeros((self._n_clusters, len(row))), np.zeros(self._n_clusters)
        for j in others:
            total[self._at[j]] += (row - dense_row(self.rows, j)) ** 2
            count[self._at[j]] += 1
        return total, count

    def put(self, place: int, cluster: int) -> None:
        """Put a linked document into a cluster."""
        self._at[place] = cluster

    def differences(self) -> Array:
        """Return the sums of squared differences of all violated links."""
        result = np.zeros((self._n_clusters, self.rows.shape[1]))
        for i, j in self._must.tolist():
            if self._at[i] != self._at[j]:
                gap = 0.5 * self.must * (dense_row(self.rows, i) - dense_row(self.rows, j)) ** 2
                result[self._at[i]] += gap
                result[self._at[j]] += gap
        for i, j in self._cannot.tolist():
            if self._at[i] == self._at[j]:
                gap = self.ends - (dense_row(self.rows, i) - dense_row(self.rows, j)) ** 2
                result[self._at[i]] += self.cannot * gap
        return result


def must_costs(differences: Array, metrics: Array) -> Array:
    """Return what a document's must-links would cost in each cluster, from Σ (x − x_j)² over each cluster's partners.

    Examples
    --------
    >>> must_costs(np.array([[4.0], [1.0]]), np.array([[1.0], [3.0]])).tolist()
    [2.0, 8.0]
    """
    here = metrics @ differences.T  # a_h · Σ over the partners in g
    own = here.diagonal()
    return 0.5 * (here.sum(axis=1) - own + own.sum() - own)
