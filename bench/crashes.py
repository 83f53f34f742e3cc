"""Kill the real commands of a project at random moments, and count what is lost (``python -m bench crashes``).

`review` runs on a pseudo-terminal and answers as fast as its screen follows, ranking in the background; `mark`, `add`
and `estimate`, which ranks again, run as anybody runs them. Each is killed by SIGKILL. Then the file is opened, which
looks for damage, and its log is compared with what the command had said by then: all of that must be there, and nothing
that was not typed. Writes docs/crashes.csv and its part of docs/projects.md; half an hour.
"""

import argparse
import os
import random
import re
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bench.figures import Figures
from bench.rows import make_stamp, read_rows, write_rows
from bench.terminal import PROGRAM, Terminal, strip_styles
from likewise.errors import UserError
from likewise.project import Project

ROWS = Path(__file__).parent.parent / "docs" / "crashes.csv"
FIGURES = Figures(ROWS.with_name("projects.md"), "crashes")
#: How often each command is run among ten.
WEIGHTS = {"review": 4, "mark": 2, "add": 2, "estimate": 2}
#: Kills of one project, after which another begins; its documents; those of a file to mark and of a file to add.
N_EACH, N_DOCUMENTS, N_MARKED, N_ADDED = 100, 2_000, 40, 20
KEYS = {"y": "yes", "n": "no", "u": "unsure", "z": "undo"}
WORDS = ("wine", "cellar", "barrel", "cork", "tannin", "tea", "kettle", "leaf", "milk", "cup", "oak", "pot")
_CARD = re.compile(r"^(\S+): (?:rank|not ranked)", re.MULTILINE)
_MESSAGE = re.compile(r"^(saved|took back): (\w+)", re.MULTILINE)
#: A command on one thread starts as fast on a busy machine as on an idle one.
_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1", "NUMBA_NUM_THREADS": "1"}

Said = tuple[str, str]  # a document, and what was said of it


@dataclass
class Tally:
    """What became of the runs of one command.

    Parameters
    ----------
    command : str
        Its name.
    runs, killed : int, default=0
        How often it was run, and killed before its end.
    acknowledged : int, default=0
        Answers, or documents of `add`, that it called saved.
    lost, invented, damaged : int, default=0
        Those of them that are not in the file, those in the file that nobody gave, and files that did not open.
    """

    command: str
    runs: int = 0
    killed: int = 0
    acknowledged: int = 0
    lost: int = 0
    invented: int = 0
    damaged: int = 0


@dataclass
class Outcome:
    """What a command was told, in order, and how many of it, from the beginning, it called saved."""

    killed: bool
    answers: list[Said] = field(default_factory=list)
    n_answers: int = 0
    documents: list[str] = field(default_factory=list)
    n_documents: int = 0
    #: Whether all of it must be there, or nothing.
    is_whole: bool = True


