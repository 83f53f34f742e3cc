"""When a pile is searched from disk, and what is said where that cannot be."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from likewise.app import large
from likewise.app.as_json import search_as_json
from likewise.app.large import plan_parts
from likewise.app.request import SearchRequest
from likewise.app.search import search
from likewise.errors import UserError
from likewise.scale import plan
from likewise.scale.plan import Plan, Size, make_plan, parse_memory
from likewise.writers import write


@pytest.fixture
def request_of_wine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SearchRequest:
    """Search among 600 documents, and let a small memory hold 200 of them."""
    texts = [f"red wine, a glass {number}" for number in range(60)] + [
        f"green tea pot {number}" for number in range(540)
    ]
    pl.DataFrame({"text": texts}).write_parquet(tmp_path / "pile.parquet")
    monkeypatch.setattr(plan, "_FEWEST", 10)
    monkeypatch.setattr(plan, "_PER_JUDGED", 1_000_000)
    monkeypatch.setattr(plan, "_IN_MEMORY", 1_000_000)
    return SearchRequest(
        pasted="red wine\n---\na glass of wine\n---\nglasses, red", pile=str(tmp_path / "pile.parquet")
    )


def _with(request: SearchRequest, **fields: object) -> SearchRequest:
    return SearchRequest.from_dict({**request.to_dict(), **fields})


def test_a_small_pile_is_searched_at_once(request_of_wine: SearchRequest) -> None:
    assert plan_parts(request_of_wine) is None
    assert plan_parts(_with(request_of_wine, memory="4GB")) is None


def test_a_pile_that_does_not_fit_is_searched_from_disk(request_of_wine: SearchRequest) -> None:
    found = search(_with(request_of_wine, memory="900MB"))
    answer = json.loads(json.dumps(search_as_json(found.result, 3)))
    assert found.collection is None
    assert answer["n_pile"] == 600
    assert 150 <= answer["n_judged"] <= 200
    assert any("judged in part" in note for note in answer["notes"])
    assert "the search is planned for 900MB of memory" in answer["notes"]
    assert all("wine" in document["title"] for document in answer["documents"])


def test_a_huge_pile_is_searched_from_disk_without_being_asked_for(
    request_of_wine: SearchRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "_SMALL", 0)
    assert plan_parts(request_of_wine) is None
    monkeypatch.setattr(plan, "MOST_AT_ONCE", 500)
    assert isinstance(plan_parts(request_of_wine), Plan)
    assert plan_parts(_with(request_of_wine, method="centroid")) is None


def test_what_cannot_be_done_from_disk_is_named(request_of_wine: SearchRequest) -> None:
    for fields, reason in (
        ({"method": "centroid"}, "another method"),
        ({"params": {"n_steps": 3}}, "parameters"),
        ({"embed": True}, "vectors"),
        ({"pile": (request_of_wine.pile, "pile.csv")}, "several piles"),
        ({"pasted": None, "marked": "included"}, "marked examples"),
    ):
        with pytest.raises(UserError, match=reason):
            plan_parts(_with(request_of_wine, memory="900MB", **fields))


def test_decisions_in_an_export_are_not_lost(request_of_wine: SearchRequest, tmp_path: Path) -> None:
    table = pl.read_parquet(str(request_of_wine.pile))
    ours = {"rank": 1, "suggestion": "yes", "decision": "no", "why": "wine"}
    pile = tmp_path / "export.parquet"
    table.with_columns(pl.lit(value).alias(name) for name, value in ours.items()).write_parquet(pile)
    with pytest.raises(UserError, match="decisions of an export"):
        plan_parts(_with(request_of_wine, memory="900MB", pile=str(pile)))


@pytest.mark.parametrize("in_a_folder", [False, True])
def test_decisions_in_a_later_file_are_not_lost(
    request_of_wine: SearchRequest, tmp_path: Path, in_a_folder: bool
) -> None:
    table = pl.read_parquet(str(request_of_wine.pile))
    ours = {"rank": 1, "suggestion": "yes", "decision": "no", "why": "wine"}
    (tmp_path / "parts").mkdir()
    paths = [tmp_path / "parts" / f"{number}.csv" for number in range(2)]
    write(table[:300], paths[0])
    write(table[300:].with_columns(pl.lit(value).alias(name) for name, value in ours.items()), paths[1])
    pile = str(tmp_path / "parts") if in_a_folder else tuple(map(str, paths))
    with pytest.raises(UserError, match="exports with decisions"):
        search(_with(request_of_wine, memory="900MB", pile=pile))


def test_a_list_of_ids_is_not_taken_for_texts(request_of_wine: SearchRequest) -> None:
    with pytest.raises(UserError, match="list of ids"):
        plan_parts(_with(request_of_wine, memory="900MB", pasted="17\n23"))


def test_a_table_of_another_kind_is_refused_before_the_search(request_of_wine: SearchRequest, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot hold a pile of this size"):
        search(_with(request_of_wine, memory="900MB", out=str(tmp_path / "found.xlsx")))


def test_the_table_is_written_in_the_order_of_the_ranking(request_of_wine: SearchRequest, tmp_path: Path) -> None:
    found = search(_with(request_of_wine, memory="900MB", out=str(tmp_path / "found.csv"), no_report=True))
    assert found.table is not None
    table = pl.read_csv(found.table)
    assert table["rank"].drop_nulls().to_list() == list(range(1, 601))
    assert table["text"][0].startswith("red wine")


@pytest.mark.parametrize("memory", ["a lot", "", "-4GB", "4 elephants", "9" * 400 + "GB"])
def test_what_is_not_an_amount_of_memory_is_refused(memory: str) -> None:
    with pytest.raises(UserError, match="not an amount of memory"):
        parse_memory(memory)


def test_too_little_memory_is_refused() -> None:
    with pytest.raises(UserError, match=r"a search of 1,000,000 documents needs 1\.8 GB"):
        make_plan(parse_memory("1GB"), Size(1_000_000))
    with pytest.raises(UserError, match=r"needs 1\.0 GB") as told:
        make_plan(parse_memory("900MB"), Size(100_000))
    assert make_plan(parse_memory(str(told.value).split("needs ")[1].split(" of")[0]), Size(100_000)), (
        "so much is enough"
    )
    assert (
        make_plan(parse_memory("2 GB"), Size(10**6)).n_candidates
        < make_plan(parse_memory("4GB"), Size(10**6)).n_candidates
    )


@pytest.mark.parametrize("suffix", [".parquet", ".jsonl", ".csv.gz", ".csv"])
def test_long_documents_take_more_memory(
    request_of_wine: SearchRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr(large, "_SMALL", 0)
    monkeypatch.setattr(plan, "_IN_MEMORY", 12_000)
    monkeypatch.setattr(plan, "_PER_JUDGED", 6_000)
    letters = np.random.default_rng(0).choice(list("abcdefgh "), (600, 20_000))
    write(pl.DataFrame({"text": ["".join(row) for row in letters]}), tmp_path / f"long{suffix}")
    request = _with(request_of_wine, pile=str(tmp_path / f"long{suffix}"))
    assert plan_parts(request) is None
    assert isinstance(plan_parts(_with(request, memory="720MB")), Plan)
    with pytest.raises(UserError, match=r"60[01] documents needs 0\.8 GB"):
        plan_parts(_with(request, memory="700MB"))
    monkeypatch.setattr(plan, "USUAL_AT_ONCE", 800_000_000)
    assert isinstance(plan_parts(request), Plan)


def test_how_long_documents_are_is_unknown_where_all_would_have_to_be_read(tmp_path: Path) -> None:
    for name in ("a.txt", "b.csv"):
        (tmp_path / name).write_text("text\n" + "red wine " * 1000, encoding="utf-8")
    assert large._measure(SearchRequest(pasted="wine", pile=str(tmp_path)), 1).length == 0


def test_pairs_of_words_take_memory_too() -> None:
    assert Size(1_000, 2_000, has_pairs=True).in_memory > Size(1_000, 2_000).in_memory
    assert make_plan(parse_memory("4GB"), Size(100_000, 30_000)).n_candidates < 100_000


def test_a_pattern_is_the_files_that_it_finds(request_of_wine: SearchRequest, tmp_path: Path) -> None:
    table = pl.read_parquet(str(request_of_wine.pile))
    for number in range(2):
        table[number * 300 : (number + 1) * 300].write_parquet(tmp_path / f"part{number}.parquet")
    table[:0].write_parquet(tmp_path / "part.parquet")
    request = _with(request_of_wine, pile=str(tmp_path / "part*.parquet"), memory="900MB")
    assert [Path(path).name for path in request.pile_paths] == ["part0.parquet", "part1.parquet"]
    found = search(request).result
    assert len(found.pile) == 600
    assert all(text.startswith("red wine") for text in found.texts[:20])
    assert _with(request, pile=str(tmp_path / "none*.parquet")).pile_paths == (str(tmp_path / "none*.parquet"),)
    with pytest.raises(UserError, match="has no rows"):
        search(_with(request, pile=str(tmp_path / "part.p*"), memory=None))


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".jsonl.gz", ".tsv"])
def test_several_files_of_one_kind_are_parts_of_one_table(
    request_of_wine: SearchRequest, tmp_path: Path, suffix: str
) -> None:
    table = pl.read_parquet(str(request_of_wine.pile))
    for number in range(3):
        write(table[number * 200 : (number + 1) * 200], tmp_path / f"part{number}{suffix}")
    request = _with(request_of_wine, pile=str(tmp_path / f"part*{suffix}"), memory="900MB")
    found = search(request).result
    whole = search(_with(request_of_wine, memory="900MB")).result
    assert len(found.pile) == 600
    assert found.table["id"].to_list() == whole.table["id"].to_list()
    assert isinstance(plan_parts(_with(request, scheduler="local:2")), Plan)


def test_files_with_other_columns_of_text_are_no_parts(request_of_wine: SearchRequest, tmp_path: Path) -> None:
    table = pl.read_parquet(str(request_of_wine.pile))
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    write(table, one)
    write(table.rename({"text": "Zusammenfassung"}), other)
    piles = {"pile": (str(one), str(other))}
    with pytest.raises(UserError, match="the same columns of text"):
        plan_parts(_with(request_of_wine, memory="900MB", **piles))
    assert len(search(_with(request_of_wine, **piles)).result.pile) == 1200, "in memory, columns are merged"


def test_a_cluster_is_refused_where_it_cannot_help(request_of_wine: SearchRequest) -> None:
    with pytest.raises(UserError, match="is not a scheduler"):
        plan_parts(_with(request_of_wine, scheduler="somewhere"))
    with pytest.raises(UserError, match="on a cluster with another method"):
        plan_parts(_with(request_of_wine, scheduler="local:1", method="centroid"))
    with pytest.raises(UserError, match="cannot be made on a cluster"):
        large.refuse_parts(_with(request_of_wine, scheduler="local:1"))


def test_links_that_are_followed_are_not_left_out(request_of_wine: SearchRequest, tmp_path: Path) -> None:
    folder = tmp_path / "pile"
    folder.mkdir()
    for number in range(600):
        (folder / f"{number}.txt").write_text(f"green tea pot {number}")
    (tmp_path / "red.txt").write_text("red wine, a glass")
    (folder / "red.txt").symlink_to(tmp_path / "red.txt")
    followed = _with(request_of_wine, pile=str(folder), follow_links=True)
    with pytest.raises(UserError, match="links that lead out of a folder"):
        plan_parts(_with(followed, memory="900MB"))
    assert plan_parts(_with(followed, memory="900MB", follow_links=False)) is not None
    assert plan_parts(_with(request_of_wine, memory="900MB", follow_links=True)) is not None, "a file has no links"


def test_a_project_that_does_not_fit_is_refused(request_of_wine: SearchRequest) -> None:
    large.refuse_parts(_with(request_of_wine, memory="4GB"))
    with pytest.raises(UserError, match="900MB does not hold this pile"):
        large.refuse_parts(_with(request_of_wine, memory="900MB"))


def test_it_is_said_that_a_workbook_is_read_whole(request_of_wine: SearchRequest, tmp_path: Path) -> None:
    write(pl.read_parquet(str(request_of_wine.pile)).head(50), tmp_path / "pile.xlsx")
    found = search(_with(request_of_wine, pile=str(tmp_path / "pile.xlsx"), memory="100MB"))
    assert any("pile.xlsx" in note and "more than 100MB of memory" in note for note in found.result.notes)
    fitting = search(_with(request_of_wine, memory="4GB"))
    assert not any("memory" in note for note in fitting.result.notes)
