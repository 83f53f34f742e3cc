"""Folders and files of a newcomer, and the program run on them."""

import json
import random

import pytest
from typer.testing import CliRunner

from likewise.cli.program import app

WORDS = {
    "wine": "wine grape vineyard cellar cork barrel tannin vintage bottle glass",
    "tea": "tea leaf kettle pot milk steep brew ceylon cup sugar",
}


@pytest.fixture
def texts_of():
    """Make texts of a topic."""

    def make(topic, number, seed=0):
        draw = random.Random(f"{topic} {seed}")
        return [" ".join(draw.choices(WORDS[topic].split(), k=12)) for _ in range(number)]

    return make


@pytest.fixture
def run(monkeypatch):
    """Run the program; exceptions other than its own exits reach the test."""
    monkeypatch.delenv("COLUMNS", raising=False)  # a test runner may have set it

    def invoke(*arguments, **options):
        return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False, **options)

    return invoke


@pytest.fixture
def mistake(run):
    """Run the program on a mistake: exit code 2, one sentence, nothing on stdout; return the sentence."""

    def invoke(*arguments, **options):
        result = run(*arguments, **options)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("likewise: ")
        assert result.stderr.count("\n") == 1
        assert "Traceback" not in result.output
        return result.stderr

    return invoke


@pytest.fixture
def likes(tmp_path, texts_of):
    """A folder of four texts on wine."""
    folder = tmp_path / "likes"
    folder.mkdir()
    for number, text in enumerate(texts_of("wine", 4, seed=1)):
        (folder / f"like{number}.txt").write_text(text)
    return folder


@pytest.fixture
def pile(tmp_path, texts_of):
    """A table of twenty labelled texts."""
    rows = [("wine", text) for text in texts_of("wine", 10)] + [("tea", text) for text in texts_of("tea", 10)]
    path = tmp_path / "pile.jsonl"
    records = ({"id": f"d{n}", "label": label, "text": text} for n, (label, text) in enumerate(rows))
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path
