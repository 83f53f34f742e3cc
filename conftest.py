"""Who may read the corpora: tests that are marked `corpus`, where the corpora are; all others find none.

And what saves a run time: the rewriting of test files is shared by its processes, and tests that share what takes long
to start run one after another.
"""

import gc
import os
import tempfile

import pytest
from _pytest.assertion import rewrite

from likewise.datasets.catalogue import CATALOGUE
from likewise.datasets.locate import find

_PLACES = {name: os.environ.get(name) for name in ("LIKEWISE_DATA", "LIKEWISE_CACHE")}
_EMPTY = tempfile.TemporaryDirectory()
#: Fixtures that take seconds to make; browsers and clusters end when a test of another package follows.
_SLOW_FIXTURES = {"browser", "cluster", "site"}


def pytest_sessionstart(session):
    """Rewrite the assertions of a share of the test files, which all processes of a run would else do of every file."""
    given = getattr(session.config, "workerinput", None)
    if given is None:
        return
    files = sorted(path for path in (session.config.rootpath / "tests").rglob("*.py") if _is_rewritten(path.name))
    for path in files[int(given["workerid"].removeprefix("gw")) :: given["workercount"]]:
        cache = rewrite.get_cache_dir(path)
        cached = cache / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(path, cached) is None and rewrite.try_makedirs(cache):
            digest, code = rewrite._rewrite_test(path, session.config)
            rewrite._write_pyc(session.config.stash[rewrite.assertstate_key], code, digest, cached)


def _is_rewritten(name):
    return name == "conftest.py" or name.startswith("test_")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Look for no garbage while modules are loaded, nor in them later: nearly all of it stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items):
    """Skip what needs corpora where they are not, and begin with the tests that share slow fixtures.

    One process runs these then, which begin with the longest wait of all, while the others have the processor.
    """
    items.sort(key=_group)  # a group keeps its random order
    missing = [name for name, entry in CATALOGUE.items() if find(entry) is None]
    if missing:
        reason = f"corpora not on this machine: {', '.join(missing)}; set LIKEWISE_DATA to their folder"
        for item in items:
            if item.get_closest_marker("corpus"):
                item.add_marker(pytest.mark.skip(reason=reason))


def _group(item):
    """Return what an item is sorted by: the package, if it wants a slow fixture; all others come after them."""
    wants = _SLOW_FIXTURES & set(getattr(item, "fixturenames", ()))
    return (0, item.path.parent) if wants else (1, item.config.rootpath)


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Leave out the traceback of a failure that is expected: nobody sees it, and pytest parses whole files for it."""
    mark = item.get_closest_marker("xfail")
    is_expected = mark is not None and not mark.args and not {"condition", "raises"} & mark.kwargs.keys()
    if is_expected and call.excinfo is not None and not item.config.option.runxfail:
        call.excinfo.traceback = call.excinfo.traceback[:0]
    return (yield)
