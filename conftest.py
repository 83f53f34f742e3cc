"""Who may read the corpora: tests that are marked `corpus`, where the corpora are; all others find none.

And what the processes of a run do once for all of them: the rewriting of test files.
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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Leave out the traceback of a failure that is expected: nobody sees it, and pytest parses whole files for it."""
    mark = item.get_closest_marker("xfail")
    is_expected = mark is not None and not mark.args and not {"condition", "raises"} & mark.kwargs.keys()
    if is_expected and call.excinfo is not None and not item.config.option.runxfail:
        call.excinfo.traceback = call.excinfo.traceback[:0]
    return (yield)
