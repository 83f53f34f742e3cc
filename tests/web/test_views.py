"""The five views, as a browser without a script sees them, and what scripts ask for."""

import io
import time
from html import unescape

import polars as pl
import pytest
from bench.browsing import PATIENCE, wait_until
from starlette.testclient import TestClient

from likewise.app.new_project import new_project
from likewise.app.project_requests import NewRequest
from likewise.web.application import make_application
from likewise.web.logins import Logins
from likewise.web.workspace import Workspace
from tests.web.conftest import ORIGIN, OURS, PORT, wait_for_ranking, write_files

SCRIPT = "<script>alert(1)</script>"
BREAKOUT = "\"><img src=x onerror=alert(2)>' onmouseover='alert(3)"


def follow(client, answer, seconds=PATIENCE):
    """Follow work until it is done; return the page that it leads to."""
    target = answer.headers["location"]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = client.get(target)
        if answer.status_code == 303:
            target = answer.headers["location"]
        elif "/job/" not in target or answer.status_code == 400:
            return answer
        else:
            time.sleep(0.1)
    raise AssertionError("nothing came of it")


def wait_for_words(client, address, words):
    """Look at a page until it says something; return it."""
    pages = []
    assert wait_until(lambda: pages.append(client.get(address)) or words in pages[-1].text)
    return pages[-1]


def test_a_newcomer_makes_a_project_from_uploaded_files_without_a_script(client, csrf, tmp_path, workspace):
    files = tmp_path / "files"
    files.mkdir()
    likes, pile = write_files(files)
    sent = [("examples", (path.name, path.read_bytes())) for path in sorted(likes.iterdir())]
    answer = client.post("/upload/files", data={"csrf": csrf}, files=sent, headers=OURS)
    draft = answer.headers["location"].rpartition("/")[2]
    answer = client.post(
        "/upload/files",
        data={"csrf": csrf, "draft": draft},
        files={"pile": ("pile.csv", pile.read_bytes())},
        headers=OURS,
    )
    page = wait_for_words(client, answer.headers["location"], "What was understood")
    assert "title, abstract" in page.text
    assert "3.txt" in page.text
    kept = list(workspace.drafts.folder.rglob("*.txt"))
    assert len(kept) == 4
    assert workspace.drafts.folder.stat().st_mode & 0o077 == 0
    data = {"csrf": csrf, "draft": draft, "project": "my search"}
    answer = follow(client, client.post("/search", data=data, headers=OURS))
    assert "Most telling words" in answer.text
    assert (workspace.folder / "my search.likewise").is_file()
    assert not list(workspace.drafts.folder.rglob("*.txt"))
    assert "my search" in client.get("/").text
    wait_for_ranking(workspace, "my search")
    own = workspace.drafts.folder.name  # a place that nobody else knows, and that is gone tomorrow
    for view in ("report", "prisma", "overview"):
        page = client.get(f"/project/my%20search/{view}").text
        assert "pile.csv" in page
        assert own not in page
    assert own.encode() not in (workspace.folder / "my search.likewise").read_bytes()


def test_examples_can_be_pasted_and_files_taken_away_again(client, csrf, tmp_path, workspace):
    answer = client.post("/upload/files", data={"csrf": csrf, "pasted": "wine in a barrel"}, headers=OURS)
    draft = answer.headers["location"].rpartition("/")[2]
    rows = "".join(f"{n},{'wine grape cellar' if n % 3 else 'tea pot leaf'} {n}\n" for n in range(30))
    sent = {"pile": ("p.csv", io.BytesIO(f"id,text\n{rows}".encode()))}
    client.post("/upload/files", data={"csrf": csrf, "draft": draft}, files=sent, headers=OURS)
    assert "p.csv" in client.get(f"/start/{draft}").text
    client.post("/upload/files", data={"csrf": csrf, "draft": draft, "clear": "pile"}, headers=OURS)
    assert "p.csv" not in client.get(f"/start/{draft}").text
    data = {"csrf": csrf, "draft": draft, "project": "x"}
    answer = client.post("/search", data=data, headers=OURS)
    assert answer.status_code == 400
    assert "nothing to search" in answer.text
    sent = {"pile": ("p.csv", io.BytesIO(f"id,text\n{rows}".encode()))}
    client.post("/upload/files", data={"csrf": csrf, "draft": draft}, files=sent, headers=OURS)
    assert "Results" in follow(client, client.post("/search", data=data, headers=OURS)).text
    wait_for_ranking(workspace, "x")


