"""Many windows at once, and a server that is killed: no answer that was called saved is lost."""

import http.client
import json
import re
import subprocess
import sys
import threading
from urllib.parse import urlencode

import pytest
from bench.browsing import Server

from likewise.app.session import Session


class Window:
    """A window of a browser that was let in, as the server sees it."""

    def __init__(self, server, cookie=None):
        self.port, self.base = server.port, server.base
        self.cookie = cookie or self._enter(server.address)
        page = self._ask("GET", "/", accept="text/html")
        self.csrf = re.search(r'name="csrf" content="([^"]+)"', page).group(1)

    def _enter(self, address):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", address.removeprefix(self.base))
        cookie = connection.getresponse().getheader("set-cookie").partition(";")[0]
        connection.close()
        return cookie

    def _ask(self, method, path, body=None, accept="application/json", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            headers = {
                "cookie": self.cookie,
                "accept": accept,
                "origin": self.base,
                "sec-fetch-site": "same-origin",
            } | headers
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = answer.read().decode()
        finally:
            connection.close()
        assert answer.status == 200, content
        return content

    def answer(self, name, decision):
        """Answer, and return the number of the answer when the server says that it is saved."""
        body = urlencode({"id": name, "decision": decision})
        kind = "application/x-www-form-urlencoded"
        told = self._ask("POST", "/project/review/answer", body, **{"x-csrf-token": self.csrf, "content-type": kind})
        return json.loads(told)["answer"]["seq"]

    def see(self):
        """Return how many answers the window sees."""
        state = json.loads(self._ask("GET", "/project/review/state?since=0"))["state"]
        return state["yes"] + state["no"] + state["unsure"]


@pytest.mark.parametrize("n", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_eight_windows_answer_at_once_and_nothing_is_lost(folder, n):
    with Server(folder, "review") as server:
        first = Window(server)
        windows = [first, *(Window(server, first.cookie) for _ in range(7))]
        saved, lock = [], threading.Lock()

        def work(number, window):
            for turn in range(n):
                seq = window.answer(f"d{(number * 5 + turn) % 40}", ("yes", "no")[turn % 2])
                with lock:
                    saved.append(seq)

        threads = [threading.Thread(target=work, args=pair) for pair in enumerate(windows)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(saved)) == 8 * n
        assert {window.see() for window in windows} == {40}
    with Session(folder / "review.likewise", by="ana") as session:
        assert {answer.seq for answer in session.answers_since(0)} == set(saved)


@pytest.mark.parametrize("n_kills", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_a_killed_server_loses_no_answer_that_it_called_saved(folder, n_kills):
    saved = set()
    for turn in range(n_kills):
        server = Server(folder, "review")
        window = Window(server)
        saved.add(window.answer(f"d{turn % 40}", "yes"))
        killer = threading.Timer(0.01 * (turn % 20), server.process.kill)
        killer.start()
        try:
            for number in range(400):
                saved.add(window.answer(f"d{number % 40}", ("yes", "no", "unsure")[(turn + number) % 3]))
        except (OSError, http.client.HTTPException):  # the server is gone
            pass
        killer.join()
        server.kill()
    with Session(folder / "review.likewise", by="ana") as session:
        assert saved <= {answer.seq for answer in session.answers_since(0)}
    assert len(saved) >= n_kills


def test_a_command_that_looks_at_the_project_meanwhile_loses_no_answer_of_a_server_that_is_killed(folder):
    server = Server(folder, "review")
    window = Window(server)
    saved = {window.answer("d0", "yes")}
    for number in range(1, 6):
        look = [sys.executable, "-c", "from likewise.cli import main; main()", "estimate", "review", "--json"]
        subprocess.run(look, cwd=folder, check=True, capture_output=True)
        saved.add(window.answer(f"d{number}", "yes"))
    server.kill()
    with Session(folder / "review.likewise", by="ana") as session:
        assert {answer.seq for answer in session.answers_since(0)} == saved
