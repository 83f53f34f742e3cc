"""Pictures of the page, of a project of the example files (``python docs/page_pictures.py``; needs chromium)."""

import sys
import tempfile
from pathlib import Path

from example_files import make_files

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from bench.browsing import Server, open_browser, wait_until  # noqa: E402 it is beside the docs, not in the package

#: Each view with its theme, and keys that are pressed on it.
VIEWS = {
    "review": ("light", "yyn"),
    "results": ("light", ""),
    "overview": ("dark", ""),
    "export": ("dark", ""),
}


def write_pictures(folder: Path = HERE) -> None:
    """Make a project, read a little in it, and take a picture of each view."""
    with tempfile.TemporaryDirectory() as name, open_browser() as browser:
        place = Path(name)
        make_files(place)
        with Server(place, "known", "search.csv", "--name", "sleep") as server:
            first = browser.new_context(viewport={"width": 1280, "height": 860})
            page = first.new_page()
            page.goto(server.address)
            page.goto(f"{server.base}/")
            page.screenshot(path=folder / "page-start.png")
            for view, (theme, keys) in VIEWS.items():
                page.emulate_media(color_scheme=theme)
                page.goto(f"{server.base}/project/sleep/{view}")
                page.wait_for_timeout(1000)
                for key in keys:
                    page.keyboard.press(key)
                    page.wait_for_timeout(500)
                if view == "overview":
                    wait_until(lambda: page.locator("#waiting").count() == 0, 60)
                page.wait_for_timeout(2500)  # the ranking after the last answer
                page.screenshot(path=folder / f"page-{view}.png")
            first.close()


if __name__ == "__main__":
    write_pictures()
