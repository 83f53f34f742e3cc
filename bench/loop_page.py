"""The page of screening loops, made of its rows."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from likewise.evaluate.stopping import (
    AUDITED,
    IN_A_ROW,
    Stop,
    stop_by_audit_of_pile,
    stop_by_audit_of_rest,
    stop_by_pace,
    stop_in_a_row,
)

Row: TypeAlias = dict[str, Any]

#: Sides and what they are called in the page.
NAMES = {
    "likewise": "likewise",
    "asreview": "ASReview 3.0.8, ELAS u4",
    "elas-u4": "`elas-u4`, our code of that recipe",
    "first ranking": "likewise, first ranking only",
}
MEASURES = {"wss95": "WSS@95", "recall10": "recall@10 %", "recall20": "recall@20 %", "atd": "ATD"}
#: The least differences to ASReview that are wanted: on average, and on any review.
WANTED, TOLERATED = 0.02, -0.05
#: What was tried for more, on other starts than those of the page.
TRIED = (
    "[What was tried for it](loop-tries.md) on other starts, with rows: no other cost, weight or number of presumed",
    "negatives, no further features and no other kind of rule that was tried finds .01 more in a fifth of the pile.",
    "What seems to be missing is answers: a rule that knew those to a random fifth of all other records from the start",
    "would find .724 there, with a third .759, with half of them .777, and with all .811. The engine in its loop finds",
    ".762, and never knows more than a fifth. To be ahead by .02 it would have to find .012 more: what a rule finds",
    "that knows the answers to nearly half of all others.",
    "",
    "Most is found if the rule is learned a second time, with presumed negatives of the lower half of its first",
    "ranking and errors that cost ten times as much. In the engine, from the starts above, that would be ahead of",
    "ASReview by .050, .029 and .012 instead of .057, .022 and .008. But from four other starts of each review the",
    "count after 20, 50 and 100 answers would be off by a factor of 2.3, 1.7 and 1.7 in the mean instead of 2.0, 1.6",
    "and 1.6. So it was not taken. Of this there are no rows.",
    "",
    "Of what follows there are no rows; each is on other starts than those above. Weaker frequent words give .758",
    "instead of .769 on four of them, scores smoothed over links .768, at most .9 or .8 of the weight for the rule",
    ".765 and .752. With 2, 3 and 5 times the cost of an error the count after 20 answers is off by a factor of 1.7",
    "to 2.0 instead of 1.4. If the ten that are read next are to differ from each other, more and more so, eight",
    "starts give .770, .772, .771 and .767 instead of .774. That the first no counts as much as any other was first",
    "decided on five of the starts above; on sixteen others it gives .768, and a rule by which it counts less .762.",
    "Presumed negatives of the lower half of the ranking gained .009 on eight starts and nothing on the next eight.",
)
#: Audits are random: so many of them on each loop.
AUDITS = 10
#: The share of the pile that an audit at the start answers.
SAMPLED = 0.5


def mean_by_review(rows: Sequence[Row], side: str, n_examples: int, measure: str) -> dict[str, float]:
    """Return the mean of a measure over the starts of each review."""
    found: dict[str, list[float]] = {}
    for row in rows:
        if row["side"] == side and int(row["n_examples"]) == n_examples:
            found.setdefault(row["review"], []).append(float(row[measure]))
    return {review: float(np.mean(values)) for review, values in found.items()}


def overview(rows: Sequence[Row], n_examples: int) -> list[str]:
    """Return the table of all sides, means of the reviews' means."""
    lines = [f"| | {' | '.join(MEASURES.values())} | seconds for a ranking |", "|---|" + "--:|" * (len(MEASURES) + 1)]
    for side, name in NAMES.items():
        if not mean_by_review(rows, side, n_examples, "wss95"):
            continue
        means = [np.mean(list(mean_by_review(rows, side, n_examples, key).values())) for key in MEASURES]
        seconds = np.median(list(mean_by_review(rows, side, n_examples, "rerank_seconds").values()))
        lines.append(f"| {name} | {' | '.join(f'{mean:.3f}' for mean in means)} | {seconds:.2f} |")
    return lines


def differences(rows: Sequence[Row], n_examples: int) -> list[str]:
    """Return the table of each review: likewise, ASReview, and the difference."""
    wanted = list(MEASURES)[:3]
    lines = ["| review | records | relevant | " + " | ".join(f"{MEASURES[key]} | difference" for key in wanted) + " |"]
    lines.append("|---|" + "--:|" * (2 + 2 * len(wanted)))
    gaps: dict[str, list[float]] = {key: [] for key in wanted}
    for review in sorted({row["review"] for row in rows}):
        cells = []
        for key in wanted:
            ours, theirs = (mean_by_review(rows, side, n_examples, key)[review] for side in ("likewise", "asreview"))
            gaps[key].append(ours - theirs)
            cells.append(f"{ours:.3f} | {ours - theirs:+.3f}")
        known = {"review": review, "side": "likewise", "n_examples": str(n_examples)}
        own = next(row for row in rows if all(str(row[key]) == value for key, value in known.items()))
        lines.append(f"| {review} | {own['n_pile']} | {own['n_positive']} | {' | '.join(cells)} |")
    ends = [f"**{np.mean(values):+.3f}**" for values in gaps.values()]
    worst = [f"{min(values):+.3f}" for values in gaps.values()]
    lines.append("| mean difference | | | " + " | ".join(f"| {end}" for end in ends) + " |")
    lines.append("| worst difference | | | " + " | ".join(f"| {end}" for end in worst) + " |")
    return lines


