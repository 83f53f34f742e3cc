"""The list of results in a real browser: searched, chosen in ranges, answered, undone, left and found again."""

from urllib.parse import parse_qs, urlsplit

import pytest
from bench.browsing import open_context, wait_until

from likewise.app.session import Session
from tests.web.conftest import follow_link

DRAWN = "#rows[aria-busy=false]"


@pytest.fixture
def results(opened):
    server, _, page = opened
    page.goto(f"{server.base}/project/review/results")
    page.wait_for_selector(DRAWN)
    return server, page


def test_a_search_says_when_nothing_matches_and_its_address_can_be_kept(results):
    server, page = results
    page.fill("input[name=q]", "nothing of the kind")
    page.wait_for_selector("#nothing:not([hidden])")
    assert page.inner_text("#total") == "0 documents"
    assert page.evaluate("document.activeElement.name") == "q"
    page.fill("input[name=q]", "kettle")
    page.wait_for_selector("#nothing", state="hidden")
    page.wait_for_selector(f"{DRAWN} .row a")
    total = page.inner_text("#total")
    address = page.evaluate("location.href")
    page.goto(f"{server.base}/")
    page.goto(address)
    assert page.inner_text("#total") == total
    assert page.input_value("input[name=q]") == "kettle"
    page.goto(f"{server.base}/project/review/results?q=none%20such")  # and from there on
    page.fill("input[name=q]", "kettle")
    page.wait_for_selector(f"{DRAWN} .row a")
    assert page.inner_text("#total") == total


def test_an_older_answer_never_replaces_a_newer_one(results):
    _, page = results
    held = []
    page.route("**/rows?**q=ket&**", lambda route: held.append(route))
    page.fill("input[name=q]", "ket")
    assert wait_until(lambda: page.evaluate("1") and held)
    page.fill("input[name=q]", "nothing of the kind")
    page.wait_for_selector("#nothing:not([hidden])")
    with page.expect_response("**/rows?**q=ket&**"):
        held[0].continue_()
    assert page.inner_text("#total") == "0 documents"
    assert page.is_visible("#nothing")


def test_a_range_is_answered_and_undone_whatever_was_answered_since(results):
    server, page = results
    boxes = page.locator("#rows input[name=id]")
    boxes.nth(1).click()
    boxes.nth(5).click(modifiers=["Shift"])
    assert page.inner_text("#n-chosen") == ", 5 chosen"
    page.click(".bulk button.no")
    page.wait_for_selector("#undo-button:not([hidden])")
    with Session(server.folder / "review.likewise", by="ana") as session:
        assert session.count_answers()["no"] == 5
        name = next(iter(session.next_cards(1))).id
        session.answer(name, "yes")
        page.click("#undo-button")
        page.wait_for_selector("#undo-button", state="hidden")
        session.answers_since(0)
        assert session.count_answers() == {"yes": 1, "no": 0, "unsure": 0}
        assert session.answers[name].decision == "yes"


