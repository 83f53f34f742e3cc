"""What no decision changes is made once: searching again, adding, saving and loading give what a new search gives."""

import contextlib
import json
import random
import threading

import numpy as np
import polars as pl
import pytest

from likewise.engine import Prepared, judge, prepare
from likewise.errors import UserError
from likewise.finder import Collection, Finder, collect, collecting, search
from likewise.finder import collection as module
from likewise.labels import read_labels
from likewise.text import Vectorizer
from tests.conftest import TOPICS, make_documents, topical_counts


@pytest.fixture(scope="module")
def pile():
    texts = [text for topic in TOPICS for text in make_documents(topic, 40, seed=3)]
    random.Random(0).shuffle(texts)
    return [*texts, "", "!"]


@pytest.fixture
def collection(examples, pile):
    return collect([*examples, ""], [*pile, examples[0]])


def same(one, other):
    """Two results are the same to the last byte."""
    assert one.table.equals(other.table)
    assert (one.words, one.n_found, one.notes, one.summary) == (other.words, other.n_found, other.notes, other.summary)
    for name in ("count", "low", "high", "good", "missed", "missed_low", "missed_high", "lower", "upper"):
        np.testing.assert_array_equal(getattr(one.estimate, name), getattr(other.estimate, name))
    identifier = one.table["id"][0]
    assert one.explain(identifier).words == other.explain(identifier).words


DECISIONS = [{}, {"1": True}, {"1": "yes", "2": "no", "5": False}, {str(n): n % 3 == 0 for n in range(1, 60)}]


@pytest.mark.parametrize("method", ["likewise", "centroid"])
def test_searching_again_is_a_new_search_with_these_decisions(examples, pile, collection, method):
    for decisions in [*DECISIONS, *reversed(DECISIONS)]:
        again = search(collection, decisions, method=method)
        new = Finder(method).find([*examples, ""], [*pile, examples[0]], decisions=decisions)
        assert again.table.equals(new.table)
        assert again.notes == new.notes
        if method == "likewise":
            same(again, new)


def test_only_what_labels_change_is_made_again(collection, monkeypatch):
    search(collection)
    monkeypatch.setattr(module, "prepare", lambda *args, **kwargs: pytest.fail("documents were prepared again"))
    for name in ("count_words", "keys_of", "match_examples", "duplicate_groups"):
        monkeypatch.setattr(collecting, name, lambda *args, name=name, **kwargs: pytest.fail(f"{name} ran again"))
    search(collection, {"1": "no"})


def test_other_parameters_are_prepared_for_by_themselves(collection):
    usual, other = search(collection), search(collection, params={"n_neighbors": 3})
    same(search(collection), usual)
    assert not other.table.equals(usual.table)


def test_what_is_added_is_found_and_nothing_old_is_counted_again(examples, pile, monkeypatch):
    first = collect(examples, pile[:70])
    counted = []
    fit_transform = Vectorizer.fit_transform

    def noting(self, documents, y=None):
        counted.append(len(documents))
        return fit_transform(self, documents, y)

    monkeypatch.setattr(Vectorizer, "fit_transform", noting)
    both = first.add([*pile[70:], examples[1]])
    assert counted == [len(pile) - 70]
    monkeypatch.undo()
    whole = collect(examples, [*pile, examples[1]])
    assert both.counted.names == whole.counted.names
    assert (both.counted.counts != whole.counted.counts).nnz == 0
    assert both.twins.tolist() == whole.twins.tolist()
    one, other = search(both), search(whole)
    np.testing.assert_array_equal(one.table["probability"], other.table["probability"])
    # Texts are numbered from 1 in each part; the second gets other ids.
    assert one.texts.to_list() == other.texts.to_list()


def test_what_is_known_takes_over_numbers_and_ids_of_copies_that_are_added(examples):
    title = "The effect of barrels on the taste of wine"
    first = pl.DataFrame({"key": ["a", "b"], "Title": [title, "Green tea and the sleep of workers"]})
    more = pl.DataFrame({"record id": ["x", "y"], "TI": [title, "Cork, glass and the age of wine"], "PMID": [11, 12]})
    both = collect(examples, first).add(more)
    assert both.pile.table["Title"].to_list() == [*first["Title"], more["TI"][1]]
    decided = search(both, {"11": "yes", "y": "no"}).table
    assert dict(decided.select("id", "decision").rows()) == {"a": "yes", "b": None, "y": "no"}
    again = collect(examples, first).add(more[:1])
    assert dict(search(again, {"x": "yes"}).table.select("id", "decision").rows()) == {"a": "yes", "b": None}


