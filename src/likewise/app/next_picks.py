"""What to read next: the likeliest documents, mixed with uncertain, different and random ones in stated shares."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

#: Before there are so many answers, and one of them is no, the ranking knows too little of where it is wrong.
_FEWEST_ANSWERS = 10


class Pick(NamedTuple):
    """A document to read, and why it was chosen.

    Examples
    --------
    >>> Pick("d1", "top").kind
    'top'
    """

    id: str
    kind: str


@dataclass(frozen=True)
class Shares:
    """How many of ten documents are chosen in which way.

    Parameters
    ----------
    top : int, default=7
        The likeliest.
    uncertain : int, default=1
        Those nearest to the cut-off, whose answers teach most.
    different : int, default=1
        Likely ones that are least like those that were accepted: a way out of one sub-topic.
    audit : int, default=1
        Those of the random sample, by which an audit says how much was found without any model.

    Examples
    --------
    >>> Shares().describe()
    '7 likeliest, 1 uncertain, 1 different but likely and 1 at random of every 10'
    """

    top: int = 7
    uncertain: int = 1
    different: int = 1
    audit: int = 1

    @property
    def total(self) -> int:
        """Of how many."""
        return self.top + self.uncertain + self.different + self.audit

    def describe(self) -> str:
        """Say it in words."""
        return (
            f"{self.top} likeliest, {self.uncertain} uncertain, {self.different} different but likely and {self.audit} "
            f"at random of every {self.total}"
        )


@dataclass(frozen=True)
class Candidates:
    """What picks are chosen from, each in the order in which it is to be read.

    Parameters
    ----------
    top : sequence of str
        Ids of all documents that have a rank, best first.
    uncertain : sequence of str
        Nearest to the cut-off first.
    different : sequence of str
        Least like what was accepted first.
    audit : sequence of str
        The random sample; none of them is chosen in another way.
    """

    top: Sequence[str]
    uncertain: Sequence[str] = ()
    different: Sequence[str] = ()
    audit: Sequence[str] = ()


def choose_picks(
    n: int,
    candidates: Candidates,
    answered: Collection[str],
    given: Mapping[str, int],
    *,
    has_no: bool,
    shares: Shares | None = None,
) -> list[Pick]:
    """Choose the next documents.

    Parameters
    ----------
    n : int
        How many.
    candidates : Candidates
        What to choose from.
    answered : collection of str
        Ids of documents that are not shown again.
    given : mapping of str to int
        How many documents were answered of each kind of pick, which the shares are to hold for in the end.
    has_no : bool
        Whether any answer is no.
    shares : Shares or None, default=None
        How they are mixed; None takes the usual ones.

    Returns
    -------
    list of Pick
        Fewer if there are not so many; the next one is always of the kind that is furthest behind its share.

    Examples
    --------
    >>> candidates = Candidates(top=["a", "b", "c", "d"], audit=["c"])
    >>> choose_picks(3, candidates, {"a"}, {}, has_no=False)
    [Pick(id='b', kind='top'), Pick(id='d', kind='top'), Pick(id='c', kind='audit')]
    """
    wanted = asdict(shares or Shares())
    counts = {kind: int(given.get(kind, 0)) for kind in wanted}
    if not has_no or sum(counts.values()) < _FEWEST_ANSWERS:
        wanted["top"] += wanted.pop("uncertain") + wanted.pop("different")
    drawn = {*candidates.audit}
    lists = {
        "top": (name for name in candidates.top if name not in drawn),
        "uncertain": (name for name in candidates.uncertain if name not in drawn),
        "different": (name for name in candidates.different if name not in drawn),
        "audit": iter(candidates.audit),
    }
    total, taken = sum(wanted.values()), set(answered)
    chosen: list[Pick] = []
    while len(chosen) < n and wanted:
        number = sum(counts.values()) + 1
        kind = max(wanted, key=lambda each: wanted[each] * number / total - counts[each])
        name = next((name for name in lists[kind] if name not in taken), None)
        if name is None:
            del wanted[kind]  # none of this kind is left
            continue
        chosen.append(Pick(name, kind))
        taken.add(name)
        counts[kind] += 1
    return chosen
