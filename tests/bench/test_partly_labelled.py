import csv

import numpy as np
import pytest
from bench.rows import read_rows
from scipy import sparse

from bench import __main__ as program
from bench import partly_labelled as bench
from likewise.papers import protocols


def row(corpus="20newsgroups", share=0.05, method="nb-em", split=0, micro_f=70.0):
    stamp = {"seconds": 2.0, "data": "0123", "likewise": "1", "commit": "abc"}
    return {"corpus": corpus, "share": share, "method": method, "split": split, "micro_f": micro_f, **stamp}


@pytest.fixture
def small(monkeypatch, tmp_path):
    """A corpus of three classes in place of the real ones, and no file outside the test's folder."""
    rng = np.random.default_rng(0)
    words = rng.dirichlet(np.full(30, 0.2), 3)
    X = sparse.csr_array(
        np.vstack([rng.multinomial(30, words[number % 3]) for number in range(120)]).astype(np.float32)
    )
    classes = np.array(["a", "b", "c"])[np.arange(120) % 3]
    counts = protocols.Counts(X, classes.astype(object), "0123", np.array([f"w{place}" for place in range(30)]))
    monkeypatch.setattr(protocols, "counted", lambda *_: counts)
    monkeypatch.setattr(bench, "TOPICS", {"20newsgroups": 3, "webkb": 3})
    monkeypatch.setattr(bench, "ROWS", tmp_path / "rows.csv")
    monkeypatch.setattr(bench, "PAGE", tmp_path / "rows.md")
    return tmp_path


@pytest.mark.parametrize("method", bench.METHODS)
def test_every_method_tells_plain_classes_apart(small, method):
    result = bench.trial("webkb", 0.2, method, 0)
    assert result["micro_f"] > 90
    assert set(result) == set(bench.FIELDS)


def test_what_has_a_row_is_not_run_again(small, monkeypatch, capsys):
    made = []
    monkeypatch.setattr(bench, "trial", lambda *job: made.append(job) or row(*job))
    monkeypatch.setattr(bench, "Parallel", lambda **_: lambda jobs: (call(*args) for call, args, _ in jobs))
    options = ["--corpora", "webkb", "--shares", "0.05", "--methods", "nb", "nb-em", "--splits", "2"]
    program.main(["partly-labelled", *options])
    assert sorted(made) == [("webkb", 0.05, method, split) for method in ("nb", "nb-em") for split in (0, 1)]
    program.main(["partly-labelled", *options])
    assert len(made) == 4
    with bench.ROWS.open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 4
    assert "## webkb" in bench.PAGE.read_text(encoding="utf-8")


def test_supervised_figures_are_of_methods_that_change_with_all_labels():
    jobs = bench.wanted(["webkb"], [0.05, 1.0], bench.METHODS, 1)
    assert {method for _, share, method, _ in jobs if share == 1.0} == {"ss-plsa-mem", "nb", "svm"}


def test_the_table_has_means_spreads_numbers_and_the_papers_figures():
    rows = [row(micro_f=70.0), row(split=1, micro_f=72.0), row(method="ss-plsa-mem", micro_f=80.0)]
    lines = bench.table(rows, "20newsgroups")
    assert "71.0 ± 1.4 (2)<br>paper 66.5" in lines[-1]
    assert "80.0 ± 0.0 (1)<br>paper 77.2" in lines[-2]


def test_curves_are_drawn_where_there_are_two_shares(small):
    bench.pictures([row(share=0.05), row(share=0.2, micro_f=80.0), row("webkb")])
    assert (small / "learning-curves-20newsgroups.svg").read_text(encoding="utf-8").startswith("<svg")
    assert not (small / "learning-curves-webkb.svg").exists()


def test_hard_classes_are_a_picture_and_the_words_of_their_topics(small):
    picture, lines = bench.hard_classes("webkb", 0.2)
    assert picture.startswith("<svg")
    assert len(lines) == 5
    assert lines[2].startswith("| a | w")


def test_the_published_page_has_the_tables_of_its_rows():
    if not bench.ROWS.exists():
        pytest.skip("docs/partly-labelled.csv is not made yet")
    published = bench.PAGE.read_text(encoding="utf-8")
    for corpus in bench.TOPICS:
        if any(one["corpus"] == corpus for one in read_rows(bench.ROWS)):
            assert "\n".join(bench.table(read_rows(bench.ROWS), corpus)) in published, (
                "run `python -m bench partly-labelled`"
            )
