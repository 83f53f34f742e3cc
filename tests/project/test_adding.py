"""Documents that are added later: known ones are recognised, and the ranking is that of a new project with all."""

from dataclasses import replace

import polars as pl
import pytest

from likewise.documents.documents import concatenate
from likewise.finder import Finder
from likewise.project import Project
from likewise.project.adding import add_examples, add_pile, find_known, read_places
from likewise.project.audit import count_audit, read_audit
from likewise.project.ranking import load_collection, search_project
from tests.project.conftest import make_pile


@pytest.fixture
def more():
    return make_pile(10, prefix="n", seed=7, source="more.ris")


def test_the_ranking_is_that_of_a_new_project_with_all_documents(path, likes, pile, more):
    with Project(path) as project:
        search_project(project, load_collection(project), project.read_fold())
        add_pile(project, more, "ana")
        table = search_project(project, load_collection(project), project.read_fold()).table
    assert table.equals(Finder().find(likes, concatenate([pile, more], "all")).table)


def test_documents_without_the_cache_are_ranked_alike(path, likes, pile, more):
    with Project(path) as project:
        add_pile(project, more, "ana")
        table = search_project(project, load_collection(project), project.read_fold()).table
    assert table.equals(Finder().find(likes, concatenate([pile, more], "all")).table)


def test_known_documents_are_recognised_by_doi_title_or_text_though_ids_differ(path, pile):
    table = pile.table.with_columns(pl.Series("key", [f"other{row}" for row in range(60)]))
    by_doi = table.select("key", "doi", pl.lit("A short one").alias("title"), pl.lit("").alias("abstract"))[:1]
    by_title = table.drop("doi")[1:3]
    for given in (by_doi, by_title):
        text = given["title"] + "\n" + given["abstract"]
        documents = type(pile)(table=given, text=text, ids=given["key"], columns=pile.columns, source="again.csv")
        with Project(path) as project:
            assert (find_known(project, documents) >= 0).all()
            added = add_pile(project, documents, "ana")
            assert (added.n_new, added.n_known) == (0, len(documents))
            assert project.n_documents == 60


def test_the_index_finds_what_reading_all_documents_finds(path, pile, more):
    from likewise.documents.matching import match_documents

    mixed = concatenate([more.take([0, 5]), pile.take([3, 30, 59]), more.take([9])], "mixed.csv")
    with Project(path) as project:
        assert find_known(project, mixed).tolist() == match_documents(pile, mixed).tolist() == [-1, -1, 3, 30, 59, -1]


def test_texts_without_titles_are_recognised_too(tmp_path, likes):
    from likewise.finder.inputs import as_documents
    from likewise.project import create_project

    texts = make_pile(4).table["abstract"].to_list()
    path = create_project(tmp_path / "texts", likes, as_documents(texts, "pile"), by="ana")
    with Project(path) as project:
        added = add_pile(project, as_documents([texts[2].upper(), "a new one on wine, cork and glass"], "more"), "ana")
        assert (added.n_new, added.n_known) == (1, 1)
        assert project.list_ids()[-1] == "2~2"  # both files number their rows from 1


def test_an_id_that_is_taken_gets_a_number(path, more):
    clash = more.with_table(more.table.with_columns(pl.Series("key", [f"d{row}" for row in range(30)])), more.ids)
    clash = type(more)(table=clash.table, text=clash.text, ids=clash.table["key"], columns=more.columns, source="c.csv")
    with Project(path) as project:
        add_pile(project, clash, "ana")
        assert "d0~2" in project.list_ids()
        assert len(set(project.list_ids())) == 90


def test_places_are_read_across_batches(path, pile, more):
    with Project(path) as project:
        add_pile(project, more, "ana")
        documents = read_places(project, [2, 59, 60, 89])
    assert documents.ids.to_list() == ["d2", "d59", "n0", "n29"]


def test_a_batch_with_nothing_new_counts_in_the_account(path, pile):
    with Project(path) as project:
        add_pile(project, replace(pile, source="again.csv"), "ana")
        assert [(count.name, count.n_records) for count in project.list_sources()] == [
            ("pile.csv", 60),
            ("again.csv", 60),
        ]
        assert len(project.read_pile()) == 60


def test_the_random_sample_grows_and_what_was_drawn_stays_drawn(path, more):
    with Project(path) as project:
        before = read_audit(project.database)
        add_pile(project, more, "ana")
        after = read_audit(project.database)
        assert [name for name in after if name in before] == before
        assert any(name.startswith("n") for name in after)
        assert count_audit(project.database, project.read_fold()).n_documents == 90


def test_more_examples_are_used_by_the_next_ranking(path, likes, pile):
    more = make_pile(1, prefix="e", seed=9).take([0])
    with Project(path) as project:
        add_examples(project, more, "ana")
        result = search_project(project, load_collection(project), project.read_fold())
    assert result.n_examples == 6


