"""ASReview's default model, ELAS u4: features of all documents, a fit, and a ranking; later a fit and a ranking."""

import numpy as np
import pandas as pd
from asreview.learner import ActiveLearningCycle
from asreview.models.models import get_ai_config
from serve_ranking import serve


def first(examples, pile, excluded):
    cycle = ActiveLearningCycle.from_meta(get_ai_config("elas_u4")["value"])
    records = pd.DataFrame({"title": "", "abstract": [*examples, *pile]})
    kept = cycle, cycle.transform(records), dict.fromkeys(range(len(examples)), True), len(examples)
    again(kept, {excluded: False})
    return (*kept[:2], {**kept[2], len(examples) + excluded: False}, len(examples))


def again(kept, answers):
    cycle, features, known, n_examples = kept
    labels = known | {n_examples + place: is_yes for place, is_yes in answers.items()}
    rows = sorted(labels)
    cycle.fit(features[rows], np.array([int(labels[row]) for row in rows]))
    rest = np.setdiff1d(np.arange(features.shape[0]), rows)
    return rest[cycle.rank(features[rest])]


if __name__ == "__main__":
    serve(["asreview", "scikit-learn", "numpy"], first, again)
