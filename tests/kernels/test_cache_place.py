"""Where compiled kernels are kept."""

import os
import stat
from pathlib import Path

import pytest
from numba.core import config

from likewise.kernels import cache_place as module


@pytest.fixture
def registered(monkeypatch):
    """Return what is called at the end of the process, and keep numba's own place."""
    calls = []
    monkeypatch.setattr(module.atexit, "register", lambda *call, **options: calls.append((call, options)))
    monkeypatch.setattr(config, "CACHE_DIR", config.CACHE_DIR)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "before")
    return calls


def test_place_that_can_be_written_to_is_kept(registered):
    module.ensure_cache_place()
    assert registered == []
    assert os.environ["NUMBA_CACHE_DIR"] == "before"


def test_without_one_a_private_folder_serves_until_the_end(registered, monkeypatch):
    def refuse(_):
        raise RuntimeError("no locator available")

    monkeypatch.setattr(module, "FunctionCache", refuse)
    module.ensure_cache_place()
    place = Path(os.environ["NUMBA_CACHE_DIR"])
    assert str(place) == config.CACHE_DIR
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    ((remove, *arguments), options) = registered[0]
    remove(*arguments, **options)
    assert not place.exists()
