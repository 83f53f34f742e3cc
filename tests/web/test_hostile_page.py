"""A hostile page in the same browser, of another origin and of another port of this machine, tries to get in."""

import pytest
from bench.browsing import serve_page
from bench.hostile import FORM, is_framed, try_all

from likewise.app.session import Session

PATHS = ("results", "rows", "cards", "state?since=0", "export", "report")
AIM = {
    "paths": ["/", *(f"/project/review/{path}" for path in PATHS), "/static/server.js"],
    "frame": "/project/review/review",
    "events": "/job/x/events",
    "write": "/project/review/answer",
    "fields": {"id": "d1", "decision": "yes", "csrf": ""},
}


@pytest.fixture
def hostile():
    """Serve an empty page on another port; return that port."""
    with serve_page() as port:
        yield port


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_hostile_page_gets_nothing_and_writes_nothing(opened, hostile, name):
    server, context, _ = opened
    page = context.new_page()
    page.goto(f"http://{name}:{hostile}/")
    aim = {**AIM, "base": server.base}
    assert try_all(page, aim) == []
    assert not is_framed(page, f"{server.base}/project/review/review")
    page.evaluate(FORM, aim)
    page.wait_for_url(f"{server.base}/**")
    assert "Another page may not ask for this" in page.content()
    with Session(server.folder / "review.likewise", by="ana") as session:
        assert session.answers_since(0) == []


def test_a_name_that_leads_here_gets_nothing(browser, opened):
    server, context, _ = opened
    page = context.new_page()
    # As after DNS rebinding: the name of the hostile page now leads to the page's own server.
    page.goto(f"http://evil.localhost:{server.port}/project/review/results")
    assert "This page is not known by that name" in page.content()
