"""A pile read in parts has the columns, examples and messages that it has when it is read at once."""

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from likewise.errors import UserError
from likewise.finder import collect
from likewise.finder.inputs import as_documents
from likewise.readers import read
from likewise.readers.batches import read_batches
from likewise.scale import finding, source
from likewise.scale.cascade import judge_in_parts
from likewise.scale.finding import find_in_parts
from likewise.scale.large_result import LargeResult
from likewise.scale.plan import Plan
from likewise.scale.source import Source

N = 60


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Callable[..., LargeResult]:
    """Search a file in parts of some lines."""
    monkeypatch.setattr(source, "read_batches", partial(read_batches, n_bytes=400, n_documents=7))
    examples = as_documents(["red wine", "a glass of red wine", "wine cellar"], "examples")
    return lambda path, given=examples: find_in_parts(given, Source(str(path)), Plan(100, 100), language="english")


def _text(number: int) -> str:
    return f"red wine in a glass {number}" if number % 4 == 0 else f"green tea in a pot {number}"


@pytest.mark.parametrize(
    "make",
    [
        lambda number: None if number < 30 else number,
        lambda number: number if number < 30 else number + 0.5,
        lambda number: None if number < 30 else ["a", str(number)],
        lambda number: number if number < 30 else None,
    ],
)
def test_columns_have_the_types_that_they_have_in_memory(
    search: Callable[..., LargeResult], tmp_path: Path, make: Callable[[int], Any]
) -> None:
    path = tmp_path / "pile.jsonl"
    path.write_text("".join(json.dumps({"id": n, "text": _text(n), "more": make(n)}) + "\n" for n in range(N)))
    found = search(path)
    table, whole = pl.read_parquet(found.write(tmp_path / "found.parquet")), read(path).table
    assert table.sort("id").select("id", "more").equals(whole.select("id", "more"))
    assert found.pile.table.select("id", "more").equals(whole.select(pl.col("id").cast(pl.String), "more"))


@pytest.mark.parametrize("nested", [["a", "b"], [["a", "b"]], {"a": "b"}])
def test_columns_of_several_types_are_text(
    search: Callable[..., LargeResult], tmp_path: Path, nested: list[Any] | dict[str, Any]
) -> None:
    path = tmp_path / "pile.jsonl"
    path.write_text(
        "".join(json.dumps({"id": n, "text": _text(n), "more": nested if n < 30 else str(n)}) + "\n" for n in range(N))
    )
    found = search(path)
    table = pl.read_csv(found.write(tmp_path / "found.csv"), infer_schema_length=0).sort(pl.col("id").cast(pl.Int64))
    assert table["more"].to_list()[30:] == [str(number) for number in range(30, N)]
    assert all("a" in cell and "b" in cell for cell in table["more"].to_list()[:30])


def test_what_documents_of_several_parts_share_makes_none_of_them_an_example(
    search: Callable[..., LargeResult], tmp_path: Path
) -> None:
    dois = ["10.1000/journal" if number % 10 == 0 else f"10.1000/{number}" for number in range(N)]
    texts = [_text(number) for number in range(N)]
    texts[0], texts[20] = "tea in a cup", "a strange kettle"
    table = pl.DataFrame({"title": texts, "doi": dois})
    path = tmp_path / "pile.csv"
    table.write_csv(path)
    examples = as_documents(
        pl.DataFrame(
            {"title": ["red wine", "a glass of red wine", "wine cellar"], "doi": ["", "10.1000/journal", "10.1000/4"]}
        ),
        "examples",
    )
    found = search(path, examples)
    whole = collect(examples, read(path))
    known = whole.pile.ids.gather(np.flatnonzero(whole.twins >= 0)).to_list()
    table = found.table.with_columns(pl.col("id").cast(pl.Int64))
    assert table.filter(decision="example")["id"].to_list() == list(map(int, known)) == [5]
    assert sorted(table["id"]) == list(range(1, N + 1))
    own = pl.read_csv(found.write(tmp_path / "found.csv"))
    assert own["title"].to_list() == [texts[number - 1] for number in table["id"]]


def test_a_pile_of_examples_alone_is_refused_as_in_memory(search: Callable[..., LargeResult], tmp_path: Path) -> None:
    path = tmp_path / "pile.csv"
    pl.DataFrame({"title": [_text(number) for number in range(N)]}).write_csv(path)
    with pytest.raises(UserError, match="every document of the pile is one of the examples"):
        search(path, read(path))


@pytest.mark.parametrize(
    "name",
    ["2024.csv", pytest.param("2024: 9.csv", marks=pytest.mark.skipif(sys.platform == "win32", reason="no such name"))],
)
def test_a_note_of_several_parts_is_told_once_and_hides_none(
    search: Callable[..., LargeResult], tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    rows = [f"{number};{_text(number)};ja{';more;more' if number % 15 == 0 else ''}\n" for number in range(N)]
    path.write_text("id;title;note\n" + "".join(rows).replace("pot", "P\xf6tt"), encoding="latin-1")
    notes = search(path).notes
    assert f"{name}: cells are separated by the character semicolon" in notes
    assert f"{name}: not UTF-8, so read as Windows-1252" in notes
    (told,) = [note for note in notes if "more cells than the header" in note]
    assert told.startswith(f"{name}: 1 row has more cells")
    assert told.endswith("; there is more of this in 3 other parts of the file")


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_file_that_changes_is_refused_before_scores_stand_beside_other_documents(
    search: Callable[..., LargeResult], tmp_path: Path, suffix: str
) -> None:
    path, out = tmp_path / "pile.csv", tmp_path / f"found{suffix}"
    table = pl.DataFrame({"id": range(N), "title": [_text(number) for number in range(N)]})
    table.write_csv(path)
    found = search(path)
    for other in (table.reverse(), table.head(50), pl.concat([table, table])):
        other.write_csv(path)
        os.utime(path, (1, 1))
        with pytest.raises(UserError, match=r"pile\.csv has changed since it was read"):
            found.write(out)
    assert not out.exists()


def test_a_file_that_changes_while_it_is_ranked_is_refused(
    search: Callable[..., LargeResult], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pile.csv"
    pl.DataFrame({"id": range(N), "title": [_text(number) for number in range(N)]}).write_csv(path)

    def judge(*arguments: Any, **options: Any) -> Any:
        os.utime(path, (1, 1))
        return judge_in_parts(*arguments, **options)

    monkeypatch.setattr(finding, "judge_in_parts", judge)
    with pytest.raises(UserError, match="has changed since it was read"):
        search(path)
