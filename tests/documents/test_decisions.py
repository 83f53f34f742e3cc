"""What a person decided so far: read, learned from, and kept apart in the table."""

import os

import numpy as np
import polars as pl
import pytest

from likewise import registry
from likewise.documents.alignment import align_decisions
from likewise.documents.decision_words import parse_decision
from likewise.documents.schema import is_positive
from likewise.engine.estimator import Likewise
from likewise.errors import UserError
from likewise.finder import Finder
from likewise.finder.decided import as_alignment
from likewise.finder.inputs import as_documents
from likewise.models.linear import Centroid
from likewise.readers.decisions import read_decisions

DECISIONS = {"4": True, "1": "yes", "3": 0, "2": "No"}


@pytest.mark.parametrize("method", registry.names())
def test_every_method_learns_from_decisions(method, examples, labelled):
    texts, labels = labelled
    table = Finder(method).find(examples, texts, decisions=DECISIONS).table
    assert [labels[int(name) - 1] for name in table["id"].head(10)].count("wine") >= 9
    assert table["id"].tail(4).to_list() == ["1", "4", "2", "3"]


def test_decided_documents_stand_last_as_decided_without_rank_and_probability(examples, labelled):
    result = Finder().find(examples, [*labelled[0], examples[0]], decisions=DECISIONS)
    table = result.table
    decided = table[-5:-1]
    assert decided["decision"].to_list() == ["yes", "yes", "no", "no"]
    assert decided["flag"].to_list() == ["decided"] * 4
    assert decided["rank"].null_count() == decided["probability"].null_count() == 4
    assert decided["why"].null_count() < 4
    assert table["decision"][-1] == "example"
    assert table["rank"].drop_nulls().to_list() == list(range(1, 57))
    assert result.n_ranked == 56
    assert result.n_found == table.filter(is_positive()).height == result.n_taken + 2


def test_the_count_is_of_those_not_decided(examples, labelled):
    result = Finder().find(examples, labelled[0], decisions=DECISIONS)
    assert result.estimate.n_pile == 56
    assert "more like these" in result.summary
    assert result.summary.endswith(", besides 2 that you said yes to")
    assert result.at(56).n_taken == 56
    with pytest.raises(UserError, match="57 of 56"):
        result.at(57)


def test_a_method_is_told_what_was_decided_only_if_it_asks(examples, labelled, monkeypatch):
    told = {}

    def remember(name, fit):
        def wrapped(self, X, y, *args, **beside):
            told[name] = np.array(y), beside
            return fit(self, X, y, *args, **beside)

        return wrapped

    def with_decided(self, prepared, y, **beside):
        told["likewise"] = np.array(y), beside["decided"]
        return fit(self, prepared, y, **beside)

    fit = Likewise.fit_prepared
    monkeypatch.setattr(Likewise, "fit_prepared", with_decided)
    monkeypatch.setattr(Centroid, "fit", remember("centroid", Centroid.fit))
    for method in ("likewise", "centroid"):
        Finder(method).find(examples, labelled[0], decisions=DECISIONS)
    y, decided = told["likewise"]
    assert np.flatnonzero(decided).tolist() == [5, 6, 7, 8]
    assert y[:10].tolist() == [1, 1, 1, 1, 1, 1, 0, 0, 1, -1]
    y_centroid, beside = told["centroid"]
    assert y_centroid.tolist() == y.tolist()
    assert beside == {}
    Finder().find(examples, labelled[0])
    assert told["likewise"][1] is None


def test_decisions_change_the_order_of_what_is_left(examples, labelled):
    """A person who was shown wine wants cars as well, and no tea."""
    texts, labels = labelled
    wanted = {str(at + 1): labels[at] == "cars" for at in range(12) if labels[at] != "wine"}
    plain, told = (Finder().find(examples, texts, decisions=given).table for given in (None, wanted))

    def place(table, topic):
        ranked = table.drop_nulls("rank")
        return np.mean([row["rank"] for row in ranked.to_dicts() if labels[int(row["id"]) - 1] == topic])

    assert place(told, "cars") < place(told, "tea") - 10
    assert place(plain, "cars") > place(plain, "tea") - 10


def test_a_decision_against_the_method_holds(examples, labelled):
    result = Finder("centroid").find(examples, labelled[0], decisions={"1": "no", "2": "yes"})
    assert dict(result.table.select("id", "decision").tail(2).rows()) == {"2": "yes", "1": "no"}
    assert result.n_found == result.table.filter(is_positive()).height


def test_words_of_what_was_accepted_speak_for_documents_and_those_of_what_was_refused_do_not():
    pile = ["engine car", "tea pot", "engine road", "the road"]
    words = Finder("centroid").find(["wine"], pile, decisions={"1": "yes", "2": "no"}).words
    assert {"wine", "car"} <= set(words)
    assert not {"tea", "pot"} & set(words)


def test_a_decided_document_without_text_keeps_both_flags(examples, labelled):
    result = Finder().find(examples, [*labelled[0], ""], decisions={"61": "no", "1": "yes"})
    assert result.table["flag"].to_list()[-1] == "decided; no text"


