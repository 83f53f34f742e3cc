"""ASReview's own simulation of its default model, ELAS u4, from starts that the bench names.

Runs in ASReview's environment. It reads one JSON file (texts, labels and starts) and prints, for each start, a JSON
line with the places at which relevant records were found and the seconds of one round.
"""

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
from asreview.learner import ActiveLearningCycle
from asreview.models.models import get_ai_config
from asreview.simulation.simulate import Simulate


def main():
    with Path(sys.argv[1]).open(encoding="utf-8") as file:
        job = json.load(file)
    records = pd.DataFrame({"title": job["titles"], "abstract": job["abstracts"]})
    labels = pd.Series([int(is_relevant) for is_relevant in job["truth"]])
    for start in job["starts"]:
        cycle = ActiveLearningCycle.from_meta(get_ai_config("elas_u4")["value"])
        cycle.n_query = job["batch"]
        simulation = Simulate(records, labels, [cycle], print_progress=False)
        np.random.seed(start["seed"])  # noqa: NPY002 - their SVM draws from the global state
        simulation.label(start["known"])
        begin = time.perf_counter()
        simulation.review()  # until the last relevant record is found
        seconds = time.perf_counter() - begin
        answers = simulation._results["label"].tolist()[len(start["known"]) :]
        print(
            json.dumps(
                {
                    "places": [place for place, answer in enumerate(answers, 1) if answer],
                    "rerank_seconds": seconds / max(1, -(-len(answers) // job["batch"])),
                    "version": version("asreview"),
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
