"""The page in a real browser: a newcomer's whole path, by keys, twice, and what the browser says of it."""

import random

import openpyxl
import pytest
from bench.browsing import Server, find_quiet_port, open_context, wait_until, watch_page

from likewise.app.session import Session
from tests.web.conftest import TEA, WINE, follow_link, press_for_next_card, send_form

#: How many answers a page shows.
TOTAL = "[...document.querySelectorAll('[data-count]')].reduce((sum, each) => sum + Number(each.textContent), 0)"


@pytest.fixture
def files(tmp_path):
    """Write eight texts and a table of a thousand rows, as a search of the literature gives."""
    draw = random.Random(1)
    (tmp_path / "in").mkdir()
    for number in range(8):
        (tmp_path / "in" / f"known {number}.txt").write_text(" ".join(draw.choices(WINE, k=40)))
    rows = ["Title,Abstract,DOI"]
    for number in range(1000):
        words = [*WINE, *TEA[:3]] if number % 10 == 0 else [*TEA, *WINE[:1]]
        abstract = " ".join(draw.choices(words, k=40))
        rows.append(f'"On {draw.choice(words)}, part {number}","{abstract}",10.5555/{number:04}')
    (tmp_path / "in" / "hits.csv").write_text("\ufeff" + "\r\n".join(rows), encoding="utf-8")
    return tmp_path / "in"


def answer_by_keys(page, keys):
    """Press keys, each when the next card is there; return how long each took to paint, in milliseconds."""
    return page.evaluate(
        """async (keys) => {
            const times = [];
            const pause = (n) => new Promise((done) => setTimeout(done, n));
            for (const key of keys) {
                const before = document.querySelector(".card").dataset.id;
                const start = performance.now();
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                while (document.querySelector(".card").dataset.id === before) {
                    if (performance.now() - start > 120000) throw new Error(`no card after ${before}`);
                    await pause(1);
                }
                const painted = new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
                await Promise.race([pause(1000), painted]);
                times.push(performance.now() - start);
                await pause(30);
            }
            return times;
        }""",
        keys,
    )


def test_a_newcomer_goes_all_the_way_and_finds_everything_again(browser, files, tmp_path):
    outside, complaints = [], []
    with Server(tmp_path) as server:
        context = open_context(browser, accept_downloads=True)
        page = context.new_page()
        watch_page(page, outside, complaints)
        page.goto(server.address)
        page.set_input_files("input[name=examples][multiple]", [str(path) for path in sorted(files.glob("*.txt"))])
        page.wait_for_selector(".scripted .files li")
        page.set_input_files("input[name=pile][multiple]", str(files / "hits.csv"))
        page.wait_for_selector(".preview dd >> text=1,000")
        assert "Title, Abstract" in page.inner_text(".preview")
        page.fill("input[name=project]", "wine review")
        page.click("text=Search >> nth=-1")
        page.wait_for_url("**/results")
        assert "like these" in page.inner_text("#summary")
        assert page.locator(".word").count() >= 5
        assert page.locator("#rows mark").count() > 5

        follow_link(page, "nav >> text=Review")
        answer_by_keys(page, ["y", "n", "y"] * 10)
        assert wait_until(lambda: page.inner_text("[data-count=yes]") == "20")
        page.keyboard.press("z")
        assert wait_until(lambda: page.inner_text("#saved") == "Taken back")
        assert page.inner_text("[data-count=yes]") == "19"

        follow_link(page, "nav >> text=Results")
        before = page.inner_text("#cut-sentence")
        page.focus("#cut")
        for _ in range(5):
            page.keyboard.press("PageUp")
        assert wait_until(lambda: page.inner_text("#cut-sentence") != before)
        assert page.inner_text("#cut-sentence").startswith("Take ")

        follow_link(page, "nav >> text=Overview")
        assert "May I stop?" in page.inner_text("main")
        follow_link(page, "nav >> text=Export")
        saved = {}
        for kind in ("xlsx", "ris"):
            page.select_option("select[name=format]", kind)
            page.select_option("select[name=only]", "yes")
            with page.expect_download() as download:
                page.click("text=Download >> nth=0")
            saved[kind] = tmp_path / download.value.suggested_filename
            download.value.save_as(saved[kind])
        assert openpyxl.load_workbook(saved["xlsx"]).worksheets[0].max_row == 20
        assert saved["ris"].read_text(encoding="utf-8").count("\nER  -") == 19
        with context.expect_page() as opened:
            page.click("text=Open the report")
        opened.value.wait_for_load_state()
        assert "PRISMA" in opened.value.content()
        context.close()
        assert server.stop() == 0
    with Server(tmp_path, "wine review") as server:
        context = open_context(browser)
        page = context.new_page()
        page.goto(server.address)
        follow_link(page, "nav >> text=Review")
        assert page.inner_text("[data-count=yes]") == "19"
        assert page.inner_text("[data-count=no]") == "10"
        context.close()
    assert [url for url in outside if not url.startswith("http://127.0.0.1:")] == []
    assert complaints == []


