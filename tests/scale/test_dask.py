"""Two worker processes of Dask: the same results as one machine's, and a worker that is killed changes nothing."""

import os
import signal

import numpy as np
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone

from likewise.engine import Likewise
from likewise.errors import UserError
from likewise.fitting import without_convergence_warnings
from likewise.models.bayes import NaiveBayes, NaiveBayesEM, PositiveNaiveBayes
from likewise.models.cluster import PCKMeans, SeededKMeans
from likewise.models.linear import Centroid
from likewise.models.topic import LDA, LSI, PLSA, FakeLabelPLSA, MislabelingPLSA, TopicSensitivePLSA
from likewise.text import Vectorizer
from tests.conftest import make_documents, topical_counts

dask = pytest.importorskip("dask", reason="the extra scale is not installed")
da = pytest.importorskip("dask.array", reason="the extra scale is not installed")
pytest.importorskip("distributed", reason="the extra scale is not installed")
from likewise.scale import dask_executor  # noqa: E402 after Dask is known to be there
from likewise.scale.collections import read_texts  # noqa: E402

N_ROWS = 45
TOPICS = {"random_state": 0, "block_rows": N_ROWS, "max_iter": 3}
#: Estimators, which labels they take, and how far their numbers may be from one machine's.
ESTIMATORS = {
    "plsa": (PLSA(3, **TOPICS), None, 0.0),
    "lda": (LDA(3, warmup=2, alpha="learn", **TOPICS), None, 0.0),
    "lsi": (LSI(2), None, 1e-9),
    "ts-plsa": (TopicSensitivePLSA(3, warmup=2, **TOPICS), "pu", 0.0),
    "ss-plsa-fake": (FakeLabelPLSA(**TOPICS), "pu", 1e-9),
    "ss-plsa-mem": (MislabelingPLSA(guess_iter=2, **TOPICS), "many", 1e-9),
    "nb": (NaiveBayes(), "pu", 1e-9),
    "nb-em": (NaiveBayesEM(max_iter=3, n_components=2, random_state=0), "many", 1e-9),
    "positive-nb": (PositiveNaiveBayes(prior=0.3), "pu", 1e-9),
    "seeded-kmeans": (SeededKMeans(n_components=2), "pu", 1e-9),
    "pck-means": (PCKMeans(n_components=2, random_state=0), "pu", 1e-9),
    "likewise": (Likewise(), "pu", 0.0),
    "centroid": (Centroid(), "pu", 0.0),
}


@pytest.fixture(scope="module")
def data():
    X, topic = topical_counts(n_docs=90, seed=1)
    X = sparse.csr_array(X.toarray() * (np.arange(90) != 7)[:, None])
    pu = np.full(90, -1)
    pu[np.flatnonzero(topic == 0)[:6]] = 1
    return X, {None: None, "pu": pu, "many": np.where(np.arange(90) % 3 == 0, topic, -1)}


def in_blocks(X, n_rows=N_ROWS):
    """Return a Dask array whose blocks are CSR."""
    starts = range(0, X.shape[0], n_rows)
    rows = [X[start : start + n_rows] for start in starts]
    return da.concatenate([da.from_array(part, chunks=part.shape, asarray=False) for part in rows])


def _numbers(estimator):
    found = {name: value for name, value in vars(estimator).items() if name.endswith("_") and hasattr(value, "dtype")}
    return {name: np.asarray(value) for name, value in found.items() if value.dtype.kind == "f"}


