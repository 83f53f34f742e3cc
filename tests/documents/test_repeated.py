"""Records that one pile has twice become one document, and no two papers do."""

from dataclasses import replace

import polars as pl
import pytest

from likewise.documents.documents import Documents, SourceCount
from likewise.documents.matching import match_documents
from likewise.documents.merge import merge_sources
from likewise.documents.repeated import merge_repeated

LONG = "The effect of barrels on the taste of wine"
WORDS = (
    "we stored wine of twelve vineyards in barrels of oak and in tanks of steel and asked a panel which one they liked"
)
PAPER = {"title": LONG, "abstract": WORDS, "doi": "10.1000/a", "pmid": "11", "year": "1999", "authors": "Smith, A"}


def make(*rows, source="pile.csv"):
    names = dict.fromkeys(name for row in rows for name in row)
    table = pl.DataFrame(
        {name: [row.get(name) for row in rows] for name in names}, schema=dict.fromkeys(names, pl.String)
    )
    text = pl.Series("text", [f"{row.get('title') or ''}\n{row.get('abstract') or ''}" for row in rows])
    ids = pl.Series("id", [str(row) for row in range(1, len(rows) + 1)])
    return Documents(table=table, text=text, ids=ids, columns={"text": ("title", "abstract")}, source=source)


@pytest.mark.parametrize(
    "other",
    [
        {"pmid": None, "doi": "https://doi.org/10.1000/A"},
        {"doi": None},
        {"year": "2000", "authors": "Smith A."},
        {"abstract": None, "title": "The effect of barrels on the taste of wine."},
        {"doi": None, "pmid": None, "keywords": "tea"},  # all that tells papers apart is equal
    ],
)
def test_the_same_paper_is_one_document(other):
    assert merge_repeated(make(PAPER, PAPER | other)).ids.to_list() == ["1"]


@pytest.mark.parametrize(
    "other",
    [
        {"title": "Erratum: the effect of barrels on the taste of wine"},
        {"doi": "10.1000/b"},
        {"doi": "10.1000/b", "pmid": None},
        {"pmid": "12"},
        {"doi": None, "pmid": None, "year": "2000"},
        {"doi": None, "pmid": None, "authors": "Miller, B"},
        {"doi": None, "pmid": None, "abstract": WORDS.replace("twelve", "thirteen")},
        {"doi": None, "pmid": None, "abstract": None},
        {"abstract": "tea is drunk in the garden from cups of porcelain while it is hot and nobody measures it"},
    ],
)
def test_two_papers_stay_two(other):
    assert merge_repeated(make(PAPER, PAPER | other)).ids.to_list() == ["1", "2"]


def test_short_titles_of_a_volume_with_one_number_are_those_of_one_author():
    poster = {"title": "Poster session", "doi": "10.1000/volume"}
    several = make(
        poster | {"authors": "Smith, A"}, poster | {"authors": "Miller, B"}, poster | {"authors": "Smith, A"}
    )
    assert merge_repeated(several).ids.to_list() == ["1", "2"]


def test_messages_and_tickets_of_one_text_stay_apart():
    ticket = {"subject": LONG, "body": WORDS, "from": "ana"}
    assert len(merge_repeated(make(ticket, ticket))) == 2


def test_three_copies_fill_each_other_and_are_counted():
    bare = {"title": LONG, "doi": "10.1000/a"}
    documents = make(
        bare, {"title": "Tea", "doi": "10.1000/t"}, bare | {"year": "1999"}, bare | {"pmid": "11", "abstract": WORDS}
    )
    merged = merge_repeated(documents)
    assert merged.table.row(0, named=True) == {key: value for key, value in PAPER.items() if key != "authors"}
    assert WORDS in merged.text[0]
    assert merged.ids.to_list() == ["1", "2"]
    assert merged.sources == (SourceCount("pile.csv", 4, 2),)
    assert merged.notes == ("2 records are the same papers as others, and merged with them",)


def test_copies_of_copies_whose_numbers_differ_are_not_put_together():
    several = make(PAPER | {"pmid": None}, PAPER, PAPER | {"pmid": "12"})
    assert merge_repeated(several).ids.to_list() == ["1", "3"]


@pytest.mark.parametrize(
    ("decisions", "left"),
    [(("yes", "no"), 2), ((None, "yes"), 1), (("yes", None), 1), (("yes", "yes"), 1), ((None, None), 1)],
)
def test_no_decision_is_lost(decisions, left):
    merged = merge_repeated(make(*(PAPER | {"included": decision} for decision in decisions)))
    assert len(merged) == left
    assert {*merged.table["included"]} == {*decisions} - ({None} if left == 1 and any(decisions) else set())


