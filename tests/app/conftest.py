"""Files that use cases work on."""

import json
import random

import pytest

WORDS = {
    "wine": "wine grape vineyard cellar cork barrel tannin vintage bottle glass",
    "tea": "tea leaf kettle pot milk steep brew ceylon cup sugar",
}


@pytest.fixture
def make_pile(tmp_path):
    """Write a folder of four examples and a pile of sixty labelled texts; return both paths."""

    def make(name, topics=("wine", "tea")):
        draw = random.Random(name)
        texts = [(topic, " ".join(draw.choices(WORDS[topic].split(), k=12))) for topic in topics for _ in range(30)]
        folder = tmp_path / name
        (folder / "likes").mkdir(parents=True)
        for number in range(4):
            text = " ".join(draw.choices(WORDS[topics[0]].split(), k=12))
            (folder / "likes" / f"{number}.txt").write_text(text)
        records = ({"id": f"d{n}", "label": label, "text": text} for n, (label, text) in enumerate(texts))
        (folder / "pile.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        return folder / "likes", folder / "pile.jsonl"

    return make