def test_the_way_back_leads_to_the_same_place_of_the_list(results):
    _, page = results
    page.set_viewport_size({"width": 1000, "height": 500})
    page.evaluate("scrollTo(0, 2500)")
    assert wait_until(lambda: page.evaluate("history.state?.top") == page.evaluate("scrollY") > 1000)
    page.wait_for_selector(DRAWN)
    top = page.evaluate("scrollY")
    link = page.locator(".row-title").nth(page.locator(".row-title").count() // 2)
    title = link.inner_text()
    follow_link(page, f'.row-title[href="{link.get_attribute("href")}"]')
    assert page.inner_text(".card-title") == title
    page.go_back()
    page.wait_for_selector(DRAWN)
    assert abs(page.evaluate("scrollY") - top) < 200


AT = "document.activeElement.closest('.row')?.dataset.id"
SHOWN = "[...document.querySelectorAll('#rows .row')].map((row) => row.dataset.id)"
#: Where the focus is on the screen, in pixels.
HEIGHT = "Math.round(document.activeElement.getBoundingClientRect().top)"


#: Whether every row that is shown has its place of an order.
IN_ORDER = """(order) => [...document.querySelectorAll("#rows .row")].every(
    (row) => row.dataset.id === order[row.getAttribute("aria-posinset") - 1])"""


class Ranking:
    """Sends the list in another order, as a new ranking does."""

    def __init__(self, server, page):
        self.server, self.page = server, page
        self.rows = page.evaluate("fetch('rows?n=100').then((answer) => answer.json())")["rows"]
        self.names = [row["id"] for row in self.rows]
        self.order, self.held, self.is_held = None, [], False
        page.route("**/rows?**", self._answer)

    def _answer(self, route):
        if self.order is None:
            route.continue_()
            return
        html = {row["id"]: row["html"] for row in self.rows}
        query = {name: values[0] for name, values in parse_qs(urlsplit(route.request.url).query).items()}
        place = self.order.index(query["find"]) if query.get("find") in self.order else None
        first = int(query["from"]) if place is None else place // 100 * 100
        there = self.order[first : first + 100]
        rows = [
            {"id": name, "html": html.get(name, html["d0"].replace('value="d0"', f'value="{name}"'))} for name in there
        ]
        told = {"total": len(self.order), "from": first, "rows": rows, "place": place}
        if self.is_held:
            self.held.append((route, told))
        else:
            route.fulfill(json=told)

    def change(self, order):
        """Give the documents another order, and let the page know that something is new."""
        self.order = order
        with Session(self.server.folder / "review.likewise", by="ben") as session:
            session.answer(self.names[-1], "unsure")

    def wait(self):
        """Wait until the documents are shown in their new order."""
        self.page.wait_for_function(IN_ORDER, arg=self.order)
        self.page.wait_for_selector(DRAWN)


@pytest.fixture
def ranking(results):
    server, page = results
    return page, Ranking(server, page)


def test_the_focus_stays_on_its_document_and_on_its_place_of_the_screen_when_the_ranking_is_new(ranking):
    page, new = ranking
    names = new.names
    page.set_viewport_size({"width": 1280, "height": 900})
    page.locator("#rows input[name=id]").nth(2).focus()
    before = page.evaluate(HEIGHT)
    far = [f"x{number}" for number in range(250)]
    for order in ([*far, *names], [*names[3:], *names[:3]], names[::-1], names):
        new.change(order)
        new.wait()
        assert page.evaluate(AT) == names[2]
        assert page.evaluate("document.activeElement.tagName") == "INPUT"
        assert page.evaluate("document.activeElement.closest('.row').getAttribute('aria-posinset')") == str(
            order.index(names[2]) + 1
        )
        height = page.evaluate(HEIGHT)
        assert 0 <= height < 900
        assert height == before or order[0] != "x0"  # at both ends of the list there is no room for that
    page.keyboard.press("Space")
    assert page.inner_text("#n-chosen") == ", 1 chosen"
    with page.expect_request("**/answers") as sent:
        page.click(".bulk button.no")
    assert parse_qs(sent.value.post_data)["id"] == [names[2]]


def test_the_focus_leaves_a_list_that_no_longer_has_its_document(ranking):
    page, new = ranking
    names = new.names
    page.locator("#rows input[name=id]").nth(2).focus()
    new.change([name for name in names if name != names[2]])
    page.wait_for_selector("text=is no longer in this list")
    assert page.evaluate("document.activeElement.id") == "rows"
    page.keyboard.press("Space")
    assert page.inner_text("#n-chosen") == ""


def test_keys_that_come_before_a_new_list_mean_the_document_that_has_the_focus(ranking):
    page, new = ranking
    names = new.names
    page.locator("#rows input[name=id]").nth(4).focus()
    new.is_held = True
    new.change(names[::-1])
    assert wait_until(lambda: page.evaluate("1") and new.held)
    page.keyboard.press("Space")
    page.locator("#rows input[name=id]").nth(5).focus()  # somewhere else before the list comes
    new.is_held = False
    route, told = new.held[0]
    route.fulfill(json=told)
    new.wait()
    assert page.evaluate(AT) == names[5]
    page.keyboard.press("Space")
    assert page.evaluate("history.state.chosen") == [names[4], names[5]]
    assert set(page.evaluate("[...document.querySelectorAll('#rows :checked')].map((box) => box.value)")) == {
        names[4],
        names[5],
    }


def test_a_range_begins_at_the_document_that_was_chosen_wherever_it_is_now(ranking):
    page, new = ranking
    names = new.names
    page.locator("#rows input[name=id]").nth(1).click()
    new.change(names[::-1])
    new.wait()
    boxes = page.locator("#rows input[name=id]")
    page.wait_for_timeout(500)
    boxes.and_(page.locator(f'[value="{names[4]}"]')).click(modifiers=["Shift"])
    assert set(page.evaluate("history.state.chosen")) == set(names[1:5])


def test_a_click_at_once_after_the_list_has_moved_does_nothing(ranking):
    page, new = ranking
    names = new.names
    page.locator("#rows input[name=id]").nth(3).scroll_into_view_if_needed()
    box = page.locator("#rows input[name=id]").nth(3).bounding_box()
    page.evaluate(
        """([x, y, name]) => new MutationObserver((_, observer) => {
            const target = document.elementFromPoint(x, y);
            if (target.value === name) return;
            observer.disconnect();
            window.hit = target.value;
            target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
        }).observe(document.getElementById("rows"), { childList: true, subtree: true })""",
        [box["x"] + 8, box["y"] + 8, names[3]],
    )
    new.change(names[::-1])
    new.wait()
    assert page.evaluate("window.hit") == names[::-1][3] != names[3]
    assert page.inner_text("#n-chosen") == ""
    assert page.inner_text("#live") == "The list has just changed. Look again, and click again."
    page.wait_for_timeout(500)
    page.mouse.click(box["x"] + 8, box["y"] + 8)
    assert page.evaluate("history.state.chosen") == [names[::-1][3]]


def test_a_second_press_answers_nothing_twice_and_what_is_chosen_meanwhile_stays_chosen(results):
    server, page = results
    held = []
    page.route("**/answers", lambda route: held.append(route))
    boxes = page.locator("#rows input[name=id]")
    names = page.evaluate(SHOWN)
    boxes.nth(0).click()
    page.evaluate("for (let turn = 0; turn < 3; turn += 1) document.querySelector('.bulk button.no').click()")
    boxes.nth(3).click()
    assert wait_until(lambda: page.evaluate("1") and held)
    for route in held:
        route.continue_()
    page.wait_for_selector("#undo-button:not([hidden])")
    assert page.inner_text("#n-chosen") == ", 1 chosen"
    assert page.evaluate("history.state.chosen") == [names[3]]
    with Session(server.folder / "review.likewise", by="ana") as session:
        assert [answer.document for answer in session.answers_since(0)] == [names[0]]


def press_button(page, name):
    """Go back from the list to a button above it, and press it."""
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate(f"document.activeElement.matches('{name}')"):
            break
    page.keyboard.press("Enter")


@pytest.mark.parametrize("shown", ["all", "undecided"])
def test_who_answers_by_keyboard_goes_on_at_the_document_that_stands_there_now(results, shown):
    server, page = results
    page.goto(f"{server.base}/project/review/results?show={shown}")
    page.wait_for_selector(DRAWN)
    names = page.evaluate(SHOWN)
    page.locator("#rows input[name=id]").nth(2).focus()
    page.keyboard.press("Space")
    page.locator("#rows input[name=id]").nth(3).focus()
    page.keyboard.press("Space")
    with page.expect_response("**/rows?**"):
        press_button(page, ".bulk button.no")
    page.wait_for_selector("text=The ranking is new.")
    page.wait_for_selector(DRAWN)
    assert page.evaluate(AT) == names[4]
    assert page.evaluate("document.activeElement.name") == "id"
    assert not set(page.evaluate(SHOWN)[:5]) & set(names[2:4])
    page.keyboard.press("Space")
    assert page.evaluate("history.state.chosen") == [names[4]]
    page.keyboard.press("Space")
    press_button(page, "#undo-button")
    page.wait_for_selector("#undo-button", state="hidden")
    assert page.evaluate(AT) == names[4]


def test_who_answers_everything_by_keyboard_stays_in_the_list(results):
    server, page = results
    page.set_viewport_size({"width": 1280, "height": 6000})  # all rows are drawn
    page.goto(f"{server.base}/project/review/results?show=undecided")
    page.fill("input[name=q]", "kettle")
    page.wait_for_selector(f"{DRAWN} .row a")
    page.wait_for_selector("text=40 documents", state="detached")
    boxes = page.locator("#rows input[name=id]")
    for place in range(boxes.count()):
        boxes.nth(place).focus()
        page.keyboard.press("Space")
    press_button(page, ".bulk button.no")
    page.wait_for_selector("#nothing:not([hidden])")
    assert page.evaluate("document.activeElement.id") == "rows"


def test_what_is_chosen_is_still_so_on_the_way_back_whatever_the_ranking_is_now(results):
    server, page = results
    page.set_viewport_size({"width": 1280, "height": 6000})  # all rows are drawn
    names = page.evaluate(SHOWN)
    for place in (1, 2):
        page.locator("#rows input[name=id]").nth(place).click()
    page.evaluate("document.querySelectorAll('.row-title')[2].click()")
    page.wait_for_url("**/review?id=*")
    with Session(server.folder / "review.likewise", by="ana") as session:
        session.answer_several(names[3:9], "no")
        session.rerank()
    page.go_back()
    page.wait_for_selector(DRAWN)
    checked = "[...document.querySelectorAll('#rows :checked')].map((box) => box.value)"
    assert set(page.evaluate(checked)) == set(names[1:3])
    assert page.inner_text("#n-chosen") == ", 2 chosen"


def test_without_a_script_no_other_document_is_chosen_on_the_way_back(opened, browser):
    server, context, _ = opened
    plain = open_context(browser, storage_state=context.storage_state(), java_script_enabled=False)
    page = plain.new_page()
    page.goto(f"{server.base}/project/review/results?show=undecided")
    first = page.locator("#rows input[name=id]").first.get_attribute("value")
    page.check("input[name=id] >> nth=0")
    page.check("input[name=id] >> nth=1")
    page.click(".row-title >> nth=0")
    page.wait_for_url("**/review?id=*")
    with Session(server.folder / "review.likewise", by="ana") as session:
        session.answer(first, "no")
    page.go_back()
    assert page.locator("#rows input[name=id]").first.get_attribute("value") != first
    assert page.locator("#rows :checked").count() == 0
    plain.close()
