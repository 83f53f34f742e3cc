"""What the tests of the corpora share: archives made on the spot, and the real corpora where they are."""

import io
import tarfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest


@pytest.fixture
def archive(tmp_path):
    """Make a .tar.gz of {path in the archive: bytes}."""

    def make(name, files):
        path = tmp_path / name
        with tarfile.open(path, "w:gz") as tar:
            for member, content in files.items():
                info = tarfile.TarInfo(member)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
        return path

    return make


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves a folder; of the file "short" it sends less than it promises."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path != "/short":
            super().do_GET()
        else:
            self.send_response(200)
            self.send_header("Content-Length", "10")
            self.end_headers()
            self.wfile.write(b"12345")


@pytest.fixture
def address(tmp_path):
    """The address at which the files in `tmp_path` are served, on this machine alone."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """A machine that has no corpora; returns its cache folder."""
    monkeypatch.setenv("LIKEWISE_DATA", str(tmp_path / "no corpora here"))
    monkeypatch.setenv("LIKEWISE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"
