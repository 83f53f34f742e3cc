"""What other pages, other names and other machines try against the page, each an attempt that must fail."""

import io

import pytest
from starlette.testclient import TestClient

from likewise.errors import UserError
from likewise.web import guard
from likewise.web import logins as passwords
from likewise.web.application import make_application
from likewise.web.drafts import clean_name
from likewise.web.guard import is_allowed_host
from likewise.web.logins import Logins
from likewise.web.server import ServeRequest
from tests.web.conftest import ORIGIN, OURS, PORT

LOOKS = [
    "/",
    "/project/review",
    "/project/review/results",
    "/project/review/rows",
    "/project/review/cut-off?n=3",
    "/project/review/review",
    "/project/review/cards",
    "/project/review/state?since=0",
    "/project/review/overview",
    "/project/review/export",
    "/project/review/report",
    "/project/review/prisma",
    "/start/none",
    "/job/none",
    "/job/none/events",
]
WRITES = [
    "/upload/files",
    "/upload/project/review",
    "/search",
    "/demo",
    "/project/review/answers",
    "/project/review/answer",
    "/project/review/undo",
    "/project/review/export/table",
]


def test_the_lists_of_this_file_have_every_route(app):
    paths = {(route.path, method) for route in app.routes if hasattr(route, "methods") for method in route.methods}
    named = {path.replace("review", "{name}", 1).split("?")[0] if "/project/" in path else path for path in LOOKS}
    named = {path.replace("/start/none", "/start/{draft}").replace("/job/none", "/job/{job}") for path in named}
    assert {path for path, method in paths if method == "GET"} == named | {"/enter", "/login"}
    writes = {path.replace("review", "{name}", 1) for path in WRITES}
    assert {path for path, method in paths if method == "POST"} == writes | {"/login"}


def test_nothing_is_told_without_a_login(stranger):
    for path in LOOKS:
        assert stranger.get(path).status_code == 401, path
        assert stranger.get(path, headers={"cookie": f"likewise-{PORT}=guess"}).status_code == 401, path
        answer = stranger.get(path, headers={"accept": "text/html"})
        assert answer.status_code == 303
        assert answer.headers["location"] == "/login"
    assert "review" not in stranger.get("/login").text


def test_nothing_is_written_without_a_login(stranger):
    for path in WRITES:
        assert stranger.post(path, headers=OURS).status_code == 401, path


