"""Records that PubMed saved."""

import pytest

from likewise.errors import UserError
from likewise.readers import read
from tests.readers.exports import PUBMED_NBIB


@pytest.fixture
def nbib(tmp_path):
    def make(text, name="pile.nbib"):
        (tmp_path / name).write_bytes(text.encode())
        return read(tmp_path / name)

    return make


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_records_are_read_with_readable_columns(nbib, end):
    documents = nbib(PUBMED_NBIB.replace("\n", end))
    first, second = documents.table.rows(named=True)
    assert first["title"] == "Red wine and the cafe: a cohort study of people who drink it in cafes."
    assert first["abstract"].endswith("We asked many people about many wines. CONCLUSION: They like it.")
    assert first["authors"] == ["Abel, Ann", "Bonisch, Bo"]
    assert first["AU"] == ["Abel A", "Bonisch B"]
    assert (first["journal"], first["TA"]) == ("Journal of invented drinks", "J Inv Drinks")
    assert (first["year"], first["date"], first["doi"]) == ("2019", "2019 Mar 12", "10.5555/wine.1")
    assert first["mesh"] == ["Humans", "*Wine"]
    assert first["keywords"] == ["wine", "cafe"]
    assert (second["year"], second["doi"], second["abstract"]) == ("2004", "10.5555/tea.2", None)
    assert second["AID"] == ["S0000-0000(04)00001-2 [pii]", "10.5555/tea.2 [doi]"]
    assert documents.ids.to_list() == ["10000001", "10000002"]
    assert documents.columns["text"] == ("title", "abstract", "keywords")
    assert documents.notes == ()


def test_what_pubmed_names_txt_is_recognised(nbib):
    assert nbib(PUBMED_NBIB, "pubmed-wine-set.txt").ids.to_list() == ["10000001", "10000002"]


def test_abbreviated_names_serve_where_there_are_no_full_ones(nbib):
    table = nbib("PMID- 1\nTI  - On wine\nAU  - Abel A\nTA  - Drinks\n").table
    assert table.select("authors", "journal").rows() == [(["Abel A"], "Drinks")]


def test_records_without_a_blank_line_between_them_are_told_apart(nbib):
    assert nbib("PMID- 1\nTI  - On wine\nPMID- 2\nTI  - On tea\n").table["title"].to_list() == ["On wine", "On tea"]


def test_lines_outside_of_records_are_counted(nbib):
    documents = nbib("Saved on Monday\n\nPMID- 1\nTI  - On wine\n\n2: next\n\nPMID- 2\nTI  - On tea\n")
    assert documents.table["title"].to_list() == ["On wine", "On tea"]
    assert documents.notes == ("pile.nbib: 2 lines outside of records left out",)


def test_a_date_without_a_year_gives_none(nbib):
    assert nbib("PMID- 1\nTI  - On wine\nDP  - Spring\n").table.columns == ["pmid", "title", "date"]


def test_a_file_without_records_is_an_error(nbib):
    with pytest.raises(UserError, match="has no records of PubMed"):
        nbib("PubMed says hello")
