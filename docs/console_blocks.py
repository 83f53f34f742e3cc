"""Pages with commands: each is run again, in order, and what it prints is written below it."""

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from command_pages import ran
from example_files import make_files

#: Pages whose commands are run.
PAGES = (
    "projects.md",
    "when-to-stop.md",
    "coming-from/asreview.md",
    "how-to/examples-by-id.md",
    "how-to/go-on-with-an-export.md",
    "how-to/add-this-months-hits.md",
    "how-to/two-reviewers.md",
    "how-to/mixed-formats.md",
    "how-to/stop-with-an-audit.md",
    "how-to/files-that-were-found.md",
    "how-to/run-on-a-server.md",
    "how-to/large-piles.md",
)
_BLOCK = re.compile(r"```console\n(.*?)```", re.S)


def list_steps(page: str) -> list[str]:
    """List the commands of a page in order."""
    return [
        line.removeprefix("$ ") for block in _BLOCK.findall(page) for line in block.splitlines() if line[:2] == "$ "
    ]


def renew_blocks(page: str, run: Callable[[str, Path], str] = ran) -> str:
    """Return a page with what its commands print now; `run` takes a command and its folder, and returns that."""
    with tempfile.TemporaryDirectory() as folder:
        make_files(Path(folder))

        def renew(match: re.Match[str]) -> str:
            if "$ " not in match[1]:
                return match[0]  # a list of what could be typed
            steps = [line for line in match[1].splitlines() if line[:2] == "$ "]
            printed = [f"{step}\n{run(step.removeprefix('$ '), Path(folder))}".rstrip() for step in steps]
            return "```console\n" + "\n".join(printed) + "\n```"

        return _BLOCK.sub(renew, page)


def renew_page(path: Path) -> None:
    """Renew a page in its place."""
    path.write_text(renew_blocks(path.read_text(encoding="utf-8")), encoding="utf-8")
