"""The language of texts is told by their small words, and not told where there are too few."""

import pytest

from likewise.text.detection import language_of

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
    assert language_of([SENTENCES[language]]) == language


@pytest.mark.parametrize("texts", [[], [""], ["engine car", "tea pot", "wine"], ["12 34", "%%"], ["x" * 10**6]])
def test_what_has_no_small_words_tells_nothing(texts):
    assert language_of(texts) is None


def test_most_of_the_texts_decide():
    assert language_of([SENTENCES["french"]] * 7 + [SENTENCES["english"]] * 3) == "french"


def test_only_some_of_many_texts_are_looked_at():
    texts = [SENTENCES["german"] * 1000] * 2000
    assert language_of(texts) == "german"