def test_the_link_works_once_and_gives_a_cookie_that_no_script_reads(stranger, logins, app):
    answer = stranger.get("/enter", params={"token": logins.token, "to": "/project/review/results"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/project/review/results"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    with TestClient(app, base_url=ORIGIN, follow_redirects=False) as other:
        assert other.get("/enter", params={"token": logins.token}).headers["location"] == "/login?used"
        assert other.get("/", headers={"accept": "text/html"}).headers["location"] == "/login"


@pytest.mark.parametrize("token", ["", "guess", "ä"])
def test_a_guessed_token_lets_nobody_in(stranger, token):
    answer = stranger.get("/enter", params={"token": token})
    assert answer.headers["location"] == "/login?used"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("target", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_the_link_leads_nowhere_else(stranger, logins, target):
    answer = stranger.get("/enter", params={"token": logins.token, "to": target})
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1:1", "localhost", "", "127.0.0.1.evil.example"]
)
def test_a_foreign_host_is_refused_on_every_route(client, host):
    for path in (*LOOKS, "/login", "/enter", "/static/page.css"):
        assert client.get(path, headers={"host": host}).status_code == 421, path


def test_a_foreign_host_cannot_write(client, csrf):
    headers = {**OURS, "origin": f"http://evil.example:{PORT}", "x-csrf-token": csrf, "host": f"evil.example:{PORT}"}
    for path in WRITES:
        assert client.post(path, headers=headers).status_code == 421, path


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    ("mode", "kind"), [("cors", "empty"), ("no-cors", "image"), ("no-cors", "script"), ("navigate", "iframe")]
)
def test_another_page_reads_nothing(client, site, mode, kind):
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": kind}
    for path in (*LOOKS, "/static/page.css"):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 403, path
        assert "access-control-allow-origin" not in answer.headers


def test_another_origin_reads_nothing_where_browsers_send_no_more(client):
    assert client.get("/project/review/rows", headers={"origin": "http://evil.example"}).status_code == 403
    assert client.get("/project/review/rows", headers={"origin": "null"}).status_code == 403
    assert client.options("/project/review/rows", headers={"origin": "http://evil.example"}).status_code == 405


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"origin": None, "sec-fetch-site": None},
        {"x-csrf-token": "guess"},
        {"x-csrf-token": None},
    ],
)
def test_every_write_needs_origin_and_token(client, csrf, workspace, change):
    headers = {name: value for name, value in ({**OURS, "x-csrf-token": csrf} | change).items() if value is not None}
    for path in WRITES:
        answer = client.post(path, data={"id": "d1", "decision": "yes", "format": "csv"}, headers=headers)
        assert answer.status_code == 403, path
    assert workspace.open("review").session.answers == {}
    assert workspace.list_projects() == ["review"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_are_refused(client, method):
    assert client.request(method, "/project/review/answer", headers=OURS).status_code == 405


def test_websockets_are_closed(client):
    from starlette.websockets import WebSocketDisconnect

    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/project/review/state"):
        pass


@pytest.mark.parametrize(
    "path", ["/", "/login", "/nowhere", "/project/none/results", "/static/page.css", "/project/review/review"]
)
def test_every_answer_has_the_strict_headers(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


def test_refusals_have_the_strict_headers_as_well(stranger):
    assert (
        "default-src 'self'" in stranger.get("/", headers={"host": "evil.example"}).headers["content-security-policy"]
    )


def test_the_report_may_do_nothing(client):
    policy = client.get("/project/review/report").headers["content-security-policy"]
    assert policy.startswith("sandbox; default-src 'none'")


def test_too_much_is_refused(client, post, monkeypatch):
    monkeypatch.setattr(guard, "MOST_OF_FORM", 1000)
    monkeypatch.setattr(guard, "MOST_OF_UPLOAD", 5000)
    assert post("/project/review/answer", {"note": "x" * 2000}).status_code == 413
    files = {"pile": ("pile.txt", io.BytesIO(b"x" * 9000))}
    assert post("/upload/files", files=files).status_code == 413


def test_too_much_is_refused_though_no_length_is_sent(client, csrf, monkeypatch):
    monkeypatch.setattr(guard, "MOST_OF_FORM", 1000)
    headers = {**OURS, "x-csrf-token": csrf, "content-type": "application/x-www-form-urlencoded"}
    answer = client.post("/project/review/answer", content=(b"note=" + b"x" * 500 for _ in range(9)), headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize("length", ["-1", "many", "9" * 30])
def test_a_length_that_is_none_is_refused(client, csrf, length):
    headers = {**OURS, "x-csrf-token": csrf, "content-length": length}
    assert client.post("/project/review/undo", headers=headers).status_code == 400


@pytest.mark.parametrize(
    "name",
    [
        "../../x.txt",
        "/etc/x.txt",
        "C:\\x.txt",
        "..",
        ".",
        "",
        ".hidden",
        "a\x00b.txt",
        "x" * 500 + ".txt",
        "a\ud800.txt",
    ],
)
def test_names_of_files_lead_nowhere(name, tmp_path):
    cleaned = clean_name(name)
    assert (tmp_path / cleaned).parent == tmp_path
    assert cleaned.encode()
    assert not cleaned.startswith(".")
    assert 0 < len(cleaned) < 130


@pytest.mark.parametrize("name", ["..", "../up", "a/b", "a\\b", ".hidden", "", "x" * 200, "a\x00b"])
def test_names_of_projects_lead_nowhere(workspace, name):
    with pytest.raises(UserError):
        workspace.place(name)


@pytest.mark.parametrize("name", ["..%2F..%2Fetc%2Fpasswd", "%2e%2e", "none", ".hidden"])
def test_addresses_open_projects_of_the_folder_only(client, name):
    assert client.get(f"/project/{name}/results").status_code == 404
    assert client.get(f"/static/{name}").status_code == 404


def test_other_machines_need_a_password():
    with pytest.raises(UserError, match="give a password"):
        ServeRequest(host="0.0.0.0")
    with pytest.raises(UserError, match="too short"):
        ServeRequest(host="0.0.0.0", password="short")
    assert ServeRequest(host="0.0.0.0", password="long enough").password


def test_addresses_in_numbers_are_heard_only_where_other_machines_are():
    assert is_allowed_host(f"192.168.0.7:{PORT}", PORT, {"localhost"}, any_address=True)
    assert is_allowed_host(f"[fe80::1]:{PORT}", PORT, {"localhost"}, any_address=True)
    assert not is_allowed_host(f"192.168.0.7:{PORT}", PORT, {"localhost"})
    assert not is_allowed_host(f"evil.example:{PORT}", PORT, {"localhost"}, any_address=True)
    assert is_allowed_host("localhost", 80, {"localhost"})
    assert not is_allowed_host("localhost:x", PORT, {"localhost"})


def test_wrong_passwords_are_slowed_down(workspace):
    logins = Logins("correct horse")
    with TestClient(make_application(workspace, logins, PORT), base_url=ORIGIN, follow_redirects=False) as client:

        def attempt(password):
            return client.post("/login", data={"password": password}, headers=OURS).status_code

        assert attempt("correct horse") == 303
        assert client.get("/login").headers["location"] == "/"
        client.cookies.clear()
        assert [attempt(f"guess {number}") for number in range(5)] == [401] * 5
        assert attempt("correct horse") == 401
        logins._attempts.clear()
        assert attempt("correct horse") == 303


def test_wrong_passwords_of_one_address_keep_no_other_out(workspace):
    app = make_application(workspace, Logins("correct horse"), PORT)

    def attempt(address, password):
        with TestClient(app, base_url=ORIGIN, follow_redirects=False, client=(address, 50_000)) as client:
            return client.post("/login", data={"password": password}, headers=OURS).status_code

    assert [attempt("192.0.2.1", f"guess {number}") for number in range(6)] == [401] * 6
    assert attempt("192.0.2.1", "correct horse") == 401
    assert attempt("192.0.2.2", "correct horse") == 303
    # Whoever has one address of IPv6 has a whole network of them.
    assert [attempt(f"2001:db8::{number}", "guess") for number in range(5)] == [401] * 5
    assert attempt("2001:db8::ffff", "correct horse") == 401
    assert attempt("2001:db8:0:1::1", "correct horse") == 303


def test_wrong_passwords_fill_no_memory_and_are_forgotten_after_a_minute(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(passwords.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(passwords.hashlib, "scrypt", lambda password, **_: password)
    logins = Logins("correct horse")
    for number in range(5000):
        assert logins.enter_by_password("guess", f"10.0.{number // 250}.{number % 250}") is None
    assert len(logins._attempts) <= 1000
    for _ in range(6):  # what is not heard is not counted: the minute begins with the fifth
        assert logins.enter_by_password("guess", "192.0.2.1") is None
    now[0] += 59
    assert logins.enter_by_password("correct horse", "192.0.2.1") is None
    now[0] += 2
    assert logins.enter_by_password("correct horse", "192.0.2.1") is not None


def test_a_password_is_not_heard_from_another_page(workspace):
    logins = Logins("correct horse")
    with TestClient(make_application(workspace, logins, PORT), base_url=ORIGIN, follow_redirects=False) as client:
        headers = {**OURS, "origin": "http://evil.example"}
        assert client.post("/login", data={"password": "correct horse"}, headers=headers).status_code == 403


def test_without_a_password_none_lets_anybody_in(stranger):
    assert stranger.post("/login", data={"password": ""}, headers=OURS).status_code == 401