def _fit(estimator, X, y):
    with without_convergence_warnings():
        return estimator.fit(X) if y is None else estimator.fit(X, y)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_an_estimator_learns_from_blocks_on_workers_what_it_learns_in_memory(name, data, client):
    X, labels = data
    estimator, kind, tolerance = ESTIMATORS[name]
    y = labels[kind]
    if "means" in name:  # a document without words is as far from all clusters, and may be in any of them
        X, y = X[8:], y[8:]
    here = _fit(clone(estimator), X, y)
    there = _fit(clone(estimator), in_blocks(X), y if y is None else da.from_array(y, chunks=40))
    expected, found = _numbers(here), _numbers(there)
    assert expected.keys() == found.keys()
    for attribute, value in expected.items():
        np.testing.assert_allclose(found[attribute], value, rtol=tolerance, atol=tolerance, err_msg=attribute)
    ask = "transform" if hasattr(here, "transform") else "predict_proba"
    answer = np.asarray(getattr(there, ask)(in_blocks(X)))
    np.testing.assert_allclose(answer, getattr(here, ask)(X), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("is_near", [True, False])
def test_a_worker_that_is_killed_changes_no_byte(data, mortal_client, monkeypatch, is_near):
    X, _ = data
    monkeypatch.setattr(dask_executor, "_SMALL", 0)  # what all blocks share is sent to a worker, as if it were large
    monkeypatch.setattr(dask_executor, "is_reachable", lambda address: is_near)
    killed = []

    def kill_at_five(iteration):
        if iteration.done == 5 and not killed:
            killed.append(next(iter(mortal_client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    model = PLSA(3, random_state=0, block_rows=25, max_iter=8, tol=0)
    here = clone(model).fit(X)
    there = clone(model).set_params(callback=kill_at_five).fit(in_blocks(X, 25))
    assert killed
    assert there.components_.tobytes() == here.components_.tobytes()
    assert there.history_ == here.history_
    assert np.asarray(there.doc_topics_).tobytes() == here.doc_topics_.tobytes()


def test_new_workers_take_over_where_all_are_killed_at_once(data, mortal_client):
    X, _ = data
    killed = []

    def kill_all(iteration):
        if iteration.done == 3 and not killed:
            killed.extend(mortal_client.run(os.getpid).values())
            for process in killed:
                os.kill(process, signal.SIGKILL)
            mortal_client.cluster.scale(3)  # one more comes, whether or not Dask starts others in the place of those

    model = PLSA(3, random_state=0, block_rows=25, max_iter=6, tol=0)
    there = clone(model).set_params(callback=kill_all).fit(in_blocks(X, 25))
    assert len(killed) == 2
    assert there.components_.tobytes() == clone(model).fit(X).components_.tobytes()


def test_workers_are_asked_themselves_where_they_can_be_reached(client):
    assert all(map(dask_executor.is_reachable, client.nthreads()))
    assert not dask_executor.is_reachable("inproc://10.0.0.1/1/2")


def test_texts_that_workers_read_are_counted_as_in_one_list_and_learned_from(client, tmp_path):
    texts = [text for topic in ("wine", "tea", "cars") for text in make_documents(topic, 20)]
    for number in range(3):
        pl.DataFrame({"text": texts[number * 20 : number * 20 + 20]}).write_parquet(tmp_path / f"{number}.parquet")
    here, there = (Vectorizer(stemmer="snowball", min_df=2, ngram_range=(1, 2)) for _ in range(2))
    X = here.fit_transform(texts)
    bag = read_texts(f"{tmp_path}/*.parquet")
    counts = there.fit_transform(bag)
    assert there.vocabulary_ == here.vocabulary_
    assert there.surface_forms_ == here.surface_forms_
    assert counts.chunks == ((20, 20, 20), (X.shape[1],))
    for found in (counts, there.transform(bag)):
        assert np.array_equal(found.compute().toarray(), X.toarray())
    model = PLSA(3, random_state=0, block_rows=20, max_iter=3, tol=0)
    assert clone(model).fit(counts).components_.tobytes() == clone(model).fit(X).components_.tobytes()


def test_without_a_cluster_the_blocks_are_computed_here(data):
    X, _ = data
    model = PLSA(3, random_state=0, block_rows=N_ROWS, max_iter=5, tol=0)
    there = clone(model).fit(in_blocks(X))
    assert there.components_.tobytes() == clone(model).fit(X).components_.tobytes()


def test_what_is_not_counts_in_whole_rows_is_refused_in_one_sentence(data):
    X, labels = data
    with pytest.raises(UserError, match="whole rows"):
        PLSA(3).fit(da.from_array(X.toarray(), chunks=(30, 10)))
    with pytest.raises(UserError, match="at least 0"):
        PLSA(3).fit(da.from_array(-X.toarray(), chunks=(30, -1)))
    with pytest.raises(UserError, match="documents × words"):
        PLSA(3).fit(da.ones(10, chunks=5))
    with pytest.raises(UserError, match="not finite"):
        PLSA(3).fit(da.from_array(np.full((4, 2), np.nan), chunks=(2, -1)))
    with pytest.raises(UserError, match="not finite"):  # not in the first block
        PLSA(3).fit(da.from_array(np.array([[1.0, 2.0], [3.0, np.nan]]), chunks=(1, -1)))
    with pytest.raises(UserError, match="complex"):
        PLSA(3).fit(da.from_array(X.toarray() * 1j, chunks=(30, -1)))
    with pytest.raises(UserError, match="0 columns"):
        PLSA(3).fit(in_blocks(X[:, :0]))
    with pytest.raises(UserError, match="documents × words"):
        PLSA(3).fit(dask.delayed(X))
    with pytest.raises(UserError, match="texts must be a bag"):
        Vectorizer().fit(dask.delayed(["red wine"]))
    narrow = [da.from_delayed(dask.delayed(X[:, :width]), X.shape, meta=X[:0]) for width in (X.shape[1], 3)]
    with pytest.raises(UserError, match=f"have 3 to {X.shape[1]} columns"):
        PLSA(3).fit(da.concatenate(narrow))
    with pytest.raises(UserError, match="tempering=1"):
        PLSA(3, tempering="auto").fit(in_blocks(X))
    with pytest.raises(UserError, match='without threshold="prior"'):
        NaiveBayes(threshold="prior").fit(in_blocks(X), labels["pu"])


def test_each_worker_keeps_its_blocks_for_the_whole_fit(data, client):
    X, _ = data
    holders = []

    def look(iteration):
        steps = [keys for keys in client.who_has().items() if "itemgetter(0)" in str(keys[0])]
        holders.append({worker for _, workers in steps for worker in workers})

    PLSA(3, random_state=0, max_iter=6, tol=0, callback=look).fit(in_blocks(X, 25))
    assert all(len(workers) == 2 for workers in holders), holders


@pytest.mark.parametrize("number", [0, 1])
def test_topics_that_only_a_killed_worker_had_are_made_again(data, mortal_client, number):
    X, _ = data
    dead = []

    def kill_who_has_topics(iteration):
        finished = {key: workers for key, workers in mortal_client.who_has().items() if "Finish" in str(key)}
        pids = mortal_client.run(os.getpid)
        if iteration.done == 3 + number:
            # At this moment the client has been told how likely the words are, and nothing else.
            dead.append(next(pids[worker] for workers in finished.values() for worker in workers if worker in pids))
            os.kill(dead[0], signal.SIGKILL)

    model = PLSA(3, random_state=0, block_rows=25, max_iter=6, tol=0)
    here = clone(model).fit(X)
    there = clone(model).set_params(callback=kill_who_has_topics).fit(in_blocks(X, 25))
    assert dead
    assert there.components_.tobytes() == here.components_.tobytes()
    assert np.asarray(there.doc_topics_).tobytes() == here.doc_topics_.tobytes()


def test_dask_knows_what_it_costs_to_move_counts(data):
    from dask.sizeof import sizeof

    from likewise.fitting import CountBlock

    X, _ = data
    assert sizeof(X) >= X.data.nbytes + X.indices.nbytes
    assert sizeof([CountBlock(X)]) >= sizeof(X)
