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


ABSTRACT = (
    "We stored wine of one harvest in barrels of oak, of chestnut and of steel for two years and asked forty trained "
    "tasters to describe it. Oak gave vanilla and smoke; steel kept the fruit. Barrels matter less than the year."
)


def test_a_short_title_is_known_by_its_abstract_too():
    record = pl.DataFrame({"title": ["Oak and wine", "Letter"], "abstract": [ABSTRACT, "It is not so."]})
    for text in (f"Oak and wine\n{ABSTRACT}", f"Journal of Wine\nOak and wine\n{ABSTRACT}\nIntroduction. Wine is old."):
        assert twins([text, "tea"], record) == [0, -1]
        assert twins(record, [text, "tea"]) == [0, -1]
    # The abstract alone, below another title, may be quoted.
    assert twins([f"What others wrote\n{ABSTRACT}"], record) == [-1, -1]
    other = "We did nothing of the kind, and nobody who was asked knew anything of barrels, of steel or of chestnut."
    assert twins([f"Oak and wine\n{other}"], record) == [-1, -1]


def test_an_erratum_is_another_document():
    record = pl.DataFrame({"title": [LONG], "abstract": [ABSTRACT]})
    assert twins([f"Erratum to: {LONG}\nWe are sorry.\n{ABSTRACT}"], record) == [-1]
    assert twins([f"Vol. 3\n{LONG}\n{ABSTRACT}"], record) == [0]


@pytest.mark.parametrize("placeholder", ["NA", "n/a", "-", "0", "?", "none", "https://doi.org/", "http://", "unknown"])
@pytest.mark.parametrize("column", ["pmid", "url", "doi", "accession_number", "title"])
def test_a_placeholder_is_not_a_key(placeholder, column):
    examples = pl.DataFrame({column: [placeholder], "text": ["red wine of old grapes"]})
    pile = pl.DataFrame({column: [placeholder] * 2, "text": ["green tea in pots", "a road to drive on"]})
    assert twins(examples, pile) == [-1, -1]


def test_a_key_that_different_documents_of_one_file_share_is_not_a_key():
    examples = pl.DataFrame({"doi": ["10.1000/journal"], "text": ["red wine of old grapes"]})
    pile = pl.DataFrame({"doi": ["10.1000/journal"] * 2, "text": ["green tea in pots", "red wine of old grapes"]})
    assert twins(examples, pile) == [-1, 0]
    assert twins(pile, examples) == [1]


def test_a_text_of_title_and_abstract_is_the_record_that_has_keywords_too():
    record = pl.DataFrame({"title": [LONG], "abstract": [ABSTRACT], "keywords": ["wine; storage; sensory analysis"]})
    for text in (
        f"{LONG}\n\n{ABSTRACT}",
        f"Journal of Wine 3 (2001)\n{LONG}\nA. Author\n{ABSTRACT}\nIntroduction\nWine is old.",
    ):
        assert twins([text, "tea"], record) == [0]
        assert twins(record, [text, "tea"]) == [0, -1]


def test_a_paper_is_known_by_the_doi_and_the_title_on_its_first_page():
    record = pl.DataFrame({"title": [LONG], "doi": ["10.1000/wine.1"]})
    page = f"Journal of Wine\nhttps://doi.org/10.1000/WINE.1\n{LONG}\nIntroduction\nWine is old."
    assert twins([page], record) == [0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            {"title": [f"{LONG}. Part I"], "abstract": [ABSTRACT]},
            {"title": [f"{LONG}. Part II"], "abstract": ["Tea. " * 9]},
        ),
        ({"title": [LONG], "abstract": [ABSTRACT]}, {"title": [f"Erratum to: {LONG}"], "abstract": [""]}),
        ({"title": [LONG], "doi": ["10.1000/a"]}, {"title": [LONG], "doi": ["10.1000/b"]}),
        ({"title": [LONG], "year": ["1999"]}, {"title": [LONG], "year": ["2015"]}),
        ({"title": ["Editorial"], "abstract": [""]}, {"title": ["Editorial"], "abstract": [ABSTRACT]}),
    ],
)
def test_different_papers_with_nearly_the_same_title_stay_apart(one, other):
    assert twins(pl.DataFrame(one), pl.DataFrame(other)) == [-1]
    text = [f"{other['title'][0]}\n{other.get('abstract', [''])[0]}"]
    if "doi" not in other and "year" not in other:
        assert twins(pl.DataFrame(one), text) == [-1]


def test_far_more_matches_than_examples_are_warned_of_and_matched_by_text():
    words = [f"{'abcdefgh'[n % 8]}{n}" for n in range(60)]
    pile = pl.DataFrame({"pmid": [str(n // 20 + 1) for n in range(60)], "text": [f"wine of {word}" for word in words]})
    result = Finder("centroid").find(pile[:1], pile)
    assert any(note.startswith("CHECK THIS: 20 documents") for note in result.notes)
    assert result.table["decision"].to_list().count("example") == 1


ABSTRACT = (
    "We store wine in barrels of oak and of steel for a year and ask forty people how it tastes, one after the other."
)
RECORDS = pl.DataFrame(
    {
        "title": ["On tea", LONG],
        "abstract": ["Tea is made of leaves and water, and of nothing else that we know.", ABSTRACT],
    }
)


def test_an_abstract_that_is_pasted_without_its_title_is_known():
    assert twins([ABSTRACT.replace(",", " -")], RECORDS) == [-1, 0]
    assert twins(
        RECORDS, [ABSTRACT, "Something else that has as many words as an abstract has, if not some more."]
    ) == [
        1,
        -1,
    ]


def test_an_abstract_that_is_pasted_is_that_of_a_record_with_keywords():
    keywords = RECORDS.with_columns(pl.Series("keywords", ["tea; leaves", "oak; steel; wine"]))
    assert twins([ABSTRACT], keywords) == [-1, 0]
    # Two papers that go on in two ways may both be meant, and a long rest is no list of keywords.
    assert twins([ABSTRACT], pl.concat([keywords, keywords.with_columns(pl.lit("ash").alias("keywords"))])) == [-1] * 4
    assert twins([ABSTRACT], keywords.with_columns(pl.lit("wine " * 100).alias("keywords"))) == [-1, -1]
    messages = RECORDS.select(pl.col("title").alias("subject"), pl.format("{}\nI agree.", "abstract").alias("body"))
    assert twins([ABSTRACT], messages) == [-1, -1]


def test_an_abstract_in_a_file_without_titles_is_known_in_a_text_that_has_one():
    abstracts = RECORDS.select("abstract")
    assert twins([f"{LONG}\n\n{ABSTRACT}\nKeywords: oak, steel"], abstracts) == [-1, 0]
    assert twins(abstracts, [f"{LONG}\n\n{ABSTRACT}", "tea"]) == [1, -1]


@pytest.mark.parametrize("pile", [RECORDS, RECORDS.select("abstract")])
def test_an_abstract_that_begins_like_another_is_another(pile):
    assert twins([ABSTRACT.replace("one after the other", "all of them at once")], pile) == [-1, -1]
    assert twins([f"{LONG} again\n\n{ABSTRACT.replace('oak', 'ash')}"], RECORDS.select("abstract")) == [-1, -1]


def test_a_reply_that_quotes_all_of_a_message_is_another_document():
    message = "Where can I buy barrels of oak for red wine that were never used before, at a price that one can pay?"
    assert twins([message], [f"I can sell you some.\n> {message}\nBest wishes, a friend of wine"]) == [-1]
