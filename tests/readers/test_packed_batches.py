"""Archives, packed tables and folders of one table, read some documents at a time and never whole."""

import gzip
import io
import json
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.batches import COPIES_STAY, are_parts, read_batches
from likewise.readers.collections import archive
from likewise.readers.rough_count import count_roughly
from tests.readers.same_batches import check_batches
from tests.readers.zip_maker import zip_file

N = 60
CSV = "id,title,label\n" + "".join(f'd{n},"On wine, part {n}\nof many",{"yes" if n % 2 else "no"}\n' for n in range(N))
RIS = "".join(f"TY  - JOUR\nTI  - On wine {n}\nAB  - We drink.\nER  - \n\n" for n in range(N))
TABLES = {
    ".csv": CSV,
    ".tsv": CSV.replace(",", "\t"),
    ".jsonl": "".join(f'{{"id": "d{n}", "text": "red wine {n}"}}\n' for n in range(N)),
    ".ndjson": "".join(f'{{"text": "a glass of red wine, number {n}"}}\n' for n in range(N)),
    ".ris": RIS,
    ".nbib": "".join(f"PMID- {n + 100}\nTI  - On wine {n}\nAB  - We drink.\n\n" for n in range(N)),
    ".mbox": "".join(f"From - Mon Jan  1 10:00:00 2024\nSubject: wine {n}\n\nred\n\n" for n in range(N)),
}
NOTES = {f"{'old/' if n % 3 else ''}{n:02}.txt": f"red wine {n}".encode() for n in range(50)}
Zipped = Callable[[dict[str, bytes]], Path]


@pytest.fixture
def zipped(tmp_path: Path) -> Zipped:
    """Write a .zip of names and contents."""

    def write(members: dict[str, bytes]) -> Path:
        path = tmp_path / "pile.zip"
        path.write_bytes(zip_file(members))
        return path

    return write


