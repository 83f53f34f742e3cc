"""A table of a paper as data: what it prints (CSV), and how to run it again (TOML); adding one is adding two files."""

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from likewise.errors import UserError

#: Units in which papers print: how many of them make the whole.
WHOLE = {"F_percent": 100.0, "accuracy_percent": 100.0, "error_percent": 100.0}


@dataclass(frozen=True)
class Cell:
    """One printed value: whose it is, under which setting, and what it counts.

    Examples
    --------
    >>> Cell("nb", {"a": "0.2"}, "comp", "F", "=", 70.5, "", "20newsgroups").key
    'nb|a=0.2|comp|20newsgroups|F'
    """

    method: str
    setting: Mapping[str, str]
    label: str
    metric: str
    op: str
    value: float
    note: str
    corpus: str

    @property
    def key(self) -> str:
        """What tells it from the table's other cells."""
        setting = ";".join(f"{key}={value}" for key, value in self.setting.items())
        return "|".join((self.method, setting, self.label, self.corpus, self.metric))


@dataclass(frozen=True)
class Table:
    """A table: its cells, and the experiment that fills them again.

    Parameters
    ----------
    name : str
        Paper and table, such as "zhou2010/table2".
    cells : tuple of Cell
        What is printed.
    title : str
        What it shows.
    protocol : str
        How documents are drawn: a name of `likewise.papers.protocols.PROTOCOLS`.
    seeds, quick_seeds : int
        Draws of a full and of a quick run.
    readings : tuple of str
        Where the paper is silent or contradicts itself, what was taken.
    methods : mapping
        From the paper's name of a method to a registered one, its parameters, and what is chosen by an oracle.
    settings : mapping
        From a key of a cell's setting to where it goes: "draw.NAME", "params.NAME", or "measure" if it says what is
        measured; others only name the cell.
    draw : mapping
        Settings of the protocol.
    whole : float
        100 where F and accuracy are printed in per cent.
    parts : tuple of mappings
        Settings of the protocol over which a cell of the class "average" is the mean.
    label_as : str
        The protocol's setting that a cell's class is given as, if any.
    lookup : mapping
        What names in settings stand for, such as lists of labels.
    texts : mapping
        How each corpus is loaded and counted.
    corpora : mapping
        Which of our corpora stands for one of the paper's, where they differ.
    quick : mapping
        Which settings a quick run is confined to, by key.
    not_comparable : tuple of mappings
        Cells that no run of ours can be compared with: metric, method or any key, and the reason; those with
        ``stand_in`` are run all the same.
    """

    name: str
    cells: tuple[Cell, ...]
    title: str
    protocol: str
    seeds: int
    quick_seeds: int
    readings: tuple[str, ...] = ()
    methods: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    draw: Mapping[str, Any] = field(default_factory=dict)
    whole: float = 1.0
    parts: tuple[Mapping[str, Any], ...] = ()
    label_as: str = ""
    lookup: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    corpora: Mapping[str, str] = field(default_factory=dict)
    quick: Mapping[str, list[Any]] = field(default_factory=dict)
    not_comparable: tuple[Mapping[str, str], ...] = ()

    def why_not(self, cell: Cell) -> str:
        """Return why a cell cannot be compared, or nothing."""
        if cell.method not in self.methods:
            return "no method of ours stands for it"
        return self._rule(cell).get("reason", "")

    def is_run(self, cell: Cell) -> bool:
        """Say whether a cell is run: those that can be compared, and stand-ins."""
        return not self.why_not(cell) or (cell.method in self.methods and "stand_in" in self._rule(cell))

    def _rule(self, cell: Cell) -> Mapping[str, str]:
        facts = {
            **cell.setting,
            "method": cell.method,
            "metric": cell.metric,
            "class": cell.label,
            "corpus": cell.corpus,
        }
        for rule in self.not_comparable:
            if all(facts.get(key, "") == value for key, value in rule.items() if key not in ("reason", "stand_in")):
                return rule
        return {}

    def whole_of(self, cell: Cell) -> float:
        """Return what stands for 1 in a cell's unit."""
        return WHOLE.get(cell.metric, self.whole)

    def in_quick(self, cell: Cell) -> bool:
        """Say whether a quick run fills the cell."""
        facts = {**cell.setting, "method": cell.method, "class": cell.label}
        return all(facts.get(key, wanted[0]) in wanted for key, wanted in self.quick.items())


@cache
def tables() -> dict[str, Table]:
    """Return every table, by name.

    Examples
    --------
    >>> tables()["zhou2010/table2"].cells[0].value
    0.7229
    """
    found = {}
    for paper in sorted(files(__package__).joinpath("data").iterdir(), key=lambda entry: entry.name):
        if paper.is_dir():
            for file in sorted(paper.iterdir(), key=lambda entry: entry.name):
                if file.name.endswith(".toml"):
                    name = f"{paper.name}/{file.name.removesuffix('.toml')}"
                    found[name] = read_table(name, file, paper.joinpath(file.name.replace(".toml", ".csv")))
    return found


def get(name: str) -> Table:
    """Return the table of that name.

    Examples
    --------
    >>> get("zhou2010/table99")
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: there is no table 'zhou2010/table99'; there are: ...
    """
    try:
        return tables()[name]
    except KeyError:
        raise UserError(f"there is no table {name!r}; there are: {', '.join(tables())}") from None


def read_table(name: str, experiment: Traversable, printed: Traversable) -> Table:
    """Read a table's two files.

    A method under ``other_readings`` names the one that it is another reading ``of``: it gets cells like that one's,
    which are run and shown but not judged.
    """
    settings = tomllib.loads(experiment.read_text(encoding="utf-8"))
    rows = csv.DictReader(printed.read_text(encoding="utf-8").splitlines())
    cells = tuple(
        Cell(
            row["method"],
            dict(part.split("=", 1) for part in row["setting"].split(";") if part),
            row["class"],
            row["metric"],
            row["op"],
            float(row["value"]),
            row["note"],
            row["corpus"],
        )
        for row in rows
    )
    for name_of, method in settings.pop("other_readings", {}).items():
        of = method.pop("of")
        settings["methods"][name_of] = method
        rule = {"method": name_of, "stand_in": of, "reason": "another reading, run beside the one that is judged"}
        settings.setdefault("not_comparable", []).insert(0, rule)
        cells += tuple(
            replace(one, method=name_of) for one in cells if one.method == of and "wilcoxon" not in one.metric
        )
    settings["readings"] = tuple(settings.get("readings", ()))
    settings["parts"] = tuple(settings.get("parts", ()))
    settings["not_comparable"] = tuple(settings.get("not_comparable", ()))
    return Table(name=name, cells=cells, **settings)