def test_pasted_ids_are_documents_of_the_pile(client, csrf, workspace):
    rows = "".join(f"k{n},{'wine grape cellar' if n % 3 else 'tea pot leaf'} {n}\n" for n in range(30))
    sent = {"pile": ("p.csv", io.BytesIO(f"id,text\n{rows}".encode()))}
    answer = client.post("/upload/files", data={"csrf": csrf, "pasted": "k1\nk2"}, files=sent, headers=OURS)
    data = {"csrf": csrf, "draft": answer.headers["location"].rpartition("/")[2], "project": "ids"}
    assert "Results" in follow(client, client.post("/search", data=data, headers=OURS)).text
    assert wait_for_ranking(workspace, "ids").outcome["n_examples"] == 2


def test_what_cannot_be_read_is_a_sentence(client, csrf, workspace):
    sent = {"pile": ("p.csv", io.BytesIO(b"")), "examples": ("a.txt", io.BytesIO(b"wine"))}
    answer = client.post("/upload/files", data={"csrf": csrf}, files=sent, headers=OURS)
    draft = answer.headers["location"].rpartition("/")[2]
    page = wait_for_words(client, answer.headers["location"], 'class="problem" role="alert">')
    assert "Traceback" not in page.text
    data = {"csrf": csrf, "draft": draft, "project": "x"}
    answer = follow(client, client.post("/search", data=data, headers=OURS))
    assert answer.status_code == 400
    assert 'class="problem"' in answer.text
    assert str(workspace.drafts.folder) not in answer.text
    assert not (workspace.folder / "x.likewise").exists()


def test_a_project_is_not_replaced(client, csrf):
    sent = {"pile": ("p.csv", io.BytesIO(b"id,text\n1,tea\n"))}
    answer = client.post("/upload/files", data={"csrf": csrf}, files=sent, headers=OURS)
    draft = answer.headers["location"].rpartition("/")[2]
    data = {"csrf": csrf, "draft": draft, "project": "review", "pasted": "wine"}
    answer = client.post("/search", data=data, headers=OURS)
    assert answer.status_code == 400
    assert "choose another name" in answer.text


def test_results_are_searched_filtered_sorted_and_paged(client, workspace):
    page = client.get("/project/review/results").text
    assert "<mark>" in page
    assert 'rel="next"' not in page
    wine = client.get("/project/review/rows", params={"q": "VINEYARD"}).json()
    assert 0 < wine["total"] < 40
    assert client.get("/project/review/rows", params={"q": "nothing of the kind"}).json()["total"] == 0
    assert "Show all" in client.get("/project/review/results", params={"q": "nothing of the kind"}).text
    rows = client.get("/project/review/rows", params={"from": 10, "n": 5}).json()
    assert rows["from"] == 10
    assert len(rows["rows"]) == 5
    assert client.get("/project/review/rows", params={"sort": "wrong"}).status_code == 400
    suggested = client.get("/project/review/rows", params={"show": "suggested"}).json()["total"]
    assert 0 < suggested < 40
    titles = client.get("/project/review/rows", params={"sort": "title", "n": 200}).json()
    assert titles["total"] == 40
    session = wait_for_ranking(workspace)
    told = client.get("/project/review/cut-off", params={"n": 5}).json()["sentence"]
    assert told is None or told.startswith("take 5: expect ")
    assert session.outcome["n_ranked"] == 40


def test_answers_are_given_undone_and_seen_by_other_windows(client, csrf, post, workspace):
    card = client.get("/project/review/cards").json()["cards"][0]
    since = client.get("/project/review/state").json()["last"]
    answer = post("/project/review/answer", {"id": card["id"], "decision": "no", "pick": "top", "reason": "too old"})
    assert answer.json()["state"]["no"] == 1
    told = client.get("/project/review/state", params={"since": since}).json()
    assert [(each["id"], each["decision"]) for each in told["answers"]] == [(card["id"], "no")]
    assert "✕ no" in client.get("/project/review/review", params={"id": card["id"]}).text
    assert "too old" in client.get("/project/review/review", params={"id": card["id"]}).text
    assert post("/project/review/undo").json()["undone"] == card["id"]
    assert post("/project/review/undo").json()["undone"] is None
    form = {"csrf": csrf, "id": card["id"], "decision": "yes"}
    answer = client.post("/project/review/answer", data=form, headers=OURS)
    assert answer.headers["location"] == f"/project/review/review?last={card['id']}"
    assert client.post("/project/review/undo", data={"csrf": csrf}, headers=OURS).status_code == 303
    assert wait_for_ranking(workspace).answers == {}


