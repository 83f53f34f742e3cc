"""Open a project and show the first card; then answer some, and rank again. Prints what it took, as JSON.

python bench/runners/first_card.py PROJECT [N_ANSWERS]
"""

import json
import statistics
import sys
import time

from likewise.app.session import Session


def main() -> None:
    """Work on a project as a terminal does."""
    told: dict[str, float] = {}
    with Session(sys.argv[1], by="bench") as session:
        card = session.next_cards(1)[0]
        told["card_processor"], told["card_seconds"] = time.process_time(), time.perf_counter()
        answers, cards = [], []
        for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 0):
            start = time.perf_counter()
            session.answer(card.id, "no" if number % 3 else "yes", pick=card.pick)
            answers.append(time.perf_counter() - start)
            card = session.next_cards(1)[0]
            cards.append(time.perf_counter() - start)
        if answers:
            told |= {"answer": statistics.median(answers), "next": statistics.median(cards), "slowest": max(cards)}
            session.rerank()  # loads what was counted
            session.answer(card.id, "no", pick=card.pick)
            start = time.process_time()
            session.rerank()
            told["rerank"] = time.process_time() - start
    print(json.dumps(told))


if __name__ == "__main__":
    main()
