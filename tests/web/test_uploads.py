"""Files that are sent: thousands at once, with the same name, too many, without room, and senders who leave."""

import errno
import http.client
import io
import os
import socket
import threading
import time
from pathlib import Path

import pytest
import uvicorn
from bench.browsing import Server, wait_until

from likewise.web import drafts, forms, uploads
from likewise.web.server import make_protocol, open_socket
from tests.web.conftest import OURS, PORT
from tests.web.test_answers_survive import Window

resource = pytest.importorskip("resource", reason="limits of a process are Unix's")


def send(client, csrf, *files):
    sent = [("pile", file) for file in files]
    return client.post("/upload/files", data={"csrf": csrf}, files=sent, headers=OURS)


def find_draft(workspace, answer):
    return workspace.drafts.find(answer.headers["location"].rpartition("/")[2])


def test_more_files_come_at_once_than_a_process_may_have_open(client, csrf, workspace):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(list(Path("/dev/fd").iterdir())) + 40, most[1]))
    try:
        answer = send(client, csrf, *((f"{number}.txt", b"tea " * 270_000) for number in range(60)))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
    draft = find_draft(workspace, answer)
    assert len(draft.names("pile")) == 60
    assert {path.stat().st_size for path in (draft.folder / "pile").iterdir()} == {1_080_000}
    assert {path.name for path in workspace.drafts.folder.iterdir()} == {draft.id}  # and nothing else is left


def test_files_of_one_name_are_all_kept(client, csrf, workspace):
    answer = send(client, csrf, *((f"{number}/abstract.txt", f"tea {number}".encode()) for number in range(3000)))
    draft = find_draft(workspace, answer)
    assert len(set(draft.names("pile"))) == 3000
    assert {"abstract.txt", "2-abstract.txt", "3000-abstract.txt"} <= set(draft.names("pile"))


def test_too_many_files_are_a_sentence(client, csrf, workspace, monkeypatch):
    monkeypatch.setattr(forms, "_MOST_FILES", 3)
    answer = send(client, csrf, *((f"{number}.txt", b"tea") for number in range(5)))
    assert answer.status_code == 400
    assert "These files cannot be taken: Too many files. Maximum number of files is 3; send fewer" in answer.text
    assert list(workspace.drafts.folder.iterdir()) == []


@pytest.mark.parametrize("cut", [1, 30, 5000])
def test_a_form_that_is_cut_off_is_refused_and_leaves_nothing(client, csrf, workspace, cut):
    parts = [
        f'--B\r\ncontent-disposition: form-data; name="csrf"\r\n\r\n{csrf}\r\n',
        '--B\r\ncontent-disposition: form-data; name="pile"; filename="a.txt"\r\n\r\ntea\r\n',
        f'--B\r\ncontent-disposition: form-data; name="pile"; filename="b.txt"\r\n\r\n{"tea " * 5000}\r\n--B--\r\n',
    ]
    headers = {**OURS, "content-type": "multipart/form-data; boundary=B"}
    content = "".join(parts).encode()
    assert len(find_draft(workspace, client.post("/upload/files", content=content, headers=headers)).names("pile")) == 2
    there = set(workspace.drafts.folder.iterdir())
    answer = client.post("/upload/files", content=content[: -2 - cut], headers=headers)
    assert answer.status_code == 400
    assert "These files did not arrive whole" in answer.text
    assert set(workspace.drafts.folder.iterdir()) == there


def test_a_full_disk_is_a_sentence_and_leaves_nothing(client, csrf, workspace, monkeypatch):
    def write(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(uploads.SentFile, "write", write)
    answer = send(client, csrf, ("a.txt", io.BytesIO(b"tea")))
    assert answer.status_code == 400
    assert "There is no room for these files" in answer.text
    assert list(workspace.drafts.folder.iterdir()) == []


def test_whoever_leaves_while_a_file_is_sent_leaves_nothing_behind_and_no_complaint(folder):
    server = Server(folder, "review")
    window = Window(server)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.putrequest("POST", "/upload/files")
    kind = "multipart/form-data; boundary=x"
    more = {"x-csrf-token": window.csrf, "content-type": kind, "content-length": "9000000", "cookie": window.cookie}
    for name, value in {"origin": server.base, "sec-fetch-site": "same-origin", **more}.items():
        connection.putheader(name, value)
    connection.endheaders()
    connection.send(b'--x\r\ncontent-disposition: form-data; name="pile"; filename="a.txt"\r\n\r\n' + b"tea " * 100_000)
    time.sleep(0.2)  # it may have been read by now or not: there must be no complaint in either case
    connection.close()
    assert window.see() == 0
    server.process.send_signal(2)
    _, wrong = server.process.communicate()
    assert wrong == ""


def test_cookies_of_other_servers_of_this_machine_keep_nobody_out(client):
    own = client.cookies[f"likewise-{PORT}"]
    client.cookies.clear()
    for other in ('x={"a":"b c"}', "a b=c", 'x="open', "é=1", "=", "likewise-1=guess"):
        header = f"{other}; likewise-{PORT}={own}; last=1".encode()
        assert client.get("/", headers=[(b"cookie", header)]).status_code == 200, other
    header = f"likewise-{PORT + 1}={own}"
    assert client.get("/", headers={"cookie": header}).status_code == 303  # another server's login is none here


@pytest.fixture
def punctual():
    """Run a server that waits a moment for requests; give its port."""

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    listening = open_socket("127.0.0.1", 0)
    config = uvicorn.Config(app, http=make_protocol(0.3), lifespan="off", log_level="error", limit_concurrency=20)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()


def test_connections_that_ask_for_nothing_keep_nobody_out_for_long(punctual):
    silent = [socket.create_connection(("127.0.0.1", punctual)) for _ in range(40)]
    for each in silent:
        each.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")

    def is_heard():
        connection = http.client.HTTPConnection("127.0.0.1", punctual, timeout=60)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status == 204
        finally:
            connection.close()

    assert wait_until(is_heard)
    for each in silent:
        each.close()


def test_what_a_killed_server_leaves_is_removed_by_the_next_one_and_nothing_else(folder, tmp_path, monkeypatch):
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr(drafts.tempfile, "tempdir", str(place))

    def age(path):
        os.utime(path, (time.time() - 3600,) * 2)

    server = Server(folder)
    (left,) = place.iterdir()
    (left / "sent-1").write_text("a document that nobody else should read")
    server.kill()
    (place / "likewise-page-young").mkdir()
    (place / "elsewhere").mkdir()
    (place / "elsewhere" / "a.txt").write_text("tea")
    (place / "likewise-page-link").symlink_to(place / "elsewhere")
    age(left), age(place / "elsewhere")
    with drafts.Drafts() as mine:
        assert not left.exists()
        age(mine.folder)
        with drafts.Drafts():  # another server, while this one runs
            assert mine.folder.is_dir()
    assert {path.name for path in place.iterdir()} == {"likewise-page-young", "likewise-page-link", "elsewhere"}
    assert (place / "elsewhere" / "a.txt").exists()
