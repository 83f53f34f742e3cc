"""The default engine: how well it decides, how sure it is, how fast it is, and what its constants matter.

python -m bench engine                 mixes of zhou2010, 1 to 5 % labelled, three corpora; writes docs/engine.*
python -m bench engine --part NAME     only mixes, constants or speed; the rows of the others are kept

Nothing is chosen by the labels that are scored: constants were set on other draws of mixes and on other collections,
and the table of constants is made from another draw too.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from bench import zhou2010
from bench.rows import make_stamp, measure_trials, read_rows, write_page, write_rows
from likewise.datasets import load_20newsgroups
from likewise.engine import Constants, Likewise
from likewise.finder.counting import count_words
from likewise.metrics import average_precision, best_f1, paired_wilcoxon, precision_recall_f1
from likewise.papers.protocols import Mix, counted_as, mix
from likewise.papers.trials import Trial

ROWS = Path(__file__).parent.parent / "docs" / "engine.csv"
PAGE = ROWS.with_suffix(".md")
SHARES = (0.01, 0.02, 0.03, 0.04, 0.05)
#: What we set out to reach, by corpus, at each share.
TARGETS = {
    "20newsgroups": (0.80, 0.82, 0.85, 0.86, 0.87),
    "reuters21578": (0.76, 0.82, 0.84, 0.85, 0.87),
    "webdir": (0.58, 0.64, 0.69, 0.70, 0.72),
}
N_MIXES, DRAW = 20, 2010
#: The draw and the number of mixes that constants are varied on, at one share.
OTHER_DRAW, OTHER_MIXES, OTHER_SHARE = 4711, 6, 0.02
SIZES = (10_000, 100_000)
FIELDS = (
    "part", "corpus", "setting", "draw", "mix", "n_examples", "n_pile", "n_positive", "f1", "f1_oracle", "ap", "count",
    "low", "high", "verdict", "calibration_error", "seconds", "peak_gb", "data", "likewise", "numpy", "scipy",
    "scikit-learn", "numba", "commit",
)  # fmt: skip
#: What is halved and doubled: its name on the page, and in `Constants`.
CONSTANTS = {
    "guess of the share": "guess",
    "spread of the guess": "guess_spread",
    "power of the ranks": "rank_power",
    "power of leaving links": "evidence.leaving_power",
    "power of agreement": "evidence.agreement_power",
    "step of agreement": "evidence.agreement_step",
    "spread of the separation": "evidence.separation_spread",
    "what the separation depends on": "evidence.separation",
    "share of likeness in the blends": "blends",
    "what the separation depends on, one example": "evidence.separation_of_one",
    "least share of leaving links": "evidence.least_leaving",
    "least agreement": "evidence.least_agreement",
    "own probability kept": "own_share",
    "steps of smoothing": "smoothing_steps",
    "bound of smoothed probabilities": "least_doubt",
    "chance that says nothing": "chance",
    "agreement that says something": "agreed",
    "cosine of near-copies": "copy",
    "share of near-copies": "most_copies",
    "standard errors for another blend": "choice.errors",
    "standard errors, few examples": "choice.few_errors",
    "least gain of another blend": "choice.least_gain",
    "examples that are paired": "choice.most_paired",
    "floor of the lift": "walk.floor",
    "restart of the walk": "walk.restart",
    "least degree": "walk.least_degree",
    "share of documents of a word": "most_documents",
    "rounds for the latent space": "n_rounds",
}
PARAMETERS = ("n_neighbors", "n_terms", "n_steps", "n_components")


def measured(X: sparse.csr_array, drawn: Mix, engine: type[Likewise] = Likewise, **options: Any) -> dict[str, Any]:
    """Fit one mix, and compare with the truth."""
    hidden = drawn.y == -1
    start = time.perf_counter()
    model = engine(**options).fit(X[drawn.rows], drawn.y)
    seconds = time.perf_counter() - start
    truth, probability, estimate = drawn.truth[hidden], model.training_proba_[hidden], model.estimate_
    scores = model.training_scores_[hidden]
    return {
        "n_examples": int((~hidden).sum()), "n_pile": int(hidden.sum()), "n_positive": int(truth.sum()),
        "f1": round(precision_recall_f1(truth, model.transduction_[hidden] == 1).f1, 6),
        "f1_oracle": round(best_f1(truth, scores), 6), "ap": round(average_precision(truth, scores), 6),
        "count": round(estimate.count, 2), "low": round(estimate.low, 2), "high": round(estimate.high, 2),
        "verdict": estimate.verdict, "calibration_error": round(calibration_error(truth, probability), 6),
        "seconds": round(seconds, 3),
    }  # fmt: skip


def calibration_error(truth: np.ndarray, probability: np.ndarray) -> float:
    """Return the mean distance of probabilities from shares of positives, over ten bins of equal width."""
    at = np.minimum((probability * 10).astype(int), 9)
    off = np.bincount(at, probability, 10) - np.bincount(at, truth, 10)
    return float(np.abs(off).sum() / len(truth))


def text_of(corpus: str) -> dict[str, Any]:
    """Return how a corpus is read: as in the tables of zhou2010."""
    return zhou2010.TEXTS.get(corpus, {})


def on_mixes() -> Iterator[dict[str, Any]]:
    """Run the engine on the protocol of zhou2010."""
    places = [(corpus, share, number) for corpus in TARGETS for share in SHARES for number in range(N_MIXES)]
    trials = [make_trial(corpus, share, DRAW, number) for corpus, share, number in places]
    return ({**row, "setting": row["share"]} for row in measure_trials("engine", trials, measure_mix))


def make_trial(corpus: str, share: float, draw: int, number: int, constant: str = "", factor: float = 1.0) -> Trial:
    """Describe one mix, and perhaps one constant or parameter that is multiplied."""
    where = {"corpus": corpus, "share": share, "draw": draw, "mix": number}
    return Trial("mixes", where, {"name": "likewise", "constant": constant, "factor": factor}, 0)


def measure_mix(trial: Trial) -> list[dict[str, Any]]:
    """Draw a mix and measure the engine on it."""
    at = trial.draw
    X, labels, data, *_ = counted_as(at["corpus"], text_of(at["corpus"]))
    drawn = mix(labels, at["share"], at["mix"], draw=at["draw"])
    return [{"data": data, **varied(X, drawn, trial.method["constant"], trial.method["factor"])}]


def varied(X: sparse.csr_array, drawn: Mix, name: str, factor: float) -> dict[str, Any]:
    """Run one mix with one constant or parameter multiplied."""
    if name in PARAMETERS:
        return measured(X, drawn, **{name: max(1, round(getattr(Likewise(), name) * factor))})
    if not name:
        return measured(X, drawn)
    return measured(X, drawn, engine=with_constants(multiplied(Constants(), CONSTANTS[name], factor)))


def with_constants(constants: Constants) -> type[Likewise]:
    """Make an engine of other constants."""
    return type("Varied", (Likewise,), {"constants": constants})


def multiplied(values: Any, name: str, factor: float) -> Any:
    """Return a dataclass with one number, or all numbers of one field, multiplied; dots lead into inner ones."""
    first, _, rest = name.partition(".")
    inner = getattr(values, first)
    return replace(values, **{first: multiplied(inner, rest, factor) if rest else _times(inner, factor)})


def _times(value: Any, factor: float) -> Any:
    if isinstance(value, Mapping):
        return {key: _times(inner, factor) for key, inner in value.items()}
    if isinstance(value, tuple):
        return tuple(_times(inner, factor) for inner in value)
    return max(1, round(value * factor)) if isinstance(value, int) else value * factor


def on_constants() -> Iterator[dict[str, Any]]:
    """Halve and double every constant in turn, on other mixes."""
    settings = [("", 1.0), *((name, factor) for name in (*CONSTANTS, *PARAMETERS) for factor in (0.5, 2.0))]
    jobs = [(corpus, *each, number) for corpus in TARGETS for each in settings for number in range(OTHER_MIXES)]
    trials = [make_trial(corpus, OTHER_SHARE, OTHER_DRAW, number, *each) for corpus, *each, number in jobs]
    for (_, name, factor, _), row in zip(jobs, measure_trials("engine", trials, measure_mix), strict=True):
        yield {**row, "setting": f"{name} × {factor:g}" if name else "as it is"}


def recombined(n_documents: int) -> tuple[list[str], np.ndarray]:
    """Make documents of halves of two messages of one group of 20 Newsgroups; up to its size, draw from it."""
    corpus = load_20newsgroups()
    labels, rng = np.array(corpus.labels).astype(str), np.random.default_rng(0)
    if n_documents <= len(labels):
        chosen = rng.choice(len(labels), n_documents, replace=False)
        return [corpus.texts[row] for row in chosen], labels[chosen]
    rows = {label: np.flatnonzero(labels == label) for label in np.unique(labels)}
    drawn = rng.choice(list(rows), n_documents)
    pairs = [rng.choice(rows[label], 2) for label in drawn]
    halves = [(text[: len(text) // 2], text[len(text) // 2 :]) for text in corpus.texts]
    return [f"{halves[one][0]} {halves[other][1]}" for one, other in pairs], drawn


def timed(n_documents: int) -> dict[str, Any]:
    """Count, then fit with 20 examples on all cores, and say how long and how large; twice, for what is compiled."""
    texts, labels = recombined(n_documents)
    X = count_words(texts[:1000], texts[1000:], n_jobs=-1).counts
    truth = labels == "sci.space"
    y = np.where(np.cumsum(truth) <= 20, np.where(truth, 1, -1), -1)
    drawn = Mix(np.arange(len(y)), truth, y)
    measured(X[:2000], Mix(np.arange(2000), truth[:2000], y[:2000]), n_jobs=-1)
    row = measured(X, drawn, n_jobs=-1)
    return {**row, "peak_gb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 3)}


def on_speed() -> Iterator[dict[str, Any]]:
    """Time each size in a process of its own."""
    for size in SIZES:
        command = [sys.executable, "-m", "bench", "engine", "--size", str(size)]
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        row = dict(pair.split("=", 1) for pair in answer.strip().splitlines()[-1].split(";"))
        yield {"corpus": "20newsgroups", "setting": size, "draw": 0, "mix": 0, "data": "", **row}


PARTS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    "mixes": on_mixes, "constants": on_constants, "speed": on_speed
}  # fmt: skip


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command line."""
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--size", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--page", action="store_true", help="only write the page again")


