"""``likewise review``: read and answer in the terminal, one key for each document."""

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from likewise.cli.console import one_line, output
from likewise.cli.options import Quiet
from likewise.cli.progress import show_progress
from likewise.cli.project_options import By, ProjectFile
from likewise.cli.review_screen import HELP, draw_card
from likewise.cli.terminal_keys import Keyboard
from likewise.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from likewise.app.card import Card
    from likewise.app.session import Session

_DECISIONS = {"y": "yes", "n": "no", "u": "unsure"}
#: Keys that do as another does, and those that end it.
_ALSO = {"up": "k", "down": "j", "page up": "p", "page down": " "}
_QUIT = ("q", "escape", "end")
#: Answers after which the documents are ranked again, in the background.
_RERANK_AFTER = 5
#: Lines of text that a further screen goes on by.
_SCREEN = 10


def review_cli(project: ProjectFile, by: By = None, quiet: Quiet = False) -> None:
    """Read documents in the terminal and answer yes, no or unsure with one key; every answer is saved at once.

    Documents that stand high come first; some of those that the ranking is unsure of, that are likely but different
    from what you accepted, and that were drawn at random are mixed in, and the screen says which.
    """
    from likewise.app.session import Session

    if not sys.stdin.isatty():
        raise UserError("review needs a terminal to read keys from; to bring answers from a file, use mark")
    with show_progress(quiet=quiet) as progress:
        session = Session(project, by, progress=progress)
    try:
        with session, Keyboard() as keyboard:
            Desk(session, output(), keyboard).work()
    finally:  # also after Ctrl-C
        counts = session.count_answers().items()
        output().print(f"Saved: {', '.join(f'{number:,} {name}' for name, number in counts if number) or 'nothing'}.")


@dataclass
class Desk:
    """What is on the screen, and what was on it before.

    Parameters
    ----------
    session : Session
        The project at work.
    console : rich.console.Console
        The terminal.
    keyboard : Keyboard
        What is typed.
    """

    session: "Session"
    console: "Console"
    keyboard: Keyboard
    seen: list[str] = field(default_factory=list)
    #: As what each document was shown first; it stays that.
    picks: dict[str, str | None] = field(default_factory=dict)
    at: int = -1
    message: str = ""
    first_line: int = 0
    #: Answers since the last ranking began.
    n_new: int = 0
    #: What was searched last, its documents, and which of them is shown.
    query: str = ""
    found: list[str] = field(default_factory=list)
    at_found: int = 0

    def work(self) -> None:
        """Show documents and take keys until the reviewer quits."""
        self._forward()
        is_first = True
        while True:
            card = self._card()
            if card is None:
                self.console.print("Every document has an answer. Press z to take the last one back, or q to quit.")
                below = 0
            else:
                below = draw_card(self.console, self.session, card, self.message, self.first_line)
            if is_first:  # while the reader reads, so that no ranking after an answer has to wait for it
                self.session.load_in_background()
            self.message, is_first = "", False
            key = self.keyboard.read()
            if key in _QUIT:
                return
            self._act(_ALSO.get(key, key), card, below)

    def _act(self, key: str, card: "Card | None", below: int) -> None:
        """Do what a key asks for."""
        if key in _DECISIONS and card is not None:
            self._answer(card, _DECISIONS[key])
        elif key == "r" and card is not None:
            reason = self._ask("Reason for the exclusion (Esc: no answer): ", self.session.list_reasons())
            if reason is not None:
                self._answer(card, "no", reason=reason or None)
        elif key == "o" and card is not None:
            note = self._ask("Note (Esc: none): ")
            if note:
                self.session.add_note(card.id, note)
                self.message = "note saved"
        elif key == "z":
            self._undo()
        elif key == "j":
            self._forward()
        elif key == "k":
            self._go(max(self.at - 1, 0))
        elif key == " " and below:
            self.first_line += min(below, _SCREEN)
        elif key == "p":
            self.first_line = max(0, self.first_line - _SCREEN)
        elif key == "/":
            self._search()
        elif key == "?":
            self._help()

    def _answer(self, card: "Card", decision: str, **beside: Any) -> None:
        self.session.answer(card.id, decision, pick=card.pick, **beside)
        self.n_new += 1
        if self.n_new >= _RERANK_AFTER and self.session.rerank_in_background():
            self.n_new = 0
        self._forward()
        self.message = f"saved: {decision}"

    def _undo(self) -> None:
        taken_back = self.session.undo()
        if taken_back is None:
            self.message = "there is no answer of yours to take back"
            return
        if taken_back.document in self.seen:
            self._go(self.seen.index(taken_back.document))
        else:
            self.seen.append(taken_back.document)
            self._go(len(self.seen) - 1)
        self.message = f"took back: {taken_back.decision}"

    def _forward(self) -> None:
        """Go to the next document that was shown before, or to a new one."""
        answered = self.session.answers
        for place in range(self.at + 1, len(self.seen)):
            if self.seen[place] not in answered:
                self._go(place)
                return
        # Those that were passed over come again last.
        new = next(iter(self.session.next_cards(1, {name for name in self.seen if name not in answered})), None)
        if new is None:
            passed = [name for name in self.seen if name not in answered]
            self._go(self.seen.index(passed[0]) if passed else len(self.seen))
            return
        self.seen.append(new.id)
        self.picks[new.id] = new.pick
        self._go(len(self.seen) - 1)

    def _go(self, place: int) -> None:
        self.at, self.first_line = place, 0

    def _card(self) -> "Card | None":
        if not 0 <= self.at < len(self.seen):
            return None
        name = self.seen[self.at]
        return self.session.card(name, self.picks.get(name))

    def _search(self) -> None:
        """Show the first document that has some words; without words, the next one of the last search."""
        words = self._ask("Find (Enter alone: the next one): " if self.found else "Find: ")
        if words:
            self.query, self.found, self.at_found = words, self.session.find(words), 0
        elif words is not None and self.found:
            self.at_found = (self.at_found + 1) % len(self.found)
        else:
            return
        if not self.found:
            self.message = f"no document has {self.query!r}"
            return
        name = self.found[self.at_found]
        if name not in self.seen:
            self.seen.append(name)
        self._go(self.seen.index(name))
        self.message = f"{self.at_found + 1} of {len(self.found)} with {self.query!r}"

    def _help(self) -> None:
        self.console.clear()
        for line in HELP:
            self.console.print(line)
        self.console.print("\nPress any key to go on.")
        self.keyboard.read()

    def _ask(self, question: str, known: list[str] | None = None) -> str | None:
        """Read a line, letter by letter; None if it is left by Escape, and a number alone is one of those known."""
        choices = (known or [])[:9]
        for number, each in enumerate(choices, 1):
            self.console.print(f"{number} {one_line(each)}", markup=False)
        self.console.print(question, end="", markup=False)
        typed = ""
        while (key := self.keyboard.read()) != "enter":
            if key in ("escape", "end"):
                return None
            if key == "delete" and typed:
                typed = typed[:-1]
                self.console.print("\b \b", end="")
            elif len(key) == 1:
                typed += key
                self.console.print(key, end="", markup=False)
        if typed.isdigit() and 0 < int(typed) <= len(choices):
            return choices[int(typed) - 1]
        return typed.strip()
