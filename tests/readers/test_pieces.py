"""Files cut into pieces: each is a file of its kind, and no document is torn or becomes another."""

import gzip
import json
from pathlib import Path

import pytest

from likewise.errors import UserError
from likewise.readers import pieces, read
from likewise.readers.batches import read_batches
from likewise.readers.pieces import can_be_cut, count_cuts, cut_pieces
from tests.readers.same_batches import check_batches

N = 60
ROWS = [f'd{n};"Wine, {n}; and\na second line with ""quotes""";{1950 + n}\n' for n in range(N)]
TABLE = "id;title;year\n" + "".join(ROWS)
EMBASE = "".join(f'TITLE,On wine {n}\nAUTHOR NAMES,"Smith A.","Lee B."\nDOI,10.1000/{n}\n\n' for n in range(N))
JSON = [{"id": f"d{n}", "text": f"red wine, glass {n}", "label": "yes" if n % 2 else "no"} for n in range(N)]


def _write(folder: Path, name: str, content: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(content.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_table_in_any_unicode_is_cut(tmp_path: Path, encoding: str, end: str) -> None:
    check_batches(_write(tmp_path, "pile.csv", TABLE.replace("\n", end), encoding), at_least=5, n_bytes=400)


@pytest.mark.parametrize(
    "above",
    ["sep=;\n", "Hits of May;;\n", "Hits of May\n\n3 databases;;\n", "\n\n", "sep=;\nHits of May;;\n"],
)
@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".csv.gz"])
def test_what_stands_above_the_names_of_columns_is_read_once(tmp_path: Path, above: str, suffix: str) -> None:
    path = tmp_path / f"pile{suffix}"
    content = (above + TABLE).encode()
    path.write_bytes(gzip.compress(content) if suffix.endswith(".gz") else content)
    batches = check_batches(path, at_least=5, n_bytes=500)
    notes = list(dict.fromkeys(note for batch in batches for note in batch.notes))
    assert notes == list(read(path).notes)


@pytest.mark.parametrize(
    "rows",
    [
        [f"{n};a glass of red wine and a story about it, number {n};{1950 + n}\n" for n in range(N)],
        [f'{n},"a glass of red wine, and\nanother story about it",,{"more" if n % 3 else ""}\n' for n in range(N)],
        [f"a glass of red wine and a story about it, number {n}\n" for n in range(N)],
        [f'{n},5" of red wine and a story about it{",1999" if n % 20 == 3 else ""}\n' for n in range(N)],
    ],
)
def test_a_table_without_names_of_columns_keeps_its_first_row_and_its_width(tmp_path: Path, rows: list[str]) -> None:
    check_batches(_write(tmp_path, "pile.csv", "".join(rows)), at_least=3, n_bytes=800)


def test_a_column_of_prose_is_not_split_in_any_piece(tmp_path: Path) -> None:
    rows = [f"red wine number {n}\n" for n in range(30)] + [f"tea, number {n}\n" for n in range(30)]
    check_batches(_write(tmp_path, "pile.csv", "remark, in full\n" + "".join(rows)), at_least=5, n_bytes=200)


def test_a_quotation_mark_within_a_cell_opens_nothing(tmp_path: Path) -> None:
    rows = [
        f'd{n},5" of tape {n},"wine\nand tea, {n}"\n' if n % 7 == 3 else ROWS[n].replace(";", ",") for n in range(N)
    ]
    check_batches(_write(tmp_path, "pile.csv", "id,title,abstract\n" + "".join(rows)), at_least=5, n_bytes=300)


def test_a_quotation_mark_that_is_never_closed_is_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_LONGEST", 700)
    rows = [f"d{n},open wine {n}\n" for n in range(200)]
    rows[20] = 'd20,"open wine 20\n'
    path = _write(tmp_path, "pile.csv", "id,text\n" + "".join(rows))
    batches = check_batches(path, at_least=5, n_bytes=300)
    assert max(map(len, batches)) < 100
    assert any("never closed" in note for batch in batches for note in batch.notes)


def test_a_document_without_an_end_is_refused_before_it_fills_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "_LONGEST", 700)
    path = _write(tmp_path, "pile.ris", "TY  - JOUR\n" + "AB  - red wine\n" * 200)
    with pytest.raises(UserError, match=r"pile\.ris has a document of over .*whose end is not marked"):
        list(read_batches(path, n_bytes=100))


def test_blank_rows_are_no_documents_however_many(tmp_path: Path) -> None:
    path = _write(tmp_path, "pile.csv", "id,text,year\n" + ",,\n" * 300 + "d1,red wine,1999\n" + ",,\n" * 300)
    check_batches(path, at_least=1, n_bytes=100)
    content = "".join(map(str.strip, TABLE.splitlines(keepends=True)[:1])) + "\n" + ";;\n" * 300 + "".join(ROWS)
    check_batches(_write(tmp_path, "more.csv", content), n_bytes=100)


@pytest.mark.parametrize("encoding", ["cp1252", "cp1250", "cp1251", "cp932", "gb18030", "mac_roman"])
def test_older_encodings_are_the_same_in_all_pieces(tmp_path: Path, encoding: str) -> None:
    words = {
        "cp1250": "Łódź, żółć i gęś, źdźbło",
        "cp1251": "Красное вино стоит на столе",
        "cp932": "赤いワインがテーブルの上にあります",
        "gb18030": "桌子上有一瓶红葡萄酒",
    }.get(encoding, "Rødvin på bordet, crème brûlée, über “Öl” – naïve café d’été")
    # A few letters alone would be taken for another encoding.
    rows = [f'd{n},"{words} {n}"\n' if n < 20 else f"d{n},red wine {n}\n" for n in range(N)]
    rows[55] = f"d55,{words[:4]}\n"
    path = _write(tmp_path, "pile.csv", "id,text\n" + "".join(rows), encoding)
    batches = check_batches(path, n_bytes=1000)
    assert set(read(path).notes) == {note for batch in batches for note in batch.notes}


