"""How long the page keeps people waiting, in a real browser, beside ASReview LAB (``python -m bench page``).

Projects of 10,000 and 100,000 documents are opened in chromium. Measured are: the first paint of each view; from a key
to the next card painted; the ranking that follows an answer; and the frames while a list is scrolled and jumped
through. ASReview LAB runs in an environment of its own and is driven by the same script on the same 10,000 records.
Then a page of another origin tries to get into both. Writes docs/page.csv and its part of docs/page.md; some minutes,
needs the corpora and chromium.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from bench.browsing import Server, open_browser, serve_asreview, serve_page, wait_until
from bench.command import run_command
from bench.figures import Figures
from bench.hostile import FORM, is_framed, try_all
from bench.peers import read as read_peers
from bench.project import list_texts, make_table
from bench.rows import make_stamp, read_rows, write_rows
from likewise.app.session import Session
from likewise.writers import write

ROWS = Path(__file__).parent.parent / "docs" / "page.csv"
FIGURES = Figures(ROWS.with_suffix(".md"), "page")
SIZES = (10_000, 100_000)
VIEWS = ("results", "review", "overview", "export")
N_KEYS, N_PAINTS, N_JUMPS = 60, 7, 20
FIELDS = ("what", "program", "documents", "median", "most", "unit", "python", "likewise", "commit")
#: Answer cards, each when the one before was answered, and return the milliseconds until the next one was painted.
ANSWER = """async ([n, pause]) => {
    const times = [];
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const press = (number) => ACT;
    const identify = () => NAME;
    const soon = () => new Promise((done) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(0);
    });
    for (let number = 0; number < n; number += 1) {
        const before = identify();
        const start = performance.now();
        press(number);
        while (!identify() || identify() === before) {
            if (performance.now() - start > 20000) throw new Error(`no card after ${before}`);
            await soon();
        }
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        times.push(performance.now() - start);
        await wait(pause);
    }
    return times;
}"""
OURS = ANSWER.replace(
    "ACT", "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: number % 3 ? 'n' : 'y', bubbles: true }))"
).replace("NAME", "document.querySelector('.card')?.dataset.id")
THEIRS = ANSWER.replace("ACT", "BUTTON?.click()").replace(
    "NAME", "(BUTTON ? document.querySelector('main, #root').innerText.slice(0, 400) : '')"
)
THEIRS = THEIRS.replace(
    "BUTTON", "[...document.querySelectorAll('button')].find((each) => each.innerText === 'Not relevant')"
)
#: Scroll a list as a wheel does, then jump about in it; return the milliseconds of script in the worst frame, and of
#: the worst frame.
SCROLL = """async (jumps) => {
    const frames = [];
    const seen = new PerformanceObserver((list) => {
        for (const each of list.getEntries()) {
            frames.push([each.scripts.reduce((sum, script) => sum + script.duration, 0), each.duration]);
        }
    });
    seen.observe({ type: "long-animation-frame" });
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    for (let step = 0; step < 200; step += 1) { scrollBy(0, 120); await frame(); }
    for (const share of jumps) {
        scrollTo(0, share * (document.documentElement.scrollHeight - innerHeight));
        for (let step = 0; step < 40 && document.querySelector("#rows .row:empty"); step += 1) await wait(25);
        await wait(100);
    }
    await wait(300);
    const most = (at) => Math.max(0, ...frames.map((each) => each[at]));
    return { script: most(0), frame: most(1), rows: document.querySelectorAll("#rows .row").length };
}"""


def measure(size: int, folder: Path, browser: Any) -> Iterator[dict[str, object]]:
    """Time the page on a project of so many documents."""
    with Server(folder, f"p{size}") as server:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(server.address)
        base = f"{server.base}/project/p{size}"
        wait_until(lambda: "Cut-off" in page.content() and _is_ready(page, base), 120)
        for view in VIEWS:
            paints = [_paint(page, f"{base}/{view}") for _ in range(N_PAINTS)]
            yield _row(f"first paint of {view}", size, paints)
        page.goto(f"{base}/results")
        page.wait_for_selector("#rows .row")
        page.wait_for_timeout(500)
        draw = random.Random(0)
        scrolled = page.evaluate(SCROLL, [draw.random() for _ in range(N_JUMPS)])
        yield _row("script in the worst frame of scrolling and jumping", size, [scrolled["script"]])
        yield _row("the worst frame of scrolling and jumping", size, [scrolled["frame"]])
        page.goto(f"{base}/review")
        page.wait_for_timeout(1000)
        yield _row("key to the next card painted", size, page.evaluate(OURS, [N_KEYS, 250]), share=0.95)
        wait_until(lambda: _is_ready(page, base), 120)
        ranked = []
        for _ in range(5):
            page.keyboard.press("n")
            start = time.perf_counter()
            wait_until(lambda: page.inner_text("#saved").startswith("Saved"))
            wait_until(lambda: _get_state(page, base)["is_current"], 120)
            ranked.append(1000 * (time.perf_counter() - start))
            page.wait_for_timeout(300)
        yield _row("answer to a ranking that knows of it", size, ranked)
        page.close()


def _is_ready(page: Any, base: str) -> bool:
    overview: str = page.evaluate("async (base) => (await fetch(`${base}/overview`)).text()", base)
    return bool(_get_state(page, base)["is_current"]) and 'id="waiting"' not in overview


def _get_state(page: Any, base: str) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate("async (base) => (await fetch(`${base}/state`)).json()", base)
    state: dict[str, Any] = told["state"]
    return state


def _paint(page: Any, address: str) -> float:
    page.goto(address)
    page.wait_for_timeout(150)
    painted: float = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        " - performance.getEntriesByType('navigation')[0].startTime"
    )
    return painted


def measure_asreview(base: str, table: Path, browser: Any) -> Iterator[dict[str, object]]:
    """Time ASReview's page: its project knows one relevant and one irrelevant record."""
    name = make_asreview_project(base, table)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{base}/reviews/{name}/reviewer")
    page.wait_for_selector("text=Not relevant", timeout=60_000)
    page.wait_for_timeout(1000)
    times = page.evaluate(THEIRS, [N_KEYS, 250])
    yield _row("key to the next card painted", pl.read_csv(table).height, times, program="ASReview", share=0.95)
    page.close()


