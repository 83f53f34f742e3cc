"""Documents read some at a time: the same as those read at once, in the same order."""

from pathlib import Path

import polars as pl
import pytest

from likewise.documents.documents import concatenate
from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.batches import read_batches, read_beginning
from likewise.readers.pieces import cut_pieces
from likewise.readers.rough_count import count_roughly
from likewise.writers import write
from tests.readers.same_batches import check_batches

N_DOCUMENTS = 57


@pytest.fixture
def table() -> pl.DataFrame:
    """Records with line ends, quotation marks and separators in them."""
    return pl.DataFrame(
        {
            "id": [f"d{number}" for number in range(N_DOCUMENTS)],
            "title": [f"On wine, part {number}" for number in range(N_DOCUMENTS)],
            "abstract": [f'We drank "{number}" glasses,\nand then; slept.' for number in range(N_DOCUMENTS)],
            "year": [str(1960 + number) for number in range(N_DOCUMENTS)],
        }
    )


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv", ".jsonl", ".ris"])
def test_batches_are_the_documents_that_are_read_at_once(table: pl.DataFrame, tmp_path: Path, suffix: str) -> None:
    path = write(table, tmp_path / f"pile{suffix}")
    batches = list(read_batches(path, n_documents=10, n_bytes=900))
    whole, joined = read(path), concatenate(batches, str(path))
    assert len(batches) > 3
    assert joined.text.to_list() == whole.text.to_list()
    assert joined.ids.to_list() == whole.ids.to_list()
    assert all(batch.columns == whole.columns for batch in batches)
    assert joined.table.select(sorted(whole.table.columns)).equals(whole.table.select(sorted(whole.table.columns)))


def test_a_mailbox_is_cut_between_mails(tmp_path: Path) -> None:
    path = tmp_path / "inbox.mbox"
    mails = [
        f"From - Mon Jan  1 10:00:00 2024\nSubject: wine {number}\nMessage-ID: <{number}@example.org>\n\n>From here\n\n"
        for number in range(40)
    ]
    path.write_text("".join(mails), encoding="utf-8")
    batches = list(read_batches(path, n_bytes=700))
    assert len(batches) > 3
    assert [text for batch in batches for text in batch.text] == read(path).text.to_list()


def test_row_numbers_go_on_from_batch_to_batch(tmp_path: Path) -> None:
    path = write(pl.DataFrame({"text": [f"wine {number}" for number in range(25)]}), tmp_path / "pile.parquet")
    ids = [name for batch in read_batches(path, n_documents=10) for name in batch.ids]
    assert ids == [str(number) for number in range(1, 26)]


def test_a_folder_of_documents_is_read_some_files_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    for number in range(25):
        (tmp_path / ("old" if number % 2 else ".") / f"{number}.txt").write_text(f"wine {number}", encoding="utf-8")
    batches = list(read_batches(tmp_path, n_documents=10))
    assert [len(batch) for batch in batches] == [10, 10, 5]
    whole = read(tmp_path)
    assert [name for batch in batches for name in batch.ids] == whole.ids.to_list()
    assert [text for batch in batches for text in batch.text] == whole.text.to_list()
    assert count_roughly(tmp_path) == 25


def test_batches_have_fewer_documents_where_these_are_long(tmp_path: Path) -> None:
    path = write(pl.DataFrame({"text": [f"wine {number} " * 200 for number in range(300)]}), tmp_path / "pile.parquet")
    batches = check_batches(path, at_least=5, n_bytes=100_000)
    assert max(map(len, batches)) < 100
    assert max(int(batch.text.str.len_bytes().sum()) for batch in batches) < 200_000
    folder = tmp_path / "folder"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.txt").write_text(f"wine {number} " * (1 if number % 10 else 2_000), encoding="utf-8")
    batches = check_batches(folder, at_least=3, n_bytes=10_000)
    assert sum(map(len, batches)) == 30


