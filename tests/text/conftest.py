import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpus() -> Callable[[str, int], list[str]]:
    """Return a reader of the first texts of a named corpus; it skips the test where the corpora are absent."""
    folder = Path(os.environ.get("LIKEWISE_DATA", Path(__file__).parents[3] / "shared" / "corpora"))

    def read(name: str, n: int) -> list[str]:
        path = folder / f"{name}.jsonl.gz"
        if not path.exists():
            pytest.skip(f"{path.name} is not in LIKEWISE_DATA or ../shared/corpora")
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            return [json.loads(line)["text"] for _, line in zip(range(n), lines, strict=False)]

    return read
