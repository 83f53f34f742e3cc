"""One runner for every table: cells to trials, trials to rows, rows to verdicts."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from joblib import Parallel, delayed

from likewise.papers.store import Store, commit
from likewise.papers.tables import Cell, Table
from likewise.papers.trials import Outcome, Trial, run_trial
from likewise.papers.verdicts import Verdict, judge
from likewise.progress import Progress, Stage

#: Measures by the name that a paper prints.
MEASURES = {"F1": "F", "F_percent": "F", "accuracy_percent": "accuracy", "error_percent": "error"}


def measure_of(cell: Cell) -> str:
    """Return the name of the measure that a cell is of; on a ROC curve it depends on the setting.

    Examples
    --------
    >>> measure_of(Cell("nb", {"false_positive_rate": "0.1"}, "", "true_positive_rate", "=", 0.5, "", ""))
    'tpr@0.1'
    """
    if cell.metric == "true_positive_rate":
        return f"tpr@{cell.setting['false_positive_rate']}"
    return MEASURES.get(cell.metric, cell.metric)


@dataclass(frozen=True)
class Part:
    """A trial and the cell, the seed's number and the part of an average that it belongs to."""

    cell: Cell
    seed: int
    trial: Trial


def plan(table: Table, *, quick: bool = False) -> Iterator[Part]:
    """Yield every trial that a run of a table makes; trials that several cells share come once for each cell.

    Examples
    --------
    >>> from likewise.papers.tables import get
    >>> part = next(plan(get("zhou2010/table2"), quick=True))
    >>> part.cell.method, part.trial.draw["share"]
    ('ts-plsa', 0.01)
    """
    for seed in range(table.quick_seeds if quick else table.seeds):
        for cell in table.cells:
            if not table.is_run(cell) or (quick and not table.in_quick(cell)):
                continue
            yield from (Part(cell, seed, trial) for trial in trials_of(table, cell, seed))


def trials_of(table: Table, cell: Cell, seed: int) -> list[Trial]:
    """Return the trials that a cell is the mean of, for one seed."""
    method = dict(table.methods[cell.method])
    draw = {**table.draw, **method.pop("draw", {})}
    draw.setdefault("corpus", table.corpora.get(cell.corpus, cell.corpus))
    params = dict(method.get("params", {}))
    for key, value in cell.setting.items():
        place, _, name = table.settings.get(key, "").partition(".")
        if place == "draw":
            draw[name] = table.lookup[value] if value in table.lookup else _number(value)
        elif place == "params":
            params[name] = _number(value)
    if params:
        method["params"] = params
    parts: Sequence[Mapping[str, Any]] = [{}]
    if cell.label == "average" and table.parts:
        # An average over corpora has parts of all of them.
        parts = [part for part in table.parts if part.get("corpus", cell.corpus) in cell.corpus.split("+")]
    elif table.label_as:
        draw[table.label_as] = cell.label
    trials = []
    for part in parts:
        whole = {**draw, **{key: table.lookup.get(value, value) for key, value in part.items()}}
        if whole["corpus"] in table.texts:
            whole["text"] = table.texts[whole["corpus"]]
        trials.append(Trial(table.protocol, whole, method, seed))
    return trials


def _number(value: str) -> Any:
    try:
        return float(value) if "." in value or "e" in value else int(value)
    except ValueError:
        return value


def run(
    table: Table,
    folder: Path,
    *,
    quick: bool = False,
    n_jobs: int = -1,
    callback: Progress | None = None,
) -> int:
    """Make the trials of a table that have no row yet, and return how many these were.

    Parameters
    ----------
    table : Table
        Which one.
    folder : Path
        Where rows are kept, in the folder ``rows`` below it.
    quick : bool
        Fewer seeds and cells.
    n_jobs : int
        Processes.
    callback : callable, optional
        Called with a `Stage` after each trial; a true answer stops the run, and nothing is lost.
    """
    wanted = [(part.cell.key, part.trial) for part in plan(table, quick=quick)]
    return run_trials(Store(folder), table.name, wanted, run_trial, n_jobs=n_jobs, callback=callback)


def run_trials(
    store: Store,
    table: str,
    wanted: Iterable[tuple[str, Trial]],
    measure: Callable[[Trial], Outcome],
    *,
    n_jobs: int = -1,
    callback: Progress | None = None,
) -> int:
    """Make the trials that have no row yet, and return how many these were.

    Parameters
    ----------
    store : Store
        Where rows are kept as they come: a run that is stopped goes on, and several may run at once.
    table : str
        A paper and a table, or whatever else rows are kept under, with a "/" between the two.
    wanted : iterable of (str, Trial)
        Trials, each with the cell that it belongs to; of equal ones the first is made.
    measure : callable
        Makes a trial, in a process of its own.
    n_jobs : int
        Processes.
    callback : callable, optional
        Called with a `Stage` after each trial; a true answer stops the run, and nothing is lost.
    """
    stamp, known = commit(), store.read(table.split("/")[0])
    todo: dict[str, tuple[str, Trial]] = {}
    for cell, trial in wanted:
        if trial.hash not in known:
            todo.setdefault(trial.hash, (cell, trial))
    parts = list(todo.values())
    jobs = (delayed(_numbered)(number, measure, trial) for number, (_, trial) in enumerate(parts))
    # In the order in which they end: a slow one must not keep the rows of others waiting.
    ended = Parallel(n_jobs=n_jobs, return_as="generator_unordered")(jobs)
    try:
        for done, (number, outcome) in enumerate(ended, start=1):
            cell, trial = parts[number]
            store.add(table, cell, trial, outcome, stamp)
            if callback is not None and callback(Stage("trials", done, len(parts))):
                return done
    finally:
        # Who stops a run knows that what was under way is in vain. The filters are those of the whole process, since
        # joblib warns in a thread of its own; papers are run by a process that does nothing else.
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*tasks have been successfully executed", category=UserWarning)
            ended.close()
    return len(parts)


def _numbered(number: int, measure: Callable[[Trial], Outcome], trial: Trial) -> tuple[int, Outcome]:
    return number, measure(trial)


def verdicts(table: Table, known: Mapping[str, Outcome]) -> dict[str, Verdict]:
    """Judge every cell of a table by the rows there are; a seed of which a part is missing does not count."""
    found: dict[str, list[list[float]]] = {}
    for seed in range(table.seeds):
        for cell in table.cells:
            if not table.is_run(cell):
                continue
            measure = measure_of(cell)
            outcomes = [known.get(trial.hash) for trial in trials_of(table, cell, seed)]
            values = [
                outcome.values[measure] for outcome in outcomes if outcome is not None and measure in outcome.values
            ]
            if values and len(values) == len(outcomes):
                found.setdefault(cell.key, []).append(values)
    result = {}
    for cell in table.cells:
        why = table.why_not(cell)
        verdict = judge(cell, found.get(cell.key, []), table.whole_of(cell))
        result[cell.key] = replace(verdict, word="not_comparable", why=why) if why else verdict
    return result


def state(table: Table, known: Mapping[str, Outcome]) -> Literal["never", "quick", "full"]:
    """Say whether a table was run in full, quickly, or never."""
    full, quick = list(plan(table)), list(plan(table, quick=True))
    if full and all(part.trial.hash in known for part in full):
        return "full"
    return "quick" if quick and all(part.trial.hash in known for part in quick) else "never"
