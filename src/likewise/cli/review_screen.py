"""One document on a terminal: its words marked, why it is shown, and the keys; at any width, with or without colour."""

from typing import TYPE_CHECKING

from likewise.cli.console import one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from likewise.app.card import Card
    from likewise.app.session import Session

KEYS = "y yes  n no  u unsure  z undo  j next  k back  space more  r reason  o note  / search  ? help  q quit"
HELP = (
    "y, n, u   like the examples, not like them, or unsure: saved at once, and the next document comes",
    "z         take back your last answer",
    "j, k      go to the next document without an answer, and back",
    "space, p  further down in a long text, and up again",
    "r         no, with a reason for the exclusion",
    "o         write a note on this document",
    "/         find documents that have some words",
    "q         quit; everything is saved already",
)
PICKS = {
    "top": "stands high in the ranking",
    "uncertain": "near the cut-off, where an answer tells most",
    "different": "likely, and unlike what you have accepted so far",
    "audit": "drawn at random, to check what is left",
}


def draw_card(console: "Console", session: "Session", card: "Card", message: str = "", first_line: int = 0) -> int:
    """Fill the screen with a card.

    Parameters
    ----------
    console : rich.console.Console
        The terminal.
    session : Session
        Whose numbers stand in the first line.
    card : Card
        The document.
    message : str, default=""
        What just happened.
    first_line : int, default=0
        From which line on the text is shown.

    Returns
    -------
    int
        Lines of the text that did not fit below.
    """
    from rich.text import Text

    lines = [Text(_status(session), style="reverse"), Text(one_line(card.title), style="bold")]
    lines += [Text(line) for line in _reasons(card)]
    lines.append(Text(""))
    body = _marked(card).wrap(console, max(console.width, 20))
    footer = [Text(one_line(message) or " ", style="italic"), *Text(KEYS).wrap(console, max(console.width, 20))]
    head = [part for line in lines for part in line.wrap(console, max(console.width, 20))]
    room = max(1, console.height - len(head) - len(footer) - 1)
    shown = list(body)[first_line : first_line + room]
    console.clear()
    for line in [*head, *shown, *([Text("")] * (room - len(shown))), *footer]:
        console.print(line, no_wrap=True, crop=True)
    return max(0, len(body) - first_line - room)


def _status(session: "Session") -> str:
    counts = session.count_answers()
    said = ", ".join(f"{number:,} {decision}" for decision, number in counts.items() if number)
    outcome = session.outcome
    left = outcome.get("count")
    about = "" if left is None else f"; about {round(float(left)):,} left"
    state = "" if session.is_current else "; ranking again"
    return f"{session.n_documents:,} documents; {said or 'no answer yet'}{about}{state}"


def _reasons(card: "Card") -> list[str]:
    place = "not ranked" if card.place is None else f"rank {card.place:,}"
    if card.probability is not None:
        between = "" if card.lower is None or card.upper is None else f" ({card.lower:.2f}–{card.upper:.2f})"
        place += f", probability {card.probability:.2f}{between}"
    shown = f"; {PICKS[card.pick]}" if card.pick in PICKS else ""
    lines = [f"{one_line(card.id)}: {place}{shown}"]
    if card.why:
        lines.append(f"Why: {one_line(card.why)}")
    if card.nearest_title or card.nearest:
        lines.append(f"Most like: {one_line(card.nearest_title or card.nearest or '')}")
    if card.decision:
        reason = f", {one_line(card.reason)}" if card.reason else ""
        lines.append(f"You said: {card.decision}{reason}")
    if card.note:
        lines.append(f"Note: {one_line(card.note)}")
    return lines


def _marked(card: "Card") -> "Text":
    """Return the text with its telling words marked, and without control characters."""
    from rich.text import Text

    text = Text("".join(letter if letter.isprintable() or letter == "\n" else " " for letter in card.text))
    for start, end, _ in card.words:
        text.stylize("bold underline", start, end)
    return text
