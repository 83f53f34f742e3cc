"""The headers of the tables that databases and screening programs export."""

import pytest

from likewise.readers import read

HEADERS = {
    "scopus": (
        (
            '"Authors","Author full names","Author(s) ID","Title","Year","Source title","Volume","Issue","Art. No.",'
            '"Page start","Page end","Cited by","DOI","Link","Abstract","Author Keywords","Index Keywords",'
            '"Document Type","Publication Stage","Open Access","Source","EID"'
        ),
        ("Title", "Abstract", "Author Keywords"),
        "EID",
    ),
    "web of science": (
        (
            "Publication Type,Authors,Author Full Names,Article Title,Source Title,Language,Document Type,"
            "Author Keywords,Keywords Plus,Abstract,Addresses,Cited Reference Count,Publication Year,Volume,DOI,"
            "Pubmed Id,UT (Unique WOS ID)"
        ),
        ("Article Title", "Abstract", "Author Keywords"),
        "UT (Unique WOS ID)",
    ),
    "web of science, tags": ("PT,AU,AF,TI,SO,LA,DT,DE,ID,AB,C1,CR,NR,PY,VL,DI,UT", ("TI", "AB"), "UT"),
    "pubmed": (
        "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI",
        ("Title",),
        "PMID",
    ),
    "zotero": (
        (
            '"Key","Item Type","Publication Year","Author","Title","Publication Title","ISBN","ISSN","DOI","Url",'
            '"Abstract Note","Date","Date Added","Pages","Manual Tags","Automatic Tags"'
        ),
        ("Title", "Abstract Note", "Manual Tags"),
        "Key",
    ),
    "endnote": (
        "Reference Type,Record Number,Author,Year,Title,Journal,DOI,Keywords,Abstract,URL",
        ("Title", "Abstract", "Keywords"),
        "Record Number",
    ),
    "covidence": (
        (
            "Title,Authors,Abstract,Published Year,Published Month,Journal,Volume,Issue,Pages,Accession Number,DOI,Ref,"
            "Covidence #,Study,Notes,Tags"
        ),
        ("Title", "Abstract"),
        "Covidence #",
    ),
    "rayyan": (
        (
            "key,title,year,month,day,journal,issn,volume,issue,pages,authors,url,language,publisher,location,abstract,notes,"
            "pmc_id,pubmed_id"
        ),
        ("title", "abstract"),
        "key",
    ),
}


@pytest.mark.parametrize("program", HEADERS)
def test_text_and_ids_of_every_export_are_found(tmp_path, program):
    header, texts, key = HEADERS[program]
    names = [name.strip('"') for name in header.split(",")]
    rows = [",".join(f'"{name} {number}"' for name in names) for number in (1, 2)]
    path = tmp_path / "export.csv"
    path.write_text("\n".join([header, *rows]) + "\n")
    documents = read(path)
    assert documents.columns == {"text": texts, "id": (key,)}
    assert documents.table.columns == names