@pytest.fixture
def scratch(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which temporary folders are made."""
    folder = tmp_path_factory.mktemp("scratch")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def _parquet(text: str = "red wine") -> bytes:
    file = io.BytesIO()
    pl.DataFrame({"text": [f"{text} {n}" for n in range(N)]}).write_parquet(file)
    return file.getvalue()


@pytest.mark.parametrize("suffix", TABLES)
@pytest.mark.parametrize("ending", [".gz", ".GZ"])
def test_a_packed_table_is_read_piece_by_piece(tmp_path: Path, scratch: Path, suffix: str, ending: str) -> None:
    path = tmp_path / f"pile{suffix}{ending}"
    path.write_bytes(gzip.compress(TABLES[suffix].encode()))
    batches = check_batches(path, at_least=5, n_bytes=400)
    assert {note for batch in batches for note in batch.notes} == set(read(path).notes)
    assert 0.8 * N <= count_roughly(path) <= 2.1 * N
    assert not list(scratch.iterdir())


@pytest.mark.parametrize("suffix", TABLES)
@pytest.mark.parametrize("folder", ["", "exports/"])
def test_the_only_table_of_an_archive_or_a_folder_is_read_piece_by_piece(
    tmp_path: Path, zipped: Zipped, scratch: Path, suffix: str, folder: str
) -> None:
    content = TABLES[suffix].encode()
    path = zipped({f"{folder}pile{suffix}": content, "__MACOSX/._pile.csv": b"\0", f"{folder}.DS_Store": b"\0"})
    batches = check_batches(path, at_least=5, n_bytes=400)
    assert [list(batch.notes) for batch in batches[1:]] == [[] for _ in batches[1:]]
    assert batches[0].notes == read(path).notes
    assert not list(scratch.iterdir())
    place = tmp_path / "folder" / folder
    place.mkdir(parents=True)
    (place / f"pile{suffix}").write_bytes(content)
    (place / ".hidden").write_bytes(b"")
    batches = check_batches(tmp_path / "folder", at_least=5, n_bytes=400)
    assert [note for batch in batches for note in batch.notes] == ["1 hidden file or folder skipped"]
    assert 0.8 * N <= count_roughly(path) <= 2.1 * N
    assert count_roughly(path) == count_roughly(tmp_path / "folder")


def test_a_packed_table_within_an_archive_is_unpacked_on_the_way(zipped: Zipped) -> None:
    check_batches(zipped({"pile.csv.gz": gzip.compress(CSV.encode())}), at_least=5, n_bytes=400)


def test_parquet_in_an_archive_is_read_some_rows_at_a_time(zipped: Zipped) -> None:
    path = zipped({"pile.parquet": _parquet()})
    batches = check_batches(path, at_least=6, n_documents=10)
    assert batches[5].ids.to_list()[-1] == "pile.parquet:60"
    assert count_roughly(path) == N


def test_documents_of_an_archive_are_read_some_at_a_time(zipped: Zipped, scratch: Path) -> None:
    path = zipped({**NOTES, ".hidden": b"", "away.zip": b"PK", "../out.txt": b"tea"})
    batches = check_batches(path, at_least=5, n_documents=12)
    assert [len(batch) for batch in batches] == [12, 12, 12, 12, 2]
    assert [name for batch in batches for name, _ in batch.unread] == ["away.zip", "../out.txt"]
    assert sum("hidden" in note for batch in batches for note in batch.notes) == 1
    assert not list(scratch.iterdir())


def test_documents_of_an_archive_that_fit_into_a_batch_are_read_at_once(zipped: Zipped) -> None:
    path = zipped(NOTES)
    (batch,) = check_batches(path, at_least=1)
    assert len(batch) == count_roughly(path) == 50


@pytest.mark.parametrize("damaged", [range(5), range(20, 40), range(45, 50), [49], range(40, 50)])
def test_documents_that_cannot_be_read_stop_nothing(tmp_path: Path, damaged: list[int]) -> None:
    for number, (name, content) in enumerate(sorted(NOTES.items())):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"%PDF-1.4 but not a text" if number in damaged else content)
    batches = check_batches(tmp_path, at_least=5, n_documents=7)
    assert sum(len(batch.unread) for batch in batches) == len(damaged)


def test_folders_without_a_document_are_one_sentence(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number}.txt").write_bytes(b"%PDF-1.4 but not a text")
    with pytest.raises(UserError, match="has nothing that can be read") as told:
        list(read_batches(tmp_path, n_documents=7))
    with pytest.raises(UserError) as at_once:
        read(tmp_path)
    assert str(told.value) == str(at_once.value)


def test_an_archive_of_tables_of_several_kinds_is_one_batch(zipped: Zipped) -> None:
    others = RIS.replace("wine", "tea").encode()
    for members in ({"a.csv": CSV.encode(), "b.ris": others}, {"a.csv": CSV.encode(), "readme.txt": b"red wine"}):
        check_batches(zipped(members), at_least=1, n_bytes=400)
        assert len(list(read_batches(zipped(members), n_bytes=400))) == 1


@pytest.mark.parametrize("suffix", [*TABLES, ".csv.gz", ".parquet"])
def test_parts_of_one_table_are_read_one_after_the_other(
    tmp_path: Path, zipped: Zipped, scratch: Path, suffix: str
) -> None:
    contents = [_part(suffix, number) for number in range(3)]
    path = zipped({f"{'old/' if n else ''}part{n}{suffix}": content for n, content in enumerate(contents)})
    (tmp_path / "folder" / "old").mkdir(parents=True)
    for number, content in enumerate(contents):
        (tmp_path / "folder" / ("old" if number else ".") / f"part{number}{suffix}").write_bytes(content)
    for place in (path, tmp_path / "folder"):
        batches = list(read_batches(place, n_bytes=400, n_documents=10))
        whole = read(place, keep_copies=True)
        assert len(batches) >= 15
        assert sorted(name for batch in batches for name in batch.ids) == sorted(whole.ids)
        assert sorted(text for batch in batches for text in batch.text) == sorted(whole.text)
        assert all(batch.columns == batches[0].columns for batch in batches)
        assert {file for batch in batches for file in batch.table["file"]} == set(whole.table["file"])
        assert [note for batch in batches for note in batch.notes].count(COPIES_STAY) == 1
        assert 0.8 * 3 * N <= count_roughly(place) <= 2.1 * 3 * N
    assert not list(scratch.iterdir())


def _part(suffix: str, number: int) -> bytes:
    """Return one of several parts, with titles and ids of its own."""
    if suffix == ".parquet":
        return _parquet(text=f"red wine, part {number}")
    content = TABLES[suffix.removesuffix(".gz")]
    for old, new in (("wine", f"wine of part {number}"), ("\nd", f"\np{number}d"), ('"d', f'"p{number}d')):
        content = content.replace(old, new)
    content = content.replace("PMID- ", f"PMID- {number + 1}0")
    return gzip.compress(content.encode()) if suffix.endswith(".gz") else content.encode()


def test_tables_with_other_columns_of_text_are_one_batch(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "b.csv").write_text(CSV.replace("title", "Titel").replace("wine", "tea"), encoding="utf-8")
    (batch,) = read_batches(tmp_path, n_bytes=400)
    assert len(batch) == 2 * N
    assert not are_parts([tmp_path / "a.csv", tmp_path / "b.csv"])
    assert are_parts([tmp_path / "a.csv"] * 2)
    assert not are_parts([tmp_path, tmp_path / "a.csv"])


def test_a_table_that_cannot_be_read_is_listed_where_others_can(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "b.csv").write_bytes(b"\0\1\2\3" * 400)
    (batch,) = read_batches(tmp_path, n_bytes=400)
    assert len(batch) == N
    assert [name for name, _ in batch.unread] == ["b.csv"]
    with pytest.raises(UserError, match=r"b\.csv"):
        are_parts([tmp_path / "a.csv", tmp_path / "b.csv"])


def test_what_cannot_be_cut_is_read_whole_from_an_archive_too(zipped: Zipped) -> None:
    array = json.dumps([{"id": f"d{n}", "text": f"red wine {n}"} for n in range(N)]).encode()
    for name in ("pile.jsonl", "pile.json"):
        (batch,) = check_batches(zipped({name: array}), at_least=1, n_bytes=100)
        assert len(batch) == N


def test_named_columns_count_in_the_only_table_of_an_archive(zipped: Zipped) -> None:
    path = zipped({"pile.csv": CSV.replace("id,title", "key,remark").encode()})
    how = {"text": "remark", "id": "key"}
    batches = list(read_batches(path, **how, n_bytes=400))
    assert [name for batch in batches for name in batch.ids] == read(path, **how).ids.to_list()
    assert [text for batch in batches for text in batch.text] == read(path, **how).text.to_list()
    with pytest.raises(UserError, match="no column 'abstract'"):
        list(read_batches(path, text="abstract", n_bytes=400))


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".ris"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.98])
@pytest.mark.parametrize("n_bytes", [400, 10_000_000])
def test_packed_data_that_is_cut_short_is_one_sentence(
    tmp_path: Path, scratch: Path, suffix: str, share: float, n_bytes: int
) -> None:
    path = tmp_path / f"pile{suffix}.gz"
    data = gzip.compress(TABLES[suffix].encode())
    path.write_bytes(data[: max(12, int(share * len(data)))])
    with pytest.raises(UserError, match=r"pile\.\w+\.gz is cut short: the gzip data ends too early") as told:
        list(read_batches(path, n_bytes=n_bytes))
    assert str(told.value).startswith(str(path))
    assert count_roughly(path) == 0
    assert not list(scratch.iterdir())


def test_packed_data_that_is_damaged_is_one_sentence(tmp_path: Path, scratch: Path) -> None:
    path = tmp_path / "pile.csv.gz"
    data = bytearray(gzip.compress(CSV.encode() * 50))
    data[-6] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"pile\.csv\.gz is damaged: .*CRC") as told:
        list(read_batches(path, n_bytes=1000))
    assert str(scratch) not in str(told.value)
    path.write_bytes(b"id,text\n1,wine\n")
    with pytest.raises(UserError, match="is not gzip data"):
        list(read_batches(path, n_bytes=1000))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pile.csv.gz", gzip.compress(CSV.encode())[:-20]),
        ("pile.csv", b"\0\1\2\3" * 400),
        ("pile.csv", b""),
        ("pile.parquet", b"PAR1 nothing of the kind PAR1"),
        ("pile.jsonl", b"<html>\n" * 200),
        ("song.mp3", b"la"),
    ],
)
def test_a_table_that_cannot_be_read_is_named_as_in_the_archive(
    zipped: Zipped, scratch: Path, name: str, content: bytes
) -> None:
    path = zipped({name: content})
    with pytest.raises(UserError) as told:
        list(read_batches(path, n_bytes=400))
    assert str(told.value).startswith(str(path))
    assert name in str(told.value)
    assert str(scratch) not in str(told.value)
    assert not list(scratch.iterdir())


def test_archives_in_which_nothing_can_be_read_are_refused_as_before(
    tmp_path: Path, zipped: Zipped, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_SMALL", 10_000)
    bomb = {"pile.csv": b"id,text\n" + b"1,red wine\n" * 100_000}
    for members in ({}, bomb, {"a.zip": b"PK"}):
        path = zipped(members)
        with pytest.raises(UserError, match=r"pile\.zip has nothing that can be read") as told:
            list(read_batches(path))
        with pytest.raises(UserError) as at_once:
            read(path)
        assert str(told.value) == str(at_once.value)
    (tmp_path / "no.zip").write_bytes(b"PK")
    with pytest.raises(UserError, match="damaged"):
        list(read_batches(tmp_path / "no.zip"))
    assert count_roughly(tmp_path / "no.zip") == 0


def test_what_is_unpacked_is_gone_when_nobody_reads_on(tmp_path: Path, zipped: Zipped, scratch: Path) -> None:
    packed = tmp_path / "pile.csv.gz"
    packed.write_bytes(gzip.compress(CSV.encode()))
    for path, how in (
        (zipped({"pile.csv": CSV.encode()}), {"n_bytes": 400}),
        (packed, {"n_bytes": 400}),
    ):
        batches = read_batches(path, **how)
        next(batches)
        assert list(scratch.iterdir())
        batches.close()
        assert not list(scratch.iterdir())
    batches = read_batches(zipped(NOTES), n_documents=12)
    next(batches)
    assert list(scratch.iterdir())
    batches.close()
    assert not list(scratch.iterdir())


def _random_table(n_rows: int) -> bytes:
    rows = pl.int_range(n_rows, eager=True).hash(3).cast(pl.String)
    return ("id,text\n" + "".join(f"d{n},wine {cell * 5}\n" for n, cell in enumerate(rows))).encode()


@pytest.mark.parametrize("packed", ["gz", "zip"])
def test_what_is_packed_is_never_held_whole(tmp_path: Path, packed: str) -> None:
    content = _random_table(100_000)
    path = tmp_path / ("pile.csv.gz" if packed == "gz" else "pile.zip")
    if packed == "gz":
        path.write_bytes(gzip.compress(content, 1))
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            file.writestr("pile.csv", content)
    size = len(content)
    del content
    tracemalloc.start()
    try:
        n_documents = sum(len(batch) for batch in read_batches(path, n_bytes=200_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert n_documents == 100_000
    assert peak < size / 2
