"""The corpora as they are, where they are on this machine."""

from collections import Counter

import pytest

from likewise.datasets import CATALOGUE, load, load_20newsgroups, load_reuters21578, load_webdir, load_webkb
from likewise.datasets import load_webkb_course as load_course
from likewise.datasets.newsgroups import parse_original
from likewise.datasets.storage import load_records
from likewise.datasets.webkb import parse_pages, parse_two_views

pytestmark = pytest.mark.corpus


def test_20newsgroups_has_twenty_groups_without_headers():
    corpus = load_20newsgroups()
    sizes = Counter(corpus.labels)
    assert len(corpus) == 19_997
    assert sizes.pop("soc.religion.christian") == 997
    assert set(sizes.values()) == {1000}
    # Five bodies begin with headers that their authors pasted.
    assert sum(text.startswith(("Xref:", "Path:", "Newsgroups:")) for text in corpus.texts) == 5
    assert corpus.sha256 == CATALOGUE["20newsgroups"].sha256


def test_20newsgroups_is_split_by_date():
    train, test = (load_20newsgroups(split=part, headers="subject") for part in ("train", "test"))
    assert (len(train), len(test)) == (11_314, 7_532)
    assert not set(train.ids) & set(test.ids)
    assert set(test.extra["bydate"]) == {"test"}


def test_20newsgroups_keeps_the_subject_or_all_headers_on_request():
    position = load_20newsgroups().ids.index("alt.atheism/49960")
    subject, kept = (load_20newsgroups(headers=headers).texts[position] for headers in ("subject", "keep"))
    assert subject.startswith("Alt.Atheism FAQ: Atheist Resources\n\nArchive-name:")
    assert kept.startswith("Xref: ")


def test_reuters_topics_of_zhou2010():
    corpus = load_reuters21578(single_topic=True, min_topic_size=100)
    sizes = Counter(corpus.labels)
    assert len(corpus) == 8_246
    assert len(sizes) == 10
    assert (sizes["earn"], min(sizes.values())) == (3_945, 116)


def test_reuters_modapte_split():
    train, test = (load_reuters21578(split=part) for part in ("train", "test"))
    assert (len(train), len(test)) == (9_603, 3_299)
    topics = Counter(topic for topics in train.labels for topic in topics)
    assert (topics["earn"], topics["wheat"]) == (2_877, 212)


def test_reuters_small_topics_go_and_stories_left_without_one_too():
    corpus = load_reuters21578(min_topic_size=500)
    assert all(corpus.labels)
    left = {topic for topics in corpus.labels for topic in topics}
    assert left == {"earn", "acq", "money-fx", "crude", "grain", "trade", "interest"}


def test_webkb_pages_are_words_only():
    corpus = load_webkb(classes=["course", "staff"])
    assert Counter(corpus.labels) == {"course": 930, "staff": 137}
    first = corpus.texts[0]
    assert first.startswith("CS414 Home Page\nCS414: Systems Programming and Operating Systems")
    assert not any(text.startswith(("MIME-Version:", "Date:", "Server:")) for text in corpus.texts)
    # One page shows its readers how to write a link.
    assert sum("<a href" in text.lower() for text in corpus.texts) == 1


def test_webkb_pages_come_whole_on_request():
    assert load_webkb(tags=True).texts[0].startswith("MIME-Version: 1.0\nServer: CERN/3.0")


def test_course_pages_have_two_views():
    corpus = load_course()
    assert Counter(corpus.labels) == {"course": 230, "non-course": 821}
    assert sum(not words.strip() for words in corpus.extra["inlinks_text"]) == 3
    assert corpus.extra["inlinks_text"][0] == "CS414 Operating System \n"


def test_webdir_has_39_topics():
    corpus = load_webdir()
    assert len(corpus) == 28_009
    assert len(set(corpus.labels)) == 39
    assert corpus.extra["path"][0][:2] == ["Programming", "Python"]


def test_loading_by_name_passes_options_on():
    assert len(load("20newsgroups", split="test")) == 7_532


def test_archive_of_real_messages_gives_the_same_records(archive):
    records = load_records(CATALOGUE["20newsgroups"], None)[0][::500]
    original = {f"20_newsgroups/{record['id']}": record["text"].encode("latin-1") for record in records}
    by_date = {f"20news-bydate-{record['bydate']}/{record['id']}": b"" for record in records if record["bydate"]}
    assert parse_original([archive("a.tar.gz", original), archive("b.tar.gz", by_date)]) == records


def test_archive_of_real_pages_gives_the_same_records(archive):
    records = load_records(CATALOGUE["webkb"], None)[0][::200]
    files = {f"webkb/{record['id']}": record["text"].encode("latin-1") for record in records}
    assert parse_pages([archive("a.tar.gz", files)]) == records


def test_archive_of_real_views_gives_the_same_records(archive):
    records = load_records(CATALOGUE["webkb_course"], None)[0][::20]
    files = {}
    for record in records:
        files[f"course-cotrain-data/fulltext/{record['id']}"] = record["text"].encode("latin-1")
        files[f"course-cotrain-data/inlinks/{record['id']}"] = record["inlinks_text"].encode("latin-1")
    assert parse_two_views([archive("a.tar.gz", files)]) == records


def test_reviews_have_the_included_records_that_their_authors_report():
    corpus = load("reviews_synergy")
    included = Counter(
        review for review, label in zip(corpus.extra["review"], corpus.labels, strict=True) if label == "included"
    )
    assert (len(corpus), included["Chou_2004"], included["Nelson_2002"]) == (7_234, 9, 80)
    one = load("reviews_synergy", review="Oud_2018")
    assert (len(one), one.labels.count("included"), set(one.extra["review"])) == (952, 20, {"Oud_2018"})
    assert one.texts[0].startswith(one.extra["title"][0])


def test_banking77_has_77_intents_in_two_parts():
    corpus = load("banking77")
    assert (len(corpus), len(set(corpus.labels))) == (13_083, 77)
    parts = [load("banking77", split=part) for part in ("train", "test")]
    assert sum(map(len, parts)) == 13_083
    assert [set(part.extra["split"]) for part in parts] == [{"train"}, {"test"}]
