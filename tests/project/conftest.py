"""Small projects."""

import polars as pl
import pytest

from likewise.documents import Documents
from likewise.project import create_project
from tests.conftest import make_documents


def make_pile(n=20, prefix="d", seed=0, source="pile.csv"):
    """Make documents on wine, tea and cars in turn, with titles and DOIs."""
    columns = [make_documents(topic, n, seed=f"{prefix}{seed}") for topic in ("wine", "tea", "cars")]
    texts = [text for row in zip(*columns, strict=True) for text in row]
    table = pl.DataFrame(
        {
            "key": [f"{prefix}{row}" for row in range(len(texts))],
            "title": [f"Paper {prefix} number {row} on {text[:30]}" for row, text in enumerate(texts)],
            "abstract": texts,
            "doi": [f"10.1000/{prefix}{seed}.{row}" for row in range(len(texts))],
        }
    )
    text = (table["title"] + "\n" + table["abstract"]).alias("text")
    return Documents(
        table=table, text=text, ids=table["key"], columns={"text": ("title", "abstract"), "id": ("key",)}, source=source
    )


@pytest.fixture
def likes(examples):
    table = pl.DataFrame({"id": [f"like{row}" for row in range(len(examples))], "text": examples})
    return Documents(
        table=table, text=table["text"], ids=table["id"], columns={"text": ("text",), "id": ("id",)}, source="likes.csv"
    )


@pytest.fixture
def pile():
    return make_pile()


@pytest.fixture
def path(tmp_path, likes, pile):
    """A project of five examples and sixty documents that nobody has ranked."""
    return create_project(tmp_path / "review", likes, pile, by="ana", settings={"seed": 0})
