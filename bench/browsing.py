"""A server in a process of its own, and a browser that asks nobody else for anything."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: Seconds that a busy machine may take for what is only waited for.
PATIENCE = 180.0


class Server:
    """`likewise open` in a folder, until it is told to stop or killed."""

    def __init__(self, folder: Path, *arguments: str, port: int = 0) -> None:
        self.folder = folder
        program = [sys.executable, "-c", "from likewise.cli import main; main()", "open", *arguments]
        self.process = subprocess.Popen(
            [*program, "--no-browser", "--port", str(port), "--by", "ana", "--quiet"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(self.process.communicate()[1])
        self.base = "/".join(self.address.split("/")[:3])
        self.port = int(self.base.rpartition(":")[2])

    def stop(self) -> int:
        """Interrupt it as Ctrl-C does; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        return self.process.returncode

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.communicate()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def wait_until(holds: Callable[[], Any], seconds: float = PATIENCE) -> bool:
    """Wait until something holds; say whether it did."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def watch_page(page: Any, outside: list[str], complaints: list[str]) -> None:
    """Note what a page asks of others than its server, and what its console complains of."""
    page.on("request", lambda request: outside.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)


@contextmanager
def open_browser() -> Iterator[Any]:
    """Start the browser that is installed."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=[*FLAGS])
        yield browser
        browser.close()


def open_context(browser: Any, **options: Any) -> Any:
    """Open a window that nobody else sees, and that waits as long as a busy machine takes."""
    context = browser.new_context(**options)
    context.set_default_timeout(1000 * PATIENCE)
    return context


def find_quiet_port() -> int:
    """Find a free port that the system gives to nobody who asks for any, so that it stays free for a while."""
    try:
        least = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    except OSError:
        least = 32768
    start = 10_000 + 7 * os.getpid() % max(least - 11_000, 1)
    for port in range(start, start + 1000):
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"no port from {start} to {start + 1000} is free")


@contextmanager
def serve_asreview(python: Path, folder: Path) -> Iterator[str]:
    """Start ASReview LAB of an environment on a folder of projects; return its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = [str(python.with_name("asreview")), "lab", "--no-browser", "--skip-update-check", "--port", str(port)]
    with (folder / "asreview.log").open("w") as log:
        process = subprocess.Popen(
            program, env={**os.environ, "ASREVIEW_PATH": str(folder / "asreview")}, stdout=log, stderr=log
        )
    base = f"http://localhost:{port}"
    try:
        if not wait_until(lambda: _answers(f"{base}/api/projects"), 60):
            raise RuntimeError((folder / "asreview.log").read_text())
        yield base
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def serve_page(content: bytes = b"<!DOCTYPE html><title>nice page</title><body>") -> Iterator[int]:
    """Serve one page at another port of this machine; return the port."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
