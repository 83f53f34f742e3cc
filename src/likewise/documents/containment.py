"""Documents that one tool gives with more text than another: found by title and abstract within a longer text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from likewise.documents.parts import LONGEST_LINE, Parts
from likewise.documents.title_index import find_titles

#: A title so short may be that of many documents: "Editorial", "Letter to the editor".
SHORTEST_TITLE, FEWEST_TITLE_WORDS = 25, 4
#: What more records begin with is not theirs, but a line that a program writes, such as "Newsgroups: sci.space".
_MOST_NAMESAKES = 3
#: A title of a few long words has so many characters at most.
_LONGEST_SHORT = 100
#: Of a record without its title, the share that its abstract is at least; the rest are keywords.
_SHARE_OF_ABSTRACT = 0.5
#: An abstract with fewer words proves nothing.
_FEWEST_WORDS = 12
#: Words that an abstract begins with, and shares of its different words, which are in the other text.
_BEGINNING, _SOME, _MOST = 10, 0.6, 0.85
#: A title has so many lines at most; before one that is only named stand words such as "Comment on".
_MOST_LINES = 6
_ABOUT = frozenset({"on", "to", "of", "for", "re", "zu", "sur", "a"})
_NOTICES = frozenset({"erratum", "corrigendum", "correction", "retraction", "comment", "reply", "response", "letter"})
#: A first line with more words is not a title.
_LONGEST_TITLE = 40


def match_contained(
    records: Parts, dois: Sequence[str | None], texts: Parts, chosen: Sequence[int], *, exactly: bool = False
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
    exactly : bool, default=False
        Whether an abstract must stand there to the letter, rather than most of its words.

    Returns
    -------
    list of (int, int)
        The text and its record; a text that contains none, or several, is not in it.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.documents import Documents
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
    probes = _choose_probes(records)
    for page, record in find_titles(probes, pages):
        if f" {records.titles[record] or probes[record]} " in f" {pages[page]} ":
            titled.setdefault(chosen[page], []).append(record)
    numbered = _match_dois(dois, texts, chosen)
    candidates = {record for several in titled.values() for record in several} | set(numbered.values())
    abstracts = records.read_abstracts(candidates)
    pairs = []
    for text in sorted(titled.keys() | numbered.keys()):
        looked_in = _Page(texts, text, exactly=exactly)
        chosen_record = looked_in.choose(records, titled.get(text, []), numbered.get(text), abstracts)
        if chosen_record is not None:
            pairs.append((text, chosen_record))
    return pairs


def match_abstracts(
    records: Parts, texts: Parts, chosen: Sequence[int], *, exactly: bool = False
) -> list[tuple[int, int]]:
    r"""Find for some texts the record whose abstract they are, without its title, as when an abstract is pasted.

    Parameters
    ----------
    records : Parts
        Documents with a title; others are none of these texts.
    texts : Parts
        Documents to compare.
    chosen : sequence of int
        Which of the texts.
    exactly : bool, default=False
        Whether nothing may stand behind the text, such as the keywords of a record.

    Returns
    -------
    list of (int, int)
        The text and its record.

    Examples
    --------
    >>> import polars as pl
    >>> from likewise.documents import Documents
    >>> abstract = "we store wine in barrels of oak and of steel and ask forty people how it tastes"
    >>> table = pl.DataFrame({"title": ["On wine"], "abstract": [abstract]})
    >>> record = Documents(table=table, text=pl.Series([f"On wine\n{abstract}"]), ids=pl.Series(["1"]))
    >>> file = pl.Series([abstract])
    >>> text = Documents(table=file.to_frame("text"), text=file, ids=pl.Series(["1"]))
    >>> match_abstracts(Parts(record, [0]), Parts(text, [0]), [0])
    [(0, 0)]
    """
    beginnings: dict[str, list[int]] = {}
    for at in chosen:
        if texts.get_text(at).count(" ") + 1 >= _FEWEST_WORDS:
            beginnings.setdefault(texts.get_text(at)[:_LONGEST_SHORT], []).append(at)
    pairs = []
    longer: dict[int, list[int]] = {}
    for record in np.flatnonzero(records.is_named).tolist() if beginnings else ():
        title, whole = records.titles[record], records.get_text(record)
        rest = whole[len(title) + 1 :] if whole.startswith(f"{title} ") else ""
        for at in beginnings.get(rest[:_LONGEST_SHORT], ()):
            text = texts.get_text(at)
            if text == rest:
                pairs.append((at, record))
            elif not exactly and rest.startswith(f"{text} ") and len(text) >= _SHARE_OF_ABSTRACT * len(rest):
                longer.setdefault(at, []).append(record)
    # Behind the abstract there may be keywords; of several records of such a beginning it could be any.
    found = {at for at, _ in pairs}
    return pairs + [(at, several[0]) for at, several in longer.items() if at not in found and len(several) == 1]


def _choose_probes(records: Parts) -> list[str]:
    """Choose what each record is looked for by: its title, or how its abstract begins if many may share the title."""
    probes = [title if _is_unique_title(title) else "" for title in records.titles]
    short = [
        at
        for at, title in enumerate(records.titles)
        if not probes[at] and (0 < len(title) < _LONGEST_SHORT or records.is_abstract[at])
    ]
    for at, abstract in records.read_abstracts(short).items():
        words = abstract.split(" ", _FEWEST_WORDS)
        probes[at] = " ".join(words[:_BEGINNING]) if len(words) > _FEWEST_WORDS else ""
    shared = Counter(probes)
    return ["" if shared[probe] > _MOST_NAMESAKES else probe for probe in probes]


def _match_dois(dois: Sequence[str | None], texts: Parts, chosen: Sequence[int]) -> dict[int, int]:
    """Tell which texts have the DOI of which record on their first page."""
    by_doi = {doi: place for place, doi in enumerate(dois) if doi is not None}
    if not by_doi:
        return {}
    wanted = set(chosen)
    return {at: by_doi[doi] for at, doi in texts.find_dois() if at in wanted and doi in by_doi}


@dataclass(frozen=True)
class _Page:
    """A text that may contain a record."""

    texts: Parts
    at: int
    exactly: bool

    def choose(
        self, records: Parts, titled: Sequence[int], numbered: int | None, abstracts: dict[int, str]
    ) -> int | None:
        """Choose the record that it contains, of those whose title or DOI stands on its first page."""
        whole = self.texts.get_text(self.at)
        if numbered is not None and (numbered in titled or _contains(whole, abstracts[numbered])):
            return numbered
        page = f" {self.texts.pages[self.at]} "
        strong = [
            place
            for place in titled
            if _contains(whole, abstracts[place], exactly=self.exactly or not records.is_named[place])
            and not _is_notice(page, records.titles[place])
        ]
        if strong:
            # Of several titles that stand there, the longest: "Wine, part two" rather than "Wine".
            return max(strong, key=lambda place: (len(records.titles[place]), -place))
        bare = [place for place in titled if not abstracts[place] and records.is_named[place]]
        lines = self.texts.get_first_lines(self.at) if bare else []
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


def _contains(whole: str, abstract: str, *, exactly: bool = False) -> bool:
    """Tell whether a text has the beginning and many words of an abstract, or nearly all of its words.

    Where no column says what the abstract is, it may be any text: a message whose answer quotes it, or a form that was
    filled in a thousand times. Then it must stand there to the letter.
    """
    if abstract.count(" ") + 1 < _FEWEST_WORDS:
        return False
    if abstract in whole:  # far quicker, and true of most copies
        return True
    if exactly:
        return False
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
    return len(title) < LONGEST_LINE - 1 and title.count(" ") < _LONGEST_TITLE and is_long_title(title)


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
