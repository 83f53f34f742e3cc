"""One process that serves many folders, each as ``likewise open`` does, so that what takes long is loaded once."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

#: Serves the project "review" of every folder that is named on a line, until the process ends.
PROGRAM = """
import sys, threading
from likewise.web.server import ServeRequest, serve

def run(folder):
    try:
        serve(ServeRequest(folder=folder, project="review", by="ana"), lambda address: print(address, flush=True))
    finally:
        print(flush=True)  # nobody waits for an address that does not come

for line in sys.stdin:
    threading.Thread(target=run, args=(line.rstrip("\\n"),), daemon=True).start()
"""


@dataclass(frozen=True)
class Served:
    """A folder that is served; the process has others to serve too."""

    folder: Path
    address: str
    process: subprocess.Popen

    @property
    def base(self):
        return "/".join(self.address.split("/")[:3])

    @property
    def port(self):
        return int(self.base.rpartition(":")[2])


class House:
    """The process, until it is left."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )

    def serve(self, folder):
        self.process.stdin.write(f"{folder}\n")
        self.process.stdin.flush()
        address = self.process.stdout.readline().strip()
        if not address:
            raise RuntimeError(f"nobody serves {folder}")
        return Served(folder, address, self.process)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
