"""axe-core finds nothing to complain of on any view, light and dark; it is fetched for the test and not kept."""

import shutil
import subprocess
import tarfile
from itertools import product

import pytest

from tests.web.conftest import wait_for_charts

#: Of axe-core: another one may complain of more.
VERSION = "4.14.0"
PATHS = (
    "/",
    "/?in=mine",
    *(f"/project/review/{view}" for view in ("results", "review", "overview", "export")),
    "/project/none/review",
)


@pytest.fixture(scope="module")
def axe(tmp_path_factory):
    """Fetch axe-core from the npm registry."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs npm, to fetch axe-core")
    folder = tmp_path_factory.mktemp("axe")
    try:
        done = subprocess.run(
            [npm, "pack", f"axe-core@{VERSION}", "--silent"], cwd=folder, capture_output=True, timeout=60, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the npm registry does not answer, to fetch axe-core")
    packed = next(folder.glob("*.tgz"), None)
    if done.returncode or packed is None:
        pytest.skip("axe-core cannot be fetched from the npm registry")
    with tarfile.open(packed) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


def test_no_view_has_a_barrier_that_axe_knows_light_and_dark(opened, axe):
    server, _, page = opened
    (server.folder / "mine").mkdir()
    (server.folder / "mine" / "a.txt").write_text("red wine")
    page.goto(f"{server.base}/?in=mine")
    page.click("text=as the pile")
    page.wait_for_selector("#understood h3")
    page.wait_for_load_state()
    draft = page.evaluate("location.pathname")
    problems = []
    for scheme, path in product(("light", "dark"), (*PATHS, draft)):
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{server.base}{path}")
        if path.endswith("overview"):
            wait_for_charts(page)
        if path.endswith("results"):
            page.wait_for_selector("#rows[aria-busy=false]")
        page.evaluate(axe)
        found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
        problems += [(scheme, path, each["id"], each["nodes"][0]["html"][:200]) for each in found]
    assert problems == []