def test_a_no_to_an_example_counts_and_is_told_of(examples, labelled):
    result = Finder("centroid").find(
        examples, [*labelled[0], examples[0], examples[1]], decisions={"61": "no", "62": "yes"}
    )
    assert result.table["decision"].tail(2).to_list() == ["no", "example"]
    assert result.n_examples == len(examples) - 1
    assert [note for note in result.notes if "you said no" in note] == [
        "you said no to 1 document that is an example: it counts as no, and no longer as an example"
    ]


def test_a_pile_that_is_decided_to_the_last_document_is_told_of(examples, labelled):
    result = Finder("centroid").find(examples, labelled[0], decisions={str(n): n % 2 for n in range(1, 61)})
    assert "every document of the pile is decided: nothing is left to rank" in result.notes
    assert result.table["rank"].null_count() == 60


@pytest.mark.parametrize(
    ("decisions", "says"),
    [
        ({"1": "purple"}, "'purple' is not a decision; write yes, no or unsure"),
        (7, "of type int; give a mapping"),
        ("nowhere.csv", "there is no file nowhere.csv"),
    ],
)
def test_decisions_that_make_no_sense_are_said(decisions, says, examples, labelled):
    with pytest.raises(UserError, match=says):
        Finder("centroid").find(examples, labelled[0], decisions=decisions)


def test_nothing_decided_is_as_no_decisions(examples, labelled):
    tables = [Finder().find(examples, labelled[0], decisions=given).table for given in (None, {}, {"1": None})]
    assert tables[0].equals(tables[1])
    assert tables[0].equals(tables[2])


def test_decisions_on_what_is_not_in_the_pile_are_counted_and_named(examples, labelled):
    result = Finder("centroid").find(examples, labelled[0], decisions={"1": True, "98": True, "99": False})
    assert "2 decisions are on documents that are not in the pile and did not count: 98, 99" in result.notes
    assert result.table["decision"].to_list().count("yes") == 1


YES = """yes YES y 1 1.0 1,0 1.00 true included Include accept relevant x X ✓ ✔ in ja oui sí si sì sim да 是 +"""
NO = """no N 0 0.0 0,0 false Excluded exclude reject irrelevant out nein non não нет 否 ✗"""
UNSURE = """unsure maybe? yes? nein? Include? uncertain vielleicht peut-être ? conflict quizás"""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        *[(word, "yes") for word in [*YES.split(), " yes! ", 1, 1.0, True, np.True_]],
        *[(word, "no") for word in [*NO.split(), "not relevant", "Nicht relevant", 0, 0.0, False, np.False_]],
        *[(word, "unsure") for word in UNSURE.split()],
        *[(nothing, None) for nothing in ("", None, " ", "NA", "-", "-1", "example")],
    ],
)
def test_a_decision_is_read_however_it_is_written(written, meant):
    assert parse_decision(written) == meant


def test_ids_that_are_numbers_are_those_of_the_pile():
    assert align_decisions(as_documents(["tea", "wine"], "pile"), [{2: True}]).values == (None, "yes")


def test_keys_may_be_dois_pmids_and_titles():
    title = "The effect of barrels on the taste of wine"
    table = pl.DataFrame(
        {"doi": ["10.1000/a", None, None], "pmid": [None, "77", None], "title": ["tea", "milk", title]}
    )
    given = {"https://doi.org/10.1000/A": "no", "PMID: 77": "yes", title.upper() + ".": "unsure"}
    assert align_decisions(as_documents(table, "pile"), [given]).values == ("no", "yes", "unsure")


def test_what_is_unsure_stays_ranked_and_is_told(examples, labelled):
    result = Finder("centroid").find(examples, labelled[0], decisions={"1": "unsure", "2": "no"})
    row = result.table.filter(pl.col("id") == "1")
    assert row["decision"].item() == "unsure"
    assert row["rank"].item() is not None
    assert row["suggestion"].item() is not None
    assert result.n_found == result.table.filter(is_positive()).height


def test_later_sources_win_and_conflicts_are_named(tmp_path):
    for name, word in (("a.csv", "yes"), ("b.csv", "no")):
        (tmp_path / name).write_text(f"title,included\nOn wine,{word}\n")
    pile = as_documents(["tea", "on wine"], "pile")
    found = as_alignment([tmp_path / "a.csv", tmp_path / "b.csv"], pile)
    assert found.values == (None, "no")
    assert found.notes == (
        "1 document was decided in two ways; the later one counts: on wine (yes in a.csv, then no in b.csv)",
    )


def test_a_frame_and_documents_are_decisions_too():
    frame = pl.DataFrame({"text": ["Wine!", "tea"], "Include?": ["x", None]})
    pile = as_documents(["tea", "wine"], "pile")
    for given in (frame, as_documents(frame, "decisions")):
        assert as_alignment(given, pile).values == (None, "yes")


RAYYAN = """\
TY  - JOUR
ID  - 007
TI  - On wine
N1  - RAYYAN-INCLUSION: {"Ann"=>"Included", "Bo"=>"Included"}
ER  -
TY  - JOUR
ID  - 008
TI  - On tea
N1  - RAYYAN-INCLUSION: {"Ann"=>"Excluded"} | RAYYAN-LABELS: a
ER  -
"""


