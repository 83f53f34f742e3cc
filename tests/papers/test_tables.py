"""The papers' tables as data: whole, without doubles, and of things that exist."""

import inspect
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from likewise import registry
from likewise.errors import UserError
from likewise.papers.protocols import PROTOCOLS, counted
from likewise.papers.runner import MEASURES, plan
from likewise.papers.tables import Cell, Table, get, read_table, tables

TABLES = tables()
every_table = pytest.mark.parametrize("name", TABLES)
#: What trials measure, and the sizes of a draw.
MEASURED = {"precision", "recall", "F", "accuracy", "error", "ap", "must_link_satisfied", "cannot_link_satisfied"}
SIZES = {
    "pair": {"n_P", "n_M", "n_pos_in_M"},
    "corpus-sizes": {
        "n_documents", "n_documents_used", "n_classes", "n_classes_used", "max_class_size", "min_class_size",
        "mean_class_size",
    },
}  # fmt: skip
CORPORA = {"20newsgroups", "webkb", "reuters21578", "webdir", "webkb_course"}


def arguments(table):
    return set(inspect.signature(PROTOCOLS[table.protocol]).parameters) - {"seed"}


def comparable(table):
    return [cell for cell in table.cells if not table.why_not(cell)]


def test_every_pair_of_files_is_a_table():
    folder = Path(str(files("likewise.papers"))) / "data"
    found = {f"{file.parent.name}/{file.stem}" for file in folder.glob("*/*.csv")}
    assert found == set(TABLES)
    assert len(TABLES) >= 19


@every_table
class TestEveryTable:
    def test_has_cells_a_title_and_seeds(self, name):
        table = TABLES[name]
        assert table.cells
        assert table.title
        assert 1 <= table.quick_seeds <= table.seeds
        assert all(reading.endswith(".") for reading in table.readings)

    def test_cells_can_be_told_apart(self, name):
        doubles = [key for key, times in Counter(cell.key for cell in TABLES[name].cells).items() if times > 1]
        assert not doubles

    def test_methods_are_registered_and_have_the_parameters_given(self, name):
        for method in TABLES[name].methods.values():
            if method["name"] == "sizes":
                continue
            parameters = set(registry.describe(method["name"]).parameters)
            chosen = {method[way]["param"] for way in ("oracle", "choice") if way in method}
            assert set(method.get("params", {})) | chosen <= parameters
            assert set(method) <= {"name", "params", "oracle", "choice", "draw", "roc"}
            assert set(method.get("draw", {})) <= arguments(TABLES[name])

    def test_settings_go_to_arguments_of_the_protocol_or_parameters_of_the_method(self, name):
        table = TABLES[name]
        for key, target in table.settings.items():
            place, _, argument = target.partition(".")
            assert place in ("draw", "params", "measure")
            if place == "draw":
                assert argument in arguments(table)
            elif place == "params":
                of = {cell.method for cell in comparable(table) if key in cell.setting}
                for method in of:
                    assert argument in registry.describe(table.methods[method]["name"]).parameters

    def test_every_trial_can_be_drawn(self, name):
        table = TABLES[name]
        signature = inspect.signature(PROTOCOLS[table.protocol])
        for part in plan(table):
            signature.bind(seed=part.seed, **part.trial.draw)  # raises where one is missing or too much
            assert part.trial.draw["corpus"] in CORPORA

    def test_names_that_stand_for_lists_are_all_looked_up(self, name):
        for part in plan(TABLES[name]):
            for side in ("positive", "negative"):
                assert isinstance(part.trial.draw.get(side, []), list), part.trial.draw[side]
        assert all(isinstance(labels, list) for labels in TABLES[name].lookup.values())

    def test_every_comparable_cell_has_trials_for_every_seed(self, name):
        table = TABLES[name]
        seeds = {}
        for part in plan(table):
            seeds.setdefault((part.cell.key, part.cell.corpus), set()).add(part.seed)
        for cell in comparable(table):
            assert seeds[cell.key, cell.corpus] == set(range(table.seeds))

    def test_quick_plan_is_some_of_the_full_one(self, name):
        table = TABLES[name]
        quick, full = ({part.trial.hash for part in plan(table, quick=short)} for short in (True, False))
        assert quick <= full
        if comparable(table):
            assert quick

    def test_what_is_printed_is_measured(self, name):
        for cell in comparable(TABLES[name]):
            assert MEASURES.get(cell.metric, cell.metric) in (MEASURED if cell.method else SIZES[TABLES[name].protocol])

    def test_printed_shares_are_no_greater_than_the_whole(self, name):
        table = TABLES[name]
        for cell in comparable(table):
            if cell.method:
                assert 0 <= cell.value <= table.whole_of(cell)

    def test_rules_of_what_cannot_be_compared_have_a_reason_and_a_cell(self, name):
        table = TABLES[name]
        for rule in table.not_comparable:
            assert rule["reason"]
            assert any(table.why_not(cell) == rule["reason"] for cell in table.cells) or any(
                cell.method == rule.get("method") for cell in table.cells
            )

    def test_texts_are_of_known_corpora(self, name):
        table = TABLES[name]
        assert set(table.texts) | set(table.corpora.values()) <= CORPORA


