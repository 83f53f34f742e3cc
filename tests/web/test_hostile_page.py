"""A hostile page in the same browser, of another origin and of another port of this machine, tries to get in."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from likewise.app.session import Session

#: Everything a page can try against another server; each attempt ends with "refused", or with what it got.
ATTEMPTS = """async (base) => {
    const paths = ["/", "/project/review/results", "/project/review/rows", "/project/review/cards",
        "/project/review/state?since=0", "/project/review/export", "/project/review/report", "/static/server.js"];
    const got = [];
    const load = (kind, attributes) => new Promise((done) => {
        const part = document.createElement(kind);
        part.onload = () => done("loaded");
        part.onerror = () => done("refused");
        Object.assign(part, attributes);
        document.body.append(part);
        setTimeout(() => done("refused"), 3000);
    });
    for (const path of paths) {
        for (const mode of ["cors", "no-cors"]) {
            try {
                const answer = await fetch(base + path, { credentials: "include", mode });
                if (answer.type !== "opaque") got.push(`fetch ${path}`);
                if ((await answer.text()).length) got.push(`text of ${path}`);
            } catch { }
        }
        if (await load("img", { src: base + path }) === "loaded") got.push(`image ${path}`);
        if (await load("script", { src: base + path }) === "loaded") got.push(`script ${path}`);
    }
    const frame = document.createElement("iframe");
    frame.src = base + "/project/review/review";
    document.body.append(frame);
    await new Promise((done) => { frame.onload = done; setTimeout(done, 2000); });
    try { if (frame.contentDocument.body.textContent.length) got.push("frame"); } catch { }
    await new Promise((done) => {
        const events = new EventSource(`${base}/job/x/events`, { withCredentials: true });
        events.onopen = () => { got.push("events"); done(); };
        events.onerror = () => { events.close(); done(); };
    });
    await new Promise((done) => {
        const socket = new WebSocket(base.replace("http", "ws") + "/project/review/state");
        socket.onopen = () => { got.push("socket"); done(); };
        socket.onerror = done;
    });
    for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
        try {
            await fetch(`${base}/project/review/answer`, { method: "POST", mode: "no-cors", credentials: "include",
                headers: { "content-type": type }, body: "id=d1&decision=yes&csrf=" });
        } catch { }
    }
    return got;
}"""
FORM = """(base) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: `${base}/project/review/answer` });
    for (const [name, value] of [["id", "d1"], ["decision", "yes"], ["csrf", ""]]) {
        form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    form.submit();
}"""


@pytest.fixture
def hostile():
    """Serve an empty page on another port; return that port."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!DOCTYPE html><title>nice page</title><body>")

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_hostile_page_gets_nothing_and_writes_nothing(opened, hostile, name):
    server, context, _ = opened
    page = context.new_page()
    page.goto(f"http://{name}:{hostile}/")
    assert page.evaluate(ATTEMPTS, server.base) == []
    page.evaluate(FORM, server.base)
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