def test_files_are_dropped(browser, tmp_path):
    with Server(tmp_path) as server:
        context = open_context(browser)
        page = context.new_page()
        page.goto(server.address)
        page.evaluate(
            """() => {
                const data = new DataTransfer();
                data.items.add(new File(["red wine from old grapes"], "<b>wine.txt"));
                const zone = document.querySelector("[data-zone=examples]");
                zone.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
            }"""
        )
        page.wait_for_selector(".files li")
        assert page.inner_text(".files li") == "_b_wine.txt"
        context.close()


def test_windows_see_each_others_answers(opened):
    server, context, first = opened
    windows = [context.new_page() for _ in range(7)]
    for page in (first, *windows):
        page.goto(f"{server.base}/project/review/review")
    for number, page in enumerate((first, *windows)):
        page.bring_to_front()
        answer_by_keys(page, ["y", "n"] if number % 2 else ["n", "u"])
    with Session(server.folder / "review.likewise", by="ana") as session:
        assert wait_until(lambda: len(session.answers_since(0)) == 16)
        n_answered = len(session.answers)
    assert wait_until(lambda: all(page.evaluate(TOTAL) == n_answered for page in (first, *windows)))


def test_a_killed_server_loses_no_answer_that_was_called_saved_and_the_page_goes_on(browser, folder):
    server = Server(folder, "review", port=find_quiet_port())
    context = open_context(browser)
    page = context.new_page()
    page.goto(server.address)
    page.goto(f"{server.base}/project/review/review")
    answer_by_keys(page, ["y", "n"])
    assert wait_until(lambda: page.evaluate(TOTAL) == 2)
    server.kill()
    answer_by_keys(page, ["y"])
    page.wait_for_selector("#offline:not([hidden])")
    assert f"start it again with --port {server.port}." in page.inner_text("#offline")
    server = Server(folder, "review", port=server.port)
    other = context.new_page()
    other.goto(server.address)  # the new server lets this browser in
    page.bring_to_front()
    page.wait_for_selector("#offline[hidden]", state="attached")
    assert wait_until(lambda: page.evaluate(TOTAL) == 3)
    context.close()
    server.stop()
    with Session(folder / "review.likewise", by="ana") as session:
        assert len(session.answers) == 3


def test_keys_help_and_skip(opened):
    server, _, page = opened
    page.goto(f"{server.base}/project/review/review")
    first = page.get_attribute(".card", "data-id")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="hidden")
    press_for_next_card(page, "j")
    press_for_next_card(page, "k")
    assert page.get_attribute(".card", "data-id") == first
    page.click("text=Reason or note")
    page.focus("input[name=reason]")
    page.keyboard.type("no yes unsure")
    assert page.get_attribute(".card", "data-id") == first
    page.click("button.no")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: no")
    with Session(server.folder / "review.likewise") as session:
        assert session.answers[first].reason == "no yes unsure"


def test_without_a_script_answers_are_given_and_taken_back(opened, browser):
    server, context, _ = opened
    plain = open_context(browser, storage_state=context.storage_state(), java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"{server.base}/project/review/review")
    send_form(page, "button.yes")
    send_form(page, "button.no")
    assert page.inner_text("[data-count=yes]") == "1"
    send_form(page, "text=Undo")
    assert page.inner_text("[data-count=no]") == "0"
    page.goto(f"{server.base}/project/review/results")
    page.check("input[name=id] >> nth=2")
    send_form(page, ".bulk button.unsure")
    assert page.is_visible("text=Undo")
    plain.close()
