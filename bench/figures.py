"""The part of a page that is made of rows: it stands between two comments, and is put anew there."""

from dataclasses import dataclass
from pathlib import Path

END = "<!-- end of figures -->"


@dataclass(frozen=True)
class Figures:
    r"""The place of a command's figures on a page.

    Parameters
    ----------
    page : pathlib.Path
        The page.
    command : str
        `python -m bench COMMAND` makes them.

    Examples
    --------
    >>> figures = Figures(Path("page.md"), "project")
    >>> figures.put(f"a {figures.start} old {END} b", ["new"]).split("\n")[1:]
    ['', 'new', '', '<!-- end of figures --> b']
    """

    page: Path
    command: str

    @property
    def start(self) -> str:
        """The comment before them."""
        return f"<!-- figures: made by `python -m bench {self.command}`; do not edit -->"

    def put(self, text: str, lines: list[str]) -> str:
        """Return a page with these lines in the place of those that it has."""
        first = text.index(self.start)
        last = text.index(END, first)
        return "\n".join([text[:first] + self.start, "", *lines, "", ""]) + text[last:]

    def renew(self, lines: list[str]) -> None:
        """Put lines on the page."""
        self.page.write_text(self.put(self.page.read_text(encoding="utf-8"), lines), encoding="utf-8")
