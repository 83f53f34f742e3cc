"""D19–D21, D25, D26, D32, D33 and "Low": what a person reads on a terminal."""

import json

import numpy as np
import pytest

from likewise.cli.report import _ending
from likewise.finder import Finder
from likewise.finder.telling_words import mute_numbers
from likewise.finder.titles import name_document
from likewise.readers import read
from likewise.registry import describe
from tests.cli.conftest import likes, mistake, pile, run, texts_of  # noqa: F401 fixtures


def test_json_has_titles(run, likes, tmp_path, texts_of):  # noqa: F811
    path = tmp_path / "pile.csv"
    rows = [f"Title {at},{text}" for at, text in enumerate([*texts_of("tea", 5), *texts_of("wine", 5)])]
    path.write_text("title,abstract\n" + "\n".join(rows) + "\n")
    answer = json.loads(run("find", likes, path, "--json", "--method", "centroid").stdout)
    assert {document["title"] for document in answer["documents"]} == {f"Title {at}" for at in range(10)}


def test_examples_are_named_by_title_or_file_and_not_by_number(likes, tmp_path):  # noqa: F811
    path = tmp_path / "known.csv"
    path.write_text("title,abstract,url\nOn red wine,We drink.,https://doi.org/\n,We rest.,https://doi.org/\n")
    known = read(path)
    assert name_document(known, 0) == "'On red wine'"
    assert name_document(known, 1) == "'We rest.'"
    assert name_document(read(likes), 0) == "like0.txt"


def test_where_there_are_probably_none_none_is_suggested(monkeypatch):
    from dataclasses import replace

    from likewise.engine import Likewise

    fit = Likewise.fit_prepared

    def fit_none(self, *arguments, **options):
        fit(self, *arguments, **options)
        self.estimate_ = replace(self.estimate_, verdict="none", count=0.2, low=0.0, high=3.0)
        return self

    monkeypatch.setattr(Likewise, "fit_prepared", fit_none)
    examples = ["red wine in a glass", "a glass of white wine", "wine and grapes"]
    result = Finder().find(examples, ["wine, a glass", "green tea", "a pot of tea", "grapes and wine"])
    assert result.n_found == 0
    assert result.summary.startswith("probably none like these (at most 3)")
    assert result.summary.endswith("; 0 suggested")


def test_numbers_and_units_are_no_reasons_where_there_are_words():
    told = np.array([0.9, 0.8, 0.1])
    assert mute_numbers(told, ["50", "mg", "dose"]).tolist() == [0, 0, 0.1]
    assert mute_numbers(told, ["50", "100", "25"]).tolist() == told.tolist()


def test_a_pile_of_numbers_gets_a_sentence_without_names_of_parameters(mistake, tmp_path):  # noqa: F811
    known, numbers = tmp_path / "known.csv", tmp_path / "numbers.csv"
    known.write_text("text\n" + "".join(f"{at}7 {at}11 {at}13\n" for at in range(100, 105)))
    numbers.write_text("text\n" + "".join(f"{at}7 {at}11 {at}13\n" for at in range(200, 260)))
    sentence = mistake("find", known, numbers)
    assert "min_df" not in sentence
    assert "give longer texts" in sentence


@pytest.mark.parametrize("width", [5, 12, 20, 40])
def test_a_name_with_an_emoji_is_cut_at_its_beginning_alone(width):
    from rich.cells import cell_len

    name = "iPod 2 may be unveiled in summer 🎉🎉 8.docx"
    cut = _ending(name, width)
    assert cell_len(cut) <= width
    assert cut == name or (cut[0] == "…" and name.endswith(cut[1:]))


def test_a_terminal_of_forty_columns_shows_whole_heads(run, likes, pile):  # noqa: F811
    printed = run("find", likes, pile, env={"COLUMNS": "40"}).stdout
    head = printed.splitlines()[0].split()
    assert head == ["rank", "prob.", "document"]


def test_parameters_have_meanings(run):  # noqa: F811
    printed = " ".join(run("methods", "wlr").stdout.split())
    assert "Turns in which examples are hidden." in printed
    nested = describe("s-em").meanings
    assert nested["learner__max_length"]


def test_help_does_not_say_what_is_not_so(run):  # noqa: F811
    printed = " ".join(run("find", "--help", env={"COLUMNS": "200"}).stdout.split())
    assert "reads further" not in printed
    assert "there may be fewer than the count says" in printed
    assert "<" not in printed


def test_documents_that_share_no_word_are_told_of():
    examples = ["red wine in a glass", "a glass of white wine", "wine and grapes"]
    texts = ["wine, a glass", "green tea", "a pot of green tea", "the and of", ""]
    notes = Finder("centroid").find(examples, texts).notes
    assert any(note.startswith("1 document shares no word with the others and ranks last") for note in notes)
