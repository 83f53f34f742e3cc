"""What a command takes is its own, not that of whoever starts it."""

import sys

import pytest
from bench.command import run_command

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc")


def test_the_peak_of_a_command_is_not_that_of_its_parent():
    held = bytearray(600_000_000)
    assert 0.005 < run_command(["--version"]).peak_gb < 0.3
    assert len(held) == 600_000_000


def test_what_a_command_prints_goes_to_the_file(tmp_path):
    with (tmp_path / "out").open("wb") as file:
        run_command(["--version"], out=file)
    assert b"likewise" in (tmp_path / "out").read_bytes()


def test_another_exit_code_than_expected_is_an_error():
    with pytest.raises(RuntimeError, match=r"find ended with 2 .*EXAMPLES"):
        run_command(["find"])
    assert run_command(["find"], exit_code=2).processor > 0