class Target:
    """A project whose commands are killed.

    Parameters
    ----------
    folder : pathlib.Path
        Where it is made, with the files that its commands read.
    draw : random.Random
        Draws documents, answers and moments.
    n_documents : int, default=2000
        Of its pile.
    """

    def __init__(self, folder: Path, draw: random.Random, n_documents: int = N_DOCUMENTS) -> None:
        self.folder, self.draw = folder, draw
        self.path = folder / "review.likewise"
        self.seconds: dict[str, float] = {}
        self.ids = [f"d{number}" for number in range(n_documents)]
        likes = [f"like{number},{' '.join(draw.choices(WORDS[:5], k=20))}" for number in range(5)]
        pile = [f"{name},{' '.join([*draw.choices(WORDS, k=20), name])}" for name in self.ids]
        files = self._write("likes", ["id,title", *likes]), self._write("pile", ["id,title", *pile])
        self._run(["new", str(self.path), *files, "--quiet"], 600)
        # How long commands take here; a slow machine would kill all of them before they say anything.
        self._run(["estimate", str(self.path)], 600)
        self.seconds = dict.fromkeys(WEIGHTS, self.seconds["estimate"])
        #: The log as it was found last.
        self.log: list[tuple[str, str, str]] = []

    def kill(self, command: str, tag: str) -> Outcome:
        """Run a command, and kill it at a random moment."""
        work = {"review": self._review, "mark": self._mark, "add": self._add, "estimate": self._estimate}
        return work[command](tag)

    def check(self, outcome: Outcome, tag: str, tally: Tally) -> None:
        """Open the file, and compare it with what a command was told and what it called saved."""
        tally.runs += 1
        tally.killed += outcome.killed
        tally.acknowledged += outcome.n_answers + outcome.n_documents
        try:
            with Project(self.path) as project:
                log = [(answer.document, answer.decision, answer.by) for answer in project.read_answers()]
                ids = project.list_ids(f"{tag}-")
                is_whole = len(project.read_pile()) == project.n_documents
        except UserError:
            tally.damaged += 1
            return
        tally.damaged += not is_whole
        n_kept = count_common(log, self.log)
        told = [(*answer, tag) for answer in outcome.answers]
        new = (told, log[n_kept:], outcome.n_answers), (outcome.documents, ids, outcome.n_documents)
        for given, found, n_saved in new:
            if outcome.is_whole:  # a file in any order, but all of it or nothing
                given, found = sorted(given), sorted(found)
            n_there = count_common(found, given)
            is_half = outcome.is_whole and n_there < len(given)
            tally.invented += len(found) - (0 if is_half else n_there)
            tally.lost += max(0, n_saved - n_there)
        tally.lost += len(self.log) - n_kept
        self.log = log

    def _run(self, arguments: list[str], seconds: float) -> tuple[bool, str]:
        """Run a command, and kill it after some seconds; tell whether that was before its end, and what it printed."""
        start = time.perf_counter()
        process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **_ENVIRONMENT},
        )
        try:
            printed, wrong = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            return True, process.communicate()[0]
        if process.returncode:
            raise RuntimeError(f"{arguments[0]} failed: {wrong}")
        self.seconds[arguments[0]] = time.perf_counter() - start
        return False, printed

    def _moment(self, command: str) -> float:
        """Draw the moment of a kill: anywhere, but more often towards the end, where files are written."""
        share = self.draw.uniform(0.02, 1.1) if self.draw.random() < 0.3 else self.draw.uniform(0.6, 1.05)
        return share * self.seconds[command]

    def _write(self, tag: str, lines: list[str]) -> str:
        file = self.folder / f"{tag}.csv"
        file.write_text("\n".join([*lines, ""]))
        return str(file)

    def _mark(self, tag: str) -> Outcome:
        told = [(name, self.draw.choice(("yes", "no", "unsure"))) for name in self.draw.sample(self.ids, N_MARKED)]
        file = self._write(tag, ["id,included", *map(",".join, told)])
        killed, printed = self._run(["mark", str(self.path), file, "--by", tag], self._moment("mark"))
        return Outcome(killed, told, len(told) if "as before" in printed else 0)

    def _add(self, tag: str) -> Outcome:
        names = [f"{tag}-{number:02}" for number in range(N_ADDED)]
        rows = [f"{name},On {' '.join(self.draw.choices(WORDS, k=12))} as {name} has it" for name in names]
        file = self._write(tag, ["id,title", *rows])
        killed, printed = self._run(["add", str(self.path), file, "--by", tag], self._moment("add"))
        return Outcome(killed, documents=names, n_documents=len(names) if "documents added" in printed else 0)

    def _estimate(self, _: str) -> Outcome:
        return Outcome(self._run(["estimate", str(self.path)], self._moment("estimate"))[0])

    def _review(self, tag: str) -> Outcome:
        keys = ""
        with Terminal("review", str(self.path), "--by", tag, environment=_ENVIRONMENT) as terminal:
            end = time.perf_counter() + self.draw.uniform(0.03, 1.0) * self.seconds["review"]
            if self.draw.random() > 0.2:  # else it may still be starting
                terminal.read_until("q quit")
                end = time.perf_counter() + self.draw.uniform(0.0, 0.8) * self.seconds["review"]
            while (left := end - time.perf_counter()) > 0:
                if terminal.output.count("q quit") > len(keys):
                    can_undo = sum(-1 if key == "z" else 1 for key in keys) > 0
                    keys += self.draw.choices([*KEYS], [5, 5, 2, can_undo])[0]
                    terminal.type(keys[-1])
                terminal.read(min(left, 0.02))
        screens = read_screens(terminal.output)
        n_saved = sum(message is not None for _, message in screens)
        return Outcome(True, follow_keys(keys, [name for name, _ in screens]), n_saved, is_whole=False)


