"""The program, run as a person runs it."""

import pytest
from typer.testing import CliRunner

from likewise.cli.program import app


@pytest.fixture
def find(monkeypatch):
    """Search; return what was printed, on one line."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def invoke(*arguments):
        options = ["--method", "centroid", "--no-report"]
        result = CliRunner().invoke(app, ["find", *map(str, arguments), *options], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return " ".join(result.output.split())

    return invoke
