"""`likewise find`, as a newcomer and as a program call it."""

import csv
import json

import pytest

from likewise import registry

KEYS = ["n_found", "n_pile", "n_examples", "method", "seconds", "notes", "documents"]
DOCUMENT_KEYS = ["id", "rank", "probability", "decision", "why", "nearest", "flag"]


def test_it_prints_a_table_the_count_and_the_words(run, likes, pile):
    result = run("find", likes, pile, "--top", 3, "--method", "lsi")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "10 of 20 documents look like your 4 examples." in result.stdout
    assert "The words that made it: " in result.stdout
    lines = [line for line in result.stdout.splitlines() if line.lstrip().startswith(("1 ", "2 ", "3 ", "4 "))]
    assert len(lines) == 3


def test_output_that_nobody_sees_has_no_colours_and_is_not_cut_to_80(run, likes, pile):
    result = run("find", likes, pile)
    assert "\x1b" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) > 100


@pytest.mark.parametrize("width", [60, 80, 140])
def test_no_line_is_wider_than_the_terminal(run, likes, pile, width):
    result = run("find", likes, pile, env={"COLUMNS": str(width)})
    assert max(map(len, result.stdout.splitlines())) <= width


def test_json_is_one_object_with_exactly_the_keys_promised(run, likes, pile):
    result = run("find", likes, pile, "--json", "--top", 5, "--method", "lsi")
    assert result.stderr == ""
    answer = json.loads(result.stdout)
    assert list(answer) == KEYS
    assert [list(document) for document in answer["documents"]] == [DOCUMENT_KEYS] * 5
    assert (answer["n_pile"], answer["n_examples"]) == (20, 4)


@pytest.mark.parametrize("method", registry.names())
def test_every_method_can_be_named(run, likes, pile, method):
    answer = json.loads(run("find", likes, pile, "--json", "--method", method).stdout)
    assert answer["method"] == method
    first = {document["id"] for document in answer["documents"][:10]}
    # One spy of four examples decides what is negative, and not all of it is.
    assert len(first & {f"d{n}" for n in range(10)}) >= (6 if method.startswith("spy-svm") else 8)


def test_out_has_every_original_column_and_ours_in_rank_order(run, likes, pile, tmp_path):
    out = tmp_path / "found.csv"
    result = run("find", likes, pile, "-o", out)
    assert "All 20 documents, ranked" in result.stdout
    with out.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == ["id", "label", "text", *DOCUMENT_KEYS[1:]]
    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, 21)]


def test_the_same_seed_gives_the_same_bytes(run, likes, pile, tmp_path):
    files = [tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"]
    for file in files:
        run("find", likes, pile, "-o", file, "--seed", 4)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_an_export_reads_back_in_as_a_pile(run, likes, pile, tmp_path):
    out, again = tmp_path / "found.csv", tmp_path / "again.csv"
    run("find", likes, pile, "-o", out)
    assert run("find", likes, out, "-o", again).exit_code == 0
    assert "rank_likewise" in again.read_text().splitlines()[0]


def test_parameters_of_the_method_can_be_set(run, likes, pile):
    settings = ("--set", "n_components=3", "--set", "init=random")
    assert run("find", likes, pile, "--method", "ts-plsa", *settings).exit_code == 0


def test_pasted_text_serves_as_examples(run, pile):
    pasted = "wine from the cellar\n---\na barrel, a cork and a bottle\n"
    answer = json.loads(run("find", "-", pile, "--json", input=pasted).stdout)
    assert answer["n_examples"] == 2
    assert answer["documents"][0]["nearest"].startswith("pasted")


def test_text_columns_of_the_pile_do_not_matter_to_a_folder_of_examples(run, likes, pile):
    assert run("find", likes, pile, "--text", "text", "--id", "id").exit_code == 0


def test_a_folder_with_odd_files_is_read_and_the_notes_say_what_was_not(run, likes, tmp_path):
    folder = tmp_path / "pile"
    folder.mkdir()
    (folder / "empty.txt").write_text("")
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 10)
    (folder / "latin.txt").write_bytes("château: wine, vintage, cépage".encode("latin-1"))
    (folder / "page.pdf").write_bytes(b"%PDF")
    (folder / "tea.txt").write_text("a pot of tea")
    result = run("find", likes, folder)
    assert result.exit_code == 0
    assert "Note: not read: binary.txt" in result.stdout
    assert "latin.txt" in result.stdout
    assert "page.pdf" in result.stdout
    assert "no text" in result.stdout
    assert "Note" not in run("find", likes, folder, "--quiet").stdout


