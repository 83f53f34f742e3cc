"""The ways to give examples: files, marks, ids, DOIs, and pasted text."""

import csv
import json

import pytest


@pytest.fixture
def table(tmp_path, texts_of):
    """A table of twenty texts with marks, and a DOI each."""
    path = tmp_path / "pile.csv"
    rows = [*texts_of("wine", 10), *texts_of("tea", 10)]
    marks = {0: "yes", 1: "1", 2: "true", 10: "no"}
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["key", "doi", "abstract", "like"])
        writer.writerows([f"k{n}", f"10.1000/{n}", text, marks.get(n, "")] for n, text in enumerate(rows))
    return path


def answer(run, *arguments, **options):
    result = run("find", *arguments, "--json", **options)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def first_are_wine(told, number=5):
    return {document["id"] for document in told["documents"][:number]} <= {f"k{n}" for n in range(10)}


def test_marked_rows_are_the_examples_and_those_marked_no_are_decided(run, table):
    told = answer(run, table, "--marked", "like", "--top", 20)
    assert told["n_examples"] == 3
    assert first_are_wine(told)
    by_id = {document["id"]: document for document in told["documents"]}
    assert by_id["k10"]["flag"] == "decided"
    assert {by_id[name]["decision"] for name in ("k0", "k1", "k2")} == {"example"}


@pytest.mark.parametrize("ids", ["k0,k1,k2", "10.1000/0; https://doi.org/10.1000/1 k2"])
def test_ids_and_dois_name_the_examples(run, table, ids):
    told = answer(run, table, "--ids", ids)
    assert told["n_examples"] == 3
    assert first_are_wine(told)


def test_ids_may_be_in_a_file(run, table, tmp_path):
    (tmp_path / "ids.txt").write_text("k0\nk1\n\nk2\nnobody\n")
    told = answer(run, table, "--ids", tmp_path / "ids.txt")
    assert told["n_examples"] == 3
    assert told["unread"] == [{"name": "nobody", "reason": "no document of the pile has this id or DOI"}]


@pytest.mark.parametrize(
    ("name", "content"),
    [("likes.txt", "10.1000/0\n10.1000/1\n10.1000/77\n"), ("likes.csv", "doi\n10.1000/0\n10.1000/1\n")],
)
def test_a_file_of_nothing_but_ids_is_understood(run, table, tmp_path, name, content):
    (tmp_path / name).write_text(content)
    told = answer(run, tmp_path / name, table)
    assert told["n_examples"] == 2
    assert any("these are the examples" in note for note in told["notes"])
    assert first_are_wine(told)


def test_text_alone_is_an_example(run, table):
    told = answer(run, table, "--text", "wine from the cellar, a barrel and a cork")
    assert told["n_examples"] == 1
    assert first_are_wine(told, 3)


def test_text_beside_examples_names_columns(run, table, likes):
    assert first_are_wine(answer(run, likes, table, "--text", "abstract"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["PILE"], "there are no examples"),
        ([], "nothing to search"),
        (["PILE", "--marked", "like", "--ids", "k0"], "given twice, as a column of marks and their ids"),
        (
            ["LIKES", "PILE", "--ids", "k0"],
            "given twice, as a file or folder of them and their ids; give them in one way (option --ids)",
        ),
        (["PILE", "--marked", "nope"], "has no column 'nope'"),
        (["PILE", "--ids", "a,b"], "none of 2 ids is in the pile"),
        (["PILE", "--text", " "], "nothing was pasted"),
        (["LIKES", "PILE", "--table", "x"], "has no tables to choose from"),
        (["LIKES", "PILE", "--language", "klingon"], "klingon"),
    ],
)
def test_a_mistake_is_one_sentence(mistake, table, likes, arguments, sentence):
    given = [{"PILE": table, "LIKES": likes}.get(argument, argument) for argument in arguments]
    assert sentence in mistake("find", *given)


def test_examples_that_a_table_says_no_to_do_not_count(run, table, texts_of, tmp_path):
    rows = [f"{text},1" for text in texts_of("wine", 3, seed=5)] + [f"{text},0" for text in texts_of("tea", 4, seed=5)]
    (tmp_path / "screened.csv").write_text("\n".join(["text,included", *rows]) + "\n")
    told = answer(run, tmp_path / "screened.csv", table)
    assert told["n_examples"] == 3
    assert "4 of 7 examples are not marked with yes in included and did not count" in told["notes"]
    assert first_are_wine(told)


def test_text_is_pasted_in_any_encoding(run, table):
    told = answer(run, "-", table, input="Café: wine, cellar and cork".encode("cp1252"))
    assert told["n_examples"] == 1
    assert first_are_wine(told, 3)


def test_bytes_that_are_pasted_are_a_mistake(mistake, table):
    assert "what was pasted is not text" in mistake("find", "-", table, input=b"\x89PNG\0\0\0")
