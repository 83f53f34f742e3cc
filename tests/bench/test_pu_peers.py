import signal
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp
from bench.peers import Mixes, Package, Peers, Run
from bench.pu_peers import Line, Outcome, Standings, ask, compare, measure, outcome, present, shortened, write
from bench.result import Result
from bench.worker import RUNNERS
from bench.zhou2010 import Mix

from bench import peers, pu_peers, report

RUNNER = """
import os, sys, time
sys.path.insert(0, {runners!r})
import numpy as np
from pu_trial import trial

class Toy:
    "Finds the documents that have the first word, and calls that a probability of 1.5."

    def __init__(self, settings):
        self.settings = settings

    def fit(self, X, y):
        assert set(np.unique(y)) == {{0, 1}}, y
        assert (y == 1).sum() == self.settings["n_labelled"] < (y == 0).sum() == self.settings["n_unlabelled"]
        print("chatter of a library")

    def predict(self, X):
        first = X[:, [0]]
        return (np.ravel(first if isinstance(first, np.ndarray) else first.toarray()) > 0).astype(int)

    def predict_proba(self, X):
        return np.column_stack([0 * self.predict(X), 1.5 * self.predict(X)])

class Margins(Toy):
    def decision_function(self, X):
        return -1.0 * self.predict(X)

class Silent(Toy):
    def predict_proba(self, X):
        raise NotImplementedError

    def decision_function(self, X):
        return self.predict(X) * [1.0]

class Transductive(Toy):
    def fit(self, X, y):
        n = len(y)
        self.transduction_, self.training_scores_ = np.ones(n), np.arange(n)
        self.training_proba_ = np.linspace(0, 1, n)

class Prior(Toy):
    def predict_proba(self, X):
        return np.full((X.shape[0], 2), self.settings["prior"])

class Shape(Toy):
    def predict_proba(self, X):
        return np.full((X.shape[0], 2), X.shape[1] + 1000 * isinstance(X, np.ndarray) + X.max() / 10)

class Slow(Toy):
    def fit(self, X, y):
        time.sleep(30)

class Large(Toy):
    def fit(self, X, y):
        np.ones(1 << 28)

class Wordy(Toy):
    def fit(self, X, y):
        raise ValueError("no | such luck\\nsecond line")

class Dead(Toy):
    def fit(self, X, y):
        os.kill(os.getpid(), 9)

trial(["numpy"], {{kind.__name__: kind for kind in Toy.__subclasses__() + [Toy]}})
"""
SETTINGS = {"input": "sparse counts", "words": None, "prior": None, "seconds": 20, "gigabytes": 8, "seed": 0}
COUNTS = sp.csr_array(
    np.array([[2, 0, 1, 0], [1, 0, 0, 0], [0, 3, 1, 0], [0, 1, 1, 0], [1, 0, 1, 0]], dtype=np.float32)
)
MIX = Mix(np.array([0, 1, 2, 3]), np.array([True, True, False, False]), np.array([1, -1, -1, -1]))
ROW = Mixes("toys", "Toys", ("corpus",), 0.05, 1, 2, 20, 8, "A note.", ())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A mix of four documents, and the runner above."""
    runners = tmp_path / "runners"
    runners.mkdir()
    (runners / "toy.py").write_text(RUNNER.format(runners=str(RUNNERS)), encoding="utf-8")
    monkeypatch.setattr(pu_peers, "RUNNERS", runners)
    write(tmp_path / "mix", COUNTS, MIX)
    return tmp_path / "mix"


def asked(folder, estimator, **settings):
    return ask(Path(sys.executable), "toy", folder, estimator, SETTINGS | settings)


def test_a_mix_is_written_over_its_own_words_without_the_truth(folder):
    assert sorted(path.name for path in folder.iterdir()) == ["counts.npz", "tf-idf.npz", "y.npy"]
    counts, weighted = sp.load_npz(folder / "counts.npz"), sp.load_npz(folder / "tf-idf.npz")
    assert counts.toarray().tolist() == COUNTS.toarray()[:4, :3].tolist()
    assert weighted.shape == counts.shape
    assert np.sqrt((weighted.toarray() ** 2).sum(axis=1)) == pytest.approx(np.ones(4), abs=1e-6)
    assert np.load(folder / "y.npy").tolist() == [1, -1, -1, -1]


def test_the_answer_is_about_the_unlabelled_documents_alone(folder):
    answer, problem = asked(folder, "Toy")
    assert problem == ""
    assert answer["found"] == [True, False, False]
    assert answer["scores"] == [1.5, 0.0, 0.0]
    assert answer["largest"] == 1.5
    assert answer["versions"] == {"numpy": np.__version__}
    assert 0 <= answer["seconds"] < 20


def test_margins_rank_before_probabilities_and_probabilities_may_be_missing(folder):
    assert asked(folder, "Margins")[0]["scores"] == [-1.0, 0.0, 0.0]
    silent = asked(folder, "Silent")[0]
    assert (silent["scores"], silent["largest"]) == ([1.0, 0.0, 0.0], None)


def test_a_transductive_estimator_is_read_off_what_it_said_at_fit(folder):
    answer = asked(folder, "Transductive")[0]
    assert answer["found"] == [True, True, True]
    assert answer["scores"] == [1.0, 2.0, 3.0]
    assert answer["largest"] == 1.0


@pytest.mark.parametrize(
    ("kind", "words", "largest"),
    [
        ("sparse counts", None, 3.3),
        ("dense counts", None, 1003.3),
        ("dense presence", None, 1003.1),
        ("dense presence", 2, 1002.1),
        ("sparse tf-idf", 1, 1.1),
    ],
)
def test_documents_come_in_the_form_that_was_asked_for(folder, kind, words, largest):
    assert asked(folder, "Shape", input=kind, words=words)[0]["largest"] == pytest.approx(largest, abs=0.05)


def test_of_words_those_are_kept_that_most_documents_have(folder, monkeypatch):
    monkeypatch.syspath_prepend(RUNNERS)
    import pu_trial

    assert pu_trial.documents(folder, "dense counts", 1).ravel().tolist() == [1, 0, 1, 1]
    assert pu_trial.documents(folder, "dense counts", 2).tolist() == [[2, 1], [1, 0], [0, 1], [0, 1]]


def test_a_fit_that_takes_too_long_is_ended(folder):
    assert asked(folder, "Slow", seconds=1) == ({}, "over 1 s")


def test_a_fit_that_takes_too_much_memory_says_so(folder):
    answer, problem = asked(folder, "Large", gigabytes=1)
    assert answer == {}
    assert "MemoryError" in problem


def test_an_error_is_told_in_its_first_line_and_a_killed_process_by_its_signal(folder):
    assert asked(folder, "Wordy") == ({}, "ValueError: no / such luck")
    assert asked(folder, "Dead") == ({}, f"ended by {signal.SIGKILL.name}")


def test_an_old_answer_is_never_taken_for_a_new_one(folder):
    (folder / "answer.json").write_text("{}", encoding="utf-8")
    assert asked(folder, "Wordy")[0] == {}
    assert not (folder / "answer.json").exists()


def test_the_prior_is_that_of_the_unlabelled_documents_and_only_given_where_the_file_says_so(folder):
    package = Package("toys", "toy", ())
    given, kept = (
        measure(ROW, package, Path(sys.executable), Run("sparse counts", (), prior=prior), "Prior", [(folder, MIX)])
        for prior in (True, False)
    )
    assert given.outcomes[0].largest == pytest.approx(1 / 3)
    assert given.input == "sparse counts, true prior"
    assert kept.outcomes == ()
    assert kept.problems[0].startswith("TypeError")


def test_a_line_has_the_fits_that_ended_well_and_says_which_did_not(folder, monkeypatch):
    answers = iter([({}, "ValueError: one"), ({"seconds": 2.0}, ""), ({}, "over 20 s"), ({"seconds": 9.0}, "")])
    answer = {"found": [True, False, False], "scores": [3, 2, 1], "largest": 0.5, "versions": {"toy": "1"}}

    def told(*_):
        given, problem = next(answers)
        return (given | answer, "") if given else (given, problem)

    monkeypatch.setattr(pu_peers, "ask", told)
    package, run = Package("toys", "toy", ()), Run("dense counts", (), words=2000)
    line = measure(ROW, package, Path(sys.executable), run, "Toy", [(folder, MIX)] * 4)
    assert line.outcomes == (Outcome(1.0, 1.0, 2.0, 0.5),)
    assert line.problems == ("mix 1: ValueError: one", "mix 3: over 20 s")
    assert line.cells()[2:] == [
        "dense counts, 2,000 words", "1.000", "1.000", "2.0", "0.50", "mix 1: ValueError: one; mix 3: over 20 s"
    ]  # fmt: skip
    assert next(answers)[0] == {"seconds": 9.0}, "too slow once is too slow"


def test_an_outcome_scores_the_decision_and_the_ranking_and_survives_odd_scores():
    truth = np.array([True, False, True, False])
    said = {"found": [True, True, False, False], "seconds": 1.0, "largest": None}
    assert outcome(truth, said | {"scores": [4, 3, 2, 1]}) == Outcome(0.5, pytest.approx(5 / 6), 1.0, None)
    odd = outcome(truth, said | {"scores": [float("inf"), 3.0, float("nan"), float("-inf")]})
    assert odd.ap == pytest.approx((1 + 2 / 4) / 2)


def test_of_ours_only_registered_methods_run_and_the_others_are_told():
    said = []
    run = Run("sparse counts", ("centroid", "no-such-method", "naive"))
    assert present(Package("likewise", "pu_likewise", ()), run, said.append) == ["centroid", "naive"]
    assert said == ["not registered, left out: no-such-method"]
    assert present(Package("theirs", "toy", (), "theirs"), run, said.append) == run.estimators
    assert len(said) == 1


def test_messages_are_cut_to_fit_a_table():
    assert shortened("a" * 300) == "a" * (pu_peers.LONGEST - 1) + "…"
    assert shortened("a" * pu_peers.LONGEST) == "a" * pu_peers.LONGEST


@pytest.fixture
def compared(folder, monkeypatch):
    """A function that runs a comparison of the toys on a corpus of twelve documents."""
    X = sp.csr_array(np.eye(12, dtype=np.float32) + 1)
    labels = np.repeat(list("abcdef"), 2)
    monkeypatch.setattr(pu_peers, "counted", lambda name: (X, labels, "0123"))
    packages = (
        Package("ours", "toy", (Run("sparse counts", ("Toy",)),)),
        Package("theirs", "toy", (Run("dense counts", ("Margins", "Wordy")),), "theirs"),
        Package("absent", "toy", (Run("dense counts", ("Toy",)),), "absent"),
    )
    monkeypatch.setattr(pu_peers.registry, "names", lambda: ["Toy"])

    def python(self, environment):
        if environment == "absent":
            raise pu_peers.NotInstallable("absent could not be installed (python3 is not here)")
        return Path(sys.executable)

    monkeypatch.setattr(Peers, "python", python)
    row = replace(ROW, share=0.5, packages=packages)
    return lambda say, **options: compare(row, Peers({}, {}, ()), say=say, **options)


def test_a_comparison_has_a_table_for_each_corpus_with_everybody_in_it(compared):
    said = []
    standings = compared(said.append)
    lines = standings.tables["corpus"]
    assert [(line.package, line.estimator) for line in lines] == [
        ("ours", "Toy"), ("theirs", "Margins"), ("theirs", "Wordy"), ("absent", "Toy")
    ]  # fmt: skip
    assert [len(line.outcomes) for line in lines] == [2, 2, 0, 0]
    assert lines[3].problems == ("absent could not be installed (python3 is not here)",)
    assert standings.peers == ("theirs", "absent")
    assert standings.versions == f"numpy {np.__version__}"
    for part in ("2 mixes", "draw 1", "50%", "corpus 0123", "20 s"):
        assert part in standings.settings
    assert len(said) == 1 + 4
    assert said[1].startswith("corpus: ours | Toy | sparse counts | ")


def test_a_quick_comparison_has_one_mix(compared):
    standings = compared(lambda line: None, quick=True)
    assert len(standings.tables["corpus"][0].outcomes) == 1
    assert standings.tables["corpus"][2].problems == ("ValueError: no / such luck",)


MISSING = Result("counting", "Counting", "counter", "10 lists", "", missing="not here")
STANDINGS = Standings(
    "pu",
    "Finding the rest",
    "five mixes",
    "A note.",
    ("theirs",),
    {
        "letters": [
            Line("theirs", "Failed", "dense counts", problems=("over 120 s",)),
            Line("ours", "Zero", "sparse counts", (Outcome(0.0, 0.1, 1.0, None),)),
            Line("theirs", "Second", "dense counts", (Outcome(0.5, 0.6, 1.0, 5.5), Outcome(0.6, 0.6, 2.0, 0.7))),
            Line("ours", "First", "sparse counts", (Outcome(0.9, 0.95, 0.2, 1.0),)),
        ]
    },
    "theirs 1.0",
)


def test_the_section_ranks_by_f1_and_keeps_those_without_a_figure_last():
    text = report.ranking(STANDINGS)
    rows = [row for row in text.splitlines() if row.startswith("| ")]
    assert [row.split(" | ")[1] for row in rows] == ["estimator", "First", "Second", "Zero", "Failed"]
    assert rows[2] == "| theirs | Second | dense counts | 0.550 | 0.600 | 1.5 | 5.50 |  |"
    assert rows[4] == "| theirs | Failed | dense counts | – | – | – | – | over 120 s |"
    for part in ('<a id="pu"></a>', "### letters", "--only pu`", "five mixes", "theirs 1.0", "A note."):
        assert part in text


def test_the_summary_names_the_best_of_both_sides():
    assert STANDINGS.best() == "best F1 on letters: ours First 0.900, theirs Second 0.550"
    lonely = replace(STANDINGS, tables={"letters": STANDINGS.tables["letters"][:2]})
    assert lonely.best() == "best F1 on letters: ours Zero 0.000, theirs none"
    text = report.page([], 0.0, [STANDINGS])
    assert f"| [Finding the rest](#pu) | theirs | no race | {STANDINGS.best()} |" in text
    assert report.ranking(STANDINGS) in text


@pytest.mark.parametrize("row", peers.read().mixes, ids=lambda row: row.name)
def test_every_comparison_on_mixes_names_runners_and_forms_that_exist(row):
    assert row.packages[0].environment is None, "ours come first"
    for package in row.packages:
        assert (RUNNERS / f"{package.runner}.py").exists()
        for run in package.runs:
            form, values = run.input.split()
            assert form in {"sparse", "dense"}
            assert values in {"counts", "tf-idf", "presence"}
            if package.environment is not None:
                source = (RUNNERS / f"{package.runner}.py").read_text(encoding="utf-8")
                assert [name for name in run.estimators if f'"{name}": ' not in source] == []


def test_mixes_in_an_unknown_environment_are_refused(tmp_path):
    file = tmp_path / "peers.toml"
    text = peers.FILE.read_text(encoding="utf-8")
    file.write_text(text.replace('environment = "pulearn"', 'environment = "nowhere"'), encoding="utf-8")
    with pytest.raises(ValueError, match="pu-peers names the environment nowhere"):
        peers.read(file)


def test_our_methods_run_on_counts(folder, monkeypatch):
    monkeypatch.setattr(pu_peers, "RUNNERS", RUNNERS)
    answer, problem = ask(Path(sys.executable), "pu_likewise", folder, "centroid", SETTINGS)
    assert problem == ""
    assert answer["found"] == [True, False, False]
    assert answer["largest"] <= 1
    assert "likewise" in answer["versions"]


@pytest.mark.parametrize(("prior", "given"), [(None, {}), (0.25, {"prior": 0.25})])
def test_our_methods_get_a_prior_only_where_it_is_given(monkeypatch, prior, given):
    monkeypatch.syspath_prepend(RUNNERS)
    import pu_likewise

    monkeypatch.setattr(sys, "argv", ["pu_likewise.py", "folder", "nnpu"])
    monkeypatch.setattr(pu_likewise, "make_estimator", lambda *words, **named: (words, named))
    made = pu_likewise.method(SETTINGS | {"prior": prior, "seed": 3})
    assert made == (("nnpu", given), {"random_state": 3})


def test_the_comparison_is_written_by_a_full_run_and_renewed_alone(tmp_path, monkeypatch, capsys):
    from bench import __main__ as program

    asked_for, standings = [], replace(STANDINGS, name="pu-peers")
    page = tmp_path / "benchmarks.md"
    monkeypatch.setattr(program, "data", lambda documents: SimpleNamespace(sha256="0123"))
    monkeypatch.setattr(program.pu_peers, "compare", lambda row, all_, quick: asked_for.append(quick) or standings)
    monkeypatch.setattr(program.words, "compare", lambda counts, repeats: MISSING)
    monkeypatch.setattr(program, "measure", lambda *_, quick: MISSING)
    monkeypatch.setattr(program.report, "FILE", page)
    monkeypatch.setattr(program.report, "ROOT", tmp_path)
    monkeypatch.setattr(program.report, "commit", lambda: "abc1234")
    program.main([])
    written = page.read_text(encoding="utf-8")
    assert report.ranking(standings) in written

    monkeypatch.setattr(program.report, "commit", lambda: "def5678")
    program.main(["--only", "pu-peers"])
    renewed = page.read_text(encoding="utf-8")
    assert report.ranking(standings) in renewed
    ours = renewed.index(report._anchor(standings.name))
    assert renewed[:ours] == written[:ours], "nothing else of the page is touched"

    program.main(["--without", "pu-peers"])
    assert len(asked_for) == 2, "it was not measured again"
    assert report.ranking(standings) in page.read_text(encoding="utf-8")

    renewed = page.read_text(encoding="utf-8")
    program.main(["--only", "pu-peers", "--quick"])
    assert page.read_text(encoding="utf-8") == renewed
    assert "written only by a full run" in capsys.readouterr().out
    assert asked_for == [False, False, True]


def test_what_follows_a_renewed_part_of_the_page_stays():
    old = report.page([MISSING], 0.5, [STANDINGS]) + '\n<a id="next"></a>\n\n## Next\n'
    assert report.with_ranking(old, STANDINGS).endswith('\n<a id="next"></a>\n\n## Next\n')
