"""How much of a huge pile is looked at closely, and how much memory that takes."""

import re
from dataclasses import dataclass
from math import ceil

from likewise.errors import UserError

#: Piles of more documents are searched from disk. Up to here all documents fit into some GB, and all are judged.
MOST_AT_ONCE = 250_000
#: Memory that a search from disk holds to unless another is named, and that of a search in memory.
USUAL_MEMORY, USUAL_AT_ONCE = 4_000_000_000, 8_000_000_000
#: Bytes that the program itself takes; that every document takes whose text stays on disk; that one takes in addition
#: if it is judged; and that one takes of a pile that is searched in memory. All are measured: docs/scale.md.
_ALWAYS, _PER_DOCUMENT, _PER_JUDGED, _IN_MEMORY = 700_000_000, 900, 6_000, 12_000
#: The same for each byte by which texts are longer than these, and for each byte if pairs of words are counted.
_SHORT, _PER_JUDGED_BYTE, _PER_BYTE, _PER_BYTE_OF_PAIRS = 750, 1.4, 9, 5
#: Judged documents: no fewer, since the count would mean nothing; and no more, since that would only take time.
_FEWEST, _MOST = 20_000, 260_000
#: Share of the judged documents that are drawn at random.
_SHARE_OF_SAMPLE = 0.25
_MEMORY = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)I?B?\s*", re.IGNORECASE)
_MOST_DIGITS = 30
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


@dataclass(frozen=True)
class Size:
    """How large a pile is, roughly.

    Parameters
    ----------
    n_documents : int
        How many documents it has.
    length : float, default=0
        Bytes of a text, in the mean.
    has_pairs : bool, default=False
        Whether pairs of words are counted where it is searched in memory.

    Examples
    --------
    >>> Size(1_000, 20_000).in_memory > 10 * Size(1_000, 800).in_memory
    True
    """

    n_documents: int
    length: float = 0.0
    has_pairs: bool = False

    @property
    def in_memory(self) -> float:
        """Bytes that documents take which are searched in memory."""
        of_text = _PER_BYTE * self._longer + _PER_BYTE_OF_PAIRS * self.length * self.has_pairs
        return self.n_documents * (_IN_MEMORY + of_text)

    @property
    def per_judged(self) -> float:
        """Bytes that a document takes which is judged."""
        return _PER_JUDGED + _PER_JUDGED_BYTE * self._longer

    @property
    def _longer(self) -> float:
        return max(self.length - _SHORT, 0.0)


@dataclass(frozen=True)
class Plan:
    """How many documents are judged.

    Parameters
    ----------
    n_sample : int
        Documents that are drawn at random from all.
    n_candidates : int
        Documents that a cheap score chooses.

    Examples
    --------
    >>> make_plan(4_000_000_000, Size(1_000_000))
    Plan(n_sample=65000, n_candidates=195000)
    """

    n_sample: int
    n_candidates: int


def make_plan(memory: int, size: Size) -> Plan:
    """Choose how many documents are judged within some memory.

    Parameters
    ----------
    memory : int
        Bytes.
    size : Size
        Of the pile.

    Returns
    -------
    Plan
        Numbers of documents.

    Raises
    ------
    UserError
        If it is too little for such a pile.

    Examples
    --------
    >>> make_plan(2_000_000_000, Size(1_000_000)).n_candidates
    50000
    """
    left = memory - _ALWAYS - _PER_DOCUMENT * size.n_documents
    n_judged = int(min(left // size.per_judged, _MOST))
    if n_judged < min(_FEWEST, size.n_documents):
        most = min(_FEWEST, size.n_documents) * size.per_judged
        least = ceil((memory - left + most) / 1e8) / 10  # rounded up: so much is enough
        raise UserError(
            f"a search of {size.n_documents:,} documents needs {least:.1f} GB of memory at least; allow more",
            parameter="memory",
        )
    n_sample = int(_SHARE_OF_SAMPLE * n_judged)
    return Plan(n_sample, n_judged - n_sample)


def fits(memory: int, size: Size) -> bool:
    """Tell whether a pile can be searched in some memory, all documents at once.

    Parameters
    ----------
    memory : int
        Bytes.
    size : Size
        Of the pile.

    Returns
    -------
    bool
        Whether it fits.

    Examples
    --------
    >>> fits(4_000_000_000, Size(100_000)), fits(1_000_000_000, Size(100_000))
    (True, False)
    >>> fits(4_000_000_000, Size(40_000, length=25_000))
    False
    """
    return size.n_documents <= MOST_AT_ONCE and _ALWAYS + size.in_memory <= memory


def parse_memory(memory: str) -> int:
    """Read an amount of memory.

    Parameters
    ----------
    memory : str
        Such as "4GB" or "800 MB".

    Returns
    -------
    int
        Bytes.

    Raises
    ------
    UserError
        If it is not an amount.

    Examples
    --------
    >>> parse_memory("1.5 GB")
    1500000000
    """
    match = _MEMORY.fullmatch(memory)
    if match is None or len(match[1]) > _MOST_DIGITS:
        raise UserError(f"{memory!r} is not an amount of memory; give one such as 4GB", parameter="memory")
    return int(float(match[1]) * _UNITS[match[2].upper()])