def test_copies_within_and_between_sources_are_one_document():
    parts = [make(PAPER, PAPER, source="a.csv"), make({"title": "Tea", "doi": "10.1000/t"}, PAPER, source="b.csv")]
    merged = merge_repeated(merge_sources(parts, "both"))
    assert merged.table.select("title", "sources").rows() == [(LONG, "a.csv; b.csv"), ("Tea", "b.csv")]
    assert merged.sources == (SourceCount("a.csv", 2, 1), SourceCount("b.csv", 2, 1))


def test_a_decision_by_the_id_of_a_copy_is_on_the_document():
    known = merge_repeated(
        replace(make(PAPER, PAPER, {"title": "Tea", "doi": "10.1000/t"}, PAPER), columns={"id": ("key",)})
    )
    assert known.table["ids of copies"].to_list() == ["2; 4", None]
    table = pl.DataFrame({"key": ["4", "2", "1", "3", "5"], "decision": ["yes"] * 5})
    decided = Documents(table=table, text=pl.Series([""] * 5), ids=table["key"], columns={"id": ("key",)})
    known = replace(known, table=known.table.with_columns(known.ids.alias("key")))
    assert match_documents(known, decided).tolist() == [0, 0, 0, 1, -1]


def test_ids_of_copies_add_up_when_an_export_comes_back():
    back = [PAPER | {"ids of copies": "7"}, PAPER | {"ids of copies": "8; 9"}, PAPER]
    merged = merge_repeated(replace(make(*back), columns={"id": ("key",)}))
    assert merged.table["ids of copies"].to_list() == ["7; 2; 8; 9; 3"]


def test_a_column_that_counts_copies_is_not_one_of_ids():
    known = replace(make(PAPER | {"key": "k1", "copies": "2"}, {"title": "Tea", "key": "k2"}), columns={"id": ("key",)})
    table = pl.DataFrame({"key": ["2"], "decision": ["yes"]})
    decided = Documents(table=table, text=pl.Series([""]), ids=table["key"], columns={"id": ("key",)})
    assert match_documents(known, decided).tolist() == [-1]


def test_the_id_of_a_copy_that_another_document_has_alone_tells_nothing():
    known = make(PAPER | {"key": "1", "ids of copies": "2; 3"}, {"title": "Tea", "key": "2"})
    table = pl.DataFrame({"key": ["2", "3"], "decision": ["yes", "yes"]})
    decided = Documents(table=table, text=pl.Series(["", ""]), ids=table["key"], columns={"id": ("key",)})
    assert match_documents(replace(known, columns={"id": ("key",)}), decided).tolist() == [-1, 0]


def test_a_decision_in_a_cell_where_the_first_record_says_something_else_is_not_lost():
    vote = 'RAYYAN-INCLUSION: {"ana"=>"Included"}'
    other = {"title": "On tea in porcelain cups and pots", "doi": "10.1000/t"}
    rows = [PAPER | {"notes": "read it"}, PAPER | {"notes": vote}, other, other | {"notes": vote}]
    merged = merge_repeated(make(*rows))
    assert merged.table["notes"].to_list() == ["read it", vote, vote]
    assert merged.ids.to_list() == ["1", "2", "3"]


@pytest.mark.parametrize("name", ["status", "label", "decision", "screening"])
def test_two_decisions_in_any_column_stay_two_records(name):
    assert len(merge_repeated(make(PAPER | {name: "included"}, PAPER | {name: "excluded"}))) == 2


def test_a_number_that_papers_of_other_titles_have_too_is_no_key():
    texts = ["tea and sleep " * 10, "cork and glass " * 10]
    others = [PAPER | {"title": f"Another paper on {text[:12]}", "abstract": text} for text in texts]
    records = make(PAPER, *others, PAPER | {"year": "2001"})
    assert merge_repeated(records) is records


def test_records_stay_in_their_order_and_as_they_were():
    others = [{"title": f"Paper {number} of all", "x": str(number), "year": "2001"} for number in range(4)]
    merged = merge_repeated(make(others[0], PAPER, others[1], PAPER | {"x": "only here"}, others[2], PAPER, others[3]))
    assert merged.ids.to_list() == ["1", "2", "3", "5", "7"]
    assert merged.table["x"].to_list() == ["0", "only here", "1", "2", "3"]
    assert merged.text.to_list()[2:] == [f"Paper {number} of all\n" for number in (1, 2, 3)]
