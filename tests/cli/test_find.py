"""`likewise find`, as a newcomer and as a program call it."""

import csv
import json
from dataclasses import replace

import numpy as np
import pytest

from likewise import registry
from likewise.engine.estimator import Likewise

ESTIMATED = ["count", "low", "high", "found", "recall", "recall_low", "recall_high", "verdict", "assumption", "cut_off"]
KEYS = [
    *("n_found", "n_pile", "n_judged", "n_examples", "method", "language", "seconds", "notes", "unread"),
    *ESTIMATED,
    "documents",
]
DOCUMENT_KEYS = [
    "id",
    "title",
    "rank",
    "probability",
    "lower",
    "upper",
    "suggestion",
    "decision",
    "decided",
    "why",
    "nearest",
    "group",
    "flag",
]


def test_it_prints_a_table_the_count_and_the_words(run, likes, pile):
    result = run("find", likes, pile, "--top", 3, "--method", "lsi")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "10 of 20 documents look like your 4 examples." in result.stdout
    assert "Most telling words: " in result.stdout
    lines = [line for line in result.stdout.splitlines() if line.lstrip().startswith(("1 ", "2 ", "3 ", "4 "))]
    assert len(lines) == 3


def test_output_that_nobody_sees_has_no_colours_and_is_not_cut_to_80(run, likes, pile):
    result = run("find", likes, pile)
    assert "\x1b" not in result.stdout
    assert max(map(len, result.stdout.splitlines())) > 100


@pytest.mark.parametrize("width", [40, 60, 80, 140])
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


def test_json_says_how_many_and_what_the_cut_off_brings(run, likes, pile):
    answer = json.loads(run("find", likes, pile, "--json").stdout)
    assert answer["method"] == "likewise"
    assert answer["low"] <= answer["count"] <= answer["high"]
    assert answer["verdict"] == "found"
    assert answer["assumption"]
    assert list(answer["cut_off"]) == ["n_taken", "good", "missed", "missed_low", "missed_high"]
    assert answer["cut_off"]["n_taken"] == answer["n_found"]


def test_json_has_null_for_what_a_method_does_not_estimate(run, likes, pile):
    answer = json.loads(run("find", likes, pile, "--json", "--method", "centroid").stdout)
    assert [answer[key] for key in ESTIMATED] == [None] * len(ESTIMATED)


def test_the_count_is_printed_as_a_sentence(run, likes, pile):
    result = run("find", likes, pile, "--top", 0)
    answer = json.loads(run("find", likes, pile, "--json").stdout)
    sentence = result.stdout.splitlines()[0]
    assert sentence.startswith(f"About {answer['count']:.0f} like these (")
    assert answer["assumption"] in sentence
    assert sentence.endswith(f"; {answer['n_found']} suggested.")


class TestExamplesThatCannotTell:
    @pytest.fixture(autouse=True)
    def strangers(self, monkeypatch):
        fit = Likewise.fit_prepared

        def strangers(self, prepared, y, **beside):
            fit(self, prepared, y, **beside)
            self.estimate_ = replace(self.estimate_, verdict="cannot tell", assumption="they are strangers")
            self.transduction_ = np.zeros_like(self.transduction_)
            return self

        monkeypatch.setattr(Likewise, "fit_prepared", strangers)

    def test_it_is_said_and_nothing_is_taken(self, run, likes, pile):
        output = run("find", likes, pile).stdout
        assert "Cannot tell from these examples how many there are: they are strangers; only the ranking" in output
        assert "suggested" not in output

    def test_json_has_the_order_and_the_verdict(self, run, likes, pile):
        answer = json.loads(run("find", likes, pile, "--json").stdout)
        assert answer["verdict"] == "cannot tell"
        assert [answer[key] for key in ("count", "low", "high", "cut_off")] == [None] * 4
        assert answer["assumption"] == "they are strangers"
        assert {document["suggestion"] for document in answer["documents"]} == {"no"}
        assert {document["probability"] for document in answer["documents"]} == {None}
        assert [document["rank"] for document in answer["documents"]] == list(range(1, 21))


def test_decisions_are_taken_from_a_file(run, likes, pile, tmp_path):
    path = tmp_path / "decisions.csv"
    path.write_text("id,decision\nd0,yes\nd1,1\nd15,no\n")
    answer = json.loads(run("find", likes, pile, "--json", "--decisions", path).stdout)
    assert [(row["id"], row["decision"], row["flag"]) for row in answer["documents"][-3:]] == [
        ("d0", "yes", "decided"),
        ("d1", "yes", "decided"),
        ("d15", "no", "decided"),
    ]
    assert answer["documents"][16]["rank"] == 17
    assert answer["n_found"] == answer["cut_off"]["n_taken"] + 2
    printed = run("find", likes, pile, "--decisions", path).stdout
    assert "besides 2 that you said yes to." in printed
    assert len([line for line in printed.splitlines() if " d15 " in line]) == 0


def test_lines_of_decisions_that_cannot_be_read_are_noted(run, likes, pile, tmp_path):
    path = tmp_path / "decisions.jsonl"
    path.write_text('{"id": "d0", "decision": "yes"}\n{"id": "d1"\n')
    assert "decisions.jsonl: 1 line is not valid JSON" in run("find", likes, pile, "--decisions", path).stdout


def test_an_export_with_decisions_put_right_is_a_file_of_decisions(run, likes, pile, tmp_path):
    out, again = tmp_path / "found.csv", tmp_path / "again.csv"
    run("find", likes, pile, "-o", out)
    with out.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows[:3]:
        row["decision"] = "yes"
    with out.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert run("find", likes, pile, "--decisions", out, "-o", again).exit_code == 0
    assert again.read_text().count(",decided\n") == 3