def test_a_beginning_is_some_documents_of_what_can_be_cut(tmp_path: Path) -> None:
    path = write(pl.DataFrame({"text": ["red wine"] * 5_000}), tmp_path / "pile.parquet")
    beginning = read_beginning(path)
    assert beginning is not None
    assert 0 < len(beginning) <= 1_000
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("red wine", encoding="utf-8")
    assert read_beginning(tmp_path / "notes") is None
    assert read_beginning(tmp_path / "notes" / "a.txt") is None


def test_other_kinds_are_one_batch(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(f"red wine, {name}", encoding="utf-8")
    (batch,) = read_batches(tmp_path)
    assert batch.ids.to_list() == read(tmp_path).ids.to_list()


def test_columns_keep_the_roles_of_the_first_batch(tmp_path: Path) -> None:
    path = tmp_path / "pile.jsonl"
    first = [f'{{"text": "a glass of wine {number}", "year": 1999}}' for number in range(20)]
    later = [f'{{"text": "a pot of tea {number}", "title": "On tea"}}' for number in range(20)]
    path.write_text("\n".join(first + later) + "\n", encoding="utf-8")
    batches = list(read_batches(path, n_bytes=500))
    assert {batch.columns["text"] for batch in batches} == {("text",)}
    assert sum(map(len, batches)) == 40


def test_every_document_has_an_id_where_a_later_row_lacks_one(tmp_path: Path) -> None:
    path = tmp_path / "pile.csv"
    rows = [f"{'' if number == 30 else f'd{number}'},red wine {number}\n" for number in range(40)]
    path.write_text("id,text\n" + "".join(rows), encoding="utf-8")
    ids = [name for batch in read_batches(path, n_bytes=200) for name in batch.ids]
    assert ids == [f"d{number}" if number != 30 else "31" for number in range(40)]


def test_a_column_of_text_that_ends_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pile.jsonl"
    lines = ['{"text": "a glass of wine"}'] * 30 + ['{"body": "a pot of tea"}'] * 30
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(UserError, match="loses its column 'text'"):
        list(read_batches(path, n_bytes=200))


def test_records_without_any_text_stand_in_a_part_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "pile.ris"
    records = [f"TY  - JOUR\nTI  - On wine, part {number}\nER  - \n\n" for number in range(40)]
    records += [f"TY  - JOUR\nDO  - 10.1000/{number}\nER  - \n\n" for number in range(40)]
    path.write_text("".join(records), encoding="utf-8")
    check_batches(path, n_bytes=300, at_least=4)


@pytest.mark.parametrize("content", [b"", b"PAR1 nothing of the kind PAR1"])
def test_a_damaged_parquet_file_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "pile.parquet"
    path.write_bytes(content)
    with pytest.raises(UserError, match="damaged"):
        list(read_batches(path))
    assert count_roughly(path) == 0


def test_a_parquet_file_without_rows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pile.parquet"
    pl.DataFrame({"text": pl.Series([], dtype=pl.String)}).write_parquet(path)
    with pytest.raises(UserError, match="no rows"):
        list(read_batches(path))


def test_documents_are_counted_without_reading_them(table: pl.DataFrame, tmp_path: Path) -> None:
    assert count_roughly(write(table, tmp_path / "pile.parquet")) == N_DOCUMENTS
    path = tmp_path / "pile.csv"
    path.write_bytes(b"text\n" + b"wine and tea\n" * 1000)
    assert count_roughly(path) == 1001
    assert count_roughly(write(table, tmp_path / "pile.ris")) == N_DOCUMENTS
    assert count_roughly(tmp_path / "nowhere") == 0


def test_a_document_longer_than_a_piece_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "pile.csv"
    long = "wine\n" * 500
    path.write_text(f'id,text\na,"{long}"\nb,tea\n', encoding="utf-8")
    pieces = list(cut_pieces(path, ".csv", 50))
    assert pieces[0].count(b"wine") == 500
    assert [text for batch in read_batches(path, n_bytes=50) for text in batch.text] == read(path).text.to_list()