def test_one_damaged_character_changes_no_other_piece(tmp_path: Path) -> None:
    content = "id,text\n" + "".join(f"d{n},café {n}\n" for n in range(200))
    data = content.encode()
    path = tmp_path / "pile.csv"
    path.write_bytes(data.replace("café 100".encode(), b"caf\xe9 100"))
    texts = [text for batch in read_batches(path, n_bytes=200) for text in batch.text]
    assert texts[:80] == [f"café {n}" for n in range(80)]
    assert texts[100] == "café 100"
    assert texts[120:] == [f"café {n}" for n in range(120, 200)]


def test_what_cannot_be_cut_is_one_batch(tmp_path: Path) -> None:
    array = _write(tmp_path, "array.jsonl", json.dumps(JSON, indent=1))
    value = _write(tmp_path, "value.jsonl", json.dumps({"rows": JSON}, indent=1))
    embase = _write(tmp_path, "embase.csv", EMBASE)
    old_mac = _write(tmp_path, "mac.csv", "id,text\r" + "".join(f"d{n},wine {n}\r" for n in range(N)))
    for path in (array, value, embase, old_mac):
        assert not can_be_cut(path, path.suffix)
        (batch,) = check_batches(path, at_least=1, n_bytes=100)
        assert len(batch) == N


def test_lines_of_json_keep_their_numbers_and_labels(tmp_path: Path) -> None:
    lines = [json.dumps(each) for each in JSON]
    lines[40] = "{broken"
    path = _write(tmp_path, "pile.jsonl", "\n".join(lines))
    batches = check_batches(path, at_least=5, n_bytes=500)
    assert [note for batch in batches for note in batch.notes] == list(read(path).notes)
    assert "line 41" in read(path).notes[0]


def test_a_part_without_a_document_is_told_and_passed_over(tmp_path: Path) -> None:
    lines = [json.dumps(each) for each in JSON]
    for place in (0, 20, N):
        path = _write(tmp_path, "pile.jsonl", "\n".join([*lines[:place], *["<html>"] * 100, *lines[place:]]))
        batches = list(read_batches(path, n_bytes=200))
        assert [text for batch in batches for text in batch.text] == read(path).text.to_list()
        told = [name for batch in batches for name, _ in batch.unread]
        assert told
        assert set(told) == {"a part of pile.jsonl"}
    with pytest.raises(UserError, match=r"nothing\.jsonl has no valid JSON line"):
        list(read_batches(_write(tmp_path, "nothing.jsonl", "<html>\n" * 100), n_bytes=200))


def test_a_line_that_only_looks_like_the_beginning_of_a_mail_is_no_cut(tmp_path: Path) -> None:
    mails = [
        f"From - Mon Jan  1 10:00:00 2024\nSubject: wine {n}\nMessage-ID: <{n}@example.org>\n\n"
        f"From here on it is red.\nFrom: me\n\n"
        for n in range(N)
    ]
    check_batches(_write(tmp_path, "inbox.mbox", "".join(mails)), at_least=5, n_bytes=300)


def test_records_of_pubmed_are_cut_at_blank_lines(tmp_path: Path) -> None:
    records = [f"PMID- {n + 100}\nTI  - On wine {n}\nAB  - We drink\n      and sleep.\n\n" for n in range(N)]
    for end in ("\n", "\r\n"):
        check_batches(_write(tmp_path, "pile.nbib", "".join(records).replace("\n", end)), at_least=5, n_bytes=300)


def test_a_table_that_is_named_otherwise_is_cut_as_what_it_is(tmp_path: Path) -> None:
    tabbed = "id\ttitle\tabstract\n" + "".join(f"d{n}\tOn wine {n}\tWe drink, and; sleep\n" for n in range(N))
    check_batches(_write(tmp_path, "pile.txt", tabbed), at_least=5, n_bytes=300)
    records = "".join(f"TY  - JOUR\nTI  - On wine {n}\nER  - \n\n" for n in range(N))
    check_batches(_write(tmp_path, "records.txt", records), at_least=5, n_bytes=300)


@pytest.mark.parametrize("name", ["pile.csv", "pile.jsonl", "pile.ris", "pile.nbib", "pile.mbox"])
@pytest.mark.parametrize("content", [b"", b"\n\n", b"id,text\n", b"\0\1\2\3" * 400])
def test_a_file_without_documents_is_one_sentence_on_it(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UserError) as told:
        list(read_batches(path, n_bytes=100))
    with pytest.raises(UserError) as at_once:
        read(path)
    assert str(told.value) == str(at_once.value)


def test_the_first_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = _write(tmp_path, "pile.jsonl", "id,text\n" + "1,red wine\n" * N)
    with pytest.raises(UserError, match=r"no valid JSON line \(line 1: "):
        list(read_batches(path, n_bytes=100))


def test_pieces_are_about_as_large_as_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "pile.csv.gz"
    path.write_bytes(gzip.compress(TABLE.encode()))
    assert max(map(len, cut_pieces(path, ".csv", 500))) < 700
    assert count_cuts(path, ".csv") == 2 * N + 1
