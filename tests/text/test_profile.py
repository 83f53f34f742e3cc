"""What documents look like, whatever file they came from."""

from likewise.text.profile import looks_like_lines, looks_like_records, suggest_profile

TITLES = ["Effects of wine on sleep in adults", "Wine and the heart: a cohort study", "Sleep in old age", "Red wine"]
ABSTRACT = "Methods: we gave wine to forty patients and compared them with forty others. Results were significant. " * 4


def test_records_of_literature_are_told_from_letters_and_single_lines() -> None:
    abstract = "We gave wine to forty persons and compared them with forty others. " * 5
    assert looks_like_records([f"A trial of wine\n{abstract}"] * 3)
    assert not looks_like_records([abstract] * 3)
    assert not looks_like_records(["\n".join(["a line of a letter"] * 40)] * 3)
    assert not looks_like_records([])


def test_single_lines_are_told_from_longer_texts() -> None:
    assert looks_like_lines(["Where is my card?"] * 3)
    assert not looks_like_lines(["We drank it daily. " * 20] * 3)
    assert not looks_like_lines([])


def test_records_are_told_however_title_and_abstract_are_laid_out() -> None:
    assert suggest_profile([f"{title}. {ABSTRACT}" for title in TITLES], 4) == "criteria"
    assert suggest_profile([f"{title}\n\n{ABSTRACT[:200]}\n{ABSTRACT[200:]}" for title in TITLES], 4) == "criteria"
    assert suggest_profile([ABSTRACT] * 4, 4) == "criteria"


def test_titles_are_records_also_where_most_have_no_abstract() -> None:
    assert suggest_profile(TITLES, 5000) == "criteria"
    assert suggest_profile([*TITLES * 3, f"{TITLES[0]}\n{ABSTRACT}"], 13) == "criteria"


def test_headlines_requests_and_letters_are_not_records() -> None:
    requests = ["Where is my card?", "I want to pay", "My card was refused", "Show me the bill"] * 3
    assert suggest_profile(requests, 5000) == "lines"
    letters = ["Dear all, I tried the new car and I like it a lot, it runs well and takes little fuel. " * 5] * 4
    assert suggest_profile(letters, 4) == "topics"