@pytest.mark.parametrize("wrong", [{"id": "nowhere", "decision": "yes"}, {"id": "d1", "decision": "perhaps"}, {}])
def test_a_wrong_answer_is_a_sentence_and_changes_nothing(post, workspace, wrong):
    answer = post("/project/review/answer", wrong)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert workspace.open("review").session.answers == {}


def test_several_documents_are_answered_and_undone_at_once(client, csrf, post, workspace):
    told = post("/project/review/answers", {"id": ["d1", "d2", "d3"], "decision": "yes"}).json()
    assert told["message"] == "3 documents: yes."
    assert told["undo"] == "1-3"
    assert client.get("/project/review/rows", params={"show": "yes"}).json()["total"] == 3
    latest = client.get("/project/review/rows", params={"sort": "answered", "n": 3}).json()
    assert [row["id"] for row in latest["rows"]] == ["d3", "d2", "d1"]
    assert post("/project/review/answers", {"undo": "1-3"}).json()["state"]["yes"] == 0
    assert post("/project/review/answers", {"id": ["d1", "nowhere"], "decision": "no"}).status_code == 400
    assert post("/project/review/answers", {"decision": "no"}).status_code == 400
    assert workspace.open("review").session.answers == {}
    form = {"csrf": csrf, "id": "d5", "decision": "no", "back": "?q=tea"}
    answer = client.post("/project/review/answers", data=form, headers=OURS)
    assert answer.headers["location"] == "/project/review/results?q=tea&undo=7-7"
    assert 'value="7-7"' in client.get(answer.headers["location"]).text
    wait_for_ranking(workspace)


def test_the_overview_tells_model_and_audit_apart_and_draws_its_charts(client, workspace):
    session = wait_for_ranking(workspace)
    page = unescape(client.get("/project/review/overview").text)
    assert "By the model, for planning" in page
    assert "By the random check, without any model" in page
    assert "records identified" in page
    has_estimate = session.result.estimate is not None and session.result.estimate.verdict != "cannot tell"
    assert ("Recall against effort" in page) == has_estimate


def test_everything_read_is_said(client, post, workspace):
    wait_for_ranking(workspace)
    post("/project/review/answers", {"id": [f"d{n}" for n in range(40)], "decision": "no"})
    wait_for_ranking(workspace)
    assert "Everything is answered" in client.get("/project/review/review").text
    assert client.get("/project/review/overview").status_code == 200


@pytest.mark.parametrize("kind", ["xlsx", "csv", "ris", "jsonl", "parquet"])
def test_exports_come_down_and_leave_nothing_behind(post, kind, workspace):
    post("/project/review/answers", {"id": ["d1", "d3"], "decision": "yes"})
    wait_for_ranking(workspace)
    answer = post("/project/review/export/table", {"format": kind, "only": "yes"})
    assert answer.status_code == 200
    assert f'filename="review-yes.{kind}"' in answer.headers["content-disposition"]
    if kind == "csv":
        assert pl.read_csv(io.BytesIO(answer.content)).height == 2
    assert not list(workspace.drafts.folder.iterdir())


def test_an_export_of_no_kind_is_a_sentence(post):
    assert post("/project/review/export/table", {"format": "exe"}).status_code == 400
    assert post("/project/review/export/table", {"format": "csv", "only": "x"}).status_code == 400


def test_report_and_flow_are_made(client):
    assert "<h1" in client.get("/project/review/report").text
    assert "attachment" in client.get("/project/review/report?save=1").headers["content-disposition"]
    assert "<svg" in client.get("/project/review/prisma").text
    assert client.get("/project/review").headers["location"] == "/project/review/results"


