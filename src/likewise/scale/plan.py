"""How much of a huge pile is looked at closely, and how much memory that takes."""

import re
from dataclasses import dataclass
from math import ceil

from likewise.errors import UserError

#: Piles of more documents are searched from disk. Up to here all documents fit into some GB, and all are judged.
MOST_AT_ONCE = 250_000
#: Memory that a search from disk holds to unless another is named.
USUAL_MEMORY = 4_000_000_000
#: Bytes that the program itself takes; that every document takes whose text stays on disk; that one takes in addition
#: if it is judged; and that one takes of a pile that is searched in memory. All are measured: docs/scale.md.
_ALWAYS, _PER_DOCUMENT, _PER_JUDGED, _IN_MEMORY = 700_000_000, 900, 6_000, 12_000
#: Judged documents: no fewer, since the count would mean nothing; and no more, since that would only take time.
_FEWEST, _MOST = 20_000, 260_000
#: Share of the judged documents that are drawn at random.
_SHARE_OF_SAMPLE = 0.25
_MEMORY = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)I?B?\s*", re.IGNORECASE)
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


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
    >>> make_plan(4_000_000_000, 1_000_000)
    Plan(n_sample=65000, n_candidates=195000)
    """

    n_sample: int
    n_candidates: int


def make_plan(memory: int, n_documents: int) -> Plan:
    """Choose how many documents are judged within some memory.

    Parameters
    ----------
    memory : int
        Bytes.
    n_documents : int
        Documents of the pile.

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
    >>> make_plan(2_000_000_000, 1_000_000).n_candidates
    50000
    """
    left = memory - _ALWAYS - _PER_DOCUMENT * n_documents
    n_judged = min(left // _PER_JUDGED, _MOST)
    if n_judged < _FEWEST:
        least = ceil((memory - left + _FEWEST * _PER_JUDGED) / 1e8) / 10  # rounded up: so much is enough
        raise UserError(
            f"a search of {n_documents:,} documents needs {least:.1f} GB of memory at least; allow more",
            parameter="memory",
        )
    n_sample = int(_SHARE_OF_SAMPLE * n_judged)
    return Plan(n_sample, n_judged - n_sample)


def fits(memory: int, n_documents: int) -> bool:
    """Tell whether a pile can be searched in some memory, all documents at once.

    Parameters
    ----------
    memory : int
        Bytes.
    n_documents : int
        Documents of the pile.

    Returns
    -------
    bool
        Whether it fits.

    Examples
    --------
    >>> fits(4_000_000_000, 100_000), fits(1_000_000_000, 100_000)
    (True, False)
    """
    return n_documents <= MOST_AT_ONCE and _ALWAYS + _IN_MEMORY * n_documents <= memory


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
    if match is None:
        raise UserError(f"{memory!r} is not an amount of memory; give one such as 4GB", parameter="memory")
    return int(float(match[1]) * _UNITS[match[2].upper()])