@pytest.mark.parametrize("profile", ["topics", "criteria"])
def test_a_profile_can_be_named(run, likes, pile, profile):
    assert run("find", likes, pile, "--profile", profile).exit_code == 0


def test_embed_links_by_vectors_and_says_how_to_get_them(run, likes, pile, monkeypatch):
    from likewise.text import static_vectors as module

    monkeypatch.setattr(module, "find_spec", lambda name: None)
    result = run("find", str(likes), str(pile), "--embed")
    assert result.exit_code != 0
    assert ".[embed]" in result.stderr
    given = []
    monkeypatch.setattr(module, "_load", lambda: (lambda texts: given.extend(texts) or [[0]] * len(texts), np.eye(1)))
    assert run("find", str(likes), str(pile), "--embed").exit_code == 0
    assert len(given) > 1


def test_the_topics_among_those_found_are_printed(run, likes, tmp_path, texts_of):
    path = tmp_path / "pile.json"
    path.write_text(json.dumps(texts_of("wine", 90) + texts_of("tea", 90)))
    output = run("find", likes, path, "--method", "nb-em").stdout
    assert "Topics among them:" in output
    assert "Topics among them:" not in run("find", likes, path, "--method", "nb-em", "--json").stdout


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
    assert list(rows[0]) == ["id", "label", "text", *DOCUMENT_KEYS[2:]]
    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, 21)]


def test_the_same_seed_gives_the_same_bytes(run, likes, pile, tmp_path):
    files = [tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"]
    for file in files:
        run("find", likes, pile, "-o", file, "--seed", 4)
    assert files[0].read_bytes() == files[1].read_bytes()


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
    printed = " ".join(run("find", likes, path).stdout.split())
    assert "Probably none like these" in printed
    assert "0 suggested" in printed
    assert "1 document look" in run("find", likes, path, "--method", "naive").stdout.replace("looks", "look")


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

    def test_an_output_that_cannot_be_written_is_refused_before_anything_is_read(self, mistake, tmp_path):
        (tmp_path / "bytes.csv").write_bytes(b"\0" * 100)
        bad = tmp_path / "bytes.csv"
        assert "cannot make the folder" in mistake("find", bad, bad, "-o", bad / "found.csv")
        assert ".jsonl" in mistake("find", bad, bad, "-o", tmp_path / "found.xyz")

    def test_the_pile_is_not_overwritten(self, mistake, likes, pile):
        before = pile.read_bytes()
        assert "nothing is lost" in mistake("find", likes, pile, "-o", pile)
        assert pile.read_bytes() == before

    def test_decisions_on_what_is_not_there_are_a_note(self, run, likes, pile, tmp_path):
        path = tmp_path / "decisions.csv"
        path.write_text("id,decision\nd0,yes\nd77,yes\nd78,no\n")
        result = run("find", likes, pile, "--decisions", path)
        assert result.exit_code == 0
        says = "2 decisions are on documents that are not in the pile and did not count: d77, d78"
        assert says in " ".join((result.stdout + result.stderr).split())

    def test_a_file_of_decisions_that_cannot_be_read(self, mistake, likes, pile, tmp_path):
        path = tmp_path / "decisions.csv"
        assert "there is no file" in mistake("find", likes, pile, "--decisions", path)
        path.write_text("")
        assert "empty" in mistake("find", likes, pile, "--decisions", path)
        path.write_text("id,colour\nd0,red\n")
        assert "no column such as included or decision" in mistake("find", likes, pile, "--decisions", path)
        path.write_text("id,decision\nd0,red\n")
        assert "1 cell says neither yes, no nor unsure" in mistake("find", likes, pile, "--decisions", path)

    def test_decisions_are_not_overwritten(self, mistake, likes, pile, tmp_path):
        path = tmp_path / "decisions.csv"
        path.write_text("id,decision\nd0,yes\n")
        assert "nothing is lost" in mistake("find", likes, pile, "--decisions", path, "-o", path)
        assert path.read_text() == "id,decision\nd0,yes\n"

    def test_a_profile_that_is_none(self, mistake, likes, pile, tmp_path):
        assert "criteria" in mistake("find", likes, pile, "--profile", "magic")
        (tmp_path / "bytes.csv").write_bytes(b"\0" * 100)
        bad = tmp_path / "bytes.csv"
        sentence = mistake("find", bad, bad, "--profile", "criteria", "--method", "centroid")
        assert "centroid has no profiles" in sentence

    def test_nothing_pasted(self, mistake, pile):
        assert "nothing was pasted" in mistake("find", "-", pile, input=" \n")

    def test_a_missing_argument(self, run, likes):
        result = run("find", likes)
        assert result.exit_code == 2
        assert "PILE" in result.stderr


def test_decisions_on_a_pile_without_ids_are_told_by_ours(run, likes, texts_of, tmp_path):
    pile = tmp_path / "pile.csv"
    pile.write_text("text\n" + "\n".join([*texts_of("wine", 10), *texts_of("tea", 10)]) + "\n")
    run("find", likes, pile, "-o", tmp_path / "found.csv")
    with (tmp_path / "found.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert sorted(int(row["id"]) for row in rows) == list(range(1, 21))
    with (tmp_path / "read.csv").open("w", newline="") as stream:
        writer = csv.DictWriter(stream, ["included", *rows[0]])
        writer.writeheader()
        writer.writerows({"included": "no" if place == 2 else "", **row} for place, row in enumerate(rows))
    told = json.loads(run("find", likes, pile, "--decisions", tmp_path / "read.csv", "--json", "--top", 20).stdout)
    assert [document["id"] for document in told["documents"] if document["flag"] == "decided"] == [rows[2]["id"]]
