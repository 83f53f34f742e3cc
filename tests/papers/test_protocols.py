"""How documents are drawn: sizes by hand, draws that repeat, and truth that stays outside."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse

from likewise import datasets
from likewise.errors import UserError
from likewise.papers import protocols
from likewise.papers.protocols import PROTOCOLS, Task, corpus_sizes, counted, nothing, one_against_rest
from tests.papers import DATA, made_up, numbers

#: Ten topics of twenty documents, in turn.
TOPICS = np.array([f"t{number % 10}" for number in range(200)], dtype=object)
DRAWS = {
    "mixes": {"share": 0.25},
    "pair": {"positive": ["t0"], "negative": ["t1", "t2"], "a": 0.2, "b": 0.5},
    "one-against-rest": {"label": "t0", "labelled": 0.5},
    "labelled-share": {"share": 0.25},
    "joined-groups": {"positive": ["t0"], "negative": ["t1", "t2"], "n_labelled": 10, "n_test": 20},
    "course-pages": {"view": "page"},
}


@pytest.fixture
def corpus(monkeypatch):
    """Two hundred documents, in place of every corpus."""
    counted = made_up(TOPICS)
    pages, labels, data = counted("any")
    links = sparse.csr_array((200, 3), dtype=pages.dtype)
    monkeypatch.setattr(protocols, "counted", counted)
    monkeypatch.setattr(protocols, "_two_views", lambda: ((pages, links), labels == "t0", data))


def draw(name, seed=0, **settings):
    return PROTOCOLS[name](seed=seed, corpus="any", **{**DRAWS[name], **settings})


def same(one, other):
    return np.array_equal(numbers(one.X), numbers(other.X)) and np.array_equal(one.y, other.y)


def test_every_protocol_is_drawn_here():
    assert {*DRAWS, "corpus-sizes"} == set(PROTOCOLS)


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("name", DRAWS)
class TestEveryProtocol:
    def test_same_seed_repeats_a_draw(self, name):
        one, other = draw(name, 4), draw(name, 4)
        assert same(one, other)
        assert (one.X != other.X).nnz == 0
        assert np.array_equal(one.truth, other.truth)

    def test_another_seed_changes_it(self, name):
        assert not same(draw(name, 4), draw(name, 5))

    def test_a_document_is_in_a_draw_once(self, name):
        task = draw(name)
        rows = numbers(task.X) if task.asked is None else np.r_[numbers(task.X), numbers(task.asked)]
        assert len(set(rows)) == len(rows)

    def test_documents_asked_for_have_no_label_and_one_truth_each(self, name):
        task = draw(name)
        assert len(task.truth) == (np.sum(task.y == -1) if task.asked is None else task.asked.shape[0])
        assert len(task.y) == task.X.shape[0]
        assert task.data == DATA

    def test_truth_is_that_of_the_documents_asked_for(self, name):
        task = draw(name)
        asked = numbers(task.X[task.y == -1] if task.asked is None else task.asked)
        labels = TOPICS[asked]
        if task.many:
            assert np.array_equal(labels, [f"t{code}" for code in task.truth])
        else:
            assert len(set(labels[task.truth])) == 1
            assert not set(labels[task.truth]) & set(labels[~task.truth])

    def test_order_of_the_documents_does_not_tell_the_truth(self, name):
        # Where scores tie, whatever sorts stably would find positives that come first.
        truth = draw(name).truth
        wanted = np.flatnonzero(truth == (0 if draw(name).many else 1))
        assert not np.array_equal(wanted, np.arange(len(wanted)))
        assert not np.array_equal(wanted, np.arange(len(truth) - len(wanted), len(truth)))

    def test_counts_are_the_corpus_s_own(self, name):
        task = draw(name)
        X, _, _ = made_up(TOPICS)("any")
        assert np.array_equal(np.sort(task.X.sum(axis=1)), np.sort(X[numbers(task.X)].sum(axis=1)))
        assert sparse.issparse(task.X)
        assert task.X.dtype == np.float32


@pytest.mark.usefixtures("corpus")
class TestMixes:
    @pytest.mark.parametrize(("share", "labelled"), [(0.01, 1), (0.1, 2), (0.25, 5), (0.5, 10)])
    def test_sizes_by_hand(self, share, labelled):
        task = draw("mixes", share=share)
        assert task.X.shape[0] == 6 * 20
        assert np.sum(task.y == 1) == labelled
        assert np.sum(task.y == -1) == 120 - labelled
        assert task.truth.sum() == 20 - labelled

    def test_labelled_ones_are_of_the_one_positive_topic(self):
        task = draw("mixes", 2)
        pile = numbers(task.X[task.y == -1])
        assert set(TOPICS[numbers(task.X[task.y == 1])]) == set(TOPICS[pile[task.truth]])

    def test_shares_are_nested_in_the_same_documents(self):
        few, many = draw("mixes", 1, share=0.1), draw("mixes", 1, share=0.3)
        assert np.array_equal(numbers(few.X), numbers(many.X))
        assert set(numbers(few.X[few.y == 1])) < set(numbers(many.X[many.y == 1]))

    def test_n_topics_and_the_number_of_the_draw_count(self):
        assert draw("mixes", n_topics=3).X.shape[0] == 60
        assert not same(draw("mixes", draw=2011), draw("mixes", draw=2010))

    def test_words_of_no_document_are_left_out(self, monkeypatch):
        X, labels, data = made_up(TOPICS)("any")
        wide = sparse.csr_array(sparse.hstack([X, sparse.csr_array((X.shape[0], 4), dtype=X.dtype)]))
        monkeypatch.setattr(protocols, "counted", lambda corpus, text=(): (wide, labels, data))
        task = draw("mixes")
        assert (task.X.sum(axis=0) > 0).all()


@pytest.mark.usefixtures("corpus")
class TestPair:
    def test_sizes_by_hand(self):
        task = draw("pair")  # a = 0.2 of 20 shown, b = 0.5 of the other 16 hidden, 40 negatives
        assert task.sizes == {"n_P": 4, "n_M": 48, "n_pos_in_M": 8}
        assert (np.sum(task.y == 1), np.sum(task.y == -1), task.truth.sum()) == (4, 48, 8)

    def test_shares_are_rounded_down(self):
        # A third of 14 is 4.62.
        assert draw("pair", a=0.3, b=0.33).sizes == {"n_P": 6, "n_M": 44, "n_pos_in_M": 4}

    def test_shares_are_not_rounded_down_by_a_hair(self):
        # 0.29 of 100 is 28.999999999999996 in floating point, and so is 0.58 of 50.
        hundred = draw("pair", positive=["t0", "t3", "t4", "t5", "t6"], a=0.29, b=0.0)
        assert hundred.sizes["n_P"] == 29
        half = draw("pair", positive=["t0", "t3", "t4", "t5", "t6"], a=0.5, b=0.58)
        assert half.sizes == {"n_P": 50, "n_M": 69, "n_pos_in_M": 29}

    def test_only_the_two_sides_are_drawn_and_all_negatives(self):
        task = draw("pair")
        labels = TOPICS[numbers(task.X)]
        assert set(labels) == {"t0", "t1", "t2"}
        assert np.sum(labels != "t0") == 40
        assert set(labels[task.y == 1]) == {"t0"}

    def test_a_side_of_several_labels_is_one_class(self):
        task = draw("pair", positive=["t0", "t3"])
        assert task.sizes == {"n_P": 8, "n_M": 56, "n_pos_in_M": 16}
        assert set(TOPICS[numbers(task.X[task.y == 1])]) <= {"t0", "t3"}


@pytest.mark.usefixtures("corpus")
class TestOneAgainstRest:
    def in_training(self, task):
        return numbers(task.X)[TOPICS[numbers(task.X)] == "t0"]

    def test_sizes_by_hand(self):
        task = draw("one-against-rest", test=0.3)
        n_positive = len(self.in_training(task))
        assert (task.X.shape[0], task.asked.shape[0]) == (140, 60)
        assert np.sum(task.y == 1) == round(0.5 * n_positive)
        assert np.sum(task.y == 0) == 0
        assert n_positive + task.truth.sum() == 20

    def test_hidden_is_the_other_way_to_say_labelled(self):
        assert same(draw("one-against-rest", labelled=1.0, hidden=0.7), draw("one-against-rest", labelled=0.3))

    def test_test_documents_do_not_depend_on_what_is_labelled(self):
        few, many = draw("one-against-rest", labelled=0.1), draw("one-against-rest", labelled=1.0)
        assert np.array_equal(numbers(few.asked), numbers(many.asked))
        assert set(numbers(few.X[few.y == 1])) < set(numbers(many.X[many.y == 1]))

    def test_at_least_one_is_labelled(self):
        assert np.sum(draw("one-against-rest", labelled=0.001).y == 1) == 1

    @pytest.mark.parametrize("among", [0, 0.3, 0.5])
    def test_among_is_the_hidden_ones_share_of_the_positives(self, among):
        whole = draw("one-against-rest", labelled=1.0, hidden=0.7)
        task = draw("one-against-rest", labelled=1.0, hidden=0.7, among=among)
        shown = np.sum(task.y == 1)
        assert shown == np.sum(whole.y == 1)
        hidden = len(self.in_training(task)) - shown
        assert hidden == round(shown * among / (1 - among))
        # Only hidden positives are dropped.
        assert set(numbers(whole.X)) - set(numbers(task.X)) <= set(self.in_training(whole)) - set(
            numbers(task.X[task.y == 1])
        )
        assert np.array_equal(numbers(task.asked), numbers(whole.asked))

    def test_supervised_gives_every_training_document_its_label(self):
        task = draw("one-against-rest", supervised=True)
        assert np.array_equal(task.y == 1, TOPICS[numbers(task.X)] == "t0")
        assert set(task.y) == {0, 1}

    def test_asked_documents_have_the_columns_of_the_training_documents(self):
        task = draw("one-against-rest")
        assert task.asked.shape[1] == task.X.shape[1]
        assert (task.X.sum(axis=0) > 0).all()

    def test_a_label_among_several_of_a_document_counts(self, monkeypatch):
        labels = np.empty(4, dtype=object)
        labels[:] = ["wheat", ["corn", "wheat"], [], "wheatgerm"]
        monkeypatch.setattr(protocols, "counted", made_up(labels))
        task = one_against_rest(seed=0, corpus="any", label="wheat", test=0.0)
        assert sorted(numbers(task.X[task.y == 1])) == [0, 1]


@pytest.mark.usefixtures("corpus")
class TestLabelledShare:
    def test_sizes_by_hand(self):
        task = draw("labelled-share")
        assert (task.X.shape[0], task.asked.shape[0]) == (160, 40)
        assert task.many
        in_training = TOPICS[numbers(task.X)]
        for code in range(10):
            n_rows = np.sum(in_training == f"t{code}")
            assert np.sum(task.y == code) == max(1, round(0.25 * n_rows))

    def test_labels_are_right(self):
        task = draw("labelled-share")
        given = task.y >= 0
        assert np.array_equal(TOPICS[numbers(task.X)][given], [f"t{code}" for code in task.y[given]])

    def test_all_labelled_at_share_one(self):
        assert (draw("labelled-share", share=1.0).y >= 0).all()

    def test_supervised_drops_the_unlabelled(self):
        whole, task = draw("labelled-share"), draw("labelled-share", supervised=True)
        assert np.array_equal(numbers(task.X), numbers(whole.X[whole.y >= 0]))
        assert np.array_equal(numbers(task.asked), numbers(whole.asked))

    def test_shares_are_nested(self):
        few, many = draw("labelled-share", share=0.1), draw("labelled-share", share=0.5)
        assert set(numbers(few.X[few.y >= 0])) < set(numbers(many.X[many.y >= 0]))


@pytest.mark.usefixtures("corpus")
class TestJoinedGroups:
    def test_sizes_by_hand(self):
        task = draw("joined-groups")
        assert (task.X.shape[0], task.asked.shape[0], np.sum(task.y >= 0)) == (40, 20, 10)

    def test_labels_are_right_and_of_both_sides(self):
        task = draw("joined-groups")
        given = task.y >= 0
        assert np.array_equal(TOPICS[numbers(task.X)][given] == "t0", task.y[given] == 1)
        assert set(TOPICS[numbers(task.X)]) == {"t0", "t1", "t2"}
        assert set(task.y) == {-1, 0, 1}

    def test_test_documents_do_not_depend_on_what_is_labelled(self):
        few, many = draw("joined-groups", n_labelled=4), draw("joined-groups", n_labelled=20)
        assert np.array_equal(numbers(few.asked), numbers(many.asked))
        assert set(numbers(few.X[few.y >= 0])) < set(numbers(many.X[many.y >= 0]))


class TestCoursePages:
    @pytest.fixture(autouse=True)
    def two_views(self, monkeypatch):
        pages, labels, data = made_up(TOPICS)("any")
        links = sparse.csr_array(np.ones((200, 2), dtype=pages.dtype))
        monkeypatch.setattr(protocols, "_two_views", lambda: ((pages, links), labels == "t0", data))

    def test_three_course_pages_and_nine_others_are_labelled(self):
        task = draw("course-pages")
        assert [int(np.sum(task.y == label)) for label in (1, 0, -1)] == [3, 9, 138]
        assert task.asked.shape[0] == 50
        given = task.y >= 0
        assert np.array_equal(TOPICS[numbers(task.X)][given] == "t0", task.y[given] == 1)

    def test_supervised_keeps_the_labelled_alone(self):
        whole, task = draw("course-pages"), draw("course-pages", supervised=True)
        assert np.array_equal(numbers(task.X), numbers(whole.X[whole.y >= 0]))
        assert set(task.y) == {0, 1}
        assert np.array_equal(task.truth, whole.truth)

    @pytest.mark.parametrize(("view", "has"), [("page", (1, 0)), ("link", (0, 1)), ("combined", (1, 1))])
    def test_pages_asked_for_have_the_words_of_one_view_or_both(self, view, has):
        task = draw("course-pages", view=view)
        first, second = task.params["views"]
        assert (first, second) == (slice(0, 31), slice(31, 33))
        for part, there in zip((first, second), has, strict=True):
            assert (task.asked[:, part].sum(axis=1) > 0).all() == there
            assert (task.X[:, part].sum(axis=1) > 0).all()


def test_both_views_of_a_page_are_counted_once_a_word(monkeypatch):
    texts = ["course 12 course 345 x1", "course homework 7"]
    loaded = SimpleNamespace(
        texts=texts, extra={"inlinks_text": ["link 5", "homework"]}, labels=["course", "non-course"]
    )
    monkeypatch.setattr(datasets, "load_webkb_course", lambda: loaded)
    (pages, links), truth, data = protocols._two_views.__wrapped__()
    assert pages.toarray().tolist() == [[1, 1], [1, 1]]  # "course" and the word that stands for all numbers
    assert sorted(links.toarray().sum(axis=1).tolist()) == [1, 2]
    assert truth.tolist() == [True, False]
    assert len(data) == 12


def test_corpora_are_counted_whole_and_as_used(monkeypatch):
    whole, used = np.empty(5, dtype=object), np.array(["a", "a", "b"], dtype=object)
    whole[:] = ["a", "a", "b", ["a", "c"], []]
    X = sparse.csr_array(np.ones((5, 1)))
    monkeypatch.setattr(
        protocols, "counted", lambda corpus, text=(): (X[:3], used, "used") if text else (X, whole, "whole")
    )
    task = corpus_sizes(seed=0, corpus="any", text={"load_single_topic": True})
    assert task.sizes == {
        "n_documents": 5, "n_documents_used": 3, "n_classes": 3, "n_classes_used": 2,
        "max_class_size": 2, "min_class_size": 1, "mean_class_size": 1.5,
    }  # fmt: skip
    assert task.data == "used"


class TestNothingFound:
    def test_of_one_class(self):
        X = sparse.csr_array(np.ones((4, 1)))
        found = Task(X, np.full(4, -1), np.array([True, False, False, False]), DATA).nothing_found()
        assert found == {"precision": 0, "recall": 0, "F": 0, "accuracy": 0.75, "error": 0.25, "ap": 0}

    def test_of_many_classes(self):
        task = Task(sparse.csr_array(np.ones((2, 1))), np.array([0, 1]), np.array([0, 1]), DATA, many=True)
        assert task.nothing_found() == {"F": 0.0, "macro": 0.0}


class TestCounting:
    @pytest.fixture
    def loaded(self, monkeypatch):
        """Two short texts in place of 20 Newsgroups; returns what the loader was given."""
        given = []

        def load(name, **options):
            assert name == "20newsgroups"
            given.append(options)
            return SimpleNamespace(texts=["apples apples x86", "pears apples x86"], labels=[["a"], ["b", "c"]])

        monkeypatch.setattr(datasets, "load", load)
        counted.cache_clear()
        yield given
        counted.cache_clear()

    def test_loader_and_vectorizer_get_their_own_settings(self, loaded):
        X, *_ = counted("20newsgroups", (("load_headers", "subject"), ("min_count", 1), ("stemmer", None)))
        assert loaded == [{"headers": "subject"}]
        assert sorted(X.sum(axis=0)) == [1, 2, 3]

    def test_rare_words_go_by_default(self, loaded):
        assert counted("20newsgroups", (("min_count", 3),))[0].shape == (2, 1)

    def test_words_with_digits_go_on_request(self, loaded):
        settings = (("min_count", 1), ("no_numbers", True))
        assert sorted(counted("20newsgroups", settings)[0].sum(axis=0)) == [1, 3]

    def test_a_list_of_one_label_is_that_label(self, loaded):
        assert list(counted("20newsgroups", (("min_count", 1),))[1]) == ["a", ["b", "c"]]

    def test_hash_is_of_the_counts(self, loaded):
        one, again = (counted.__wrapped__("20newsgroups", (("min_count", 1),))[2] for _ in range(2))
        assert one == again
        assert one != counted("20newsgroups", (("min_count", 3),))[2]
        assert len(one) == 12

    def test_a_corpus_is_counted_once_for_each_way_of_counting(self, loaded):
        for text in ({"min_count": 1, "load_classes": ["a", "b"]}, {"load_classes": ["a", "b"], "min_count": 1}):
            protocols.counted_as("20newsgroups", text)
        assert loaded == [{"classes": ("a", "b")}]

    def test_none_is_read_as_no_stemmer(self, loaded):
        seen = protocols.counted_as("20newsgroups", {"min_count": 1, "stemmer": "none"})
        assert (seen[0] != counted("20newsgroups", (("min_count", 1), ("stemmer", None)))[0]).nnz == 0

    def test_unknown_corpora_are_named_with_those_there_are(self):
        with pytest.raises(UserError, match=r"there is no corpus 'odp'; there are: 20newsgroups"):
            counted("odp")

    def test_only_the_word_none_stands_for_nothing(self):
        assert [nothing(value) for value in ("none", "None", 0, "", False)] == [None, "None", 0, "", False]
