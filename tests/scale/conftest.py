"""A pile with a topic in it, small enough for a test and large enough to be judged in part."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import pytest

from likewise.finder.inputs import as_documents
from likewise.readers import Documents

N_LIKE, N_OTHER = 150, 2850


class Pile(NamedTuple):
    """Examples, the file of the pile, and which of its documents are like them."""

    examples: Documents
    path: Path
    truth: np.ndarray


@pytest.fixture(scope="session")
def pile(tmp_path_factory: pytest.TempPathFactory) -> Pile:
    """Make 3,000 documents, 150 of them of the topic of ten examples."""
    rng = np.random.default_rng(5)
    words = np.array(["".join(rng.choice(list("abcdefghiklmnoprstu"), 6)) for _ in range(600)])
    topics = rng.dirichlet(np.full(600, 0.04), size=6)
    truth = rng.permutation(np.arange(N_LIKE + N_OTHER) < N_LIKE)

    def write(topic: int) -> str:
        return " ".join(rng.choice(words, 40, p=0.75 * topics[topic] + 0.25 / 600))

    examples = as_documents([write(0) for _ in range(10)], "examples")
    texts = [write(0 if like else int(rng.integers(1, 6))) for like in truth]
    texts[7] = ""
    texts[8] = examples.text[3]
    path = tmp_path_factory.mktemp("scale") / "pile.parquet"
    years = rng.integers(1990, 2020, len(texts))
    pl.DataFrame({"key": [f"k{n}" for n in range(len(texts))], "text": texts, "year": years}).write_parquet(path)
    return Pile(examples, path, truth)


@contextmanager
def started_cluster() -> Iterator[Any]:
    """Start two worker processes of one thread each."""
    distributed = pytest.importorskip("distributed", reason="the extra scale is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
    ) as cluster:
        yield cluster


@pytest.fixture(scope="package")
def cluster() -> Iterator[Any]:
    """Start workers once for all tests, which run one after another; idle workers take time, too."""
    with started_cluster() as cluster:
        yield cluster


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    """Make the cluster the one that collections are on."""
    import distributed

    with distributed.Client(cluster) as client:
        client.wait_for_workers(2)
        yield client


@pytest.fixture
def mortal_client() -> Iterator[Any]:
    """Start workers for one test, which may kill them: Dask does not always start others in their place."""
    import distributed

    with started_cluster() as cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(2)
        yield client