def make_asreview_project(base: str, table: Path) -> str:
    """Make a project of a table in ASReview, with a label of each kind, and wait for its first ranking."""
    name = str(_ask(base, "POST", "projects/create", {"mode": "oracle"}, table)["id"])
    for record, label in ((0, 1), (1, 0)):
        _ask(base, "POST", f"projects/{name}/record/{record}", {"record_id": record, "label": label})
    _ask(base, "POST", f"projects/{name}/train", {"x": 1})
    _ask(base, "PUT", f"projects/{name}/review", {"status": "review"})
    wait_until(lambda: _ask(base, "GET", f"projects/{name}/get_record")["result"], 180)
    return name


def _ask(
    base: str, method: str, path: str, fields: Mapping[str, object] | None = None, file: Path | None = None
) -> Any:
    """Send a form to ASReview, as its own page does."""
    edge, body = uuid.uuid4().hex, b""
    for key, value in (fields or {}).items():
        body += f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
    if file is not None:
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n'
        body += head.encode() + file.read_bytes() + b"\r\n"
    body += f"--{edge}--\r\n".encode()
    kind = {"content-type": f"multipart/form-data; boundary={edge}"}
    wanted = urllib.request.Request(
        f"{base}/api/{path}", data=body if fields else None, method=method, headers=kind if fields else {}
    )
    with urllib.request.urlopen(wanted, timeout=120) as answer:
        return json.loads(answer.read())


def attack(browser: Any, folder: Path, python: Path) -> Iterator[dict[str, object]]:
    """Let a page of another origin try to get into both servers, each of which this browser is let into."""
    run_command(["new", str(folder / "small"), str(folder / "likes.csv"), str(folder / "small.csv"), "--quiet"])
    with Server(folder, "small") as server, serve_page() as port:
        context = browser.new_context()
        context.new_page().goto(server.address)
        base, project = server.base, "/project/small"
        first = pl.read_csv(folder / "small.csv")["doi"][0]
        aim = {
            "base": base,
            "paths": [f"{project}/results", f"{project}/state?since=0", f"{project}/cards", f"{project}/report"],
            "frame": f"{project}/review",
            "events": "/job/x/events",
            "write": f"{project}/answer",
            "fields": {"id": first, "decision": "yes", "csrf": ""},
        }
        got = _attack(context, aim, port)
        with Session(folder / "small.likewise") as session:
            got["write an answer"] = bool(session.answers)
        context.close()
    yield from ({"what": what, "program": "likewise", "most": int(value)} for what, value in got.items())
    with serve_asreview(python, folder) as base, serve_page() as port:
        name = make_asreview_project(base, folder / "small.csv")
        context = browser.new_context()
        context.new_page().goto(base)
        n_before = _ask(base, "GET", f"projects/{name}/labeled_stats")["n"]
        aim = {
            "base": base,
            "paths": ["/api/projects", f"/api/projects/{name}/get_record", f"/api/projects/{name}/labeled"],
            "frame": f"/reviews/{name}/reviewer",
            "events": "/api/projects",
            "write": f"/api/projects/{name}/record/7",
            "fields": {"record_id": "7", "label": "1"},
        }
        got = _attack(context, aim, port)
        got["write an answer"] = _ask(base, "GET", f"projects/{name}/labeled_stats")["n"] > n_before
        context.close()
    yield from ({"what": what, "program": "ASReview", "most": int(value)} for what, value in got.items())


