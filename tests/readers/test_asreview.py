"""Projects of ASReview."""

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.collections import asreview as module
from likewise.readers.decisions import read_decisions
from tests.readers.asreview_maker import asreview_1, asreview_2
from tests.readers.zip_maker import zip_file

TABLE = "title,abstract\nOn wine,red\nOn tea,green\nOn beer,brown\n"
RIS = "TY  - JOUR\nTI  - On wine\nER  - \nTY  - JOUR\nTI  - On tea\nER  - \n"


@pytest.fixture
def project(tmp_path):
    def make(data):
        path = tmp_path / "wine.asreview"
        path.write_bytes(data)
        return path

    return make


def test_version_1_has_its_records_and_its_decisions_by_row(project):
    documents = read(project(asreview_1({"wine.csv": TABLE}, {2: 0, 0: 1})))
    assert documents.text.to_list() == ["On wine\nred", "On tea\ngreen", "On beer\nbrown"]
    assert documents.table["asreview_label"].to_list() == ["1", None, "0"]
    assert documents.notes == ()


def test_version_1_with_numbers_of_its_own_is_matched_by_these(project):
    table = "record_id,title\n17,On wine\n4,On tea\n"
    documents = read(project(asreview_1({"wine.csv": table}, {4: 1})))
    assert documents.table["asreview_label"].to_list() == [None, "1"]


def test_version_1_of_references_is_read(project):
    documents = read(project(asreview_1({"wine.ris": RIS}, {1: 1})))
    assert documents.table["asreview_label"].to_list() == [None, "1"]


def test_version_2_has_its_records_from_the_database(project):
    documents = read(project(asreview_2({"On wine": 1, "On tea": None, "On beer": 0})))
    assert documents.table["title"].to_list() == ["On wine", "On tea", "On beer"]
    assert documents.table["asreview_label"].to_list() == ["1", None, "0"]
    assert documents.table["authors"].to_list() == ["A; B"] * 3


@pytest.mark.parametrize(
    "data", [asreview_1({"wine.csv": TABLE}, {0: 1, 1: 0}), asreview_2({"On wine": 1, "On tea": 0, "On beer": None})]
)
def test_decisions_are_those_of_the_review(project, data):
    (decided,) = read_decisions(project(data))
    assert decided.values == ("yes", "no")
    assert decided.documents.table["title"].to_list() == ["On wine", "On tea"]


def test_project_without_decisions_is_a_pile_and_lost_decisions_are_noted(project):
    assert read(project(asreview_1({"wine.csv": TABLE}, {}))).table["asreview_label"].to_list() == [None] * 3
    documents = read(project(asreview_1({"wine.csv": TABLE}, {99: 1})))
    assert documents.notes == ("wine.asreview: decisions on records that it does not have: 99",)


def test_damaged_database_of_decisions_is_noted(project):
    members = {"project.json": "{}", "data/a.csv": TABLE, "reviews/b/results.db": b"no database"}
    documents = read(project(zip_file(members)))
    assert documents.notes == ("wine.asreview: the decisions in it cannot be read",)


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"a.txt": "x"}, r"wine\.asreview is not a project of ASReview: it has no project\.json; export"),
        ({"project.json": "{"}, r"wine\.asreview is damaged: project\.json is damaged; export"),
        ({"project.json": "[" * 100_000}, r"wine\.asreview is damaged: project\.json is damaged; export"),
        ({"project.json": "[]", "data/a.pickle": b""}, r"wine\.asreview has no list of records; export"),
        ({"project.json": "{}", "data/a.csv": ""}, r"wine\.asreview: data/a\.csv is empty; give"),
        (
            {"project.json": "{}", "data_store.db": "x"},
            r"wine\.asreview: data_store\.db has no records that can be read; export",
        ),
    ],
)
def test_what_is_no_project_is_one_sentence(project, members, sentence):
    with pytest.raises(UserError, match=sentence):
        read(project(zip_file(members)))


def test_data_that_unpacks_to_too_much_is_refused(project, monkeypatch):
    monkeypatch.setattr(module, "_MOST_BYTES", 10)
    with pytest.raises(UserError, match=r"data/wine\.csv unpacks to more than"):
        read(project(asreview_1({"wine.csv": TABLE}, {})))