def read_screens(output: str) -> list[tuple[str, str | None]]:
    r"""Find in all that a terminal was sent the documents that were shown, each with the message below it.

    Examples
    --------
    >>> read_screens("d1: rank 1\nwine\nq quit\nd2: rank 2\ntea\nsaved: yes\nq quit\n")
    [('d1', None), ('d2', 'saved: yes')]
    """
    whole = strip_styles(output).replace("\r", "").split("q quit")[:-1]  # the last one may be cut short
    screens = []
    for screen in whole:
        card, message = _CARD.search(screen), _MESSAGE.search(screen)
        if card is not None:
            screens.append((card[1], None if message is None else message[0]))
    return screens


def follow_keys(keys: str, documents: Sequence[str]) -> list[Said]:
    """Return what the log must say after keys were typed, each while a document was shown.

    Examples
    --------
    >>> follow_keys("ynz", ["d1", "d2", "d3"])
    [('d1', 'yes'), ('d2', 'no'), ('d2', 'undo')]
    """
    said: list[Said] = []
    holding: list[str] = []
    for key, name in zip(keys, documents, strict=False):
        if key == "z":
            said.append((holding.pop(), KEYS[key]))
        else:
            holding.append(name)
            said.append((name, KEYS[key]))
    return said


def count_common(one: Sequence[object], other: Sequence[object]) -> int:
    """Count the entries that two lists have in common from their beginnings on.

    Examples
    --------
    >>> count_common([1, 2, 3], [1, 2, 4, 5])
    2
    """
    pairs = zip(one, other, strict=False)
    return next((at for at, pair in enumerate(pairs) if pair[0] != pair[1]), min(len(one), len(other)))


def kill_commands(folder: Path, times: int, seed: int, n_documents: int = N_DOCUMENTS) -> list[Tally]:
    """Run commands on projects, and kill them.

    Parameters
    ----------
    folder : pathlib.Path
        For the projects.
    times : int
        How often.
    seed : int
        Of all that is drawn.
    n_documents : int, default=2000
        Of each project.

    Returns
    -------
    list of Tally
        One of each command.
    """
    draw = random.Random(seed)
    tallies = {command: Tally(command) for command in WEIGHTS}
    target: Target | None = None
    for number in range(times):
        if target is None or number % N_EACH == 0:
            place = folder / str(number)
            place.mkdir()
            target = Target(place, draw, n_documents)
        command = draw.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
        tag = f"{command}{number}"
        target.check(target.kill(command, tag), tag, tallies[command])
    return [*tallies.values()]


def make_lines(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Write the part of the page that is made of rows."""
    total = sum(int(row["runs"]) for row in rows)
    lines = [
        f"{total:,} runs of the real commands, each sent SIGKILL at a random moment; `review` answered by keys on a",
        "pseudo-terminal, with rankings in the background meanwhile. After each the file was opened, which looks for",
        "damage, and its whole log compared with what was typed and what was called saved.",
        "",
        "| command | runs | killed before its end | called saved | of these lost | invented | files damaged |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        what = {"add": "documents", "estimate": ""}.get(row["command"], "answers")
        saved = f"{int(row['acknowledged']):,} {what}" if what else "–"
        numbers = " | ".join(row[name] for name in ("lost", "invented", "damaged"))
        lines.append(f"| `{row['command']}` | {row['runs']} | {row['killed']} | {saved} | {numbers} |")
    return [*lines, "", f"The rows are in [crashes.csv](crashes.csv), commit {rows[0]['commit']}."]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this page."""
    parser.add_argument("--times", type=int, default=1000, help="how often a command is killed; fewer are printed only")


def run(options: argparse.Namespace) -> None:
    """Kill, count, and write rows and figures."""
    stamp, start = make_stamp(["likewise"]), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tallies = kill_commands(Path(folder), options.times, seed=1)
    for tally in tallies:
        print(tally)
    print(f"{time.monotonic() - start:.0f} s")
    if options.times >= 1000:
        write_rows(ROWS, [{**asdict(tally), **stamp} for tally in tallies])
        FIGURES.renew(make_lines(read_rows(ROWS)))
