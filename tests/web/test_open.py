"""`likewise open` from a terminal: mistakes, where it listens, and how it ends."""

import socket
import urllib.request
from urllib.error import HTTPError

import pytest
from bench.browsing import Server
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.errors import UserError
from likewise.web.server import open_socket
from tests.web.conftest import write_files


@pytest.fixture
def run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, ["open", *arguments])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--host", "0.0.0.0"], "other machines can reach 0.0.0.0; give a password"),
        (["--host", "example.com"], "give a password"),
        (["--host", "0.0.0.0", "--password", "short"], "the password is too short"),
        (["nowhere"], "there is no project nowhere.likewise"),
        (["nowhere", "pile.csv"], "there is no file or folder nowhere"),
        (["--port", "99999"], "65535"),
    ],
)
def test_mistakes_are_one_sentence(run, arguments, sentence):
    done = run(*arguments)
    assert done.exit_code == 2
    assert sentence in done.output
    assert len(done.output.strip().splitlines()) == 1


def test_it_makes_a_project_listens_here_only_and_ends_by_an_interrupt(tmp_path):
    likes, pile = write_files(tmp_path)
    with Server(tmp_path, str(likes), str(pile), "--name", "made") as server:
        assert (tmp_path / "made.likewise").is_file()
        assert server.address.startswith("http://127.0.0.1:")
        assert "/project/made/results" in server.address
        with pytest.raises(HTTPError, match="401"):
            urllib.request.urlopen(server.address.replace("token=", "token=x"))
    assert server.process.returncode == 0


def test_a_port_that_is_taken_is_a_sentence():
    with open_socket("127.0.0.1", 0) as taken, pytest.raises(UserError, match="leave the port out"):
        open_socket("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(UserError, match="cannot listen at"):
        open_socket("no.such.host.invalid", 0)
    assert socket.gethostname()


def test_other_machines_are_let_in_by_the_password_only(folder):
    with Server(folder, "review", "--host", "0.0.0.0", "--password", "correct horse") as server:
        assert server.address.endswith("/login")
        with pytest.raises(HTTPError, match="401"):
            urllib.request.urlopen(f"http://127.0.0.1:{server.port}/login")
