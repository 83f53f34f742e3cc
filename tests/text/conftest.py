from collections.abc import Callable

import pytest

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.locate import find
from likewise.datasets.storage import read_records


@pytest.fixture(scope="session")
def corpus() -> Callable[[str, int], list[str]]:
    """Return a reader of the first texts of a named corpus."""

    def read(name: str, n: int) -> list[str]:
        return [record["text"] for _, record in zip(range(n), read_records(find(CATALOGUE[name])), strict=False)]

    return read
