"""One document on a terminal: its words marked, why it is shown, and the keys; at any width, with or without colour."""

from typing import TYPE_CHECKING

from likewise.cli.console import one_line
from likewise.plural import about

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from likewise.app.card import Card
    from likewise.app.session import Session

KEYS = (
    *("y yes", "n no", "u unsure", "z undo", "j next", "k back", "space more", "r reason", "o note", "/ search"),
    *("? help", "q quit"),
)
HELP = (
    "y, n, u   like the examples, not like them, or unsure: saved at once, and the next document comes",
    "z         take back your last answer",
    "j, k      go to the next document without an answer, and back",
    "space, p  further down in a long text, and up again",
    "r         no, with a reason for the exclusion",
    "o         write a note on this document",
    "/         find documents that have some words; / and Enter shows the next of them",
    "q, Esc    quit; everything is saved already",
)
#: Columns of text that are read with ease, lines of it that are always there, and letters of a field that stands beside
#: others on a line.
_WIDEST, _LEAST, _SHORT = 100, 3, 60
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

    width = min(max(console.width, 20), _WIDEST)
    title = Text(one_line(card.title), style="bold")
    _mark(title, card, 0, card.title_length if one_line(card.title) == card.title else 0)
    head = [Text(_status(session), style="reverse"), Text(""), title, Text("")]
    beside = [Text(line) for line in _describe(card)]
    body = list(_marked(card).wrap(console, width))
    top = [part for line in head for part in line.wrap(console, width)]
    below = [Text(""), *(part for line in beside for part in line.wrap(console, width))]
    footer = [Text(one_line(message) or " ", style="italic"), *map(Text, _wrap_keys(max(console.width, 20)))]
    top = top[: max(1, console.height - len(footer) - 1 - _LEAST)]
    room = console.height - len(top) - len(footer) - 1
    below = below[: max(0, room - _LEAST)]
    room = max(1, room - len(below))
    shown = body[first_line : first_line + room]
    n_more = max(0, len(body) - first_line - room)
    if n_more:
        footer[0] = Text(f"{one_line(message)} ({n_more} more lines: space)".strip(), style="italic")
    console.clear()
    for line in [*top, *shown, *below, *([Text("")] * (room - len(shown))), *footer]:
        console.print(line, no_wrap=True, crop=True)
    return n_more


def _wrap_keys(width: int) -> list[str]:
    """Write the keys on lines, none of them cut in two."""
    lines = [""]
    for key in KEYS:
        if lines[-1] and len(lines[-1]) + 2 + len(key) > width:
            lines.append("")
        lines[-1] += f"  {key}" if lines[-1] else key
    return lines


def _status(session: "Session") -> str:
    counts = session.count_answers()
    said = ", ".join(f"{number:,} {decision}" for decision, number in counts.items() if number)
    outcome = session.outcome
    left = outcome.get("count")
    some = "" if left is None else f"; about {about(float(left))} left"
    state = "" if session.is_current else "; ranking follows"
    return f"{session.n_documents:,} documents; {said or 'no answer yet'}{some}{state}"


def _describe(card: "Card") -> list[str]:
    """Say on a line each where a document stands, why, what is known of it and what was said of it."""
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
    fields = [
        f"{one_line(name)} {one_line(value)}"
        for name, value in card.fields.items()
        if len(value) <= _SHORT and value not in (card.id, card.title, card.text)
    ]
    if fields:
        lines.append(one_line("; ".join(fields)))
    if card.decision:
        reason = f", {one_line(card.reason)}" if card.reason else ""
        lines.append(f"You said: {card.decision}{reason}")
    if card.note:
        lines.append(f"Note: {one_line(card.note)}")
    return lines


def _marked(card: "Card") -> "Text":
    """Return the text below the title, its telling words marked, and without control characters."""
    from rich.text import Text

    start = card.body_start
    text = Text("".join(letter if letter.isprintable() or letter == "\n" else " " for letter in card.text[start:]))
    _mark(text, card, start, len(card.text))
    return text


def _mark(text: "Text", card: "Card", start: int, end: int) -> None:
    """Mark the telling words in a text that is a part of a card's."""
    for first, last, _ in card.words:
        if start <= first and last <= end:
            text.stylize("bold underline", first - start, last - start)