def run(options: argparse.Namespace) -> None:
    """Run the parts asked for, and write rows and page."""
    if options.size:
        print(";".join(f"{key}={value}" for key, value in timed(options.size).items()))
        return
    rows, stamp = read_rows(ROWS), make_stamp()
    for part in [] if options.page else [options.part] if options.part else PARTS:
        done = [{"part": part, **row, **stamp} for row in PARTS[part]()]
        rows = [row for row in rows if row["part"] != part] + [
            {key: str(row.get(key, "")) for key in FIELDS} for row in done
        ]
        write_rows(ROWS, rows, FIELDS)
    write_page(ROWS, page(rows))


def _column(rows: list[dict[str, str]], key: str) -> np.ndarray:
    return np.array([float(row[key]) for row in rows])


def count_error(rows: list[dict[str, str]]) -> np.ndarray:
    """Return the relative error of each count."""
    return np.abs(_column(rows, "count") / _column(rows, "n_positive") - 1)


def covered(rows: list[dict[str, str]]) -> np.ndarray:
    """Tell in which rows the interval holds the truth."""
    truth = _column(rows, "n_positive")
    return (_column(rows, "low") <= truth) & (truth <= _column(rows, "high"))


def page(rows: list[dict[str, str]]) -> str:
    """Return the page of these rows."""
    parts = {name: [row for row in rows if row["part"] == name] for name in PARTS}
    lines = [HEAD]
    for corpus, targets in TARGETS.items():
        for share, target in zip(SHARES, targets, strict=True):
            own = [r for r in parts["mixes"] if r["corpus"] == corpus and float(r["setting"]) == share]
            if not own:
                continue
            f1, best = _column(own, "f1"), _column(own, "f1_oracle")
            lines.append(
                f"| {corpus} | {share:.0%} | {np.median(_column(own, 'n_examples')):.0f} | {target:.2f} | "
                f"{f1.mean():.3f} ± {f1.std(ddof=1) / len(f1) ** 0.5:.3f} | {best.mean():.3f} | "
                f"{_column(own, 'ap').mean():.3f} | {np.median(count_error(own)):.2f} | {covered(own).mean():.0%} | "
                f"{_column(own, 'calibration_error').mean():.3f} |\n"
            )
    lines.append(_by_examples(parts["mixes"]))
    lines.append(_beside_others(parts["mixes"]))
    lines.append(SPEED)
    lines += [
        f"| {int(row['setting']):,} | {float(row['seconds']):.1f} | {float(row['peak_gb']):.1f} | {row['count']} "
        f"({row['low']}–{row['high']}) | {row['n_positive']} |\n"
        for row in parts["speed"]
    ]
    lines.append(SENSITIVITY)
    for setting in dict.fromkeys(row["setting"] for row in parts["constants"]):
        own = [row for row in parts["constants"] if row["setting"] == setting]
        by_corpus = [_column([r for r in own if r["corpus"] == corpus], "f1").mean() for corpus in TARGETS]
        lines.append(
            f"| {setting} | {np.mean(by_corpus):.3f} | {' | '.join(f'{f1:.3f}' for f1 in by_corpus)} | "
            f"{np.median(count_error(own)):.2f} | {covered(own).mean():.0%} |\n"
        )
    return "".join(lines) + NOTES