def test_documents_without_a_word_can_be_added(examples, pile):
    assert len(collect(examples, pile[:30]).add(["", "!"]).pile) == 32


def test_a_vocabulary_of_ones_own_stays_as_it_is(examples, pile):
    first = collect(examples, pile[:40], vectorizer=Vectorizer(max_features=20))
    assert first.add(["wine and something unheard of"]).counted.names == first.counted.names


def test_vectors_cannot_be_added_to(examples, pile):
    vectors = np.ones((len(examples) + len(pile), 2))
    with pytest.raises(UserError, match="collect all of them again"):
        collect(examples, pile, extra_vectors=vectors).add(["more"])


def test_a_collection_is_the_same_after_loading(collection, tmp_path):
    before = search(collection, DECISIONS[2])
    loaded = Collection.load(collection.save(tmp_path / "kept"))
    assert isinstance(loaded.prepared.order, np.ndarray)
    same(search(loaded, DECISIONS[2]), before)
    same(search(Collection.load(loaded.save(tmp_path / "kept")), DECISIONS[2]), before)
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


def test_prepared_documents_are_the_same_after_loading(tmp_path):
    X, topic = topical_counts(n_docs=120)
    y = np.full(120, -1)
    y[np.flatnonzero(topic == 0)[:5]] = 1
    prepared, labels = prepare(X), read_labels(y, who="test")
    loaded = Prepared.load(prepared.save(tmp_path / "prepared"))
    np.testing.assert_array_equal(judge(loaded, labels).scores, judge(prepared, labels).scores)


def test_a_damaged_folder_is_told_in_a_sentence(collection, tmp_path):
    folder = collection.save(tmp_path / "kept")
    search(collection)
    collection.save(folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    draw = random.Random(5)
    for _ in range(150):
        path = draw.choice(files)
        content = path.read_bytes()
        changed = bytearray(content)
        for _ in range(draw.randint(1, 4)):
            changed[draw.randrange(len(changed))] = draw.randrange(256)
        path.write_bytes(bytes(changed[: draw.choice([len(changed), draw.randrange(len(changed) + 1)])]))
        with contextlib.suppress(UserError):  # any other error, or the end of the process, is a failure
            Collection.load(folder)
        path.write_bytes(content)


def test_another_folder_is_not_written_over(collection, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(UserError, match="not a folder that likewise wrote"):
        collection.save(tmp_path / "mine")
    assert (tmp_path / "mine" / "notes.txt").read_text() == "mine"


def test_a_newer_layout_is_refused(collection, tmp_path):
    folder = collection.save(tmp_path / "kept")
    facts = json.loads((folder / "facts.json").read_text())
    (folder / "facts.json").write_text(json.dumps({**facts, "kind": "likewise collection 99"}))
    with pytest.raises(UserError, match="of another kind"):
        Collection.load(folder)


def test_two_threads_search_their_own_piles_as_one_after_the_other_would(examples, capfd, recwarn):
    piles = [[text for topic in TOPICS for text in make_documents(topic, 30, seed=seed)] for seed in (1, 2)]
    alone = [Finder().find(examples, pile).table for pile in piles]
    problems = []

    def work(number):
        answers = (Finder().find(examples, piles[number]).table for _ in range(50))
        problems.extend(number for answer in answers if not answer.equals(alone[number]))

    threads = [threading.Thread(target=work, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    assert capfd.readouterr().err == ""
    assert not list(recwarn)


def test_documents_in_other_languages_are_noted():
    english = "The wine number {} is red and the grapes are too, as we all know by now from what was said."
    german = "Der Wein ist rot und die Trauben sind es auch, wie wir alle nach dem ersten Glas wissen."
    pile = [english.format(number) for number in range(9)]
    note = next(note for note in collect(["red wine and grapes"], [*pile, german]).notes if "other languages" in note)
    assert note.startswith("documents in other languages than English: 1 German; they share few words")
    assert not [note for note in collect(["red wine and grapes"], pile).notes if "other languages" in note]
