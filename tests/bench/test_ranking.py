"""Who ranks sooner: both sides get the same texts and answers, and take turns."""

import json
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from bench import peers, ranking

ROW = next(row for row in peers.read().comparisons if row.kind == "ranking")


@pytest.fixture
def small_piles(monkeypatch):
    """Piles of numbers as words instead of messages."""

    def write_pile(folder, n_documents, draw):
        examples, pile = folder / "examples.parquet", folder / "pile.parquet"
        pl.DataFrame({"text": ["one", "two"]}).write_parquet(examples)
        pl.DataFrame({"text": [str(number) for number in range(n_documents)]}).write_parquet(pile)
        return examples, pile, np.arange(n_documents) % 3 == 0

    monkeypatch.setattr(ranking, "write_pile", write_pile)


def test_a_job_has_texts_a_document_that_does_not_match_and_answers_by_the_truth(small_piles, tmp_path):
    job = json.loads(ranking.write_job(tmp_path, 600).read_text(encoding="utf-8"))
    assert len(job["pile"]) == 600
    assert job["excluded"] == 1
    assert len(job["answers"]) == ranking.N_ANSWERS + 1
    assert all(is_yes == (int(place) % 3 == 0) for place, is_yes in job["answers"].items())


def test_the_ratio_is_that_of_the_first_ranking_and_answers_are_told_beside_it(small_piles, tmp_path):
    asked = []

    def worker(side, job):
        slow = 1 if side is ROW.ours else 3
        seconds = {"first": 2.0 * slow, "again": 1.0, "more": 0.25 / slow}

        def ask(question):
            asked.append((side["runner"], question))
            return {"seconds": seconds[question]}

        return nullcontext(SimpleNamespace(ask=ask, versions={side["runner"]: "1"}))

    row = replace(ROW, repeats=2)
    result = ranking.compare(row, SimpleNamespace(worker=worker), tmp_path, repeats=5, quick=True)
    assert result.ratio == 3.0
    assert result.caution == "to rank again after an answer: ours 0.25 s, theirs 0.08 s"
    assert [name for name, _ in asked[:2]] == [ROW.ours["runner"], ROW.theirs["runner"]]
    assert len(asked) == 2 * 2 * 3