def _by_examples(rows: list[dict[str, str]]) -> str:
    """Say how far the cut-off is from the best one, by the number of examples."""
    lines = [FROM_BEST]
    for name, low, high in (("1", 1, 1), ("2–4", 2, 4), ("5–19", 5, 19), ("20 or more", 20, 10**9)):
        own = [row for row in rows if low <= int(row["n_examples"]) <= high]
        if own:
            away = _column(own, "f1_oracle") - _column(own, "f1")
            lines.append(
                f"| {name} | {len(own)} | {away.mean():.3f} | {np.median(count_error(own)):.2f} | "
                f"{covered(own).mean():.0%} | {sum(row['verdict'] != 'found' for row in own)} |\n"
            )
    return "".join(lines)


def _beside_others(rows: list[dict[str, str]]) -> str:
    """Compare with every other method on the same mixes, as far as accuracy.csv has them."""
    ours = {(r["corpus"], float(r["setting"]), int(r["mix"])): float(r["f1"]) for r in rows}
    theirs: dict[str, dict[Any, float]] = {}
    for row in zhou2010.known_rows():
        if row["threshold"] == "own" and row["method"] != "likewise":
            key = str(row["corpus"]), float(str(row["labelled_share"])), int(str(row["mix"]))
            theirs.setdefault(str(row["method"]), {})[key] = float(str(row["f1"]))
    lines = []
    for method, values in theirs.items():
        keys = [key for key in values if key in ours]
        both = np.array([[ours[key], values[key]] for key in keys])
        if len(keys):
            corpora = len({corpus for corpus, *_ in keys})
            p = paired_wilcoxon(both[:, 0], both[:, 1]).p_value
            we, they = both.mean(axis=0)
            line = f"| {method} | {corpora} | {len(keys)} | {they:.3f} | {we:.3f} | {p:.1g} |\n"
            lines.append((they - we, line))
    return BESIDE + "".join(line for _, line in sorted(lines, reverse=True))