def test_documents_that_are_scripts_are_shown_as_text(tmp_path):
    likes = tmp_path / "likes.txt"
    likes.write_text("wine grape cellar alert script")
    rows = [
        {
            "id": f"{n}{BREAKOUT}",
            f"title{SCRIPT}": SCRIPT,
            "title": f"{SCRIPT} wine {n}",
            "abstract": f"wine grape {BREAKOUT} cellar {SCRIPT} {n}",
        }
        for n in range(12)
    ]
    pile = tmp_path / f"pile{SCRIPT.replace('/', '')}.csv"
    pl.DataFrame(rows).write_csv(pile)
    new_project(NewRequest(project=str(tmp_path / "evil & co"), examples=str(likes), pile=str(pile)))
    logins = Logins()
    with Workspace(tmp_path) as workspace:
        app = make_application(workspace, logins, PORT)
        with TestClient(app, base_url=ORIGIN, headers={"accept": "text/html"}) as client:
            client.get("/enter", params={"token": logins.token})
            wait_for_ranking(workspace, "evil & co")
            name = rows[3]["id"]
            pages = [
                client.get(f"/project/evil%20%26%20co/{view}", params=query).text
                for view, query in (
                    ("results", {"q": BREAKOUT.split()[0]}),
                    ("results", {}),
                    ("review", {"id": name}),
                    ("review", {"id": f"none{SCRIPT}"}),
                    ("overview", {}),
                    ("export", {}),
                )
            ]
            pages += [client.get("/").text, client.get(f"/project/{SCRIPT}/results").text]
            for part, key in (("rows", "rows"), ("cards", "cards")):
                answer = client.get(f"/project/evil%20%26%20co/{part}")
                assert answer.headers["content-type"] == "application/json"  # and nosniff: never a page
                pages += [each["html"] for each in answer.json()[key]]
    for page in pages:
        assert "<script>" not in page.replace('<script type="module"', "")
        assert "<img" not in page
        assert "' onmouseover" not in page.replace("&#39; onmouseover", "")
    assert "&lt;script&gt;" in pages[2]


def test_pages_have_no_script_or_style_of_their_own(client, workspace):
    wait_for_ranking(workspace)
    for view in (
        "",
        "project/review/results",
        "project/review/review",
        "project/review/overview",
        "project/review/export",
    ):
        page = client.get(f"/{view}").text
        assert " style=" not in page
        assert "<style" not in page
        assert " onclick" not in page
        assert page.count("<script") == page.count('<script type="module" src="/static/')
        assert "http://" not in page.replace("http://www.w3.org", "")
        assert "https://" not in page


def test_a_project_that_is_no_more_is_a_sentence(client):
    answer = client.get("/project/none/results")
    assert answer.status_code == 404
    assert "There is no project none" in answer.text
    assert "nothing at this address" in client.get("/nowhere").text
    assert client.get("/job/none").status_code == 404
    assert client.get("/start/none").status_code == 404


def test_a_mistake_leads_back_to_the_form_that_it_was_made_in(client, csrf, workspace):
    sent = {"pile": ("p.csv", io.BytesIO(b"id,text\n1,tea\n")), "examples": ("a.csv", io.BytesIO(b""))}
    answer = client.post("/upload/files", data={"csrf": csrf}, files=sent, headers=OURS)
    draft = answer.headers["location"]
    data = {"csrf": csrf, "draft": draft.rpartition("/")[2], "project": "review"}
    answer = client.post("/search", data=data, headers=OURS | {"referer": f"{ORIGIN}{draft}"})
    assert "choose another name" in answer.text
    assert f'<a href="{draft}">Go back</a>' in answer.text
    for elsewhere in ("http://evil.example/x", f"{ORIGIN}//evil.example", "javascript:alert(1)"):
        assert "Go back" not in client.post("/search", data=data, headers=OURS | {"referer": elsewhere}).text
    answer = follow(client, client.post("/search", data=data | {"project": "other"}, headers=OURS))
    assert f'<a href="{draft}">Go back and change it</a>' in answer.text
    assert "p.csv" in client.get(draft).text


def test_a_name_that_is_taken_is_not_suggested(workspace):
    assert workspace.suggest_name("hits.csv") == "hits"
    assert workspace.suggest_name("review.csv") == "review 2"
    assert workspace.suggest_name("..csv") == "review 2"


def test_texts_of_any_direction_are_written_in_theirs(client):
    row = client.get("/project/review/rows").json()["rows"][0]["html"]
    card = client.get("/project/review/cards").json()["cards"][0]["html"]
    assert row.count('dir="auto"') == 2
    assert '<div class="card-text" dir="auto">' in card