def stopping(rows: Sequence[Row], side: str, n_examples: int) -> list[str]:
    """Return the table of rules that stop."""
    some = [row for row in rows if row["side"] == side and int(row["n_examples"]) == n_examples]

    def in_a_row(n: int) -> Callable[[Row, int], Stop]:
        return lambda row, _: stop_in_a_row(places_of(row), int(row["n_pile"]), n)

    def audit(recall: float) -> Callable[[Row, int], Stop]:
        return lambda row, turn: stop_by_audit_of_rest(
            places_of(row), int(row["n_pile"]), 1000 * turn + int(row["seed"]), recall
        )

    def pace(row: Row, _: int) -> Stop:
        return stop_by_pace(places_of(row), int(row["n_pile"]))

    def sample(row: Row, turn: int) -> Stop:
        return stop_by_audit_of_pile(places_of(row), int(row["n_pile"]), SAMPLED, 1000 * turn + int(row["seed"]))

    rules: list[tuple[str, Callable[[Row, int], Stop], int]] = [
        *((f"{n} irrelevant in a row", in_a_row(n), 1) for n in IN_A_ROW),
        ("the pace of finds", pace, 1),
        *((f"audit of the rest: {100 * recall:.0f} % found, 95 % sure", audit(recall), AUDITS) for recall in AUDITED),
        (f"audit of {100 * SAMPLED:.0f} % of the pile: 95 % found, 95 % sure", sample, AUDITS),
    ]
    if all(row.get("n_advised") for row in some):
        rules.insert(len(IN_A_ROW) + 1, ("the engine's estimate", advised, 1))
    lines = ["| rule | answers, share of the pile | recall reached | found enough |", "|---|--:|--:|--:|"]
    for name, rule, turns in rules:
        stops = [(rule(row, turn), int(row["n_pile"])) for row in some for turn in range(turns)]
        answers = np.mean([stop.n_answers / n_pile for stop, n_pile in stops])
        recall = np.mean([stop.recall for stop, _ in stops])
        enough = np.mean([stop.enough for stop, _ in stops])
        lines.append(f"| {name} | {100 * answers:.0f} % | {recall:.3f} | {100 * enough:.0f} % |")
    return lines


def advised(row: Row, _: int) -> Stop:
    """Return where the engine's own estimate stopped."""
    n_read, n_pile, places = int(row["n_advised"]), int(row["n_pile"]), places_of(row)
    recall = sum(place <= n_read for place in places) / len(places)
    return Stop("estimate", n_read, recall, recall >= 0.95, n_read < n_pile)


def places_of(row: Row) -> list[int]:
    """Return at which places relevant records were read."""
    return [int(place) for place in row["places"].split()]


def make_page(rows: Sequence[Row]) -> str:
    """Write the page."""
    starts = len({row["seed"] for row in rows})
    lines = [
        "# Screening in a loop",
        "",
        f"Nine systematic reviews of SYNERGY, {starts} starts each. Some included records are known; the method ranks",
        "the others, the first ten are answered with the truth, and it ranks again until everything relevant is",
        "found. `python -m bench loop` makes this page again. For a file of yours,",
        "`likewise simulate FILE --positive LABEL --loop` does the same.",
        "",
        "ASReview is its own package in an environment of its own, from the same starts. It cannot begin without an",
        "excluded record and is given one, chosen at random; likewise is not. Records known at the start are not",
        "counted, neither as found nor as read. WSS@95 is 0.95 less the share of the pile that is read until 95 % of",
        "the relevant records are found; [the rows](loop.csv) have ASReview's own variant of it too. Figures are means",
        "over the reviews of the means over their starts. `elas-u4` has no excluded record at the start here, and",
        "presumes that the pile is irrelevant until it has answers; given that record, it reads in ASReview's order.",
        "",
        "## Five known",
        "",
        *overview(rows, 5),
        "",
        f"Likewise is to be ahead of ASReview by {WANTED} on average, and by no more than {-TOLERATED} behind on any",
        "review:",
        "",
        *differences(rows, 5),
        "",
        *TRIED,
        "",
        "## One known",
        "",
        *overview(rows, 1),
        "",
        "## When to stop",
        "",
        "Reading by likewise from five known records; a rule finds enough if it finds 95 % of the relevant ones, or",
        "the share that it names. The pace of finds (`likewise.estimate.pace`) stops when, falling on as it does, it",
        "leaves less than a twentieth; an estimate of the engine, when its middle does and its upper bound leaves less",
        "than a tenth. An audit of the rest reads at random once 50 records in a row were irrelevant, until its bound",
        "holds; an audit of the pile answers a random sample before anything is read, and stops when the reading has",
        f"come to all that is relevant in it. Audits were simulated {AUDITS} times on every loop.",
        "",
        *stopping(rows, "likewise", 5),
        "",
        "Audits assume nothing about the ranking: their statements are wrong in at most 5 % of all searches, by",
        "construction (`likewise.estimate.audit_stop`). They pay for that: with 20 relevant records, 95 % allow a",
        "single one to be missed, and only reading nearly everything shows that no more are. The pace and the estimate",
        "are models: they read less, and nothing but such tables shows how often they are right.",
    ]
    return "\n".join(lines) + "\n"