def test_one_document_is_a_pile(run, likes, tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("a bottle of wine")
    assert "1 document look" in run("find", likes, path).stdout.replace("looks", "look")


def test_a_million_characters_on_one_line_are_no_trouble(run, likes, tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("id,text\na," + "tea " * 250_000 + "\nb,wine in the cellar\nc,a kettle of tea\n")
    result = run("find", likes, path)
    assert result.exit_code == 0
    assert len(result.stdout) < 5000


def test_control_characters_of_a_document_do_not_reach_the_terminal(run, likes, tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps({"id": "a[bold]\u001b[31m", "text": "wine \u001b]0;title\u0007 cellar [red]x[/red]"}))
    output = run("find", likes, path).stdout
    assert "\x1b" not in output
    assert "\x07" not in output
    assert "a[bold]" in output
    assert "[red]x[/red]" in output


class TestMistakes:
    def test_a_path_that_is_not_there(self, mistake, likes, tmp_path):
        assert "there is no file or folder" in mistake("find", likes, tmp_path / "nothing.csv")
        assert "there is no file or folder" in mistake("find", tmp_path / "nothing", likes)

    def test_an_unknown_method_lists_those_there_are(self, mistake, likes, pile):
        sentence = mistake("find", likes, pile, "--method", "magic")
        assert all(name in sentence for name in registry.names())

    def test_a_missing_column_lists_those_there_are(self, mistake, likes, pile):
        assert "id, label, text" in mistake("find", likes, pile, "--text", "abstract")

    def test_an_unknown_parameter_or_value(self, mistake, likes, pile):
        assert "n_components" in mistake("find", likes, pile, "--set", "colour=red")
        assert "n_components" in mistake("find", likes, pile, "--set", "n_components=-1")
        assert "name=value" in mistake("find", likes, pile, "--set", "n_components")

    def test_no_documents(self, mistake, likes, tmp_path):
        (tmp_path / "none").mkdir()
        (tmp_path / "none.csv").write_text("id,text\n")
        assert "is empty" in mistake("find", likes, tmp_path / "none")
        assert "no rows" in mistake("find", likes, tmp_path / "none.csv")

    def test_only_empty_documents(self, mistake, likes, tmp_path):
        path = tmp_path / "empty.csv"
        path.write_text("id,text\n1,\n2,\n")
        assert "none of the 2 documents" in mistake("find", likes, path)

    def test_a_binary_file(self, mistake, likes, tmp_path):
        path = tmp_path / "binary.csv"
        path.write_bytes(bytes(range(256)) * 100)
        assert "not text" in mistake("find", likes, path)

    def test_an_output_that_cannot_be_written_is_said_before_anything_is_read(self, mistake, tmp_path):
        nothing = tmp_path / "nothing"
        assert "there is no folder" in mistake("find", nothing, nothing, "-o", tmp_path / "no" / "found.csv")
        assert ".jsonl" in mistake("find", nothing, nothing, "-o", tmp_path / "found.xyz")

    def test_the_pile_is_not_overwritten(self, mistake, likes, pile):
        before = pile.read_bytes()
        assert "nothing is lost" in mistake("find", likes, pile, "-o", pile)
        assert pile.read_bytes() == before

    def test_nothing_pasted(self, mistake, pile):
        assert "nothing was pasted" in mistake("find", "-", pile, input=" \n")

    def test_a_missing_argument(self, run, likes):
        result = run("find", likes)
        assert result.exit_code == 2
        assert "PILE" in result.stderr
