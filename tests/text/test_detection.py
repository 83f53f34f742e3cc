"""The language of texts is told by their small words, and not told where there are too few."""

import pytest

from likewise.text.detection import count_other_languages, detect_language

SENTENCES = {
    "english": "The children do not go to school today because they are ill and have to stay at home.",
    "german": "Die Kinder gehen heute nicht in die Schule, weil sie krank sind und zu Hause bleiben müssen.",
    "french": "Les enfants ne vont pas à l'école aujourd'hui parce qu'ils sont malades et doivent rester chez eux.",
    "spanish": "Los niños no van hoy a la escuela porque están enfermos y tienen que quedarse en casa.",
    "italian": "I bambini oggi non vanno a scuola perché sono malati e devono restare a casa con la madre.",
    "dutch": "De kinderen gaan vandaag niet naar school omdat ze ziek zijn en thuis moeten blijven.",
    "portuguese": "As crianças não vão hoje à escola porque estão doentes e têm de ficar em casa com a mãe.",
    "swedish": "Barnen går inte till skolan idag eftersom de är sjuka och måste stanna hemma.",
    "russian": "Дети сегодня не идут в школу, потому что они больны и должны остаться дома.",
    "finnish": "Lapset eivät mene tänään kouluun, koska he ovat sairaita ja heidän täytyy jäädä kotiin.",
    "characters": "孩子们今天不去上学，因为他们生病了，必须待在家里。",
}


@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_a_sentence_tells_its_language(language):
    assert detect_language([SENTENCES[language]]) == language


@pytest.mark.parametrize("texts", [[], [""], ["engine car", "tea pot", "wine"], ["12 34", "%%"], ["x" * 10**6]])
def test_what_has_no_small_words_tells_nothing(texts):
    assert detect_language(texts) is None


def test_most_of_the_texts_decide():
    assert detect_language([SENTENCES["french"]] * 7 + [SENTENCES["english"]] * 3) == "french"


def test_only_some_of_many_texts_are_looked_at():
    texts = [SENTENCES["german"] * 1000] * 2000
    assert detect_language(texts) == "german"


def test_documents_in_other_languages_are_counted():
    english = "The wine is red and the grapes are too, as we all know by now from what was said."
    german = "Der Wein ist rot und die Trauben sind es auch, wie wir alle nach dem ersten Glas wissen."
    russian = "Это вино было красное, и мы все его пили, как и они, но не так много, как он."
    chinese = "红酒是用葡萄酿造的"
    table = "APR7 -- 13030 P SETT 4205 MAY7 NY COMEX"
    texts = [english] * 20 + [german] * 3 + [russian, chinese, chinese, table, ""]
    assert count_other_languages(texts, "english") == {"german": 3, "characters": 2, "russian": 1}
    assert count_other_languages([english] * 5, "english") == {}
    assert count_other_languages([], "english") == {}


def test_counts_of_a_sample_are_scaled_up():
    english = "The wine is red and the grapes are too, as we all know by now from what was said."
    german = "Der Wein ist rot und die Trauben sind es auch, wie wir alle nach dem ersten Glas wissen."
    texts = [english, english, english, german] * 1250
    assert abs(count_other_languages(texts, "english")["german"] - 1250) < 300


@pytest.mark.parametrize(
    "text",
    [
        "Standings\n T  W  L  P  GF\n A  B  C  D  E  M  N  R  S  U  V",
        "M)B9R&KJZ)EVZ=+ITNKH>?7U=PGU]+Q=?72_=PU'GT>+,<LORPU86$1EX",
    ],
)
def test_single_letters_of_tables_and_codes_are_not_words_of_a_language(text):
    assert count_other_languages([text], "english") == {}


def test_languages_that_are_equally_frequent_stand_in_one_order():
    german, french = SENTENCES["german"] * 2, SENTENCES["french"] * 2
    assert list(count_other_languages([german, french], "english")) == ["french", "german"]
    assert list(count_other_languages([french, german], "english")) == ["french", "german"]
