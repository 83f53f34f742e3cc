"""The programs that make the pages, a site that is built once for all tests, and a browser to look at it."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.web.conftest import browser  # noqa: F401 the same browser
from tests.web.test_accessible import axe  # noqa: F401 the same checks

ROOT = Path(__file__).parents[2]
_MOST_SECONDS = 300


@pytest.fixture
def docs(monkeypatch):
    """Let the programs that make the pages be imported."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the site from nothing, once, however many processes run the tests."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent  # all workers have it in common
    target, done = shared / "site", shared / "site-done"
    try:
        target.mkdir()
    except FileExistsError:
        end = time.monotonic() + _MOST_SECONDS
        while not done.exists() and time.monotonic() < end:
            time.sleep(0.2)
    else:
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(ROOT / "docs"))
            from build import site_command

        built = subprocess.run(site_command(target), cwd=ROOT / "docs", capture_output=True, text=True, check=False)
        done.write_text(built.stderr if built.returncode else "")
    return target


@pytest.fixture(scope="session")
def complaints(site):
    """What was said while the site was built; nothing, if all is well."""
    return site.with_name("site-done").read_text()
