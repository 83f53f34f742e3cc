"""Files of this machine are chosen from the folder that the page was started in, and from nowhere else."""

import pytest

from likewise.errors import UserError
from likewise.web.folder import find_inside, list_entries, list_files
from tests.web.conftest import OURS, write_files


@pytest.fixture
def root(folder):
    inside = folder / "mine"
    inside.mkdir()
    write_files(inside)
    (inside / ".secret.txt").write_text("nobody's business")
    (folder / "out").symlink_to("/etc")
    return folder.resolve()


def test_a_folder_is_listed_without_projects_hidden_files_and_ways_out(root):
    assert [(entry.name, entry.is_folder) for entry in list_entries(root)] == [("mine", True)]
    assert [entry.path for entry in list_entries(root, "mine")] == ["mine/likes", "mine/pile.csv"]
    assert len(list_files(root, "mine")) == 5


@pytest.mark.parametrize(
    "path",
    ["..", "../..", "/etc/passwd", "out/passwd", "mine/../../x", "mine/.secret.txt", "review.likewise", "none", "a\0b"],
)
def test_nothing_elsewhere_is_found(root, path):
    with pytest.raises(UserError, match="in this folder; choose something that is listed"):
        find_inside(root, path)


def test_an_empty_folder_says_so(root):
    (root / "empty").mkdir()
    assert list_entries(root, "empty") == []
    with pytest.raises(UserError, match="there is nothing in empty"):
        list_files(root, "empty")


def test_files_are_chosen_on_the_page_and_stay_where_they_are(root, client, csrf, workspace):
    assert "mine/" in client.get("/").text
    assert "pile.csv" in client.get("/?in=mine").text
    answer = client.post("/upload/files", data={"csrf": csrf, "take-examples": "mine/likes"}, headers=OURS)
    draft = answer.headers["location"].rpartition("/")[2]
    client.post("/upload/files", data={"csrf": csrf, "draft": draft, "take-pile": "mine/pile.csv"}, headers=OURS)
    kept = workspace.drafts.find(draft)
    assert (len(kept.names("examples")), kept.names("pile")) == (4, ["pile.csv"])
    workspace.drafts.remove(draft)
    assert (root / "mine" / "pile.csv").is_file()
    assert len(list((root / "mine" / "likes").iterdir())) == 4


def test_what_is_not_in_the_folder_is_a_sentence(root, client, csrf):
    answer = client.post("/upload/files", data={"csrf": csrf, "take-pile": "../../etc/passwd"}, headers=OURS)
    assert answer.status_code == 400
    assert "choose something that is listed" in answer.text
    assert client.get("/?in=../..").status_code == 400
