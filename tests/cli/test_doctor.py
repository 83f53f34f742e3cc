"""What doctor tells of a file, to people and to machines."""

import json


def test_it_tells_columns_empties_copies_and_language(run, tmp_path):
    path = tmp_path / "pile.csv"
    rows = ["id;title;abstract;year;included", "1;On wine;We drink the wine and it is good;1999;1", "2;;;2000;0"]
    rows += ["3;On tea;They have a pot of tea and some of the milk;2001;0"] * 1
    rows += ["4;On tea;They have a pot of tea and some of the milk;2001;0"]
    path.write_text("\n".join(rows).replace("On wine", "Café"), encoding="cp1252")
    out = run("doctor", path).stdout
    for words in (
        "4 documents, 1 without text (.csv, cp1252)",
        "title, abstract",
        "included",
        "also kept   year",
        "english",
        "2 documents, in 1 group",
        "0 (3), 1 (1)",
        "semicolon",
    ):
        assert words in out, words


def test_json_has_the_same(run, pile, likes):
    answer = json.loads(run("doctor", likes, pile, "--json").stdout)
    assert [told["n_documents"] for told in answer["files"]] == [4, 20]
    assert answer["files"][1]["columns"] == {"text": ["text"], "id": ["id"], "label": ["label"]}
    assert answer["in_both"] == 0
    assert answer["files"][0]["unread"] == []


def test_what_is_not_read_is_listed_with_its_reason(run, likes):
    (likes / "a.png").write_bytes(b"\x89PNG\0")
    (likes / "b.txt").write_bytes(b"\0\0\0")
    out = run("doctor", likes).stdout
    assert "Not read: a.png: of a kind that is not read" in out
    assert "Not read: b.txt: is not text" in out


def test_documents_in_both_are_counted(run, likes, tmp_path):
    (tmp_path / "pile.txt").write_text((likes / "like0.txt").read_text())
    assert "1 document of" in run("doctor", likes, tmp_path / "pile.txt").stdout


def test_a_file_of_stop_words_is_no_accident(run, tmp_path):
    (tmp_path / "a.txt").write_text("the and of")
    assert run("doctor", tmp_path / "a.txt").exit_code == 0


def test_a_missing_file_is_one_sentence(mistake):
    assert "there is no file or folder" in mistake("doctor", "nowhere.csv")
