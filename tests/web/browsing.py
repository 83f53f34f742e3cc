"""A server in a process of its own, and a browser that asks nobody else for anything."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time

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


class Server:
    """`likewise open` in a folder, until it is told to stop or killed."""

    def __init__(self, folder, *arguments, port=0):
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
        self.base = re.match(r"http://[^/]+", self.address).group()
        self.port = int(self.base.rpartition(":")[2])

    def stop(self):
        """Interrupt it as Ctrl-C does; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.kill()
        return self.process.returncode

    def kill(self):
        """End it as a power cut does."""
        self.process.kill()
        self.process.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def wait_until(holds, seconds=20.0):
    """Wait until something holds; say whether it did."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def watch_page(page, outside, complaints):
    """Note what a page asks of others than its server, and what its console complains of."""
    page.on("request", lambda request: outside.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
