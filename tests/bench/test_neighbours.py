import csv
import sys

import numpy as np
from scipy import sparse

from bench import neighbours


def test_the_page_is_that_of_its_rows():
    with neighbours.ROWS.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(int(row["documents"]), int(row["threads"])) for row in rows] == [
        (size, n_threads) for size in neighbours.SIZES for n_threads in neighbours.THREADS
    ]
    assert neighbours.PAGE.read_text(encoding="utf-8") == neighbours.page(rows), "run `python -m bench neighbours`"


def test_a_row_has_the_best_figures_and_counts_unequal_documents(tmp_path, monkeypatch):
    rows = sparse.random(300, 40, 0.2, format="csr", random_state=0, dtype=np.float32)
    monkeypatch.setattr(neighbours, "heaviest_words", lambda size: rows)
    monkeypatch.setattr(neighbours.environments, "interpreter", lambda *_: sys.executable)
    monkeypatch.setattr(neighbours, "RUNNERS", tmp_path)
    runner = "import sys, numpy as np\nnp.save(sys.argv[4], np.{}((3, 2)))\nprint(1.5, 1.25)\n"
    (tmp_path / "nearest.py").write_text(runner.format("ones"))
    (tmp_path / "topn.py").write_text(runner.format("zeros"))
    made = list(neighbours.compare(300, tmp_path))
    assert [row["threads"] for row in made] == [1, 2]
    assert {(row["seconds"], row["peer_cpu_seconds"], row["unequal"]) for row in made} == {(1.5, 1.25, 3)}
