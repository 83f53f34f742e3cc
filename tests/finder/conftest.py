"""A small pile with three topics, two of which are noise."""

import random

import pytest

TOPICS = {
    "wine": "wine grape vineyard cellar cork barrel tannin vintage bottle glass",
    "tea": "tea leaf kettle pot milk steep brew ceylon cup sugar",
    "cars": "engine wheel brake gear fuel road driver clutch piston tyre",
}


def make_documents(topic, number, seed=0, words=30):
    draw = random.Random(f"{topic} {seed}")
    own, other = TOPICS[topic].split(), " ".join(TOPICS.values()).split()
    return [" ".join(draw.choice(own if draw.random() < 0.8 else other) for _ in range(words)) for _ in range(number)]


@pytest.fixture
def examples():
    return make_documents("wine", 5, seed=1)


@pytest.fixture
def labelled():
    """Texts and labels of 60 documents, topic by topic in turn."""
    columns = [make_documents(topic, 20) for topic in TOPICS]
    texts = [text for row in zip(*columns, strict=True) for text in row]
    return texts, list(TOPICS) * 20
