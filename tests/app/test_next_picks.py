"""Which documents are read next."""

from collections import Counter

from likewise.app.next_picks import Candidates, Shares, choose_picks

TOP = [f"d{row}" for row in range(200)]


def candidates(**more):
    return Candidates(top=TOP, uncertain=TOP[100:140], different=TOP[150:190], audit=TOP[60:80], **more)


def test_shares_hold_over_many_picks():
    picks = choose_picks(100, candidates(), (), {"top": 10}, has_no=True)
    counts = Counter(pick.kind for pick in picks)
    assert counts["audit"] == 11
    assert counts["uncertain"] == counts["different"] == 11
    assert counts["top"] == 67


def test_shares_hold_when_picks_are_chosen_one_by_one():
    answered, given = [], Counter()
    for _ in range(100):
        (pick,) = choose_picks(1, candidates(), answered, given, has_no=True)
        answered.append(pick.id)
        given[pick.kind] += 1
    assert all(abs(given[kind] - 10) <= 1 for kind in ("audit", "uncertain", "different"))
    assert len(set(answered)) == 100


def test_documents_of_the_random_sample_are_shown_as_nothing_else():
    picks = choose_picks(200, candidates(), (), {}, has_no=True)
    assert {pick.id for pick in picks if pick.kind == "audit"} == set(TOP[60:80])
    assert len(picks) == 200


def test_before_there_is_a_no_the_likeliest_come_with_a_few_of_the_sample():
    picks = choose_picks(20, candidates(), (), {}, has_no=False)
    assert Counter(pick.kind for pick in picks) == {"top": 18, "audit": 2}
    assert [pick.id for pick in picks if pick.kind == "top"] == TOP[:18]


def test_other_shares_may_be_asked_for():
    picks = choose_picks(10, candidates(), (), {"top": 20}, has_no=True, shares=Shares(0, 0, 0, 1))
    assert {pick.kind for pick in picks} == {"audit"}


def test_nothing_is_left_when_all_are_answered():
    assert choose_picks(5, candidates(), TOP, {}, has_no=True) == []
