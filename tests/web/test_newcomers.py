"""Newcomers in a real browser: from a folder of PDFs, by keyboard alone, with large letters."""

import random

import pytest
from bench.browsing import Server, open_context, wait_until

from likewise.app.session import Session
from tests.readers.pdf_maker import pdf_file
from tests.web.conftest import TEA, WINE, follow_link, press_for_next_card, wait_for_charts

VIEWS = ("results", "review", "overview", "export")


@pytest.fixture
def page(browser):
    context = open_context(browser, accept_downloads=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def papers(tmp_path):
    """Write a folder of four PDFs to like, and one of thirty to search, half of them alike."""
    draw = random.Random(4)
    for name, number in (("known", 4), ("hits", 30)):
        (tmp_path / "in" / name / "inner").mkdir(parents=True)
        for at in range(number):
            words = WINE if name == "known" or at % 2 else TEA
            lines = [
                f"A study of {draw.choice(words)}, part {at}",
                *(" ".join(draw.choices(words, k=8)) for _ in range(4)),
            ]
            place = tmp_path / "in" / name / ("inner" if at % 3 == 2 else "") / f"{name} {at}.pdf"
            place.write_bytes(pdf_file("\n".join(lines)))
    (tmp_path / "in" / "hits" / "broken.pdf").write_bytes(b"%PDF-1.4 no more of it")
    return tmp_path / "in"


def test_a_newcomer_goes_from_folders_of_pdfs_to_an_export(page, papers, tmp_path):
    with Server(tmp_path) as server:
        page.goto(server.address)
        page.set_input_files("input[name=examples][webkitdirectory]", str(papers / "known"))
        page.wait_for_selector(".scripted .files li")
        page.set_input_files("input[name=pile][webkitdirectory]", str(papers / "hits"))
        page.wait_for_selector("#understood .problem")
        preview = page.inner_text(".preview")
        assert "broken.pdf" in preview
        assert "30" in preview
        page.fill("input[name=project]", "papers")
        page.click(".go button")
        page.wait_for_url("**/results")
        assert page.locator("#rows mark").count() > 5
        follow_link(page, "nav >> text=Review")
        assert "A study of" in page.inner_text(".card")
        for key in "yyn":
            press_for_next_card(page, key)
        assert wait_until(lambda: page.inner_text("#saved") == "Saved: no")
        follow_link(page, "nav >> text=Export")
        page.select_option("select[name=format]", "csv")
        with page.expect_download() as download:
            page.click("text=Download >> nth=0")
        download.value.save_as(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text(encoding="utf-8").count(".pdf") >= 30
    with Session(tmp_path / "papers.likewise") as session:
        assert session.count_answers() == {"yes": 2, "no": 1, "unsure": 0}


def tab_to(page, selector):
    """Press Tab until something has the focus, as somebody without a mouse does."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement?.matches(selector)", selector):
            outline = "getComputedStyle(document.activeElement.closest('label') ?? document.activeElement).outlineStyle"
            both = f"[{outline}, getComputedStyle(document.activeElement).outlineStyle]"
            assert any(style != "none" for style in page.evaluate(both)), f"the focus on {selector} is not visible"
            return
    raise AssertionError(f"{selector} cannot be reached by keyboard")


def follow_by_key(page, selector):
    tab_to(page, selector)
    follow_link(page, selector, lambda: page.keyboard.press("Enter"))


def test_the_whole_path_goes_by_keyboard_alone(page, papers, tmp_path):
    page.on("filechooser", lambda _: None)  # from here on: a key may be quicker than the browser is told to ask us
    with Server(tmp_path) as server:
        page.goto(server.address)
        for zone, files in (("examples", "known"), ("pile", "hits")):
            tab_to(page, f"input[name={zone}][multiple]")
            with page.expect_file_chooser() as chooser:
                page.keyboard.press("Space")
            chooser.value.set_files([str(path) for path in sorted((papers / files).glob(f"{files}*.pdf"))])
            page.wait_for_selector(f".scripted [data-zone={zone}] .files li")
            page.wait_for_selector(".preview h3")
        tab_to(page, "input[name=project]")
        page.keyboard.press("Control+A")
        page.keyboard.type("by keys")
        page.keyboard.press("Enter")
        page.wait_for_url("**/results")
        assert wait_until(lambda: "Take " in page.inner_text("#cut-sentence") or page.reload() is None)

        tab_to(page, "#cut")
        before = page.inner_text("#cut-sentence")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert wait_until(lambda: page.inner_text("#cut-sentence") != before)
        tab_to(page, "input[name=q]")
        page.keyboard.type("study")
        page.wait_for_url("**q=study*")
        page.wait_for_selector("#rows[aria-busy=false]")
        tab_to(page, "#rows input[type=checkbox]")
        page.keyboard.press("Space")
        page.keyboard.press("Shift+Tab")
        for _ in range(4):
            page.keyboard.press("Shift+Tab")
            if page.evaluate("document.activeElement.value") == "yes":
                break
        page.keyboard.press("Enter")
        assert wait_until(lambda: page.is_visible("#undo-button"))

        follow_by_key(page, "nav a[href$=review]")
        for key in "nyz":
            press_for_next_card(page, key)
        assert wait_until(lambda: page.inner_text("#saved") == "Taken back")
        page.keyboard.press("?")
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog", state="hidden")
        follow_by_key(page, "nav a[href$=overview]")
        page.wait_for_selector("text=May I stop?")
        wait_for_charts(page)
        follow_by_key(page, "nav a[href$=export]")
        tab_to(page, "select[name=format]")
        page.keyboard.press("ArrowDown")
        tab_to(page, "button.primary")
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        assert download.value.suggested_filename == "by keys.csv"
        tab_to(page, "a[href$=report]")
        with page.context.expect_page() as opened:
            page.keyboard.press("Enter")
        opened.value.wait_for_load_state()
        assert "PRISMA" in opened.value.content()
    with Session(tmp_path / "by keys.likewise") as session:
        assert session.count_answers() == {"yes": 1, "no": 1, "unsure": 0}


#: What reaches beyond the window, or has more text than room.
CUT_OFF = """() => [...document.querySelectorAll("button, a, input:not([type=hidden]), select, h1, h2, p, td, label")]
    .filter((each) => each.checkVisibility() && !each.closest(".hidden, .skip, .file"))
    .filter((each) => {
        const box = each.getBoundingClientRect();
        return box.right > innerWidth + 1 || box.left < -1
            || (each.scrollWidth > each.clientWidth + 1 && each.matches("button, h1, h2, .soft"));
    })
    .map((each) => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(("width", "zoom"), [(360, 1), (640, 2), (2560, 1)])
def test_nothing_is_cut_off_at_any_width_and_zoom(opened, browser, width, zoom):
    server, context, _ = opened  # a window of 1280 at 200 % has 640 pixels for the page
    small = open_context(
        browser,
        storage_state=context.storage_state(),
        viewport={"width": width, "height": 740},
        device_scale_factor=zoom,
    )
    page = small.new_page()
    for path in ("/", *(f"/project/review/{view}" for view in VIEWS), "/project/none/review"):
        page.goto(f"{server.base}{path}")
        if path.endswith("overview"):
            wait_for_charts(page)
        # The list of results is drawn in a frame of its own, after the page.
        assert wait_until(lambda: page.evaluate(CUT_OFF) == [], 60), (path, page.evaluate(CUT_OFF))
        assert wait_until(lambda: page.evaluate("document.documentElement.scrollWidth") <= width, 60), path
    small.close()


#: Words of ours that stand on more than one line, and a sentence that goes on below the number which it begins with.
BROKEN = """() => {
    const broken = [];
    for (const each of document.querySelectorAll("nav a, th, .prisma td:first-child, .answer .buttons button")) {
        for (const node of [...each.childNodes].filter((child) => child.nodeType === 3)) {
            for (const word of node.data.matchAll(/\\S+/g)) {
                const range = document.createRange();
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                if (range.getClientRects().length > 1) broken.push(word[0]);
            }
        }
    }
    const number = document.querySelector("#summary b");
    if (number) {
        const range = document.createRange();
        range.setStart(number.nextSibling, 0);
        range.setEnd(number.nextSibling, 1);
        const end = [...number.getClientRects()].at(-1).bottom;
        if (range.getBoundingClientRect().top > end - 3) broken.push(number.textContent);
    }
    return broken;
}"""


@pytest.mark.parametrize("width", [320, 360])
def test_no_word_of_ours_is_broken_in_a_narrow_window(opened, width):
    server, _, page = opened
    page.set_viewport_size({"width": width, "height": 256})  # 320 are what a window of 1280 has at 400 %
    for view in VIEWS:
        page.goto(f"{server.base}/project/review/{view}")
        if view == "overview":
            wait_for_charts(page)
        assert wait_until(lambda: page.evaluate("document.documentElement.scrollWidth") <= width, 60), view
        assert page.evaluate(BROKEN) == [], view


@pytest.mark.parametrize("is_open", [False, True])
def test_what_has_the_focus_on_a_card_is_not_behind_the_buttons(opened, is_open):
    server, _, page = opened
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server.base}/project/review/review")
    if is_open:
        page.click(".remarks summary")
    top = page.evaluate("document.querySelector('.card summary').getBoundingClientRect().top + scrollY")
    page.set_viewport_size({"width": 360, "height": int(top) + 40})
    page.evaluate("scrollTo(0, 0)")
    page.locator(".card summary").focus()
    ends = "['.card summary', '.answer'].map((each) => document.querySelector(each).getBoundingClientRect())"
    summary, buttons = page.evaluate(f"{ends}.map((box) => [box.top, box.bottom])")
    assert 0 <= summary[0] < summary[1] <= buttons[0]
