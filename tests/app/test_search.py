"""Searching as a program does it: checks first, files as wanted, and several searches side by side."""

import sys
import threading
import warnings

import pytest

from likewise.app.check import check
from likewise.app.evaluate import compare, simulate
from likewise.app.evaluate_request import CompareRequest, SimulateRequest
from likewise.app.inputs import check_inputs
from likewise.app.request import CheckRequest, SearchRequest
from likewise.app.search import check_search, search, search_collection
from likewise.errors import UserError


def test_files_are_written_and_named(make_pile, tmp_path):
    likes, pile = make_pile("one")
    found = search(SearchRequest(examples=str(likes), pile=str(pile), out=str(tmp_path / "found.csv")))
    assert found.table.read_text().startswith("id,")
    assert "<html" in found.report.read_text()


@pytest.mark.parametrize(
    ("changes", "parameter"),
    [
        ({"pile": "nowhere.csv"}, "pile"),
        ({"examples": "nowhere"}, "examples"),
        ({"examples": None, "pile": "."}, "examples"),
        ({"ids": "d1"}, "ids"),
        ({"decisions": "nowhere.csv"}, "decisions"),
        ({"method": "magic"}, "method"),
        ({"report": "report.pdf"}, "report"),
        ({"out": "-"}, "out"),
        ({"report": "report.html", "no_report": True}, "report"),
    ],
)
def test_a_mistake_names_its_field_and_no_flag(make_pile, changes, parameter):
    likes, pile = make_pile("one")
    with pytest.raises(UserError) as error:
        check_search(SearchRequest(**({"examples": str(likes), "pile": str(pile)} | changes)))
    assert error.value.parameter == parameter
    assert "--" not in str(error.value)


def test_two_threads_give_the_same_bytes_as_one_after_the_other(make_pile, tmp_path, capfd):
    piles = {"wine": make_pile("wine", ("wine", "tea")), "tea": make_pile("tea", ("tea", "wine"))}

    def run(name, number, folder):
        likes, pile = piles[name]
        out = tmp_path / folder / f"{name}{number}"
        search(SearchRequest(examples=str(likes), pile=str(pile), out=str(out), n_jobs=1))
        return [(out / file).read_bytes() for file in ("found.csv", "found.html")]

    expected = {name: run(name, 0, "alone") for name in piles}
    answers = {name: [] for name in piles}
    capfd.readouterr()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        threads = [
            threading.Thread(target=lambda name=name: answers[name].extend(run(name, n, "together") for n in range(20)))
            for name in piles
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert {name: len(given) for name, given in answers.items()} == {"wine": 20, "tea": 20}
    assert all(given == expected[name] for name in piles for given in answers[name])
    assert [str(warning.message) for warning in heard] == []
    assert capfd.readouterr().err == ""


def test_no_use_case_reads_from_standard_input_or_prints(make_pile, monkeypatch, capfd):
    likes, pile = make_pile("one")
    monkeypatch.setattr(sys, "stdin", None)
    search(SearchRequest(pasted="wine from the cellar", pile=str(pile)))
    check(CheckRequest(files=(str(likes), str(pile))))
    simulate(SimulateRequest(labelled=str(pile), positive="wine", method="centroid"))
    compare(CompareRequest(labelled=str(pile), positive="wine", methods=("centroid",), repeats=1))
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_a_pile_alone_must_be_an_export(make_pile):
    _, pile = make_pile("one")
    with pytest.raises(UserError, match="there are no examples") as error:
        search(SearchRequest(pile=str(pile)))
    assert error.value.parameter == "examples"


def test_a_collection_is_searched_again_with_decisions_as_if_anew(make_pile, tmp_path):
    likes, pile = make_pile("one")
    (tmp_path / "decisions.csv").write_text("id,decision\nd1,yes\nd40,no\n")
    request = SearchRequest(examples=str(likes), pile=str(pile))
    again = search_collection(request, search(request).collection, {"d1": True, "d40": False})
    anew = search(SearchRequest(examples=str(likes), pile=str(pile), decisions=str(tmp_path / "decisions.csv")))
    assert again.table.drop("decided").equals(anew.result.table.drop("decided"))
    assert anew.result.table["decided"].drop_nulls().len() == 2
    assert repr(again.estimate) == repr(anew.result.estimate)


@pytest.mark.parametrize("empty", ["examples", "pile"])
def test_an_empty_folder_is_refused_before_anything_is_read(tmp_path, empty):
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.txt").write_text("red wine")
    paths = {"examples": str(tmp_path / "text.txt"), "pile": str(tmp_path / "text.txt"), empty: str(tmp_path / "empty")}
    with pytest.raises(UserError, match="is empty; name one that has files in it") as mistake:
        check_inputs(SearchRequest(**paths))
    assert mistake.value.parameter == empty
