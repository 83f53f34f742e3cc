"""Without a vectorizer of one's own, the language of the texts decides how words are counted."""

import pytest

from likewise import Finder
from likewise.errors import UserError
from likewise.text.auto import choose_vectorizer

WINE = ["红葡萄酒和白葡萄酒都是用葡萄酿造的", "酒窖里有很多葡萄酒和橡木桶", "这瓶葡萄酒来自法国的葡萄园"]
TEA = ["绿茶和红茶都是茶叶泡的", "茶壶里的茶叶还很热", "早上喝一杯绿茶对身体好", "茶园在山上，茶叶很香"]


def test_pairs_of_characters_are_the_words_of_a_language_without_spaces():
    pile = [*TEA, "他在酒窖里存放葡萄酒", *TEA]
    result = Finder("centroid").find(WINE, pile)
    assert result.settings["language"] == "characters"
    assert result.table["id"][0] == "5"
    assert "葡萄" in result.table["why"][0]
    text = result.explain("5").text
    assert {text[start:end] for start, end, _ in result.explain("5").spans} >= {"酒窖", "萄酒"}


def test_a_report_says_what_was_counted(tmp_path):
    result = Finder("centroid").find(WINE, [*TEA, "他在酒窖里存放葡萄酒"])
    page = result.write_report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "every two neighbouring characters" in page.lower()
    assert "one without spaces between words" in page


def test_words_of_other_scripts_among_characters_are_words():
    vectorizer = choose_vectorizer(["使用python语言的机器学习"] * 2)
    vectorizer.fit(["使用python语言的机器学习"])
    assert "python" in vectorizer.vocabulary_


def test_german_words_are_brought_together_and_small_ones_left_out():
    pile = ["Die Weine sind im Keller und sie reifen dort.", "Der Tee ist in der Kanne und er ist noch heiß."]
    result = Finder("centroid").find(["Wir haben den Wein und einen Keller, aber keinen Tee."] * 2, pile)
    assert result.settings["language"] == "german"
    assert "und" not in result.words
    assert any("language detected: German" in note for note in result.notes)


def test_a_language_may_be_named():
    assert (
        Finder("centroid", language="french").find(["vin rouge"], ["un vin", "du thé"]).settings["language"] == "french"
    )


def test_an_unknown_language_is_a_mistake():
    with pytest.raises(UserError, match="klingon"):
        Finder(language="klingon").find(["red wine"], ["tea", "wine"])


def test_a_language_with_a_stop_list_and_no_stemmer_is_counted_unstemmed():
    wine = ["Червеното вино е в бъчвата и в избата", "Това вино е от грозде и е червено"]
    pile = ["Зеленият чай е в чайника", "Чай с мед и мента", "Вино от грозде в бъчвата", "Чаят е горещ"]
    result = Finder("centroid", language="bulgarian").find(wine, pile)
    assert result.settings["language"] == "bulgarian"
    assert result.table["id"][0] == "3"
    assert not {"и", "от", "е"} & set(result.words)
    assert "there is no stemmer for Bulgarian, so the forms of a word are counted as different words" in result.notes


def test_stemmed_languages_have_no_note_on_stemming():
    result = Finder("centroid", language="german").find(["roter Wein"], ["Tee", "Wein"])
    assert not any("stemmer" in note for note in result.notes)
