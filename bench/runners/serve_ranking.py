"""What runners that rank a pile have in common: read texts and answers, warm up, then time one ranking at a time.

Runs in the peers' own environments, so it may use only the standard library.
"""

import json
import os
import sys
import time
from importlib.metadata import version
from pathlib import Path


def serve(packages, first, again):
    """Answer the harness until it closes our input.

    ``first(examples, pile, excluded)`` ranks a pile that nobody has seen, by examples and, where it is needed, a
    document known not to match, and returns what it keeps for later. ``again(kept, answers)`` ranks it once more after
    these answers, ``{number of a document: yes or no}``.
    """
    answers_of_ours = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    answers = {int(place): is_yes for place, is_yes in job["answers"].items()}
    but_one = dict(list(answers.items())[:-1])
    excluded = job["excluded"]
    few = 1 + max(excluded, *answers)
    again(first(job["examples"], job["pile"][:few], excluded), answers)
    print(json.dumps({"versions": {name: version(name) for name in packages}}), file=answers_of_ours, flush=True)
    kept = None
    for line in sys.stdin:
        question = json.loads(line)["question"]
        start = time.perf_counter()
        if question == "first":
            kept = first(job["examples"], job["pile"], excluded)
        else:
            again(kept, but_one if question == "again" else answers)
        print(json.dumps({"seconds": time.perf_counter() - start}), file=answers_of_ours, flush=True)
