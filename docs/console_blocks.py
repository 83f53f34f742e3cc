"""Pages with commands: each is run again, in order, and what it prints is written below it."""

import re
import tempfile
from pathlib import Path

from command_pages import ran
from example_files import make_files

_BLOCK = re.compile(r"```console\n(.*?)```", re.S)


def list_steps(page: str) -> list[str]:
    """List the commands of a page in order."""
    return [
        line.removeprefix("$ ") for block in _BLOCK.findall(page) for line in block.splitlines() if line[:2] == "$ "
    ]


def renew_blocks(page: str) -> str:
    """Return a page with what its commands print now."""
    with tempfile.TemporaryDirectory() as folder:
        make_files(Path(folder))

        def renew(match: re.Match[str]) -> str:
            steps = [line for line in match[1].splitlines() if line[:2] == "$ "]
            printed = [f"{step}\n{ran(step.removeprefix('$ '), Path(folder))}".rstrip() for step in steps]
            return "```console\n" + "\n".join(printed) + "\n```"

        return _BLOCK.sub(renew, page)


def renew_page(path: Path) -> None:
    """Renew a page in its place."""
    path.write_text(renew_blocks(path.read_text(encoding="utf-8")), encoding="utf-8")