class TestFiles:
    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("a.csv", "id,decision\n007,yes\n008,no\n009,\n"),
            ("a.tsv", "id\tlabel\n007\tTRUE\n008\tfalse\n009\t\n"),
            ("a.csv", "Covidence #;Include?;id\n1;Include;007\n2;Exclude;008\n3;;009\n"),
            ("a.json", '[{"id": "007", "decision": true}, {"id": "008", "decision": false}]'),
            ("a.jsonl", '{"id": "007", "label_included": 1}\n{"id": "008", "label_included": 0}\n'),
            ("a.csv", "id,asreview_label,asreview_prior\n007,1,0\n008,0,1\n009,-1,\n"),
            ("a.csv", "id,decision,label\n007,yes,0\n008,no,1\n"),
            ("a.csv", "id,suggestion,score,prediction,status\n007,no,0,0,Included\n008,yes,1,1,Excluded\n"),
            ("a.ris", RAYYAN),
        ],
    )
    def test_tables_of_every_kind_are_read(self, tmp_path, name, content):
        path = tmp_path / name
        path.write_text(content)
        (decided,) = read_decisions(path)
        assert decided.values == ("yes", "no")
        assert decided.documents.table["id"].to_list() == ["007", "008"]

    def test_reviewers_who_differ_in_rayyan_are_unsure(self, tmp_path):
        path = tmp_path / "a.ris"
        path.write_text(
            'TY  - JOUR\nTI  - On wine\nN1  - RAYYAN-INCLUSION: {"A"=>"Included", "B"=>"Excluded"}\nER  - \n'
        )
        assert read_decisions(path)[0].values == ("unsure",)

    @pytest.mark.parametrize(
        ("name", "content", "says"),
        [
            ("a.csv", "", "empty"),
            ("a.csv", "id,decision\n", "no rows"),
            ("a.csv", "id,colour\n1,yes\n", "decides nothing: no column such as included"),
            ("a.json", "[", "not valid JSON"),
            ("a.txt", "id,decision\n1,yes\n", "not a table of decisions; give one such as .csv"),
        ],
    )
    def test_what_cannot_be_read_is_said_in_a_sentence(self, tmp_path, name, content, says):
        path = tmp_path / name
        path.write_text(content)
        with pytest.raises(UserError, match=says) as told:
            read_decisions(path)
        assert "\n" not in str(told.value)

    def test_unknown_words_are_counted_and_named(self, tmp_path):
        path = tmp_path / "a.csv"
        path.write_text("id,decision\n1,yes\n2,purple\n3,purple\n")
        assert read_decisions(path)[0].notes == (
            "a.csv: 2 cells say neither yes, no nor unsure and did not count: 'purple' in decision (2 times)",
        )

    def test_a_file_that_is_not_there(self, tmp_path):
        with pytest.raises(UserError, match="there is no file"):
            read_decisions(tmp_path / "nothing.csv")


def test_in_an_export_the_column_of_the_reader_comes_before_ours_and_both_are_read(tmp_path):
    path = tmp_path / "found.csv"
    path.write_text(
        "id,rank,suggestion,decision,decided,included\na,1,yes,yes,2026-01-01,no\nb,2,yes,,,\n"
        "c,3,no,no,2026-01-01,\nd,4,no,yes,2026-01-01,yes\ne,,,example,,\n"
    )
    os.utime(path, (0, 0))
    (decided,) = read_decisions(path)
    assert dict(zip(decided.documents.ids, decided.values, strict=True)) == {"a": "no", "c": "no", "d": "yes"}
    assert decided.times == ("1970-01-01T00:00:00+00:00", "2026-01-01", "2026-01-01")


def test_a_title_that_several_papers_have_decides_nothing_and_is_told_of():
    long = "The effect of barrels on the taste of wine"
    pile = pl.DataFrame(
        {
            "title": [long, long, "Wine U.K.", "On tea and other drinks of leaves"],
            "abstract": [
                "We store bottles underground in oak for ten years and ask experts with closed eyes what they think.",
                "Steel keeps fruit fresh, says a survey among eighty growers from four countries and two continents.",
                "A nation drinks.",
                "Leaves in water.",
            ],
            "year": ["2015", "2017", "2019", "2020"],
        }
    )
    decisions = pl.DataFrame({"title": [long, "Wine U.K."], "included": ["yes", "no"]})
    result = Finder("centroid").find(["tea of leaves"], pile, decisions=decisions)
    assert result.table["decision"].null_count() == 4
    note = (
        "2 decisions are on titles that several papers may have, as nothing else tells which is meant, and did not "
        f"count: {long}, Wine U.K.; add a column of DOIs, PMIDs or abstracts that the pile has, too"
    )
    assert note in result.notes
    sure = decisions.with_columns(abstract=pile["abstract"][1:3])
    result = Finder("centroid").find(["tea of leaves"], pile, decisions=sure)
    assert dict(result.table.select("id", "decision").drop_nulls().rows()) == {"2": "yes", "3": "no"}
