"""Examples that lie in the pile are found by number, title or text, and others are not."""

import polars as pl
import pytest

from likewise.documents.matching import match_examples
from likewise.finder import Finder
from likewise.finder.inputs import as_documents


def twins(examples, pile):
    return match_examples(as_documents(examples, "examples"), as_documents(pile, "pile")).tolist()


LONG = "The effect of barrels on the taste of wine"


@pytest.mark.parametrize(
    ("examples", "pile", "expected"),
    [
        ({"text": ["Red  WINE"]}, {"text": ["tea", "red wine\n"]}, [-1, 0]),
        (
            {"doi": ["doi:10.1000/Ab"], "title": ["A"]},
            {"DOI": ["https://doi.org/10.1000/ab", "10.1000/abc"], "t": ["B" * 30] * 2},
            [0, -1],
        ),
        ({"title": [LONG], "abstract": ["one"]}, {"title": [LONG.upper() + "."], "abstract": ["another"]}, [0]),
        ({"title": ["Letter"], "abstract": ["one text"]}, {"title": ["Letter"], "abstract": ["another"]}, [-1]),
        ({"id": ["7"], "text": ["red wine, old"]}, {"id": ["7", "8"], "text": ["red wine, new", "tea"]}, [0, -1]),
        ({"id": ["7"], "text": ["red wine"]}, {"id": ["7"], "text": ["green tea"]}, [-1]),
        ({"id": ["7"], "text": ["red wine"]}, {"key": ["7"], "text": ["red wine and more of it to drink"]}, [-1]),
        ({"pmid": ["123"], "title": ["A title"]}, {"PMID": ["123"], "title": ["Another"]}, [0]),
    ],
)
def test_the_same_document_is_known(examples, pile, expected):
    assert twins(pl.DataFrame(examples), pl.DataFrame(pile)) == expected


def test_numbers_of_rows_are_no_ids():
    assert twins(["red wine", "tea"], ["milk and sugar", "coffee"]) == [-1, -1]


def test_an_example_without_text_has_that_of_the_pile():
    examples = pl.DataFrame({"doi": ["10.1000/a"], "abstract": [None]}, schema_overrides={"abstract": pl.String})
    pile = pl.DataFrame({"doi": ["10.1000/A", "b", "c"], "abstract": ["red wine, old", "green tea", "a wine"]})
    result = Finder("centroid").find(examples, pile)
    assert result.table.select("id", "decision").rows()[-1] == ("10.1000/A", "example")
    assert result.table["id"][0] == "c"