HEAD = """# The default engine

Made by `python -m bench engine`; do not edit. Every trial is a row of [engine.csv](engine.csv).

Protocol of Zhou et al. 2010: 20 sets of six topics, one of them positive, a share of its documents labelled; F1 on the
unlabelled documents at the engine's own cut-off, mean over the sets ± its standard error, beside the F1 at the best
cut-off of the same ranking. The count is compared with the truth: the median of its relative error, and how often its
90 % interval holds the truth. The calibration error is the mean distance of probabilities from shares of positives,
over ten bins. The mixes are those of [accuracy.md](accuracy.md); no constant was chosen by them.

| corpus | labelled | examples | target | F1 | best F1 | AP | count error | covered | calibration |
|---|---|---|---|---|---|---|---|---|---|
"""
FROM_BEST = """
## How far the cut-off is from the best one

| examples | searches | F1 lost | count error | covered | "cannot tell" or "none" |
|---|---|---|---|---|---|
"""
BESIDE = """
## Beside every other method

On the same mixes, each with its own cut-off: mean F1 of the method and of the engine, and the p-value of Wilcoxon's
test over the pairs. Of methods that take long only the share of 5 % was run.

| method | corpora | mixes | its F1 | the engine's F1 | p |
|---|---|---|---|---|---|
"""
SPEED = """
## Speed

20 examples in 20 Newsgroups; beyond its size, documents are made of halves of two messages of a group. After counting
words, on all cores of a machine with two.

| documents | seconds | peak GB | count | truth |
|---|---|---|---|---|
"""
SENSITIVITY = f"""
## What the constants matter

Each halved and doubled in turn, {OTHER_MIXES} mixes a corpus of another draw, {OTHER_SHARE:.0%} labelled.

| constant | F1 | 20 Newsgroups | Reuters | web directory | count error | covered |
|---|---|---|---|---|---|---|
"""
NOTES = """
## What was found on the way

- **Examples agree.** The share of first documents that two examples, each by itself, have in common rises steeply up to
  the size of their class and is flat beyond; nothing else says as much of how many there are. Where it stays at nought,
  no method finds anything.
- **Few links leave a class.** Conductance, as a power, is better evidence than gaps between scores, which add nothing
  once it is there.
- **Left-out ranks alone do not tell** a small class that is found badly from a large one that is found well. How well
  it is found can be foreseen from the two above.
- **Documents are what their neighbours are.** Smoothing probabilities over the links raises the best F1 of mixes a
  little; a logistic regression on them, as a last step, gains nothing.
- **Likeness in the space of latent topics** beside the walk is the greatest single gain of the ranking.
- **Choosing the blend by left-out ranks** gains little on mixes and nothing elsewhere; less caution loses.
- **With two to four examples the count is what is missing.** On 13 mixes of another draw the ranking cut at the true
  count loses .016 (Reuters) and .033 (web directory) against the best cut-off, cut at the estimated one .18 and .14.
  The interval held the truth in all 13: so few examples agree too little to say more.
- **Two to four examples, searches of other draws** ([1,155 of them](few.md), in mixes and of single classes): the
  cut-off loses .095 against the best one. On 231 others, where it loses .078, the best of 70 random variations of the
  constants loses .076. Letting the first 5, 10 or 20 documents of the ranking vote as if they were examples,
  so that more of them can agree, loses .081 to .082; powers of ranks of .2 and .9 lose .081 and .092. On 924 searches
  of two more draws, .090 is lost, and .088 to .128 with one constant halved, doubled or between, in 14 ways. Whoever
  knew how many there are would lose .027. So the number is what is missing; if all that a
  pile shows were weighed in hindsight, .079 would be lost ([few](few.md)).

Constants that are not in the table only name odd examples or bound the cost (`ODD`, `MOST_VOTERS`).
"""
