"""A project at work: cards, answers that are saved at once, and a ranking that follows."""

import threading

import pytest

from likewise.app.new_project import new_project
from likewise.app.project_requests import NewRequest
from likewise.app.session import Session
from likewise.errors import UserError


@pytest.fixture
def path(make_pile, tmp_path):
    likes, pile = make_pile("a")
    return new_project(NewRequest(project=str(tmp_path / "review"), examples=str(likes), pile=str(pile))).project


def test_cards_are_those_that_nobody_has_answered_best_first(path):
    with Session(path, by="ana") as session:
        cards = session.next_cards(5)
        assert [card.pick for card in cards].count("top") >= 4
        places = [card.place for card in cards if card.pick == "top"]
        assert places == sorted(places)
        first = cards[0]
        assert first.text
        assert first.words
        assert all(first.text[start:end].lower().startswith(word[:3]) for start, end, word in first.words)
        session.answer(first.id, "yes", pick=first.pick)
        assert first.id not in {card.id for card in session.next_cards(60)}
        assert session.card(first.id).decision == "yes"


def test_every_document_is_shown_once_and_audit_picks_as_nothing_else(path):
    with Session(path, by="ana") as session:
        seen = []
        while cards := session.next_cards(3):
            for card in cards:
                seen.append((card.id, card.pick))
                session.answer(card.id, "no" if len(seen) % 2 else "yes", pick=card.pick)
        assert len({name for name, _ in seen}) == len(seen) == session.n_documents
        assert {name for name, pick in seen if pick == "audit"} == set(session._audit)


def test_undo_takes_back_the_last_answer_of_this_reviewer_only(path):
    with Session(path, by="ana") as ana, Session(path, by="ben") as ben:
        ana.answer("d1", "yes")
        ben.answer("d2", "no")
        assert ana.undo().document == "d1"
        assert ana.undo() is None
        assert {name: answer.decision for name, answer in ana.answers.items()} == {"d2": "no"}
        assert [answer.decision for answer in ben.answers_since(0)] == ["yes", "no", "undo"]
        assert ben.answers.keys() == {"d2"}


def test_a_ranking_in_the_background_changes_the_cards_and_is_written_down(path):
    done = threading.Event()
    with Session(path, by="ana") as session:
        before = session.run
        for card in session.next_cards(6):
            session.answer(card.id, "no", pick=card.pick)
        assert not session.is_current
        assert session.rerank_in_background(lambda wrong: done.set())
        assert done.wait(60)
        assert session.is_current
        assert session.run == before + 1
        assert session.result.table["decision"].to_list().count("no") == 6
    with Session(path, by="ana") as again:
        assert again.run == before + 1


def test_nonsense_is_refused_in_a_sentence(path):
    with Session(path, by="ana") as session:
        with pytest.raises(UserError, match="not an answer"):
            session.answer("d1", "perhaps")
        with pytest.raises(UserError, match="no document of the project"):
            session.card("nowhere")
    with pytest.raises(UserError, match="name of the reviewer is empty"):
        Session(path, by=" ")


def test_another_window_sees_answers_and_rankings(path):
    with Session(path, by="ana") as ana, Session(path, by="ben") as ben:
        ana.answer("d1", "no")
        ana.rerank()
        assert [answer.document for answer in ben.answers_since(0)] == ["d1"]
        assert ben.run == ana.run == 2
        assert "d1" not in {card.id for card in ben.next_cards(60)}
        assert ben.is_current


def test_documents_are_found_by_words_best_first(path):
    with Session(path, by="ana") as session:
        names = session.find("Wine  GRAPE")
        places = [session.card(name).place for name in names]
        assert places == sorted(places)
        assert all("wine" in session.card(name).text for name in names)
        assert session.find("zzz") == session.find(" ") == []


def test_notes_and_reasons_are_kept(path):
    with Session(path, by="ana") as session:
        session.add_note("d1", "ask Ben")
        session.answer("d2", "no", reason="wrong topic")
        session.answer("d3", "no", reason="Wrong topic")
        session.answer("d4", "no", reason="not a study")
        with pytest.raises(UserError, match="note is empty"):
            session.add_note("d1", " ")
    with Session(path, by="ben") as session:
        assert [(note.by, note.note) for note in session.list_notes("d1")] == [("ana", "ask Ben")]
        assert session.list_reasons() == ["wrong topic", "not a study"]
        assert session.card("d2").reason == "wrong topic"


def test_the_estimate_counts_answers_at_once(path):
    with Session(path, by="ana") as session:
        before = session.estimate()
        session.answer("d1", "yes")
        after = session.estimate()
        assert (after.found, after.n_decided) == (before.found + 1, 1)


def test_a_read_only_session_shows_cards_and_refuses_answers(path):
    with Session(path, by="ana", read_only=True) as session:
        card = session.next_cards(1)[0]
        with pytest.raises(UserError, match="read-only"):
            session.answer(card.id, "yes")
        session.rerank()
        assert session.run is None


def test_threads_share_a_session(path):
    with Session(path, by="ana") as session:

        def work(start):
            for row in range(start, 60, 4):
                session.answer(f"d{row}", "yes")
                session.next_cards(2)

        threads = [threading.Thread(target=work, args=(start,)) for start in range(4)]
        session.rerank_in_background()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(session.answers) == 60
        assert session.next_cards(1) == []


def test_a_ranking_is_not_current_when_documents_were_added(path, tmp_path):
    from likewise.app.add import AddRequest, add

    with Session(path, by="ana") as session:
        assert session.is_current
        (tmp_path / "more.txt").write_text("a new vineyard, planted with old grapes in a cold year")
        add(AddRequest(project=str(path), files=(str(tmp_path / "more.txt"),)))
        assert not session.is_current
        session.rerank()
        assert session.is_current
        assert len(session.result.table) == session.n_documents == 61


def test_documents_that_are_added_while_a_ranking_is_made_are_not_taken_for_ranked(path, tmp_path, monkeypatch):
    from likewise.app.add import add
    from likewise.app.project_requests import AddRequest
    from likewise.project import ranking

    (tmp_path / "new.txt").write_text("a barrel of wine that nobody has seen before")
    search = ranking.search_project

    def search_while_another_adds(*arguments, **options):
        result = search(*arguments, **options)
        monkeypatch.setattr(ranking, "search_project", search)
        add(AddRequest(project=str(path), files=(str(tmp_path / "new.txt"),), by="ben"))
        return result

    with Session(path, by="ana") as session:
        n_before = session.n_documents
        session.answer(session.next_cards(1)[0].id, "yes")
        monkeypatch.setattr(ranking, "search_project", search_while_another_adds)
        session.rerank()
        assert session.n_documents == n_before + 1
        assert not session.is_current
        session.rerank()
        assert session.is_current
        assert session.table.height == n_before + 1
    with Session(path, by="ana") as again:
        again.rerank()
        assert again.table.height == n_before + 1
