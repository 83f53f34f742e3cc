"""Documents that one tool gives with more text than another: found by title and abstract within a longer text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from likewise.documents.columns import normalise
from likewise.documents.documents import Documents, to_strings
from likewise.documents.identity import ABSTRACTS, PLACEHOLDERS, TITLES, find_doi, find_name
from likewise.documents.spelling import fold
from likewise.documents.title_index import find_titles

#: A title so short may be that of many documents: "Editorial", "Letter to the editor".
SHORTEST_TITLE, FEWEST_TITLE_WORDS = 25, 4
#: A title of a few long words has so many characters at most.
_LONGEST_SHORT = 100
#: Titles and DOIs stand on the first page.
_FIRST_PAGE = 4_000
#: An abstract with fewer words proves nothing.
_FEWEST_WORDS = 12
#: Words that an abstract begins with, and shares of its different words, which are in the other text.
_BEGINNING, _SOME, _MOST = 10, 0.6, 0.85
#: A title has so many lines at most; before one that is only named stand words such as "Comment on".
_MOST_LINES = 6
_ABOUT = frozenset({"on", "to", "of", "for", "re", "zu", "sur", "a"})
_NOTICES = frozenset({"erratum", "corrigendum", "correction", "retraction", "comment", "reply", "response", "letter"})
#: A first line with more words, or more characters, is not a title.
_LONGEST_TITLE, _LONGEST_LINE = 40, 500


@dataclass(frozen=True, eq=False)
class Parts:
    r"""Titles and abstracts of some documents: from columns, or the first line and what follows it.

    Parameters
    ----------
    documents : Documents
        From anywhere.
    places : list of int
        Which of them.

    Examples
    --------
    >>> import polars as pl
    >>> texts = pl.Series(["On wine\nWe drink."])
    >>> parts = Parts(Documents(table=texts.to_frame("text"), text=texts, ids=pl.Series(["1"])), [0])
    >>> parts.titles, parts.read_abstracts([0]), parts.is_named.tolist()
    (['on wine'], {0: 'we drink'}, [False])
    """

    documents: Documents
    places: list[int]

    def __len__(self) -> int:
        return len(self.places)

    @cached_property
    def titles(self) -> list[str]:
        """The titles, folded."""
        return [
            title if is_named else line
            for title, line, is_named in zip(self._named_titles, self._lines, self.is_named, strict=True)
        ]

    @cached_property
    def is_named(self) -> NDArray[np.bool_]:
        """Whether a column of the file says what the title is."""
        title, abstract = self._read_column(TITLES), self._read_column(ABSTRACTS)
        if title is None:
            return np.zeros(len(self), dtype=bool)
        has_abstract = [False] * len(self)
        if abstract is not None:
            starts = fold(abstract.str.strip_chars().str.slice(0, _LONGEST_LINE)).to_list()
            has_abstract = [start not in PLACEHOLDERS for start in starts]
        # A file may say of itself what its text does not: "Microsoft Word - draft3".
        return np.array(
            [
                bool(title) and (has or line.startswith(title))
                for title, has, line in zip(self._named_titles, has_abstract, self._lines, strict=True)
            ],
            dtype=bool,
        )

    @cached_property
    def pages(self) -> list[str]:
        """The first page of each, folded."""
        folded = self.documents.folded
        return [folded[place][:_FIRST_PAGE] for place in self.places]

    def read_abstracts(self, chosen: Iterable[int]) -> dict[int, str]:
        """Return the abstracts of some of them, folded; of those that are not named, all that follows the first line.

        Parameters
        ----------
        chosen : iterable of int
            Which of the places.

        Returns
        -------
        dict of int to str
            By place; empty for those without one.
        """
        there = sorted(set(chosen))
        column = self._read_column(ABSTRACTS)
        named = [at for at in there if self.is_named[at]] if column is not None else []
        cells = fold(column.gather(named)).to_list() if column is not None else []
        abstracts = {at: "" if cell in PLACEHOLDERS else cell for at, cell in zip(named, cells, strict=True)}
        for at in there:
            if not self.is_named[at]:
                abstracts[at] = self.get_text(at)[len(self._lines[at]) :].strip()
        return {at: abstracts.get(at, "") for at in there}

    def get_text(self, at: int) -> str:
        """Return one whole text, folded."""
        return self.documents.folded[self.places[at]]

    def get_first_lines(self, at: int) -> list[str]:
        """Return the lines of the first page of one text, folded."""
        lines = self._texts[at][:_FIRST_PAGE].splitlines()
        return fold(pl.Series(lines, dtype=pl.String)).to_list()

    def find_dois(self) -> list[tuple[int, str]]:
        """List the first DOI on the first page of each, where there is one."""
        starts = self._texts.str.slice(0, _FIRST_PAGE)
        there = starts.str.contains("10.", literal=True).arg_true().to_list()
        dois = [(at, find_doi(starts[at])) for at in there]
        return [(at, doi) for at, doi in dois if doi is not None]

    @cached_property
    def _texts(self) -> pl.Series:
        return self.documents.text.gather(self.places)

    @cached_property
    def _lines(self) -> list[str]:
        """The first line of each, folded: its beginning, where it is far longer than a title."""
        starts = self._texts.str.strip_chars_start().str.slice(0, _LONGEST_LINE)
        return fold(starts.str.extract(r"^([^\n]*)")).to_list()

    @cached_property
    def _named_titles(self) -> list[str]:
        column = self._read_column(TITLES)
        return [""] * len(self) if column is None else fold(column).to_list()

    def _read_column(self, names: Sequence[str]) -> pl.Series | None:
        columns = {normalise(name): name for name in reversed(self.documents.table.columns)}
        name = find_name(columns, names)
        return None if name is None else to_strings(self.documents.table[name].gather(self.places)).fill_null("")


def match_contained(
    records: Parts, dois: Sequence[str | None], texts: Parts, chosen: Sequence[int]
) -> list[tuple[int, int]]:
    r"""Find for some texts the record whose title and abstract they contain.

    Parameters
    ----------
    records : Parts
        Documents with a title.
    dois : sequence of str or None
        DOI of each record, if it has one.
    texts : Parts
        Documents to look in.
    chosen : sequence of int
        Which of the texts to look in.

    Returns
    -------
    list of (int, int)
        The text and its record; a text that contains none, or several, is not in it.

    Examples
    --------
    >>> import polars as pl
    >>> abstract = "we store wine in barrels of oak and of steel and ask forty people how it tastes"
    >>> table = pl.DataFrame({"title": ["The effect of barrels on wine"], "abstract": [abstract]})
    >>> record = Documents(table=table, text=table["abstract"], ids=pl.Series(["1"]))
    >>> file = pl.Series([f"Journal of Wine\n\nThe effect of barrels on wine.\n{abstract}. Introduction. Wine is old."])
    >>> text = Documents(table=file.to_frame("text"), text=file, ids=pl.Series(["1"]))
    >>> match_contained(Parts(record, [0]), [None], Parts(text, [0]), [0])
    [(0, 0)]
    """
    if not len(records) or not len(chosen):
        return []
    titled: dict[int, list[int]] = {}
    pages = [texts.pages[at] for at in chosen]
    for page, record in find_titles(_choose_probes(records), pages):
        if f" {records.titles[record]} " in f" {pages[page]} ":
            titled.setdefault(chosen[page], []).append(record)
    numbered = _match_dois(dois, texts, chosen)
    candidates = {record for several in titled.values() for record in several} | set(numbered.values())
    abstracts = records.read_abstracts(candidates)
    pairs = []
    for text in sorted(titled.keys() | numbered.keys()):
        chosen_record = _choose(texts, text, records, titled.get(text, []), numbered.get(text), abstracts)
        if chosen_record is not None:
            pairs.append((text, chosen_record))
    return pairs


def _choose_probes(records: Parts) -> list[str]:
    """Choose what each record is looked for by: its title, or how its abstract begins if many may share the title."""
    probes = [title if _is_unique_title(title) else "" for title in records.titles]
    short = [at for at, title in enumerate(records.titles) if 0 < len(title) < _LONGEST_SHORT and not probes[at]]
    for at, abstract in records.read_abstracts(short).items():
        words = abstract.split(" ", _FEWEST_WORDS)
        probes[at] = " ".join(words[:_BEGINNING]) if len(words) > _FEWEST_WORDS else ""
    return probes


def _match_dois(dois: Sequence[str | None], texts: Parts, chosen: Sequence[int]) -> dict[int, int]:
    """Tell which texts have the DOI of which record on their first page."""
    by_doi = {doi: place for place, doi in enumerate(dois) if doi is not None}
    if not by_doi:
        return {}
    wanted = set(chosen)
    return {at: by_doi[doi] for at, doi in texts.find_dois() if at in wanted and doi in by_doi}


def _choose(
    texts: Parts, at: int, records: Parts, titled: Sequence[int], numbered: int | None, abstracts: dict[int, str]
) -> int | None:
    """Choose the record that a text contains, of those whose title or DOI stands on its first page."""
    whole = texts.get_text(at)
    if numbered is not None and (numbered in titled or _contains(whole, abstracts[numbered])):
        return numbered
    page = f" {texts.pages[at]} "
    strong = [
        place for place in titled if _contains(whole, abstracts[place]) and not _is_notice(page, records.titles[place])
    ]
    if strong:
        # Of several titles that stand there, the longest: "Wine, part two" rather than "Wine".
        return max(strong, key=lambda place: (len(records.titles[place]), -place))
    bare = [place for place in titled if not abstracts[place] and records.is_named[place]]
    lines = texts.get_first_lines(at) if bare else []
    same = [place for place in bare if _has_lines(lines, records.titles[place])]
    return same[0] if len(same) == 1 else None


def _is_notice(page: str, title: str) -> bool:
    """Tell whether a page names a title as that of another document, such as "Erratum to: Wine and barrels"."""
    before = page.partition(f" {title} ")[0].split()[-2:]
    return len(before) == 2 and before[0] in _NOTICES and before[1] in _ABOUT


def _has_lines(lines: Sequence[str], title: str) -> bool:
    """Tell whether some lines are a title and nothing else, unless the line before says what is about it."""
    for at, line in enumerate(lines):
        if not line or not title.startswith(line):
            continue
        before = next((line for line in reversed(lines[:at]) if line), "")
        joined = line
        for following in lines[at + 1 : at + _MOST_LINES]:
            if len(joined) >= len(title):
                break
            joined = f"{joined} {following}".strip()
        if joined == title:
            return before.rpartition(" ")[2] not in _ABOUT and not set(before.split()) & _NOTICES
    return False


def _contains(whole: str, abstract: str) -> bool:
    """Tell whether a text has the beginning and many words of an abstract, or nearly all of its words."""
    if abstract.count(" ") + 1 < _FEWEST_WORDS:
        return False
    if abstract in whole:  # far quicker, and true of most copies
        return True
    words = abstract.split()
    there, different = set(whole.split()), set(words)
    share = len(there & different) / len(different)
    if share >= _MOST:
        return True
    # One of the two may be cut off.
    of_shorter = len(there & different) / min(len(there), len(different))
    return of_shorter >= _SOME and f" {' '.join(words[:_BEGINNING])} " in f" {whole} "


def _is_unique_title(title: str) -> bool:
    """Tell whether a title may be looked for: not so short that many share it, nor a whole text in one line."""
    return len(title) < _LONGEST_LINE - 1 and title.count(" ") < _LONGEST_TITLE and is_long_title(title)


def is_long_title(title: str) -> bool:
    """Tell whether a folded title is so long that hardly two documents share it.

    Parameters
    ----------
    title : str
        As `likewise.documents.spelling.fold` writes it.

    Returns
    -------
    bool
        Whether it is; scripts without spaces need fewer characters.

    Examples
    --------
    >>> is_long_title("editorial"), is_long_title("the effect of barrels on wine")
    (False, True)
    """
    if re.search(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", title):
        return len(title) >= 10
    return len(title) >= SHORTEST_TITLE and title.count(" ") + 1 >= FEWEST_TITLE_WORDS
