"""What tells that two records are the same document: a DOI, another number of the field, a title, the text itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias
from urllib.parse import unquote

from likewise.documents.columns import MEANINGS, normalise
from likewise.documents.documents import Documents, to_strings
from likewise.documents.spelling import fold

#: Kinds of numbers that mean the same document wherever they stand, surest first, and the columns that hold them.
NUMBER_COLUMNS: dict[str, tuple[str, ...]] = {
    "doi": ("doi", "do", "di", "digitalobjectidentifier", "articledoi", "doilink", "doiurl"),
    "pmid": ("pmid", "pubmedid", "medlinepmid", "pm"),
    "pmcid": ("pmcid", "pmc"),
    "openalexid": ("openalexid", "openalex"),
    "accessionnumber": ("accessionnumber", "an", "ut", "ut(uniquewosid)", "eid", "embaseaccessionid"),
    "messageid": ("messageid",),
    "url": ("url", "ur", "uri", "link", "links"),
}
NUMBERS = tuple(NUMBER_COLUMNS)
#: Of these, numbers that no two documents share; the others need texts that are alike, too.
SURE = ("doi", "pmid", "pmcid", "openalexid", "messageid")
TITLES, ABSTRACTS = MEANINGS["title"], MEANINGS["abstract"]
#: Columns that only records of literature have. Messages and tickets have titles and descriptions as well, but many of
#: them share a title, and answers quote what they answer.
_OF_LITERATURE = frozenset(
    (*MEANINGS["doi"], *MEANINGS["pmid"], *MEANINGS["journal"], *MEANINGS["volume"], *MEANINGS["issue"], *ABSTRACTS)
) - {
    *("description", "beschreibung", "descripción", "descripcion", "descrizione", "descrição", "descricao"),
    *("omschrijving", "summary", "is", "band", "so"),
}
_DOI = re.compile(r"10\.\d{4,9}(?:/|%2f)[^\s\"<>]+", re.IGNORECASE)
_PMID = re.compile(
    r"(?:pmid:?\s*|medline:?\s*|https?://[\w.]*ncbi\.nlm\.nih\.gov/(?:pubmed/)?)?0*([1-9]\d{0,8})(?:\.0)?/?(?:\s*\[pmid\])?",
    re.IGNORECASE,
)
#: What stands where nothing is known, without case and punctuation.
PLACEHOLDERS = frozenset(
    (
        *("", "na", "n a", "none", "null", "nil", "nan", "nat", "0", "00", "unknown", "tbd", "tba", "missing", "no"),
        *("not available", "not applicable", "unavailable", "undefined", "untitled", "no title", "unbekannt"),
        *("keine angabe", "inconnu"),
    )
)
#: Of the words of the shorter text, so many are in that of another document with the same key.
_SHARED_WORDS = 0.5

#: Kinds of keys, surest first, each with the key of every document; None for a document that has none.
Keys: TypeAlias = list[tuple[str, list[str | None]]]


def keys_of(documents: Documents) -> Keys:
    """List each kind of key that documents have, surest first, with the key of each document.

    A placeholder such as "NA" is not a key, nor is anything that documents share whose texts differ.

    Parameters
    ----------
    documents : Documents
        From anywhere.

    Returns
    -------
    list of (str, list of str or None)
        Kinds such as "doi", "title", and last "text"; and keys, written so that the same means the same.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"DOI": ["https://doi.org/10.1000/AB", "NA"], "text": ["Red  wine", "tea"]})
    >>> keys_of(Documents(table=table, text=table["text"], ids=pl.Series(["1", "2"])))
    [('doi', ['10.1000/ab', None]), ('text', ['red wine', 'tea'])]
    """
    texts = documents.folded
    keys: Keys = [(kind, _without_shared(values, texts)) for kind, values in list_numbers(documents)]
    columns = {normalise(name): name for name in reversed(documents.table.columns)}
    title = find_name(columns, TITLES)
    if title is not None:
        folded = fold(to_strings(documents.table[title])).to_list()
        titles = [None if value in PLACEHOLDERS else value for value in folded]
        keys.append(("title", _without_shared(titles, texts, keys)))
    keys.append(("text", _without_shared([text or None for text in texts], texts, keys)))
    return keys


def list_numbers(documents: Documents, kinds: Sequence[str] = NUMBERS) -> Keys:
    """List each kind of number that documents have, surest first, be it one that several of them share.

    Parameters
    ----------
    documents : Documents
        From anywhere.
    kinds : sequence of str, default=NUMBERS
        Which kinds.

    Returns
    -------
    list of (str, list of str or None)
        As of `keys_of`.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"PMID": ["PMID: 11", "11"], "text": ["Red wine", "tea"]})
    >>> list_numbers(Documents(table=table, text=table["text"], ids=pl.Series(["1", "2"])))
    [('pmid', ['11', '11'])]
    """
    columns = {normalise(name): name for name in reversed(documents.table.columns)}
    numbers: Keys = []
    for kind in kinds:
        there = [columns[name] for name in NUMBER_COLUMNS[kind] if name in columns]
        if kind == "doi" and not there:
            there = [columns[name] for name in NUMBER_COLUMNS["url"] if name in columns]
        values = _first_of([[_READ[kind](value) for value in to_strings(documents.table[name])] for name in there])
        if any(value is not None for value in values):
            numbers.append((kind, values))
    return numbers


def is_literature(documents: Documents) -> bool:
    """Tell whether documents are records of literature, whose titles tell them apart.

    Parameters
    ----------
    documents : Documents
        From anywhere.

    Returns
    -------
    bool
        Whether a column such as abstract, DOI or journal is there.

    Examples
    --------
    >>> import polars as pl
    >>> table = pl.DataFrame({"subject": ["Re: wine"], "body": ["No."]})
    >>> is_literature(Documents(table=table, text=table["body"], ids=pl.Series(["1"])))
    False
    """
    return any(normalise(name) in _OF_LITERATURE for name in documents.table.columns)


def find_name(columns: dict[str, str], known: Sequence[str]) -> str | None:
    """Find the column with the first of the known names.

    Examples
    --------
    >>> find_name({"ti": "TI"}, TITLES)
    'TI'
    """
    return next((columns[name] for name in known if name in columns), None)


def find_doi(text: str) -> str | None:
    """Find a DOI in any writing of it.

    Parameters
    ----------
    text : str
        "https://doi.org/10.1000/AB", "doi:10.1000/ab" or the like.

    Returns
    -------
    str or None
        In lower case, without what stands before it; None if there is none.

    Examples
    --------
    >>> find_doi("https://doi.org/10.1000/AB."), find_doi("https://doi.org/10.1000%2FAB"), find_doi("A12")
    ('10.1000/ab', '10.1000/ab', None)
    """
    found = _DOI.search(text)
    if not found:
        return None
    # In an address a slash may be written in another way; a DOI has no percent sign of its own before it.
    doi = unquote(found[0]) if re.match(r"[\d.]+%2f", found[0], re.IGNORECASE) else found[0]
    return doi.rstrip(".,;:)]}>\"'").casefold()


def is_placeholder(value: str | None) -> bool:
    """Tell whether a cell says that nothing is known, such as "NA", "n/a", "-" or a bare address.

    Parameters
    ----------
    value : str or None
        A cell.

    Returns
    -------
    bool
        Whether it does.

    Examples
    --------
    >>> [is_placeholder(value) for value in ("NA", "n/a", "--", "https://doi.org/", "10.1000/ab")]
    [True, True, True, True, False]
    """
    written = " ".join(re.findall(r"\w+", (value or "").casefold()))
    return written in PLACEHOLDERS or _strip_address(value or "") == ""


def read_number(value: str) -> tuple[str, str] | None:
    """Tell what kind of number a person wrote: a DOI or a PMID.

    Parameters
    ----------
    value : str
        "doi:10.1000/ab", "PMID: 123" or the like.

    Returns
    -------
    (str, str) or None
        The kind and the key; None if it is neither.

    Examples
    --------
    >>> read_number("PMID: 123"), read_number("wine")
    (('pmid', '123'), None)
    """
    doi = find_doi(value)
    if doi is not None:
        return "doi", doi
    pmid = _read_pmid(value)
    return None if pmid is None else ("pmid", pmid)


def _read_doi(value: str | None) -> str | None:
    return None if value is None else find_doi(value)


def _read_pmid(value: str | None) -> str | None:
    found = _PMID.fullmatch((value or "").strip())
    return found[1] if found else None


def _read_plain(value: str | None) -> str | None:
    if value is None or is_placeholder(value):
        return None
    return value.strip().removesuffix(".0").casefold().removeprefix("https://openalex.org/").strip("<>") or None


def _read_url(value: str | None) -> str | None:
    # A record may have several; the first says most.
    return _strip_address((value or "").partition("; ")[0]) or None


def _strip_address(value: str) -> str:
    """Return what tells an address from others: nothing if it is a bare one of a site."""
    if not re.match(r"\s*(?:https?:|www\.|doi\.org)", value, re.IGNORECASE):
        return value.strip(" \t\r\n-–—._?/\\*#").casefold()
    address = re.sub(r"^\s*https?:/*", "", value.casefold()).partition("#")[0].strip().strip("/")
    return address if "/" in address else ""


_READ: dict[str, Callable[[str | None], str | None]] = {
    "doi": _read_doi,
    "pmid": _read_pmid,
    "pmcid": _read_plain,
    "openalexid": _read_plain,
    "accessionnumber": _read_plain,
    "messageid": _read_plain,
    "url": _read_url,
}


def _first_of(columns: Sequence[Sequence[str | None]]) -> list[str | None]:
    """Take the first value that is there of each row."""
    return [next((value for value in row if value is not None), None) for row in zip(*columns, strict=True)]


def _without_shared(values: list[str | None], texts: Sequence[str], keys: Keys | None = None) -> list[str | None]:
    """Drop the keys that documents share which are not copies: their texts or surer numbers differ."""
    first: dict[str, int] = {}
    bad: set[str] = set()
    for place, key in enumerate(values):
        if key is None or key in bad:
            continue
        other = first.setdefault(key, place)
        if other != place and (
            contradict(keys or [], other, keys or [], place) or not are_alike(texts[other], texts[place], _SHARED_WORDS)
        ):
            bad.add(key)
    return [None if key in bad else key for key in values] if bad else values


def contradict(keys: Keys, place: int, others: Keys, other: int) -> bool:
    """Tell whether two documents have different DOIs or different PMIDs.

    Parameters
    ----------
    keys, others : list of (str, list of str or None)
        What `keys_of` says of two sets of documents.
    place, other : int
        Which document of each.

    Returns
    -------
    bool
        Whether they have.

    Examples
    --------
    >>> contradict([("doi", ["10.1000/a"])], 0, [("doi", ["10.1000/b", None])], 0)
    True
    """
    known = dict(others)
    for kind, values in keys:
        if kind in ("doi", "pmid") and kind in known:
            one, two = values[place], known[kind][other]
            if one is not None and two is not None:
                return one != two
    return False


def are_alike(one: str, other: str, share: float) -> bool:
    """Tell whether two folded texts may be of one document: so many words of the shorter are in the other.

    Examples
    --------
    >>> are_alike("red wine", "a glass of red wine", 0.7), are_alike("red wine", "green tea", 0.7)
    (True, False)
    """
    if one in other or other in one:  # far quicker, and true of most copies
        return True
    words, others = set(one.split()), set(other.split())
    return len(words & others) >= share * min(len(words), len(others))
