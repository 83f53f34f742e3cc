"""A project, an application that works on its folder, and clients that were let in as a browser is."""

import random
import re

import pytest
from bench.browsing import BROWSER, open_browser, open_context, wait_until
from starlette.testclient import TestClient

from likewise.app.new_project import new_project
from likewise.app.project_requests import NewRequest
from likewise.web.application import make_application
from likewise.web.logins import Logins
from likewise.web.workspace import Workspace
from tests.web.house import House

PORT = 8123
ORIGIN = f"http://127.0.0.1:{PORT}"
#: What a browser sends along when a page asks for something of its own server.
OURS = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"}
WINE = ["wine", "grape", "vineyard", "cellar", "cork", "barrel", "tannin", "vintage", "bottle", "glass"]
TEA = ["tea", "leaf", "kettle", "pot", "milk", "steep", "brew", "ceylon", "cup", "sugar"]


def write_files(folder, n=40):
    """Write four examples and a table of documents, half of them like the examples; return both paths."""
    draw = random.Random(0)
    (folder / "likes").mkdir()
    for number in range(4):
        (folder / "likes" / f"{number}.txt").write_text(" ".join(draw.choices(WINE, k=12)))
    rows = ["id,title,abstract"]
    for number in range(n):
        words = WINE if number % 2 else TEA
        rows.append(f"d{number},About {draw.choice(words)} {number},{' '.join(draw.choices(words, k=14))}")
    (folder / "pile.csv").write_text("\n".join(rows) + "\n")
    return folder / "likes", folder / "pile.csv"


@pytest.fixture(scope="package")
def browser():
    """A real browser; tests that want it are skipped where there is none."""
    if BROWSER is None:
        pytest.skip("needs chromium, chromium-browser or google-chrome")
    pytest.importorskip("playwright.sync_api", reason="needs the package playwright")
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def house():
    """A process that serves whatever folder it is told to."""
    with House() as house:
        yield house


@pytest.fixture
def opened(browser, house, folder):
    """A server on a small project, and a browser that was let in."""
    server = house.serve(folder)
    context = open_context(browser)
    page = context.new_page()
    page.goto(server.address)
    yield server, context, page
    context.close()


def follow_link(page, selector, act=None):
    """Click a link to another page, or act on it otherwise, and wait for all of that page: its script listens then."""
    target = page.get_attribute(selector, "href")
    if act is None:
        page.click(selector)
    else:
        act()
    page.wait_for_url(f"**{target}")


def send_form(page, button):
    """Click a button without a script, and wait for all of the page that follows."""
    with page.expect_navigation():
        page.click(button)


def wait_for_charts(page):
    """Wait until an overview has been loaded again with its charts, if they were not there at first."""
    page.wait_for_selector("#waiting", state="detached")
    page.wait_for_load_state()


def press_for_next_card(page, key):
    """Press a key that another card follows, and wait for that."""
    before = page.get_attribute(".card", "data-id")
    page.keyboard.press(key)
    page.wait_for_selector(f'.card:not([data-id="{before}"])')


def wait_for_ranking(workspace, name="review"):
    """Wait until a project has a ranking by all answers; return its session."""
    session = workspace.open(name).session
    assert wait_until(lambda: session.result is not None and session.is_current)
    return session


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """Make a project once; tests work on copies of it."""
    folder = tmp_path_factory.mktemp("made")
    likes, pile = write_files(folder)
    path = new_project(
        NewRequest(project=str(folder / "review"), examples=str(likes), pile=str(pile), by="ana")
    ).project
    return path.read_bytes()


@pytest.fixture
def folder(made, tmp_path):
    (tmp_path / "review.likewise").write_bytes(made)
    return tmp_path


@pytest.fixture
def workspace(folder):
    with Workspace(folder, by="ana") as workspace:
        yield workspace


@pytest.fixture
def logins():
    return Logins()


@pytest.fixture
def app(workspace, logins):
    return make_application(workspace, logins, PORT)


@pytest.fixture
def stranger(app):
    """A browser that was not let in."""
    with TestClient(app, base_url=ORIGIN, follow_redirects=False) as client:
        yield client


@pytest.fixture
def client(stranger, logins):
    """A browser that was let in."""
    answer = stranger.get("/enter", params={"token": logins.token})
    assert answer.status_code == 303
    stranger.headers["accept"] = "text/html"
    return stranger


@pytest.fixture
def csrf(client):
    return re.search(r'name="csrf" content="([^"]+)"', client.get("/").text).group(1)


@pytest.fixture
def post(client, csrf):
    """Send a form as the page's own script does."""

    def send(path, data=None, **more):
        headers = {**OURS, "x-csrf-token": csrf, "accept": "application/json"} | more.pop("headers", {})
        return client.post(path, data=data, headers=headers, **more)

    return send
