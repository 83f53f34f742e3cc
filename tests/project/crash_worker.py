"""A process that works on a project until it is killed: says on a line of its own what is saved, right after it is.

Run as ``python -m tests.project.crash_worker PROJECT TASK TAG FOLDER``.
"""

import sys
from pathlib import Path

from likewise.app.session import Session


def say(*words):
    """Say something at once: whoever is killed later has said it."""
    sys.stdout.write(f"{' '.join(map(str, words))}\n")
    sys.stdout.flush()


def answer(path, tag, folder):
    """Answer cards, take some answers back, and write notes."""
    with Session(path, by=tag) as session:
        number = 0
        say("started")
        while True:
            card = (session.next_cards(1) or [session.card(session.project.list_ids()[number % 50])])[0]
            said = session.answer(card.id, ("yes", "no", "unsure")[number % 3], pick=card.pick, note=f"{tag} {number}")
            say("saved", said.note)
            if number % 5 == 4:
                undone = session.undo()
                say("undone", undone.note)
            number += 1


def mark(path, tag, folder):
    """Mark forty documents from a file again and again, each time with other answers."""
    from likewise.app.mark import MarkRequest, mark
    from likewise.documents import alignment, matching  # noqa: F401 what marking loads

    number = 0
    say("started")
    while True:
        file = Path(folder, f"{tag}.csv")
        rows = "".join(f"d{row},{('no', 'yes')[number % 2]},{tag} {number}\n" for row in range(40))
        file.write_text(f"key,included,reason\n{rows}")
        mark(MarkRequest(project=path, decisions=(str(file),), by=f"{tag} {number}"))
        say("marked", f"{tag} {number}")
        number += 1


def add(path, tag, folder):
    """Add twenty documents from a file again and again."""
    from likewise.app.add import AddRequest, add
    from likewise.documents import matching  # noqa: F401 what adding loads

    number = 0
    say("started")
    while True:
        file = Path(folder, f"{tag}.csv")
        words = ["wine", "cellar", "barrel", "cork", "tannin", "grape", "bottle", "glass", "vintage", "oak"]
        rows = [
            f"{tag}-{number}-{row},On {words[row % 10]} and {words[number % 10]} in case {tag} {number} of {row},"
            f"We study {words[row % 10]} {words[(row + number) % 10]} {tag} {row} {number} for the first time"
            for row in range(20)
        ]
        file.write_text("key,title,abstract\n" + "\n".join(rows) + "\n")
        add(AddRequest(project=path, files=(str(file),), by=tag))
        say("added", f"{tag}-{number}")
        number += 1


def rerank(path, tag, folder):
    """Answer, and rank after each answer."""
    with Session(path, by=tag) as session:
        number = 0
        session.rerank()
        say("started")
        while True:
            card = (session.next_cards(1) or [session.card(session.project.list_ids()[number % 50])])[0]
            said = session.answer(card.id, "no" if number % 2 else "yes", pick=card.pick, note=f"{tag} {number}")
            say("saved", said.note)
            session.rerank()
            say("ranked", session.run)
            number += 1


if __name__ == "__main__":
    project, task, tag, folder = sys.argv[1:]
    {"answer": answer, "mark": mark, "add": add, "rerank": rerank}[task](project, tag, folder)