def test_no_document_is_lost_on_the_way_to_the_ranking(path, likes, pile):
    """Two of one title with other texts are two papers; one of them is known, and the other one is new."""
    known = pile.take([3])
    table = pl.DataFrame(
        {
            "key": ["x1", "x2"],
            "title": [known.table["title"][0]] * 2,
            "abstract": [
                known.table["abstract"][0],
                "Pistons and brakes of an engine, a gear, its clutch and the road",
            ],
            "doi": [known.table["doi"][0], None],
        }
    )
    text = (table["title"] + "\n" + table["abstract"]).alias("text")
    documents = type(pile)(table=table, text=text, ids=table["key"], columns=pile.columns, source="series.csv")
    with Project(path) as project:
        search_project(project, load_collection(project), project.read_fold())
        added = add_pile(project, documents, "ana")
        result = search_project(project, load_collection(project), project.read_fold())
        assert len(result.table) == project.n_documents == 60 + added.n_new


def make_copies(pile, rows, **columns):
    """Make records of another file that are documents of the pile, with columns of their own."""
    table = pile.take(rows).table.drop("key").with_columns([pl.Series(name, cells) for name, cells in columns.items()])
    text = (table["title"] + "\n" + table["abstract"]).alias("text")
    roles = {"text": ("title", "abstract"), "id": ("ref",)}
    return type(pile)(table=table, text=text, ids=table["ref"], columns=roles, source="pubmed.csv")


def test_a_known_document_takes_over_the_numbers_and_ids_of_a_copy_that_is_added(path, pile, more):
    copies = make_copies(pile, [3, 30], ref=["p3", "p30"], pmid=["103", "130"])
    with Project(path) as project:
        before = search_project(project, load_collection(project), project.read_fold()).table
        add_pile(project, copies, "ana")
        collection = load_collection(project)
        for known in (project.read_pile(), collection.pile):
            there = known.table.filter(pl.col("pmid").is_not_null())
            assert there.select("key", "pmid", "ids of copies").rows() == [("d3", "103", "p3"), ("d30", "130", "p30")]
        assert search_project(project, collection, project.read_fold()).table.equals(before)
        # A third file has nothing but the PMID in common with the first.
        other = make_copies(more, [0, 1], ref=["x0", "x1"], pmid=["130", "131"]).table.drop("doi")
        text = other["title"].alias("text")
        third = type(pile)(table=other.drop("abstract"), text=text, ids=other["ref"], columns={"id": ("ref",)})
        assert find_known(project, third).tolist() == [30, -1]


def test_a_number_that_a_document_has_is_not_replaced_by_that_of_a_copy(path, pile):
    with Project(path) as project:
        add_pile(project, make_copies(pile, [3], ref=["p3"], pmid=["103"]), "ana")
        add_pile(project, make_copies(pile, [3], ref=["q3"], pmid=["999"]), "ana")
        row = project.read_pile().table.row(3, named=True)
    assert (row["pmid"], row["doi"], row["ids of copies"]) == ("103", pile.table["doi"][3], "p3; q3")


def test_a_number_that_papers_of_a_file_share_is_given_to_none(path, pile, more):
    shared = concatenate([make_copies(pile, [3], ref=["p3"]), make_copies(more, [0, 1], ref=["x", "y"])], "proceedings")
    table = shared.table.with_columns(pl.lit("77").alias("pmid"))
    with Project(path) as project:
        added = add_pile(project, shared.with_table(table, shared.ids), "ana")
        assert added.n_known == 1
        assert project.read_pile().table["pmid"][3] is None


def test_columns_of_one_meaning_are_one_when_documents_are_added(path, pile, more):
    names = {"title": "Titel", "abstract": "Abstract Note", "doi": "DO"}
    roles = {"text": ("Titel", "Abstract Note"), "id": ("key",)}
    renamed = replace(more, table=more.table.rename(names), columns=roles)
    with Project(path) as project:
        add_pile(project, renamed, "ana")
        both = project.read_pile()
    assert both.table.columns == pile.table.columns
    assert both.table["title"].to_list() == [*pile.table["title"], *more.table["title"]]
    assert both.columns == pile.columns


def test_a_file_that_is_added_again_is_not_counted_again(path, more):
    with Project(path) as project:
        add_pile(project, more, "ana")
        again = add_pile(project, more, "ana")
        assert (again.n_new, again.n_known) == (0, 30)
        assert any("more.ris was added before" in note for note in again.notes)
        assert [(count.name, count.n_records) for count in project.list_sources()] == [
            ("pile.csv", 60),
            ("more.ris", 30),
        ]
