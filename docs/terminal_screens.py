"""Pictures of `likewise review` as a terminal of two sizes shows it (``python docs/terminal_screens.py``)."""

import io
import sys
import tempfile
from pathlib import Path

from example_files import make_files
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from bench.terminal import Terminal  # noqa: E402 it is beside the docs, not in the package

SIZES = {"review-80x24": (80, 24), "review-200x50": (200, 50)}


def write_screens(folder: Path = HERE) -> None:
    """Make a project of the example files, answer a few of its documents, and draw the screen at each size."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        make_files(place)
        with Terminal("new", "review", "known", "search.csv", "--quiet", folder=place) as terminal:
            terminal.read_until("Project: ")
            terminal.process.wait()
        for picture, size in SIZES.items():
            with Terminal("review", "review", "--by", "ana", size=size, folder=place) as terminal:
                terminal.read_until("q quit")
                for key in "yyn":
                    terminal.type(key)
                    terminal.read_until("q quit")
                screen = terminal.screen
            console = Console(record=True, width=size[0], height=size[1], file=io.StringIO())
            console.print(Text.from_ansi(screen), end="")
            drawn = console.export_svg(title="likewise review review", unique_id=picture)
            (folder / f"{picture}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    write_screens()
