"""Several sources become one pile: columns by meaning, one document for its copies, and numbers that add up."""

import polars as pl
import pytest

from likewise.documents.copy_ids import note_copies
from likewise.documents.documents import Documents
from likewise.documents.lookup import find_places
from likewise.documents.matching import match_documents
from likewise.documents.merge import merge_sources
from likewise.readers import read

TITLES = [
    "The effect of barrels on the taste of wine",
    "Green tea and the sleep of shift workers",
    "A survey of bicycle lanes in forty small towns",
    "Cork, screw caps and the ageing of red wine",
]
ABSTRACTS = [f"We studied {title.lower()} for two years, and report what we found there." for title in TITLES]


@pytest.fixture
def folder(tmp_path):
    """PubMed, Embase and Scopus, each with some of four papers, in their own columns."""
    nbib = [f"PMID- {n + 100}\nTI  - {TITLES[n]}\nAB  - {ABSTRACTS[n]}\nDP  - 2001 May\n" for n in (0, 1)]
    (tmp_path / "a.nbib").write_text("\n".join(nbib))
    ris = [
        f"TY  - JOUR\nT1  - {TITLES[n]}.\nN2  - {ABSTRACTS[n]} It matters.\nPY  - 2001\nDO  - 10.1000/{n}\nER  - \n"
        for n in (1, 2)
    ]
    (tmp_path / "b.ris").write_text("\n".join(ris))
    rows = [f"{TITLES[n].upper()};{ABSTRACTS[n][:60]};https://doi.org/10.1000/{n};2001" for n in (1, 2, 3)]
    (tmp_path / "c.csv").write_text("\n".join(["Titel;Zusammenfassung;DOI;Jahr", *rows]), encoding="cp1252")
    return tmp_path


def test_copies_across_sources_become_one_document_and_columns_one_column(folder):
    pile = read(folder)
    assert len(pile) == 4
    assert {"title", "abstract", "doi", "year", "sources"} <= set(pile.table.columns)
    assert not {"Titel", "Zusammenfassung", "DOI", "Jahr"} & set(pile.table.columns)
    tea = pile.table.filter(pl.col("title").str.starts_with("Green tea")).row(0, named=True)
    assert tea["sources"] == "a.nbib; b.ris; c.csv"
    assert tea["abstract"] == f"{ABSTRACTS[1]} It matters."
    assert (tea["pmid"], tea["doi"]) == ("101", "10.1000/1")
    assert [(count.name, count.n_records, count.n_copies, count.n_left) for count in pile.sources] == [
        ("a.nbib", 2, 0, 2),
        ("b.ris", 2, 1, 1),
        ("c.csv", 3, 2, 1),
    ]
    assert any("7 records of 3 sources are 4 documents: 3 copies across sources merged" in note for note in pile.notes)


def test_copies_are_kept_if_wanted(folder):
    pile = read(folder, keep_copies=True)
    assert len(pile) == 7
    assert "Titel" not in pile.table.columns
    assert sum(count.n_copies for count in pile.sources) == 0


def test_a_single_source_stays_as_it_is(folder):
    only = read(folder / "c.csv")
    assert merge_sources([only], "all") is only
    assert only.table.columns[:2] == ["Titel", "Zusammenfassung"]
    assert only.columns["text"] == ("Titel", "Zusammenfassung")


def test_short_equal_texts_of_two_sources_stay_two_documents(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("text\ngood morning\n")
    assert len(read(tmp_path)) == 2


@pytest.fixture
def numbered(tmp_path):
    """Two tables with ids of their own that share a paper, and one without ids that shares it, too."""
    rows = [",".join((f'"{title}"', f'"{text}"')) for title, text in zip(TITLES, ABSTRACTS, strict=True)]
    for name, shown in (("a", (0, 1)), ("b", (2, 1))):
        lines = [f"{name.upper()}{n},{rows[n]}" for n in shown]
        (tmp_path / f"{name}.csv").write_text("\n".join(["record_id,title,abstract", *lines]))
    (tmp_path / "c.csv").write_text(f"title,abstract\n{rows[3]}\n{rows[1]}\n")
    return read(tmp_path)


def test_a_document_of_several_sources_keeps_the_ids_of_all(numbered):
    assert numbered.table.select("record_id", "ids of copies").rows() == [
        ("A0", None),
        ("A1", "B1"),
        ("B2", None),
        (None, None),
    ]


@pytest.mark.parametrize("name", ["record_id", "id"])
def test_decisions_come_by_the_id_of_either_source(numbered, name):
    table = pl.DataFrame({name: ["B1", "A0", "B2", "B7"], "decision": ["yes"] * 4})
    decided = Documents(table=table, text=pl.Series([""] * 4), ids=table[name], columns={"id": (name,)})
    assert match_documents(numbered, decided).tolist() == [1, 0, 2, -1]


def test_a_person_names_a_document_by_the_id_of_either_source(numbered):
    assert find_places(numbered, ["B1", "A1", "A0", "B7"]) == [1, 1, 0, None]


def test_an_id_that_copies_of_two_documents_have_names_none(numbered):
    twice = note_copies(numbered, [(0, "X"), (2, "X"), (2, "A0")])
    assert find_places(twice, ["X", "A0"]) == [None, 0]
