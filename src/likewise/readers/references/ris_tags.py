"""The tags of RIS: which columns they are read to and written from, for reader and writer alike."""

from __future__ import annotations

#: From a column to its tags: the one that Zotero and EndNote write today, then those of other programs.
COLUMN_TAGS: dict[str, tuple[str, ...]] = {
    "type": ("TY",),
    "id": ("ID",),
    "title": ("TI", "T1"),
    "authors": ("AU", "A1"),
    "year": ("PY", "Y1"),
    "date": ("DA",),
    "journal": ("T2", "JF", "JO", "JA"),
    "journal_abbreviation": ("J2",),
    "volume": ("VL",),
    "issue": ("IS",),
    "start_page": ("SP",),
    "end_page": ("EP",),
    "abstract": ("AB", "N2"),
    "keywords": ("KW",),
    "doi": ("DO",),
    "url": ("UR",),
    "editors": ("A2", "ED"),
    "publisher": ("PB",),
    "place": ("CY",),
    "issn": ("SN",),
    "language": ("LA",),
    "edition": ("ET",),
    "accession_number": ("AN",),
    "database": ("DB",),
    "attachments": ("L1",),
    "notes": ("N1",),
}
#: Columns that hold lists, since their tags may be repeated.
LIST_COLUMNS = frozenset({"authors", "editors", "keywords", "url", "attachments", "notes"})
#: From a tag of another program to the tag that it is read as, unless a record has both.
DIALECTS: dict[str, str] = {other: first for first, *others in COLUMN_TAGS.values() for other in others}
#: How the note of ours begins, and the keywords of ours; the words that stand for our columns in the note.
NOTE, KEYWORD = "likewise: ", "likewise: "
NOTE_WORDS: dict[str, str] = {"suggestion": "suggested"}
#: The word before a column of somebody else's in the note.
NOTE_COLUMN = "column"
