"""Compare learners from positive and unlabelled text: each fit in a process of its own, on the mixes of bench.zhou2010.

A runner gets the documents and the labels of a mix, never its truth, and says which of the unlabelled documents are
positive; what that is worth is worked out here, for all alike.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.stats import rankdata

from bench.environments import NotInstallable
from bench.peers import Mixes, Package, Peers, Run
from bench.result import joined
from bench.worker import RUNNERS, THREAD_VARIABLES
from bench.zhou2010 import Mix, counted, mixes
from likewise import registry
from likewise.metrics import average_precision, precision_recall_f1
from likewise.text import Weighting

LONGEST = 110  # characters of what a package said that fit in a table


@dataclass(frozen=True)
class Outcome:
    """What one fit was worth; ``largest`` is the largest probability that it gave, if it gives any."""

    f1: float
    ap: float
    seconds: float
    largest: float | None


@dataclass(frozen=True)
class Line:
    """One estimator on one corpus: the fits that ended well, and what was said of the others."""

    package: str
    estimator: str
    input: str
    outcomes: tuple[Outcome, ...] = ()
    problems: tuple[str, ...] = ()
    versions: str = ""

    def cells(self) -> list[str]:
        """Return the cells of the table: means over the mixes, and the largest probability of all.

        Examples
        --------
        >>> Line("pulearn", "Bagging", "sparse tf-idf", (Outcome(0.5, 0.75, 2.0, 1.5),)).cells()[3:]
        ['0.500', '0.750', '2.0', '1.50', '']
        >>> Line("pulearn", "Trees", "dense counts", problems=("over 120 s",)).cells()[3:]
        ['–', '–', '–', '–', 'over 120 s']
        """
        given = [outcome.largest for outcome in self.outcomes if outcome.largest is not None]
        figures = [self.mean("f1", ".3f"), self.mean("ap", ".3f"), self.mean("seconds", ".1f")]
        return [
            self.package,
            self.estimator,
            self.input,
            *figures,
            f"{max(given):.2f}" if given else "–",
            "; ".join(self.problems),
        ]

    def f1(self) -> float:
        """Average F1 over the fits that ended well, of which there must be one."""
        return float(np.mean([outcome.f1 for outcome in self.outcomes]))

    def mean(self, what: str, form: str) -> str:
        """Average one figure over the fits that ended well."""
        values = [getattr(outcome, what) for outcome in self.outcomes]
        return format(float(np.mean(values)), form) if values else "–"


HEADER = ("package", "estimator", "input", "F1", "AP", "seconds", "largest probability", "mind")


@dataclass(frozen=True)
class Standings:
    """All that a comparison on mixes hands to the report: a table for each corpus, and the small print."""

    name: str
    title: str
    settings: str
    note: str
    peers: tuple[str, ...]
    tables: dict[str, list[Line]] = field(default_factory=dict)
    versions: str = ""

    def best(self) -> str:
        """Say, for each corpus, which of ours and which of the others has the highest F1."""
        parts = []
        for corpus, lines in self.tables.items():
            sides = ([line for line in lines if (line.package in self.peers) == theirs] for theirs in (False, True))
            tops = [max((line for line in side if line.outcomes), key=Line.f1, default=None) for side in sides]
            said = ["none" if top is None else f"{top.estimator} {top.f1():.3f}" for top in tops]
            parts.append(f"best F1 on {corpus}: ours {said[0]}, theirs {said[1]}")
        return "; ".join(parts)


def compare(row: Mixes, peers: Peers, *, quick: bool = False, say: Callable[[str], None] = print) -> Standings:
    """Run everybody on the same mixes, one after the other, and tell each line as it is known."""
    n_mixes = 1 if quick else row.mixes
    packages = [(package, *_ready(package, peers)) for package in row.packages]
    tables: dict[str, list[Line]] = {}
    data = []
    say(" | ".join(HEADER))
    for corpus in row.corpora:
        X, labels, sha = counted(corpus)
        data.append(f"{corpus} {sha}")
        lines = tables.setdefault(corpus, [])
        with tempfile.TemporaryDirectory() as folder:
            drawn = []
            for number, mix in enumerate(mixes(labels, row.share, n_mixes, row.draw)):
                place = Path(folder) / str(number)
                write(place, X, mix)
                drawn.append((place, mix))
            for package, python, trouble in packages:
                for run in package.runs:
                    for estimator in present(package, run, say):
                        if python is None:
                            line = Line(package.name, estimator, str(run), problems=(trouble,))
                        else:
                            line = measure(row, package, python, run, estimator, drawn)
                        lines.append(line)
                        say(f"{corpus}: {' | '.join(line.cells())}")
    return Standings(
        row.name,
        row.title,
        settings=f"six topics a mix, {row.share:.0%} of the positive topic labelled, {n_mixes} mixes a corpus "
        f"(draw {row.draw}), one thread, at most {row.seconds} s and {row.gigabytes} GB a fit; data {', '.join(data)}",
        note=row.note,
        peers=tuple(package.name for package in row.packages if package.environment is not None),
        tables=tables,
        versions="; ".join(dict.fromkeys(line.versions for own in tables.values() for line in own if line.versions)),
    )


def _ready(package: Package, peers: Peers) -> tuple[Path | None, str]:
    """Return the Python of a package, or why there is none."""
    try:
        return peers.python(package.environment), ""
    except NotInstallable as problem:
        return None, shortened(str(problem))


def present(package: Package, run: Run, say: Callable[[str], None]) -> Sequence[str]:
    """Return the estimators of a run that are there: of ours those that are registered, of the others all."""
    if package.environment is not None:
        return run.estimators
    missing = [name for name in run.estimators if name not in registry.names()]
    if missing:
        say(f"not registered, left out: {', '.join(missing)}")
    return [name for name in run.estimators if name not in missing]


def write(folder: Path, X: Any, mix: Mix) -> None:
    """Write the documents of a mix, as counts and weighted, over the words that they have, and their labels."""
    folder.mkdir()
    counts = sp.csr_matrix(X[mix.rows])
    counts = counts[:, np.bincount(counts.indices, minlength=counts.shape[1]) > 0]
    sp.save_npz(folder / "counts.npz", counts)
    # What our own linear methods make of counts, so that nobody has better documents than the others.
    sp.save_npz(folder / "tf-idf.npz", sp.csr_matrix(Weighting("tfidf-log").fit_transform(counts)))
    np.save(folder / "y.npy", mix.y)


def measure(
    row: Mixes, package: Package, python: Path, run: Run, estimator: str, drawn: Sequence[tuple[Path, Mix]]
) -> Line:
    """Run one estimator on every mix of a corpus; one that was too slow on a mix does not get the next."""
    outcomes, problems, versions = [], [], ""
    for number, (folder, mix) in enumerate(drawn, start=1):
        pile = mix.y == -1
        settings = {
            "input": run.input,
            "words": run.words,
            "prior": float(mix.truth[pile].mean()) if run.prior else None,
            "seconds": row.seconds,
            "gigabytes": row.gigabytes,
            "seed": 0,
        }
        answer, problem = ask(python, package.runner, folder, estimator, settings)
        if problem:
            problems.append(problem if len(drawn) == 1 else f"mix {number}: {problem}")
            if problem == over(row.seconds):
                break
            continue
        versions = joined(answer["versions"])
        outcomes.append(outcome(mix.truth[pile], answer))
    return Line(package.name, estimator, str(run), tuple(outcomes), tuple(problems), versions)


def ask(
    python: Path, runner: str, folder: Path, estimator: str, settings: dict[str, Any]
) -> tuple[dict[str, Any], str]:
    """Fit one estimator to one mix in a process of its own; return its answer, and what went wrong if it has none."""
    place = folder / "answer.json"
    place.unlink(missing_ok=True)
    done = subprocess.run(
        [str(python), str(RUNNERS / f"{runner}.py"), str(folder), estimator, json.dumps(settings)],
        env=dict(os.environ) | dict.fromkeys(THREAD_VARIABLES, "1"),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return dict(json.loads(place.read_text(encoding="utf-8"))), ""
    if done.returncode == -signal.SIGALRM:
        return {}, over(settings["seconds"])
    if done.returncode < 0:
        return {}, f"ended by {signal.Signals(-done.returncode).name}"
    said = done.stderr.strip().splitlines()
    return {}, shortened(said[-1]) if said else f"exit {done.returncode}"


def over(seconds: int) -> str:
    """Say that a fit took too long.

    Examples
    --------
    >>> over(120)
    'over 120 s'
    """
    return f"over {seconds} s"


def shortened(text: str) -> str:
    """Make a message fit in a cell of a table.

    Examples
    --------
    >>> shortened("ValueError: a | b " + "c" * 200)[-8:]
    'ccccccc…'
    """
    text = text.replace("|", "/")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def outcome(truth: np.ndarray, answer: dict[str, Any]) -> Outcome:
    """Work out what an answer is worth; a score that is no number ranks last.

    Examples
    --------
    >>> said = {"found": [True, True, False], "scores": [2.0, 3.0, float("nan")], "largest": 1.5, "seconds": 0.1}
    >>> outcome(np.array([True, False, False]), said)
    Outcome(f1=0.666..., ap=0.5, seconds=0.1, largest=1.5)
    """
    scores = np.array(answer["scores"], dtype=float)
    places = rankdata(np.where(np.isnan(scores), -np.inf, scores))
    return Outcome(
        f1=precision_recall_f1(truth, answer["found"]).f1,
        ap=average_precision(truth, places),
        seconds=answer["seconds"],
        largest=answer["largest"],
    )
