"""What the documents found are about: a few topics among them, with their words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from likewise.finder.telling_words import are_words
from likewise.fitting import without_convergence_warnings
from likewise.text import readable

#: A topic for so many documents found, up to the most that a person wants to read.
_DOCUMENTS_OF_A_TOPIC = 25
_MOST_TOPICS = 6
_WORDS, _TYPICAL = 6, 3
# Topics of the first ones are those of all, and nobody waits for them.
_MOST_DOCUMENTS = 2000
_MAX_ITER = 60


@dataclass(frozen=True)
class Topic:
    """One of the topics among the documents found.

    Parameters
    ----------
    words : tuple of str
        The words that tell it from the other topics, best first.
    n_documents : int
        Documents that are more of this topic than of any other.
    ids : tuple of str
        The most typical of these.

    Examples
    --------
    >>> Topic(("cellar", "cork"), 30, ("d7", "d2")).words
    ('cellar', 'cork')
    """

    words: tuple[str, ...]
    n_documents: int
    ids: tuple[str, ...]


def topics_among(
    counts: sparse.csr_array, ids: Sequence[str], terms: Sequence[str], forms: Mapping[str, str]
) -> tuple[Topic, ...]:
    """Find the topics of documents by probabilistic latent semantic analysis, always the same for the same documents.

    Parameters
    ----------
    counts : csr_array of shape (n_documents, n_words)
        Of the documents found, best first.
    ids : sequence of str
        Of the same documents.
    terms : sequence of str
        The word, or stem, of each column.
    forms : mapping of str to str
        A word to show for each stem.

    Returns
    -------
    tuple of Topic
        Largest first: one for every 25 documents, at most 6; none if that is one, which says nothing.

    Examples
    --------
    >>> counts = sparse.csr_array([[2.0, 2.0, 0.0, 0.0]] * 30 + [[0.0, 0.0, 3.0, 1.0]] * 25)
    >>> names = [f"d{number}" for number in range(55)]
    >>> [(sorted(topic.words), topic.n_documents) for topic in topics_among(counts, names, ["a", "b", "c", "d"], {})]
    [(['a', 'b'], 30), (['c', 'd'], 25)]
    """
    n_topics = min(counts.shape[0] // _DOCUMENTS_OF_A_TOPIC, _MOST_TOPICS)
    if n_topics < 2:
        return ()
    rows = counts[:_MOST_DOCUMENTS].astype(np.float64)
    # Words of one document only make no topic.
    shared = np.flatnonzero(np.bincount(rows.indices, minlength=rows.shape[1]) > 1)
    rows = sparse.csr_array(rows[:, shared])
    if not len(shared):
        return ()
    from likewise.models.topic.plsa import PLSA  # the room of topic models is slow to load

    model = PLSA(n_topics, max_iter=_MAX_ITER, n_init=2, random_state=0)
    with without_convergence_warnings():  # topics to look at need not be exact
        theta = model.fit_transform(rows)
    of_topic = theta.argmax(axis=1)
    # A word tells a topic if it is frequent there and more so than elsewhere: its part of the divergence from all.
    share = model.components_
    telling = share * np.log(np.maximum(share, 1e-300) / np.maximum(model.topic_prior_ @ share, 1e-300))
    telling[:, ~are_words([terms[column] for column in shared.tolist()])] = 0.0
    found = []
    for topic in range(n_topics):
        own = np.flatnonzero(of_topic == topic)
        best = np.argsort(-telling[topic], kind="stable")[:_WORDS]
        words = tuple(readable(terms[shared[column]], forms) for column in best if telling[topic, column] > 0)
        typical = own[np.argsort(-theta[own, topic], kind="stable")[:_TYPICAL]]
        if len(own) and words:
            found.append(Topic(words, len(own), tuple(ids[at] for at in typical)))
    return tuple(sorted(found, key=lambda topic: -topic.n_documents))
