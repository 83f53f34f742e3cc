"""Rankings that are written down: what they were made with, what they said, and their order."""

from likewise.app.session import Session
from likewise.project import Project
from likewise.project import runs as kept
from likewise.project.runs import read_order, read_runs


def test_every_ranking_is_there_with_its_order_and_all_that_made_it(path):
    with Session(path, by="ana") as session:
        session.answer("d1", "no")
        session.rerank()
        ids = session.result.table.filter(session.result.table["rank"].is_not_null())["id"].to_list()
    with Project(path) as project:
        first, second = read_runs(project.database)
        assert [project.list_ids()[place] for place in read_order(project.database, 2)] == ids
        assert len(read_order(project.database, 1)) == 60
        assert read_order(project.database, 3) == []
    assert (first.last_answer, second.last_answer) == (0, 1)
    assert first.answers != second.answers
    assert first.outcome["order"] != second.outcome["order"]
    assert second.settings["method"] == "likewise"
    assert second.settings["seed"] == 0
    assert "numpy" in second.versions
    assert second.by == "ana"


def test_of_a_large_pile_the_first_of_each_ranking_are_kept(path, monkeypatch):
    monkeypatch.setattr(kept, "_LARGE", 50)
    monkeypatch.setattr(kept, "_BEGINNING", 7)
    with Session(path, by="ana") as session:
        assert len(read_order(session.project.database, session.run)) == 7
        assert len(session.next_cards(60)) == 60
