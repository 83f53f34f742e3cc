"""Whatever is lost on the way, replaced or restored meanwhile: an answer is on the document that was shown, once."""

import shutil
import signal

import pytest
from bench.browsing import Server, find_quiet_port, open_context, wait_until

from likewise.app.new_project import new_project
from likewise.app.project_requests import NewRequest
from likewise.app.session import Session
from tests.web.conftest import OURS, follow_link, press_for_next_card, send_form, write_files


@pytest.fixture
def review(opened):
    server, _, page = opened
    page.goto(f"{server.base}/project/review/review")
    return server, page


@pytest.fixture
def other(tmp_path_factory):
    """Make a project of the same name whose documents have the same ids."""
    folder = tmp_path_factory.mktemp("other")
    likes, pile = write_files(folder)
    pile.write_text(pile.read_text().replace("About", "On"))
    return new_project(
        NewRequest(project=str(folder / "review"), examples=str(likes), pile=str(pile), by="ana")
    ).project


def read_log(folder):
    with Session(folder / "review.likewise", by="ana") as session:
        return [(answer.document, answer.decision) for answer in session.answers_since(0)]


def lose_reply(page, address):
    """Let the next write arrive, and its reply not."""

    def lose(route):
        route.fetch()
        route.abort()

    page.route(address, lose, times=1)


def test_an_answer_whose_reply_is_lost_is_written_once_and_can_be_taken_back(review):
    server, page = review
    first = page.get_attribute(".card", "data-id")
    lose_reply(page, "**/project/review/answer")
    press_for_next_card(page, "y")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: yes")
    press_for_next_card(page, "z")
    assert wait_until(lambda: page.inner_text("#saved") == "Taken back")
    assert page.inner_text("[data-count=yes]") == "0"
    assert read_log(server.folder) == [(first, "yes"), (first, "undo")]


def test_an_undo_whose_reply_is_lost_takes_back_one_answer(opened):
    server, _, page = opened
    with Session(server.folder / "review.likewise", by="ana") as session:
        names = [card.id for card in session.next_cards(3)]
        session.answer_several(names, "no")
    page.goto(f"{server.base}/project/review/review")
    lose_reply(page, "**/project/review/undo")
    page.keyboard.press("z")
    page.wait_for_selector(f'.card[data-id="{names[-1]}"]')
    assert wait_until(lambda: page.inner_text("#saved") == "Taken back")
    assert read_log(server.folder)[3:] == [(names[-1], "undo")]


def test_answers_on_several_documents_whose_reply_is_lost_can_be_sent_again(opened):
    server, _, page = opened
    page.goto(f"{server.base}/project/review/results")
    page.wait_for_selector("#rows[aria-busy=false]")
    for place in (0, 1):
        page.locator("#rows input[name=id]").nth(place).click()
    lose_reply(page, "**/project/review/answers")
    page.click(".bulk button.no")
    page.wait_for_selector("text=Not saved. Try again")
    assert page.inner_text("#n-chosen") == ", 2 chosen"
    page.click(".bulk button.no")
    page.wait_for_selector("#undo-button:not([hidden])")
    assert len(read_log(server.folder)) == 2
    page.click("#undo-button")
    page.wait_for_selector("#undo-button", state="hidden")
    with Session(server.folder / "review.likewise", by="ana") as session:
        assert not session.answers


@pytest.fixture
def restarted(browser, folder):
    """A review whose server is killed when it has written something down, and started again."""
    server = Server(folder, "review", port=find_quiet_port())
    context = open_context(browser)
    page = context.new_page()
    page.goto(server.address)
    page.goto(f"{server.base}/project/review/review")
    servers = [server]

    def kill_at_next(address):
        def kill(route):
            route.fetch()
            servers[-1].kill()
            route.abort()

        page.route(address, kill, times=1)

    def start_again():
        page.wait_for_selector("#offline:not([hidden])")
        servers.append(Server(folder, "review", port=server.port))
        other = context.new_page()
        other.goto(servers[-1].address)  # the new server lets this browser in
        other.close()

    yield page, kill_at_next, start_again
    context.close()
    servers[-1].stop()


def test_an_answer_and_an_undo_are_written_once_though_the_server_was_killed_before_it_said_so(restarted, folder):
    page, kill_at_next, start_again = restarted
    names = [page.get_attribute(".card", "data-id")]
    press_for_next_card(page, "n")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: no")
    names.append(page.get_attribute(".card", "data-id"))
    kill_at_next("**/project/review/answer")
    press_for_next_card(page, "y")
    start_again()
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: yes")
    written = [(names[0], "no"), (names[1], "yes")]
    assert read_log(folder) == written
    page.reload()  # this window no longer knows what it answered: the server tells which is the last
    kill_at_next("**/project/review/undo")
    page.keyboard.press("z")
    start_again()
    assert wait_until(lambda: page.inner_text("#saved") == "Taken back")
    page.wait_for_selector(f'.card[data-id="{names[1]}"]')
    assert read_log(folder) == [*written, (names[1], "undo")]
    assert page.inner_text("[data-count=no]") == "1"


