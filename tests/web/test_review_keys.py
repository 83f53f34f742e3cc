"""Review by keys in a real browser: fast, held down, before the next card is there; no answer goes to another card."""

import pytest
from bench.browsing import wait_until

from likewise.app.session import Session
from tests.web.conftest import press_for_next_card

#: Press keys at once, one after the other, and tell which cards were shown.
PRESS = """async (keys) => {
    const shown = () => document.querySelector(".card").dataset.id;
    const seen = [];
    for (const key of keys) {
        seen.push(shown());
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
    return [...seen, shown()];
}"""


@pytest.fixture
def review(opened):
    """The page of a review, whose next cards are loaded."""
    server, _, page = opened
    page.goto(f"{server.base}/project/review/review")
    press_for_next_card(page, "j")  # which is there when the next ones are
    press_for_next_card(page, "k")
    return server, page


def read_log(server):
    with Session(server.folder / "review.likewise", by="ana") as session:
        return [(answer.document, answer.decision) for answer in session.answers_since(0)]


def wait_for_log(server, length):
    assert wait_until(lambda: len(read_log(server)) >= length)
    return read_log(server)


def test_each_key_answers_the_card_that_is_shown_or_none(review):
    server, page = review
    # Far more keys than cards are loaded: what comes before the next card is there must not answer the last one again.
    seen = page.evaluate(PRESS, list("yn" * 6))
    cards = list(dict.fromkeys(seen))
    log = wait_for_log(server, len(cards) - 1)
    page.wait_for_selector("#card:not(.waiting)")
    assert log == [(card, "yn"[seen.index(card) % 2].replace("y", "yes").replace("n", "no")) for card, _ in log]
    assert len({card for card, _ in log}) == len(log)


def test_an_answer_that_is_taken_back_at_once_can_be_given_again_at_once(review):
    server, page = review
    first, second, again, third = page.evaluate(PRESS, list("yzn"))
    assert first == again != second
    assert third == second
    assert wait_for_log(server, 3) == [(first, "yes"), (first, "undo"), (first, "no")]
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: no")
    assert page.inner_text("[data-count=yes]") == "0"


def test_undo_takes_back_what_this_window_answered_though_another_answered_since(review):
    server, page = review
    first = page.get_attribute(".card", "data-id")
    press_for_next_card(page, "y")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: yes")
    with Session(server.folder / "review.likewise", by="ana") as other:
        name = next(card.id for card in other.next_cards(30)[::-1])
        other.answer(name, "no")
    press_for_next_card(page, "z")
    assert wait_until(lambda: page.inner_text("#saved") == "Taken back")
    assert read_log(server) == [(first, "yes"), (name, "no"), (first, "undo")]


def test_a_key_that_is_held_down_answers_once_and_capital_and_other_letters_count(review):
    server, page = review
    page.evaluate(
        """() => {
            const press = (more) => document.body.dispatchEvent(
                new KeyboardEvent("keydown", { key: "y", bubbles: true, ...more }));
            press({});
            for (let turn = 0; turn < 30; turn += 1) press({ repeat: true });
        }"""
    )
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: yes")
    press_for_next_card(page, "N")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: no")
    page.evaluate(
        """() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "г", code: "KeyU", bubbles: true }))"""
    )
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: unsure")
    assert [decision for _, decision in read_log(server)] == ["yes", "no", "unsure"]


def test_cards_that_are_left_for_later_come_again_only_when_all_others_were_shown(review):
    server, page = review
    seen = [page.get_attribute(".card", "data-id")]
    for _ in range(39):
        press_for_next_card(page, "j")
        seen.append(page.get_attribute(".card", "data-id"))
    assert len(set(seen)) == 40
    press_for_next_card(page, "j")
    assert page.get_attribute(".card", "data-id") in seen
    assert read_log(server) == []


def test_an_answer_that_is_refused_comes_again_with_its_note_and_says_why(review):
    server, page = review
    words = "review.likewise cannot be used: the disk is full"
    page.route("**/project/review/answer", lambda route: route.fulfill(status=400, json={"error": words}), times=1)
    first = page.get_attribute(".card", "data-id")
    page.click("text=Reason or note")
    page.fill("input[name=note]", "ask Ben")
    page.click("button.no")
    page.wait_for_selector("#problem:not([hidden])")
    assert page.inner_text("#problem") == f"Not saved: {words}. The card comes again."
    press_for_next_card(page, "j")
    assert page.get_attribute(".card", "data-id") == first
    assert page.input_value("input[name=note]") == "ask Ben"
    press_for_next_card(page, "n")
    page.wait_for_selector("#problem", state="hidden")
    assert read_log(server) == [(first, "no")]


def test_the_end_can_be_undone_also_when_the_page_is_loaded_again(opened):
    server, _, page = opened
    with Session(server.folder / "review.likewise", by="ana") as session:
        names = [card.id for card in session.next_cards(40)]
        session.answer_several(names, "no")
    page.goto(f"{server.base}/project/review/review")
    assert "Everything is answered" in page.inner_text(".card")
    page.keyboard.press("z")
    page.wait_for_selector(f'.card[data-id="{names[-1]}"]')
    assert page.is_visible("button.yes")
    press_for_next_card(page, "y")
    assert "Everything is answered" in page.inner_text(".card")


def test_a_browser_that_is_no_longer_known_is_told_what_to_do(review):
    _, page = review
    page.context.clear_cookies()
    page.wait_for_selector("#offline:not([hidden])")
    assert "Open the link that it printed in the terminal" in page.inner_text("#offline")


def test_a_project_that_is_deleted_while_it_is_open_keeps_no_answer_in_secret(review):
    server, page = review
    (server.folder / "review.likewise").rename(server.folder / "elsewhere.likewise")
    page.keyboard.press("y")
    page.wait_for_selector("#problem:not([hidden])")
    assert "There is no project review" in page.inner_text("#problem").replace("there", "There")
    (server.folder / "elsewhere.likewise").rename(server.folder / "review.likewise")
    page.reload()
    press_for_next_card(page, "y")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: yes")
    assert len(read_log(server)) == 1
