"""What EndNote saves: XML, and its tagged format."""

import pytest

from likewise.errors import UserError
from likewise.readers import read
from tests.readers.exports import ENDNOTE_TAGGED, ENDNOTE_XML


def write(folder, name, data):
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


@pytest.mark.parametrize("name", ["pile.xml", "pile.txt", "pile"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_records_of_the_xml_are_documents_whatever_the_suffix(tmp_path, name, encoding):
    documents = read(write(tmp_path, name, ENDNOTE_XML.encode(encoding)))
    assert documents.ids.to_list() == ["17", "18"]
    assert documents.columns["text"] == ("title", "abstract", "keywords")
    row = documents.table.row(0, named=True)
    assert row["title"] == "Red wine & the café: a cohort study"
    assert row["abstract"] == "Background: wine is drunk. Methods: we asked."
    assert row["authors"] == ["Abel, Ann", "Bönisch, Bo"]
    assert row["keywords"] == ["wine", "cafés"]
    assert (row["type"], row["year"], row["date"]) == ("Journal Article", "2019", "Mar 12")
    assert (row["doi"], row["pmid"], row["accession_number"]) == ("10.5555/wine.1", "10000001", "10000001")
    assert documents.table["journal"].to_list() == ["Journal of Invented Drinks", "Tea Letters"]
    assert not {"database", "source-app"} & set(documents.table.columns)
    assert documents.notes == ()


def test_doi_is_read_without_its_address(tmp_path):
    source = ENDNOTE_XML.replace("10.5555/wine.1", "https://doi.org/10.5555/wine.1")
    assert read(write(tmp_path, "a.xml", source)).table["doi"][0] == "10.5555/wine.1"


def test_characters_that_xml_does_not_allow_become_spaces(tmp_path):
    source = ENDNOTE_XML.replace("Background: wine", "Background:\x0bwine&#x2;")
    documents = read(write(tmp_path, "a.xml", source))
    assert documents.table["abstract"][0] == "Background: wine is drunk. Methods: we asked."


def test_xml_cut_short_is_read_as_far_as_it_goes_and_says_so(tmp_path):
    documents = read(write(tmp_path, "a.xml", ENDNOTE_XML[: ENDNOTE_XML.index("A Book of Tea")]))
    assert documents.table["record_number"].to_list() == ["17"]
    assert [name for name, _ in documents.unread] == ["a.xml behind record 1"]


BOMB = "<!DOCTYPE xml [<!ENTITY a 'wine'>" + "".join(
    f"<!ENTITY {name} '{f'&{before};' * 10}'>" for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (f"{BOMB}]><xml><records><record><abstract>&j;</abstract></record></records></xml>", "document type"),
        (
            (
                '<!DOCTYPE xml [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
                "<xml><records><record><abstract>&a;</abstract></record></records></xml>"
            ),
            "document type",
        ),
        ('<!DOCTYPE xml SYSTEM "https://example.org/a.dtd"><xml><records/></xml>', "document type"),
        ("<xml><records><record>" + "<a>" * 100_000, "nested too deeply"),
        ("<rss><item>wine</item></rss>", "no records of EndNote XML"),
        ("<xml><records><record>", "damaged"),
    ],
)
def test_hostile_and_other_xml_is_one_clear_sentence(tmp_path, source, reason):
    with pytest.raises(UserError, match=reason):
        read(write(tmp_path, "a.xml", source))


@pytest.mark.parametrize("name", ["pile.enw", "pile.txt"])
def test_tagged_records_are_documents(tmp_path, name):
    documents = read(write(tmp_path, name, ENDNOTE_TAGGED))
    assert documents.table["title"].to_list() == ["Red wine and the café: a cohort study", "White tea"]
    row = documents.table.row(0, named=True)
    assert row["abstract"] == "Background: wine is drunk. Methods: we asked."
    assert row["authors"] == ["Abel, Ann", "Bönisch, Bo"]
    assert row["keywords"] == ["wine", "cafés"]
    assert (row["year"], row["doi"], row["accession_number"]) == ("2019", "10.5555/wine.1", "10000001")
    assert documents.table["journal"].to_list() == ["Journal of Invented Drinks", "A Book of Tea"]
    assert documents.notes == ()


def test_tagged_records_without_types_end_with_a_blank_line(tmp_path):
    documents = read(write(tmp_path, "a.enw", "%T Red\n%A Abel\n\n%T Green\n%A Cole\n"))
    assert documents.table.select("title", "authors").rows() == [("Red", ["Abel"]), ("Green", ["Cole"])]


def test_tagged_file_without_records_is_one_clear_sentence(tmp_path):
    with pytest.raises(UserError, match="has no records of EndNote"):
        read(write(tmp_path, "a.enw", "red wine"))


def test_an_element_that_has_the_name_of_a_column_stands_beside_it(tmp_path):
    path = tmp_path / "pile.xml"
    keywords = "<keywords>wine, oak<keyword>taste</keyword></keywords><keywords>tea</keywords>"
    path.write_text(f"<xml><records><record><titles><title>On wine</title></titles>{keywords}</record></records></xml>")
    row = read(path).table.row(0, named=True)
    assert row["keywords"] == ["taste"]
    assert row["keywords_2"] == "tea"
