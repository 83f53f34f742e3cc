"""A search whose pile the workers of a cluster read: the same table, whatever becomes of a worker."""

import logging
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from likewise.app.request import SearchRequest
from likewise.app.search import search
from likewise.errors import UserError
from likewise.finder.inputs import as_documents
from likewise.progress import Stage
from likewise.readers.batches import COPIES_STAY
from likewise.scale import cluster as clusters
from likewise.scale import table_parts
from likewise.scale.finding import find_in_parts
from likewise.scale.large_result import LargeResult
from likewise.scale.plan import Plan
from likewise.scale.source import Source
from likewise.scale.table_parts import TableParts
from likewise.writers import write
from tests.scale.conftest import Pile

pytest.importorskip("distributed", reason="the extra scale is not installed")

PLAN = Plan(400, 400)


@pytest.fixture(scope="module")
def shards(pile: Pile, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Cut the pile into four files."""
    folder, table = tmp_path_factory.mktemp("shards"), pl.read_parquet(pile.path)
    for number in range(4):
        table[number * 750 : (number + 1) * 750].write_parquet(folder / f"{number}.parquet")
    return tuple(str(path) for path in sorted(folder.iterdir()))


@pytest.fixture(scope="module")
def here(pile: Pile, shards: tuple[str, ...]) -> LargeResult:
    """Search the files in this process."""
    return find_in_parts(pile.examples, Source(shards), PLAN, language="english")


def test_files_are_searched_as_one_table(here: LargeResult, pile: Pile) -> None:
    whole = find_in_parts(pile.examples, Source(str(pile.path)), PLAN, language="english")
    assert here.table["id"].to_list() == whole.table["id"].to_list()
    assert COPIES_STAY in here.notes
    assert tuple(note for note in here.notes if note != COPIES_STAY) == whole.notes
    assert here.texts.equals(whole.texts)


def test_a_search_on_a_cluster_gives_the_same_table_though_a_worker_is_killed(
    here: LargeResult, pile: Pile, shards: tuple[str, ...], mortal_client, tmp_path: Path
) -> None:
    from likewise.scale.dask_executor import DaskExecutor

    stages: list[Stage] = []

    def kill_once_counted(stage: Stage) -> None:
        if stage.name == "fitting" and "fitting" not in [each.name for each in stages]:
            os.kill(next(iter(mortal_client.run(os.getpid).values())), signal.SIGKILL)
        stages.append(stage)

    there = find_in_parts(
        pile.examples,
        Source(shards),
        PLAN,
        language="english",
        callback=kill_once_counted,
        executor=DaskExecutor(mortal_client),
    )
    assert there.table.equals(here.table)
    assert there.words == here.words
    assert there.notes == here.notes
    assert there.texts.equals(here.texts)
    assert there.pile.fingerprint == here.pile.fingerprint
    assert there.write(tmp_path / "there.csv").read_bytes() == here.write(tmp_path / "here.csv").read_bytes()
    assert Stage("counting", done=4, total=4) in stages


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".tsv", ".jsonl"])
@pytest.mark.parametrize("n_bytes", [100_000_000, 20_000])
def test_workers_write_the_bytes_that_one_process_writes(
    here: LargeResult, pile: Pile, shards: tuple[str, ...], client, tmp_path: Path, monkeypatch, suffix, n_bytes
) -> None:
    from likewise.scale.dask_executor import DaskExecutor

    monkeypatch.setattr(table_parts, "_BYTES", n_bytes)  # with few of them, files are read several times
    here = replace(here, n_rows=400)
    there = _on_workers(here, shards, DaskExecutor(client))
    written = there.write(tmp_path / f"there{suffix}", spreadsheet_safe=True)
    assert written.read_bytes() == here.write(tmp_path / f"here{suffix}", spreadsheet_safe=True).read_bytes()


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".jsonl.gz"])
def test_parts_of_a_table_of_any_kind_are_read_and_written_by_workers(
    here: LargeResult, pile: Pile, client, tmp_path: Path, suffix: str
) -> None:
    from likewise.scale.dask_executor import DaskExecutor

    table = pl.read_parquet(pile.path)
    for number in range(3):
        write(table[number * 1000 : (number + 1) * 1000], tmp_path / f"{number}{suffix}")
    source = Source(tuple(str(path) for path in sorted(tmp_path.iterdir())))
    alone = find_in_parts(pile.examples, source, PLAN, language="english")
    there = find_in_parts(pile.examples, source, PLAN, language="english", executor=DaskExecutor(client))
    assert there.parts is not None
    assert alone.table.equals(here.table)
    assert there.table.equals(here.table)
    written = there.write(tmp_path / "there.parquet")
    assert written.read_bytes() == alone.write(tmp_path / "alone.parquet").read_bytes()
    assert pl.read_parquet(written)["key"].to_list() == here.table["id"].to_list()


def _on_workers(here: LargeResult, shards: tuple[str, ...], executor: Any) -> LargeResult:
    """Return the same result, whose table workers write."""
    schema = dict(pl.read_parquet_schema(shards[0]))
    like = as_documents(pl.read_parquet(shards[0]), "pile").take([])
    return replace(here, parts=TableParts(executor, Source(shards), like, schema, [750] * 4, here.n_rows))


def test_a_worker_that_is_killed_while_the_table_is_written_changes_no_byte(
    here: LargeResult, pile: Pile, shards: tuple[str, ...], mortal_client, tmp_path: Path, monkeypatch
) -> None:
    from likewise.scale.dask_executor import DaskExecutor

    here = replace(here, n_rows=400)
    executor = DaskExecutor(mortal_client)
    bring, killed = executor.bring, []

    def kill_after_the_first(future: Any) -> Any:
        brought = bring(future)
        if not killed:
            killed.extend(list(mortal_client.run(os.getpid).values())[-1:])
            os.kill(killed[0], signal.SIGKILL)
        return brought

    monkeypatch.setattr(executor, "bring", kill_after_the_first)
    written = _on_workers(here, shards, executor).write(tmp_path / "there.parquet")
    assert killed
    assert written.read_bytes() == here.write(tmp_path / "here.parquet").read_bytes()


def test_files_whose_columns_differ_are_written_by_workers_as_by_one_process(
    pile: Pile, client, tmp_path: Path
) -> None:
    from likewise.scale.dask_executor import DaskExecutor

    table = pl.read_parquet(pile.path)
    table[:1500].write_parquet(tmp_path / "0.parquet")
    table[1500:].with_columns(pl.col("year").cast(pl.String), place=pl.lit("here")).write_parquet(
        tmp_path / "1.parquet"
    )
    source = Source(tuple(str(path) for path in sorted(tmp_path.glob("?.parquet"))))
    here, there = (
        find_in_parts(pile.examples, source, PLAN, language="english", **options)
        for options in ({}, {"executor": DaskExecutor(client)})
    )
    assert there.parts is not None
    assert there.write(tmp_path / "there.parquet").read_bytes() == here.write(tmp_path / "here.parquet").read_bytes()


def test_the_request_names_a_scheduler_and_a_pattern(
    pile: Pile, shards: tuple[str, ...], cluster, tmp_path: Path
) -> None:
    request = SearchRequest(
        pasted="\n---\n".join(pile.examples.text),
        pile=str(Path(shards[0]).parent / "*.parquet"),
        scheduler=cluster.scheduler_address,
        out=str(tmp_path / "found.csv"),
        no_report=True,
    )
    found = search(request).result
    assert pl.read_csv(tmp_path / "found.csv").height == 3000
    # It can be written again though the cluster is left.
    assert found.write(tmp_path / "again.csv").read_bytes() == (tmp_path / "found.csv").read_bytes()
    assert len(found.pile) == 3000
    assert any("by the workers of tcp://" in note for note in found.notes)


def test_what_cannot_be_read_is_said_in_one_sentence(
    pile: Pile, shards: tuple[str, ...], client, tmp_path: Path
) -> None:
    from likewise.scale.dask_executor import DaskExecutor

    damaged = tmp_path / "damaged.parquet"
    damaged.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(UserError, match="is damaged, or not a Parquet file"):
        find_in_parts(pile.examples, Source((*shards, str(damaged))), PLAN, executor=DaskExecutor(client))


def test_ids_of_files_without_an_id_column_go_on_from_file_to_file(pile: Pile, tmp_path: Path) -> None:
    table = pl.read_parquet(pile.path).select("text")
    for number in range(2):
        table[number * 1500 : (number + 1) * 1500].write_parquet(tmp_path / f"{number}.parquet")
    paths = tuple(str(path) for path in sorted(tmp_path.iterdir()))
    found = find_in_parts(pile.examples, Source(paths), PLAN)
    assert sorted(found.table["id"], key=int) == [str(number) for number in range(1, 3001)]


@pytest.mark.parametrize("scheduler", ["two machines", "local:0", "local", "http://host:8786", ""])
def test_what_is_not_a_scheduler_is_refused(scheduler: str) -> None:
    with pytest.raises(UserError, match="is not a scheduler"):
        clusters.check_scheduler(scheduler)


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_PATIENCE", 0.5)
    with pytest.raises(UserError, match="no scheduler of Dask answers at"), clusters.connect("tcp://127.0.0.1:1"):
        pass


@pytest.mark.parametrize("scheduler", ["tcp://127.0.0.1", "tcp://127.0.0.1:port", "tls://127.0.0.1:1", "inproc://here"])
def test_an_address_that_dask_cannot_use_is_refused(scheduler: str) -> None:
    import dask

    with dask.config.set(scheduler="synchronous"):
        with pytest.raises(UserError, match=f"cannot connect to {scheduler}: "), clusters.connect(scheduler):
            pass
        assert dask.config.get("scheduler") == "synchronous"  # what else is computed is not sent there


def test_ctrl_c_is_left_to_the_client_and_ends_without_messages_of_dask(capfd: pytest.CaptureFixture[str]) -> None:
    from distributed.comm import CommClosedError

    with clusters.connect("local:1") as executor:
        (process,) = executor.client.run(os.getpid).values()
        os.kill(process, signal.SIGINT)  # a terminal sends it to workers as well
        assert list(executor.client.run(os.getpid).values()) == [process]
    for error in (CommClosedError("closed"), ValueError("other")):
        logging.getLogger("asyncio").error("Task exception was never retrieved", exc_info=error)
    printed = capfd.readouterr().err
    assert "KeyboardInterrupt" not in printed
    assert "CommClosedError" not in printed


def test_a_cluster_without_workers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "_PATIENCE", 0.5)
    with distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50) as empty:
        address = empty.scheduler_address
        with pytest.raises(UserError, match="has no workers; start one by: dask worker"), clusters.connect(address):
            pass


def test_without_dask_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install 'likewise\[scale\]'"):
        clusters.check_scheduler("local:2")
