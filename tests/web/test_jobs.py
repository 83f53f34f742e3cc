"""Work in the background, and what a stream tells of it."""

import json
import re

import pytest
from bench.browsing import PATIENCE

from likewise.errors import UserError
from likewise.progress import Stage
from likewise.web.jobs import Jobs
from tests.web.conftest import OURS, wait_for_ranking


def test_work_tells_how_far_it_is_and_where_it_leads():
    def work(progress):
        progress(Stage("reading", done=3, total=12))
        return "/there"

    job = Jobs().start("Reading", work)
    assert job.wait(PATIENCE)
    assert job.target == "/there"
    assert job.describe() == "Reading files (3 of 12)"
    assert job.share() == 0.25


def test_a_mistake_is_a_sentence():
    def work(_):
        raise UserError("there is no text in it")

    job = Jobs().start("Reading", work)
    assert job.wait(PATIENCE)
    assert job.error == "there is no text in it"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # it is meant to be seen there
def test_what_nobody_foresaw_ends_the_waiting():
    job = Jobs().start("Reading", lambda _: 1 / 0)
    assert job.wait(PATIENCE)
    assert "nobody foresaw" in job.error


def test_finished_work_is_forgotten_after_a_while():
    jobs = Jobs()
    first = jobs.start("Reading", lambda _: "/")
    for _ in range(130):
        assert jobs.start("Reading", lambda _: "/").wait(PATIENCE)
    assert jobs.find(first.id) is None


def test_a_search_whose_button_is_pressed_twice_is_made_once(client, csrf, workspace):
    rows = "".join(f"{n},{'wine grape cellar' if n % 3 else 'tea pot leaf'} {n}\n" for n in range(30))
    files = {"pile": ("p.csv", f"id,text\n{rows}".encode())}
    sent = client.post("/upload/files", data={"csrf": csrf, "pasted": "wine in a barrel"}, files=files, headers=OURS)
    draft = sent.headers["location"].rpartition("/")[2]
    once = re.search(r'name="once" value="([^"]+-search)"', client.get(f"/start/{draft}").text).group(1)
    data = {"csrf": csrf, "draft": draft, "project": "twice", "once": once}
    bad = client.post("/search", data=data | {"project": "review"}, headers=OURS)  # that one is there: nothing is begun
    assert "there is a project review already" in bad.text.replace("There", "there")
    targets = [client.post("/search", data=data, headers=OURS).headers["location"] for _ in range(3)]
    assert len(set(targets)) == 1
    job = workspace.jobs.find(targets[0].rpartition("/")[2])
    assert job.wait(PATIENCE)
    assert job.error is None
    assert client.post("/search", data=data, headers=OURS).headers["location"] == targets[0]  # also when it is done
    wait_for_ranking(workspace, "twice")
    assert once not in client.get("/").text


def test_work_that_failed_is_begun_again_and_work_without_a_key_always():
    jobs = Jobs()

    def fail(_):
        raise UserError("the disk is full")

    first = jobs.start_once("key", lambda: jobs.start("Searching", fail))
    assert first.wait(PATIENCE)
    second = jobs.start_once("key", lambda: jobs.start("Searching", lambda _: "/found"))
    assert second is not first
    assert jobs.start_once("key", lambda: jobs.start("Searching", fail)) is second
    assert jobs.start_once("", lambda: jobs.start("Searching", lambda _: "/a")) is not jobs.start_once(
        "", lambda: jobs.start("Searching", lambda _: "/b")
    )


def test_a_stream_ends_with_where_to_look(client, workspace):
    job = workspace.jobs.start("Reading", lambda _: "/there")
    job.wait(PATIENCE)
    text = client.get(f"/job/{job.id}/events").text
    assert json.loads(text.removeprefix("data: "))["target"] == "/there"
    assert client.get("/job/none/events").status_code == 404


def test_a_preview_of_files_that_have_changed_since_is_not_kept(monkeypatch):
    from io import BytesIO

    from likewise.web import drafts as module

    with module.Drafts() as drafts:
        draft = drafts.new()
        draft.add("examples", "a.txt", BytesIO(b"red wine"))
        check = module.check

        def check_while_another_file_comes(request):
            monkeypatch.setattr(module, "check", check)
            draft.add("pile", "b.txt", BytesIO(b"white wine"))
            return check(request)

        monkeypatch.setattr(module, "check", check_while_another_file_comes)
        draft.make_preview()
        assert draft.preview is None
        draft.make_preview()
        assert len(draft.preview.checkups) == 2
