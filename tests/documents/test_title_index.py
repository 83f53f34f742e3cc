"""Titles are found in pages as if each were looked for in each, only quicker."""

import random

import polars as pl
import pytest

from likewise.documents import title_index
from likewise.documents.spelling import fold
from likewise.documents.title_index import find_titles


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("few", [0, 1_000])
def test_titles_are_found_as_if_each_were_looked_for_in_each(seed, few, monkeypatch):
    monkeypatch.setattr(title_index, "_FEW_TITLES", few)
    monkeypatch.setattr(title_index, "_CHUNK", 7)
    draw = random.Random(seed)
    words = ["a", "trial", "of", "wine", "the", "tea", "葡萄酒", "effect"]
    titles = [" ".join(draw.choices(words, k=draw.randint(0, 7))) for _ in range(30)]
    pages = [" ".join(draw.choices(words, k=draw.randint(0, 60))) for _ in range(25)]
    pages += [f"{draw.choice(words)} {title} end" for title in titles]
    slow = [
        (page, title)
        for page in range(len(pages))
        for title in range(len(titles))
        if titles[title] and f" {titles[title]} " in f" {pages[page]} "
    ]
    assert find_titles(titles, pages) == slow


def test_a_title_does_not_go_on_in_the_next_page():
    assert find_titles(["the effect of wine"], ["about the effect", "of wine"]) == []


def test_nothing_is_found_in_nothing():
    assert find_titles([], ["a page"]) == find_titles(["", ""], ["a page"]) == find_titles(["a title"], []) == []


@pytest.mark.parametrize("text", ["a\0b", "\0", " \0 ", "A\0\0é", "x\x7f_y"])
def test_characters_that_nobody_types_part_words(text):
    assert fold(pl.Series([text, "Next one"])).to_list()[1] == "next one"
    assert "\0" not in fold(pl.Series([text]))[0]