def _attack(context: Any, aim: Mapping[str, Any], port: int) -> dict[str, bool]:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/")
    got = try_all(page, aim)
    names = ("read by fetch", "load an image or a script", "read a frame", "listen to events", "open a WebSocket")
    told = {name: name in got for name in names}
    told["show it in a frame"] = is_framed(page, f"{aim['base']}{aim['frame']}")
    page.evaluate(FORM, dict(aim))
    page.wait_for_timeout(1500)
    # As after DNS rebinding: a name of somebody else's leads to this machine.
    name = f"evil.localhost:{aim['base'].rpartition(':')[2]}"
    answer = context.new_page().goto(f"http://{name}{aim['paths'][0]}")
    told["read by a name that leads here"] = answer is not None and answer.ok
    page.close()
    return told


def _row(
    what: str, size: int, times: Sequence[float], program: str = "likewise", share: float = 1.0
) -> dict[str, object]:
    ordered = sorted(times)
    most = ordered[min(len(ordered) - 1, round(share * len(ordered)))]
    median = statistics.median(times)
    return {
        "what": what,
        "program": program,
        "documents": size,
        "median": round(median),
        "most": round(most),
        "unit": "ms",
    }


def make_lines(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Write the part of the page that is made of rows."""
    timed = [row for row in rows if row["unit"]]
    sizes = sorted({int(row["documents"]) for row in timed})
    lines = [
        "Milliseconds in chromium on two cores that others used too: half of all, and in brackets the slowest (of keys",
        "the 95th percentile). Browsers tell nothing of frames that take less than 50 ms: these stand as 0.",
        "",
        "| what | " + " | ".join(f"{size:,} documents" for size in sizes) + " |",
        "|---|" + "--:|" * len(sizes),
    ]
    for what, program in dict.fromkeys((row["what"], row["program"]) for row in timed):
        found = {int(row["documents"]): row for row in timed if (row["what"], row["program"]) == (what, program)}
        cells = [f"{found[size]['median']} ({found[size]['most']})" if size in found else "–" for size in sizes]
        named = what if program == "likewise" else f"{what}, {program} 3.0.8"
        lines.append(f"| {named} | {' | '.join(cells)} |")
    lines += [
        "",
        "A page of another origin in the same browser, which was let in, tries:",
        "",
        "| to | likewise | ASReview 3.0.8 |",
        "|---|---|---|",
    ]
    tried = {(row["what"], row["program"]): row["most"] for row in rows if not row["unit"]}
    words = {"0": "refused", "1": "**succeeds**", None: "–"}
    for what in dict.fromkeys(what for what, _ in tried):
        cells = [words[tried.get((what, program))] for program in ("likewise", "ASReview")]
        lines.append(f"| {what} | {' | '.join(cells)} |")
    stamp = ", ".join(f"{name} {rows[0][name]}" for name in ("python", "likewise", "commit"))
    return [*lines, "", f"The rows are in [page.csv](page.csv): {stamp}."]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this page."""
    parser.add_argument("--quick", action="store_true", help="2,000 documents, printed only")


def run(options: argparse.Namespace) -> None:
    """Measure, and write rows and figures."""
    sizes = (2_000,) if options.quick else SIZES
    texts, wanted = list_texts()
    python = read_peers().python("asreview")
    stamp, rows = make_stamp(["likewise"]), []
    with tempfile.TemporaryDirectory() as name, open_browser() as browser:
        folder = Path(name)
        pl.DataFrame({"text": wanted}).write_csv(folder / "likes.csv")
        write(make_table(texts[:300], 0), folder / "small.csv")

        def keep(made: Iterator[dict[str, object]]) -> None:
            for row in made:
                rows.append({**row, **stamp})
                print(row, flush=True)

        for size in sizes:
            write(make_table(texts[:size], 0), folder / f"{size}.csv")
            run_command(
                ["new", str(folder / f"p{size}"), str(folder / "likes.csv"), str(folder / f"{size}.csv"), "--quiet"]
            )
            keep(measure(size, folder, browser))
            if size == sizes[0]:
                with serve_asreview(python, folder) as base:
                    keep(measure_asreview(base, folder / f"{size}.csv", browser))
        shutil.rmtree(folder / "asreview")
        keep(attack(browser, folder, python))
    if options.quick:
        print("docs/page.csv is written only by a full run")
        return
    write_rows(ROWS, rows, FIELDS)
    FIGURES.renew(make_lines(read_rows(ROWS)))
    print(f"wrote {FIGURES.page.name}, load {os.getloadavg()[0]:.1f}")
