"""The list of results in a real browser: searched, chosen in ranges, answered, undone, left and found again."""

import pytest
from bench.browsing import wait_until

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


def test_the_focus_stays_in_its_place_when_the_list_is_new(results):
    server, page = results
    page.locator("#rows input[name=id]").nth(2).focus()
    with Session(server.folder / "review.likewise", by="ana") as session:
        last = session.next_cards(40)[-1].id
        with page.expect_response("**/rows?**"):  # other windows' answers are seen
            session.answer(last, "no")
        page.wait_for_selector(DRAWN)
    # Which document stands there may change with the ranking, which follows the answer sooner or later.
    place = "[...document.querySelectorAll('#rows input[name=id]')].indexOf(document.activeElement)"
    assert wait_until(lambda: page.evaluate(place) == 2)