def test_averages_of_two_corpora_have_the_parts_of_both():
    table = TABLES["liu2002/table2"]
    cell = next(cell for cell in table.cells if cell.method == "nb")
    parts = [part for part in plan(table) if part.cell == cell and part.seed == 0]
    assert len(parts) == 30
    assert Counter(part.trial.draw["corpus"] for part in parts) == {"20newsgroups": 24, "webkb": 6}


def test_averages_of_one_corpus_have_its_parts_alone():
    sizes = Counter(part.trial.draw["corpus"] for part in plan(TABLES["liu2003/table3"], quick=True))
    assert sizes == {"reuters21578": 10, "20newsgroups": 20}


TOML = """
title = "Made up"
protocol = "pair"
seeds = 3
quick_seeds = 1
whole = 100.0
readings = ["One."]
quick = { a = ["0.2"], class = ["x"] }
settings = { a = "draw.a" }
parts = [{ corpus = "webkb", positive = "x" }]

[methods.nb]
name = "nb"

[[not_comparable]]
metric = "p"
method = "nb"
reason = "a p-value"
"""
CSV = """paper,table,corpus,setting,method,class,metric,op,value,std,note
made,table1,webkb,a=0.2;eq=b=c,nb,x,F,=,70.5,,a note
made,table1,webkb,a=0.5,nb,y,p,<,0.05,,
made,table1,webkb,,other,x,error_percent,=,3,,
"""


@pytest.fixture
def table(tmp_path):
    (tmp_path / "table1.toml").write_text(TOML, encoding="utf-8")
    (tmp_path / "table1.csv").write_text(CSV, encoding="utf-8")
    return read_table("made/table1", tmp_path / "table1.toml", tmp_path / "table1.csv")


class TestReading:
    def test_cells_are_read_whole(self, table):
        first, second, third = table.cells
        assert first == Cell("nb", {"a": "0.2", "eq": "b=c"}, "x", "F", "=", 70.5, "a note", "webkb")
        assert (second.op, second.value) == ("<", 0.05)
        assert third.setting == {}

    def test_experiment_is_read_whole(self, table):
        assert (table.name, table.title, table.protocol) == ("made/table1", "Made up", "pair")
        assert (table.seeds, table.quick_seeds) == (3, 1)
        assert table.readings == ("One.",)
        assert table.parts == ({"corpus": "webkb", "positive": "x"},)

    def test_what_cannot_be_compared_says_why(self, table):
        assert [table.why_not(cell) for cell in table.cells] == ["", "a p-value", "no method of ours stands for it"]

    def test_a_rule_counts_only_where_all_of_it_holds(self, table):
        other = Cell("nb", {}, "x", "F", "=", 1.0, "", "webkb")
        assert not table.why_not(other)

    def test_unit_is_the_metric_s_own_or_the_table_s(self, table):
        assert [table.whole_of(cell) for cell in table.cells] == [100.0, 100.0, 100.0]
        plain = Table("made/table2", table.cells, "", "pair", 1, 1)
        assert [plain.whole_of(cell) for cell in table.cells] == [1.0, 1.0, 100.0]

    def test_quick_is_confined_by_every_key_that_a_cell_has(self, table):
        assert [table.in_quick(cell) for cell in table.cells] == [True, False, True]

    def test_an_unknown_key_is_an_error(self, tmp_path):
        (tmp_path / "t.toml").write_text(TOML.replace("whole", "hole"), encoding="utf-8")
        (tmp_path / "t.csv").write_text(CSV, encoding="utf-8")
        with pytest.raises(TypeError, match="hole"):
            read_table("made/t", tmp_path / "t.toml", tmp_path / "t.csv")


def test_an_unknown_table_is_named_with_those_there_are():
    with pytest.raises(UserError, match=r"there is no table 'no/table'; there are: [a-z]+[0-9]+/\w+, "):
        get("no/table")
    assert get("zhou2010/table2") is TABLES["zhou2010/table2"]


def test_key_has_the_corpus_where_there_is_no_class():
    assert Cell("m", {"b": "1", "a": "2"}, "", "F", "=", 1.0, "", "webkb").key.split("|")[:2] == ["m", "b=1;a=2"]
    assert "webkb" in Cell("m", {}, "", "F", "=", 1.0, "", "webkb").key


def test_corpora_are_those_that_protocols_read():
    with pytest.raises(UserError) as error:
        counted("none such")
    assert all(name in str(error.value) for name in ("20newsgroups", "webkb", "reuters21578", "webdir"))


def test_another_reading_is_run_and_shown_and_not_judged():
    table = get("zhou2010/table2")
    read, other = ([cell for cell in table.cells if cell.method == name] for name in ("pebl", "pebl, C = 1"))
    assert len(other) == 5
    assert {(cell.setting["labeled_fraction"], cell.value) for cell in other} <= {
        (cell.setting["labeled_fraction"], cell.value) for cell in read
    }
    assert all(table.is_run(cell) and "another reading" in table.why_not(cell) for cell in other)
    assert not any(table.why_not(cell) for cell in read if cell.metric == "F1")
    trials = {part.cell.method: part.trial.method for part in plan(table)}
    assert trials["pebl, C = 1"] == {"name": "pebl"}
    assert trials["pebl"]["params"] == {"learner__C": 10.0}
