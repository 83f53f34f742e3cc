"""A huge pile: judged in part, said of the whole, and written without holding it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from likewise.errors import UserError
from likewise.finder import collect, search
from likewise.readers import read
from likewise.scale.finding import NO_PAIRS, find_in_parts
from likewise.scale.large_result import LargeResult
from likewise.scale.plan import Plan
from likewise.scale.source import Source
from tests.scale.conftest import Pile


@pytest.fixture(scope="module")
def found(pile: Pile) -> LargeResult:
    """Search, with a fourth of the pile judged."""
    return find_in_parts(pile.examples, Source(str(pile.path)), Plan(400, 400))


def _f1(table: pl.DataFrame, truth: np.ndarray) -> float:
    taken = np.zeros(len(truth), dtype=bool)
    names = table.filter(pl.col("suggestion") == "yes")["id"]
    taken[[int(name[1:]) for name in names]] = True
    return float(2 * (taken & truth).sum() / (taken.sum() + truth.sum()))


def test_it_finds_nearly_what_judging_all_documents_finds(found: LargeResult, pile: Pile) -> None:
    whole = search(collect(pile.examples, read(pile.path)))
    assert _f1(found.table, pile.truth) > _f1(whole.table, pile.truth) - 0.02
    assert found.estimate is not None
    assert found.estimate.n_pile == whole.estimate.n_pile
    assert found.estimate.low <= pile.truth.sum() <= found.estimate.high


def test_every_document_has_a_row_and_ranks_are_whole(found: LargeResult, pile: Pile) -> None:
    assert sorted(found.table["id"]) == sorted(pl.read_parquet(pile.path)["key"])
    ranks = found.table["rank"].drop_nulls().to_list()
    assert ranks == list(range(1, len(pile.truth)))
    probability = found.table.filter(pl.col("rank").is_not_null())["probability"].drop_nulls()
    assert probability.is_sorted(descending=True)


def test_the_sum_of_probabilities_is_about_the_count(found: LargeResult) -> None:
    assert found.estimate is not None
    assert found.table["probability"].sum() == pytest.approx(found.estimate.count, rel=0.25)


def test_an_example_in_the_pile_is_recognised_and_an_empty_document_ranks_last(found: LargeResult) -> None:
    rows = {row["id"]: row for row in found.table.to_dicts()}
    assert rows["k8"]["decision"] == "example"
    assert rows["k8"]["nearest"] == "4"
    assert rows["k7"]["flag"] == "no text"
    assert rows["k7"]["rank"] == found.n_ranked
    assert "1 of 3,000 documents is empty" in found.notes


def test_it_says_that_the_pile_was_judged_in_part(found: LargeResult) -> None:
    assert any("judged in part" in note for note in found.notes)
    assert 400 <= found.settings["n_judged"] <= 800


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(found: LargeResult, pile: Pile) -> None:
    again = find_in_parts(pile.examples, Source(str(pile.path)), Plan(400, 400), n_jobs=2)
    assert again.table.equals(found.table)
    assert again.words == found.words
    other = find_in_parts(pile.examples, Source(str(pile.path)), Plan(400, 400), seed=1)
    assert not other.table.equals(found.table)


def test_first_documents_have_texts_reasons_and_topics(found: LargeResult, pile: Pile) -> None:
    first = found.table["id"][0]
    texts = dict(pl.read_parquet(pile.path).select("key", "text").rows())
    assert found.texts[0] == texts[first]
    reasons = found.explain(first)
    assert reasons.words
    assert reasons.text == texts[first]
    assert {name for name, _ in reasons.nearest} <= {str(number) for number in range(1, 11)}
    assert isinstance(found.topics, tuple)
    assert found.pile.fingerprint == read(pile.path).fingerprint


def test_a_document_whose_text_is_not_at_hand_has_no_reasons(found: LargeResult) -> None:
    with pytest.raises(UserError, match="only the first documents"):
        found.explain(found.table["id"][2500])


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv", ".jsonl"])
def test_a_table_written_in_parts_is_the_one_written_at_once(
    found: LargeResult, pile: Pile, tmp_path: Path, suffix: str
) -> None:
    path = replace(found, n_rows=700).write(tmp_path / f"found{suffix}")
    whole = replace(found, n_rows=10_000).write(tmp_path / f"whole{suffix}")
    readers: dict[str, Callable[[Path], pl.DataFrame]] = {
        ".parquet": pl.read_parquet,
        ".csv": pl.read_csv,
        ".tsv": lambda path: pl.read_csv(path, separator="\t"),
        ".jsonl": lambda path: pl.read_ndjson(path, infer_schema_length=None),
    }
    table = readers[suffix](path)
    assert table.equals(readers[suffix](whole))
    assert table["key"].to_list() == found.table["id"].to_list()
    assert table.columns[:3] == ["key", "text", "year"]
    original = pl.read_parquet(pile.path)
    assert table.sort("key").select("key", "year").equals(original.sort("key").select("key", "year"))


def test_a_workbook_is_refused_in_one_sentence(found: LargeResult, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"name a file that ends in \.parquet"):
        found.write(tmp_path / "found.xlsx")


def test_a_report_can_be_written(found: LargeResult, tmp_path: Path) -> None:
    page = found.write_report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "judged in part" in page


def test_a_pile_that_fits_is_judged_whole(pile: Pile) -> None:
    found = find_in_parts(pile.examples, Source(str(pile.path)), Plan(2000, 2000))
    whole = search(collect(pile.examples, read(pile.path)))
    assert any("all 2,999 documents were judged" in note for note in found.notes)
    assert found.estimate is not None
    assert found.estimate.count == pytest.approx(whole.estimate.count, rel=0.02)
    assert _f1(found.table, pile.truth) == pytest.approx(_f1(whole.table, pile.truth), abs=0.01)


def test_ids_that_occur_twice_are_numbers_of_rows(pile: Pile, tmp_path: Path) -> None:
    table = pl.read_parquet(pile.path).rename({"key": "id"})
    path = tmp_path / "twice.parquet"
    pl.concat([table, table.head(1)] * 8).write_parquet(path)
    found = find_in_parts(pile.examples, Source(str(path)), Plan(400, 400))
    assert set(found.table["id"]) == {str(number) for number in range(1, 24_009)}
    assert any("numbered from 1" in note for note in found.notes)


def test_examples_without_text_are_refused(pile: Pile) -> None:
    empty = replace(pile.examples, text=pl.Series("text", [" "] * len(pile.examples)))
    with pytest.raises(UserError, match="none of the 10 examples has any text"):
        find_in_parts(empty, Source(str(pile.path)), Plan(400, 400))


def test_rows_at_once_are_fewer_where_documents_are_long(pile: Pile, tmp_path: Path) -> None:
    table = pl.read_parquet(pile.path).with_columns(notes=pl.lit("x" * 40_000))[:1000]
    table.write_parquet(tmp_path / "long.parquet")
    found = find_in_parts(pile.examples, Source(str(tmp_path / "long.parquet")), Plan(400, 400), language="english")
    assert found.n_rows < 1000
    assert pl.read_parquet(found.write(tmp_path / "found.parquet"))["notes"].str.len_bytes().min() == 40_000


def test_it_is_said_that_pairs_of_words_do_not_count(pile: Pile) -> None:
    of_criteria = find_in_parts(
        pile.examples, Source(str(pile.path)), Plan(400, 400), profile="criteria", language="english"
    )
    of_topics = find_in_parts(
        pile.examples, Source(str(pile.path)), Plan(400, 400), profile="topics", language="english"
    )
    assert NO_PAIRS in of_criteria.notes
    assert NO_PAIRS not in of_topics.notes
