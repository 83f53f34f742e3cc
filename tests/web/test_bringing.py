"""Files that are brought into a project that there is: documents, examples, answers, and what is none of these."""

import pytest

from tests.web.conftest import OURS, wait_for_ranking
from tests.web.test_views import follow


@pytest.fixture
def bring(client, csrf):
    """Send files to a project, and return the page that is shown in the end."""

    def send(kind, *files):
        sent = [("files", (name, content)) for name, content in files]
        answer = client.post("/upload/project/review", data={"csrf": csrf, "kind": kind}, files=sent, headers=OURS)
        return follow(client, answer) if answer.status_code == 303 else answer

    return send


def test_documents_are_added_and_ranked_and_known_ones_recognised(bring, client, workspace):
    known = workspace.open("review").session.card("d1").fields
    rows = ["id,title,abstract", "n1,A vineyard in spring,grape cork cellar wine barrel", ",".join(known.values())]
    page = bring("documents", ("more.csv", "\n".join(rows).encode()))
    assert "1 document added; 1 known already." in page.text
    session = wait_for_ranking(workspace)
    assert session.n_documents == 41
    assert "A vineyard in spring" in client.get("/project/review/results?q=spring").text
    assert not list(workspace.drafts.folder.rglob("*.csv"))
    assert [source.name for source in session.project.list_sources()][-1] == "more.csv"


def test_examples_are_added(bring, workspace):
    page = bring("examples", ("a.txt", b"tea and milk from a kettle"), ("b.txt", b"a pot of ceylon tea with sugar"))
    assert "2 examples added." in page.text
    session = wait_for_ranking(workspace)
    assert session.outcome["n_examples"] == 6


def test_answers_from_a_table_are_marked(bring, client, workspace):
    page = bring("answers", ("mine.csv", b"id,included\nd1,yes\nd2,no\nd99,no\n"))
    assert "2 new answers, 0 changed, 0 as before, 1 on documents that are not in the project." in page.text
    session = wait_for_ranking(workspace)
    assert session.count_answers() == {"yes": 1, "no": 1, "unsure": 0}
    assert session.answers["d1"].by == "ana"
    assert "yes only (1)" in client.get("/project/review/export").text


@pytest.mark.parametrize(
    ("kind", "files", "says"),
    [
        ("documents", [], "there is nothing to add"),
        ("nonsense", [("a.txt", b"tea")], "cannot be added; choose one of: documents, examples, answers"),
        ("documents", [("a.bin", bytes(range(256)) * 20)], "a.bin"),
        ("answers", [("a.csv", b"name,colour\nx,red\n")], "a.csv"),
        ("documents", [("empty.csv", b"")], "empty"),
    ],
)
def test_what_cannot_be_added_is_a_sentence_and_changes_nothing(bring, workspace, kind, files, says):
    page = bring(kind, *files)
    assert page.status_code == 400
    assert says.lower() in page.text.lower()
    assert "Traceback" not in page.text
    session = workspace.open("review").session
    assert session.n_documents == 40
    assert session.answers_since(0) == []
    assert not list(workspace.drafts.folder.rglob("*.*"))
