"""What a page of another origin can do to a server that runs on this machine, tried in a real browser."""

from collections.abc import Mapping
from typing import Any

#: Every attempt gives its name if it succeeds; `aim` says where to try it.
ATTEMPTS = """async (aim) => {
    const got = new Set();
    const load = (kind, attributes) => new Promise((done) => {
        const part = document.createElement(kind);
        part.onload = () => done(true);
        part.onerror = () => done(false);
        Object.assign(part, attributes);
        document.body.append(part);
        setTimeout(() => done(false), 3000);
    });
    for (const path of aim.paths) {
        for (const mode of ["cors", "no-cors"]) {
            try {
                const answer = await fetch(aim.base + path, { credentials: "include", mode });
                if (answer.type !== "opaque") got.add("read by fetch");
                if ((await answer.text()).length) got.add("read by fetch");
            } catch { }
        }
        if (await load("img", { src: aim.base + path })) got.add("load an image or a script");
        if (await load("script", { src: aim.base + path })) got.add("load an image or a script");
    }
    const frame = document.createElement("iframe");
    frame.src = aim.base + aim.frame;
    document.body.append(frame);
    await new Promise((done) => { frame.onload = done; setTimeout(done, 3000); });
    try { if (frame.contentDocument.body.textContent.length) got.add("read a frame"); } catch { }
    await new Promise((done) => {
        const events = new EventSource(aim.base + aim.events, { withCredentials: true });
        events.onopen = () => { got.add("listen to events"); events.close(); done(); };
        events.onerror = () => { events.close(); done(); };
    });
    await new Promise((done) => {
        const socket = new WebSocket(aim.base.replace("http", "ws") + aim.events);
        socket.onopen = () => { got.add("open a WebSocket"); done(); };
        socket.onerror = done;
    });
    for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
        try {
            await fetch(aim.base + aim.write, { method: "POST", mode: "no-cors", credentials: "include",
                headers: { "content-type": type }, body: new URLSearchParams(aim.fields).toString() });
        } catch { }
    }
    return [...got];
}"""
#: Send a form, as a page can without any script of the other side.
FORM = """(aim) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: aim.base + aim.write });
    for (const [name, value] of Object.entries(aim.fields)) {
        form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    form.submit();
}"""


def try_all(page: Any, aim: Mapping[str, Any]) -> list[str]:
    """Try everything from a page that is open; return what succeeded, but for what is written.

    Parameters
    ----------
    page : playwright.sync_api.Page
        Of another origin.
    aim : mapping
        `base`, the server; `paths` to read, `frame` to show, `events` to listen to, `write` to post `fields` to.

    Returns
    -------
    list of str
        Names of attempts.
    """
    got: list[str] = page.evaluate(ATTEMPTS, dict(aim))
    return got


def is_framed(page: Any, address: str) -> bool:
    """Tell whether a server's page is shown inside a page that is open: it can be laid under what a person clicks."""
    page.evaluate(
        """async (address) => {
            const frame = Object.assign(document.createElement("iframe"), { src: address, name: "framed" });
            document.body.append(frame);
            await new Promise((done) => { frame.onload = done; setTimeout(done, 3000); });
        }""",
        address,
    )
    framed = page.frame(name="framed")
    return framed is not None and framed.url.startswith("http") and len(framed.content()) > 100