def test_answers_on_several_documents_are_written_once_though_the_server_was_killed_before_it_said_so(
    restarted, folder
):
    page, kill_at_next, start_again = restarted
    follow_link(page, "nav >> text=Results")
    page.wait_for_selector("#rows[aria-busy=false]")
    for place in (0, 1):
        page.locator("#rows input[name=id]").nth(place).click()
    kill_at_next("**/project/review/answers")
    page.click(".bulk button.no")
    page.wait_for_selector("text=Not saved. Try again")
    start_again()
    page.wait_for_selector("#offline", state="hidden")
    page.click(".bulk button.no")
    page.wait_for_selector("#undo-button:not([hidden])")
    assert len(read_log(folder)) == 2
    page.click("#undo-button")
    page.wait_for_selector("#undo-button", state="hidden")
    with Session(folder / "review.likewise", by="ana") as session:
        assert not session.answers


def test_an_answer_that_is_sent_again_is_written_if_something_else_was_said_since(post, folder):
    again = {"x-again-after": "0"}
    for decision, reason, headers in (
        ("yes", "", {}),
        ("yes", "", again),  # the same
        ("no", "", {}),
        ("yes", "", again),
        ("yes", "old", again),
        ("yes", "old", {"x-again-after": "4"}),
    ):
        data = {"id": "d1", "decision": decision, "reason": reason}
        assert post("/project/review/answer", data, headers=headers).status_code == 200
    assert read_log(folder) == [("d1", each) for each in ("yes", "no", "yes", "yes", "yes")]
    for headers, undone in (({}, "d1"), (again, "d1"), ({}, "d1")):
        assert post("/project/review/undo", headers=headers).json()["undone"] == undone
    assert [decision for _, decision in read_log(folder)[5:]] == ["undo", "undo"]


def test_a_write_that_fails_can_be_sent_again_with_the_same_key(post):
    headers = {"x-once": "key"}
    assert post("/project/review/answer", {"id": "none", "decision": "yes"}, headers=headers).status_code == 400
    answers = [post("/project/review/answer", {"id": "d1", "decision": "yes"}, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    other = post("/project/review/answer", {"id": "d1", "decision": "yes"}, headers={"x-once": "another"})
    assert other.json()["answer"]["seq"] == answers[0].json()["answer"]["seq"] + 1


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be stopped here")
def test_a_server_that_sleeps_is_said_to_be_away_and_saves_every_answer_once_when_it_wakes(review):
    server, page = review
    names = [page.get_attribute(".card", "data-id")]
    press_for_next_card(page, "j")  # which is there when the next ones are
    names.append(page.get_attribute(".card", "data-id"))
    server.process.send_signal(signal.SIGSTOP)
    try:
        press_for_next_card(page, "y")
        page.wait_for_selector("#offline:not([hidden])")
        assert "does not answer" in page.inner_text("#offline")
        assert page.inner_text("#saved") == "Saving …"
    finally:
        server.process.send_signal(signal.SIGCONT)
    page.wait_for_selector("#offline", state="hidden")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: yes")
    assert read_log(server.folder) == [(names[1], "yes")]


def test_a_card_that_another_window_answers_stays_for_the_key_that_is_about_to_be_pressed(review):
    server, page = review
    first = page.get_attribute(".card", "data-id")
    with Session(server.folder / "review.likewise", by="ben") as session:
        session.answer(first, "yes")
    page.wait_for_selector(f'.card[data-id="{first}"] .decided.yes')
    assert "answered in another window" in page.inner_text("#live")
    press_for_next_card(page, "n")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: no")
    assert read_log(server.folder) == [(first, "yes"), (first, "no")]


def test_an_answer_that_comes_before_the_script_of_a_page_is_seen(opened):
    server, _, page = opened
    scripts = []
    page.route("**/review.js", lambda route: scripts.append(route))
    page.goto(f"{server.base}/project/review/review", wait_until="commit")
    first = page.get_attribute(".card", "data-id")
    assert wait_until(lambda: page.evaluate("1") and scripts)
    with Session(server.folder / "review.likewise", by="ben") as session:
        session.answer(first, "yes")
    scripts[0].continue_()
    page.wait_for_selector(f'.card[data-id="{first}"] .decided.yes')


def test_a_window_that_nobody_types_in_goes_on_when_another_answers_its_card(review):
    server, page = review
    first = page.get_attribute(".card", "data-id")
    page.evaluate("document.hasFocus = () => false")
    with Session(server.folder / "review.likewise", by="ben") as session:
        session.answer(first, "yes")
    page.wait_for_selector(f'.card:not([data-id="{first}"])')


def test_a_page_answers_nothing_in_another_project_of_that_name(review, other):
    server, page = review
    (server.folder / "review.likewise").unlink()
    shutil.copyfile(other, server.folder / "review.likewise")
    page.keyboard.press("y")
    page.wait_for_selector("#problem:not([hidden])")
    assert "is another project than the one that this page shows" in page.inner_text("#problem")
    page.wait_for_selector("#offline:not([hidden])")
    assert read_log(server.folder) == []
    page.reload()
    assert page.inner_text(".card-title").startswith("On ")
    press_for_next_card(page, "y")
    assert wait_until(lambda: page.inner_text("#saved") == "Saved: yes")


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/project/review/answer", {"id": "d1", "decision": "yes"}),
        ("/project/review/answers", {"id": ["d1", "d2"], "decision": "yes"}),
        ("/project/review/answers", {"undo": "1-1"}),
        ("/project/review/undo", {}),
        ("/project/review/export/table", {"format": "csv"}),
    ],
)
def test_forms_of_another_project_of_that_name_are_refused(client, csrf, workspace, other, path, data):
    stamp = workspace.open("review").stamp
    page = client.get("/project/review/review").text
    assert page.count(f'name="stamp" value="{stamp}"') == 2
    (workspace.folder / "review.likewise").unlink()
    shutil.copyfile(other, workspace.folder / "review.likewise")
    with Session(workspace.folder / "review.likewise", by="ana") as session:
        session.answer("d5", "no")
    answer = client.post(path, data={**data, "csrf": csrf, "stamp": stamp}, headers=OURS)
    assert answer.status_code == 400
    assert "another project than the one that this page shows" in answer.text
    assert read_log(workspace.folder) == [("d5", "no")]
    assert client.get("/project/review/cards", headers={"x-stamp": stamp}).status_code == 404


