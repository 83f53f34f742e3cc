"""What is kept beside a project only saves time: without it, or with a damaged one, the ranking is the same."""

import shutil
from dataclasses import replace

import polars as pl
import pytest

from likewise.app.session import Session
from likewise.project import Project, create_project
from likewise.project.cache import cache_folder
from likewise.project.ranking import load_collection, search_project


@pytest.fixture
def expected(path):
    """The table of the first ranking; it is kept beside the project, too."""
    with Session(path, by="ana") as session:
        return session.result.table


def table_of(path):
    with Project(path) as project:
        return search_project(project, load_collection(project), project.read_fold()).table


def files(path):
    return sorted(file for file in cache_folder(path).rglob("*") if file.is_file())


def test_it_is_there_after_the_first_ranking_and_gives_the_same_table(path, expected):
    assert files(path)
    assert table_of(path).equals(expected)


def test_it_is_not_that_of_another_project_that_had_the_name_and_other_columns(path, expected, likes, pile):
    path.unlink()
    columns = pile.table.with_columns(pl.lit("2026").alias("year"))
    create_project(path, likes, replace(pile, table=columns), by="ana", settings={"seed": 0})
    with Project(path) as project:
        assert load_collection(project).pile.table["year"].to_list() == ["2026"] * 60


def test_it_may_be_missing(path, expected):
    shutil.rmtree(cache_folder(path))
    assert table_of(path).equals(expected)


@pytest.mark.parametrize("harm", ["cut", "flip", "empty", "remove", "foreign"])
def test_it_may_be_damaged_in_any_file(path, expected, harm):
    for number in range(0, len(files(path)), 7):
        with Session(path, by="ana") as session:
            session.rerank()  # makes it again
        file = files(path)[number]
        content = bytearray(file.read_bytes())
        if harm == "cut":
            file.write_bytes(content[: len(content) // 2])
        elif harm == "flip" and content:
            content[len(content) // 2] ^= 0xFF
            file.write_bytes(content)
        elif harm == "empty":
            file.write_bytes(b"")
        elif harm == "remove":
            file.unlink()
        else:
            file.write_bytes(b"PK\x03\x04 wine")
        assert table_of(path).equals(expected), file


def test_a_file_in_its_place_is_left_alone_and_done_without(path, tmp_path, likes, pile):
    cache_folder(path).write_text("mine")
    with Session(path, by="ana") as session:
        session.rerank()
        assert session.next_cards(1)
    assert cache_folder(path).read_text() == "mine"


def test_only_the_newest_is_kept(path, tmp_path):
    from likewise.project.adding import add_pile
    from tests.project.conftest import make_pile

    with Session(path, by="ana") as session:
        assert len(list(cache_folder(path).iterdir())) == 1
        add_pile(session.project, make_pile(5, prefix="n", seed=3), "ana")
        session.rerank()
        assert len(session.result.table) == 75
    assert len(list(cache_folder(path).iterdir())) == 1
