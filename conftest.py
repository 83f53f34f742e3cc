"""Who may read the corpora: tests that are marked `corpus`, where the corpora are; all others find none."""

import os
import tempfile

import pytest

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.locate import find

_PLACES = {name: os.environ.get(name) for name in ("LIKEWISE_DATA", "LIKEWISE_CACHE")}
_EMPTY = tempfile.TemporaryDirectory()


def pytest_collection_modifyitems(items):
    """Skip what needs corpora where they are not."""
    missing = [name for name, entry in CATALOGUE.items() if find(entry) is None]
    if missing:
        reason = f"corpora not on this machine: {', '.join(missing)}; set LIKEWISE_DATA to their folder"
        for item in items:
            if item.get_closest_marker("corpus"):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Hide the corpora from every test that is not marked, before any of its fixtures is made."""
    for name, place in _PLACES.items():
        if not item.get_closest_marker("corpus"):
            os.environ[name] = _EMPTY.name
        elif place is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = place