def test_copies_and_additions_keep_the_stamp(post, workspace, tmp_path):
    stamp = workspace.open("review").stamp
    shutil.copyfile(workspace.folder / "review.likewise", workspace.folder / "copy.likewise")
    assert workspace.open("copy").stamp == stamp
    files = {"files": ("more.csv", b"id,title,abstract\nnew1,More,wine and grapes\n")}
    target = post("/upload/project/review", files=files).headers["location"]
    assert workspace.jobs.find(target.rpartition("/")[2]).wait(60)
    with Session(workspace.folder / "review.likewise", by="ana") as session:
        assert session.n_documents == 41
        assert session.project.stamp == stamp


def test_without_a_script_undo_takes_back_what_this_tab_answered(opened, browser):
    server, context, _ = opened
    plain = open_context(browser, storage_state=context.storage_state(), java_script_enabled=False)
    tabs = [plain.new_page(), plain.new_page()]
    names = []
    for tab in tabs:
        tab.goto(f"{server.base}/project/review/review")
        names.append(tab.get_attribute(".card", "data-id"))
        send_form(tab, "button.yes")
    assert names[0] != names[1]
    send_form(tabs[0], "text=Undo")
    assert tabs[0].get_attribute(".card", "data-id") == names[0]
    assert read_log(server.folder) == [(names[0], "yes"), (names[1], "yes"), (names[0], "undo")]
    plain.close()


def test_what_a_browser_keeps_of_a_form_is_not_put_on_another_card(review):
    _, page = review
    press_for_next_card(page, "j")
    press_for_next_card(page, "j")
    page.click("text=Reason or note")
    page.fill("input[name=reason]", "wrong animals")
    page.fill("input[name=note]", "ask Ben")
    follow_link(page, "nav >> text=Results")
    page.route("**/review.js", lambda route: route.abort())  # a slow network: the page is there before its script
    page.go_back()
    shown = page.get_attribute(".card", "data-id")
    assert page.evaluate("[...new FormData(document.getElementById('answer'))].slice(-4)") == [
        ["id", shown],
        ["pick", page.get_attribute(".card", "data-pick")],
        ["reason", ""],
        ["note", ""],
    ]


def test_reasons_that_were_given_are_suggested(post, client):
    post("/project/review/answer", {"id": "d1", "decision": "no", "reason": "wrong <animals>"})
    assert '<option value="wrong &lt;animals&gt;">' in client.get("/project/review/review").text
