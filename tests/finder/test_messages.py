"""How many there are, in a sentence; and when that cannot be told."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from likewise.engine.estimator import Likewise
from likewise.errors import UserError
from likewise.estimate import Estimate
from likewise.finder import Finder
from likewise.finder.messages import count_in_words, notes_on
from likewise.finder.titles import shorten


def estimate(count=187.0, low=120.4, high=284.0, **changes):
    curve = np.array([0.0, 1.0])
    return Estimate(
        count,
        low,
        high,
        0.9,
        1000,
        205,
        **changes,
        places=np.array([0.0, 1000.0]),
        good=curve,
        missed_low=curve,
        missed_high=curve,
        lower=curve,
        upper=curve,
    )


@pytest.fixture
def saying(monkeypatch):
    """Have the engine say something else of what it fitted."""

    def change(**attributes):
        fit = Likewise.fit_prepared

        def changed(self, prepared, y, **beside):
            fit(self, prepared, y, **beside)
            verdict = attributes.get("verdict")
            if verdict is not None:
                self.estimate_ = replace(self.estimate_, verdict=verdict, assumption="they are strangers")
            if verdict == "cannot tell":
                self.transduction_ = np.zeros_like(self.transduction_)
            for name in attributes.keys() - {"verdict"}:
                setattr(self, name, attributes[name])
            return self

        monkeypatch.setattr(Likewise, "fit_prepared", changed)

    return change


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            (estimate(), 205, 0),
            "about 190 like these (120–280), if the examples are a fair sample of what you look for; 205 suggested",
        ),
        (
            (estimate(), 205, 3),
            (
                "about 190 more like these (120–280), if the examples are a fair sample of what you look for; "
                "205 suggested, besides 3 that you said yes to"
            ),
        ),
        (
            (estimate(assumption="one example says little"), 205, 0),
            "about 190 like these (120–280): one example says little; 205 suggested",
        ),
        (
            (estimate(0.4, 0.1, 3.2, verdict="none"), 0, 0),
            "probably none like these (at most 3), if the examples are a fair sample of what you look for; 0 suggested",
        ),
        (
            (estimate(verdict="cannot tell", assumption="they are strangers"), 0, 0),
            "cannot tell from these examples how many there are: they are strangers; only the ranking can be used",
        ),
        (
            (estimate(verdict="cannot tell", assumption="they are strangers"), 80, 2),
            (
                "cannot tell from these examples how many there are: they are strangers; "
                "80 suggested as the most similar, besides 2 that you said yes to"
            ),
        ),
        ((None, 1, 0), "1 of 1,000 documents looks like your 4 examples"),
        ((None, 2, 1), "2 of 1,000 documents look like your 4 examples, besides 1 that you said yes to"),
    ],
)
def test_the_sentence(given, sentence):
    assert count_in_words(*given, 1000, 4) == sentence


def test_the_default_method_counts(examples, labelled):
    result = Finder().find(examples, labelled[0])
    assert result.estimate.low <= 20 <= result.estimate.high
    assert result.summary.startswith("about ")
    assert result.summary.endswith(f"{result.n_taken} suggested")
    assert result.n_taken == result.n_found == result.estimate.n_taken


def test_a_cut_off_says_what_it_brings_and_misses(examples, labelled):
    result = Finder().find(examples, ["", *labelled[0]])
    outlooks = [result.at(k) for k in range(62)]
    assert [outlook.n_taken for outlook in outlooks] == list(range(62))
    good = [outlook.good for outlook in outlooks]
    assert good == sorted(good)
    assert good[0] == 0
    assert outlooks[5].good > 4
    assert outlooks[61].good == outlooks[60].good  # the last has no text
    assert outlooks[5].missed > outlooks[30].missed
    for wrong in (-1, 62):
        with pytest.raises(UserError, match="of 61 documents cannot be taken"):
            result.at(wrong)


def test_a_method_that_estimates_nothing_says_so(examples, labelled):
    result = Finder("centroid").find(examples, labelled[0])
    assert result.estimate is None
    with pytest.raises(UserError, match="centroid does not estimate how many there are"):
        result.at(3)


def test_a_method_with_a_cut_off_by_the_prior_counts_too(examples, labelled):
    result = Finder("centroid", params={"threshold": "prior"}).find(examples, labelled[0])
    assert result.summary.startswith("about ")
    assert result.at(60).n_taken == 60


def test_where_nothing_can_be_told_there_is_an_order_and_nothing_else(examples, labelled, saying):
    plain = Finder().find(examples, labelled[0]).table
    saying(verdict="cannot tell")
    result = Finder().find(examples, labelled[0])
    assert result.table["id"].equals(plain["id"])
    assert result.table["rank"].equals(plain["rank"])
    assert set(result.table["suggestion"]) == {"no"}
    assert result.table["probability"].null_count() == 60
    assert result.n_found == 0
    assert result.summary.startswith("cannot tell from these examples how many there are: they are strangers")
    assert [note for note in result.notes if note.startswith("to learn where to stop")]
    assert not [note for note in result.notes if "passed the cut-off" in note]
    with pytest.raises(UserError, match="cannot tell from these examples"):
        result.at(3)


def test_none_is_said(examples, labelled, saying):
    saying(verdict="none")
    result = Finder().find(examples, labelled[0])
    assert result.summary.startswith("probably none like these (at most ")
    assert [note for note in result.notes if note.startswith("hardly any document of the pile")]


def test_who_has_found_some_is_not_told_to_try_other_examples(examples, labelled, saying):
    saying(verdict="none")
    result = Finder().find(examples, labelled[0], decisions={"1": "yes"})
    assert not [note for note in result.notes if "try other examples" in note]
    assert [note for note in result.notes if "read a random sample of them before you stop" in note]


def test_odd_examples_are_named_and_flagged(examples, labelled, saying):
    saying(odd_=np.array([False, True, False, True, False]))
    given = [examples[0], "", *examples[1:]]  # an example without text is none of the five
    result = Finder().find(given, [*labelled[0], examples[0], examples[1]])
    first, second = shorten(pl.Series([examples[1], examples[3]]))
    named = f"2 of 5 examples are unlike the rest: '{first}', '{second}'; leave them out if they are mistakes"
    assert named in result.notes
    assert result.table.tail(2).select("decision", "flag").rows() == [
        ("example", None),
        ("example", "unlike the other examples"),
    ]


def test_odd_examples_are_told_by_their_place_among_those_with_words(examples, labelled, saying):
    saying(odd_=np.array([False, False, False, False, True]))
    given = ["the and of", *examples]
    name = shorten(pl.Series([examples[4]]))[0]
    assert any(f"unlike the rest: '{name}';" in note for note in Finder().find(given, labelled[0]).notes)


def test_near_copies_are_said(examples, labelled):
    copies = [examples[0], examples[0] + " wine", examples[0] + " cork", examples[0] + " glass"]
    notes = Finder().find(copies, labelled[0]).notes
    assert [note for note in notes if note.startswith("most of your examples are near-copies of each other")]


def test_a_single_example_is_said(examples, labelled):
    assert [note for note in Finder().find(examples[:1], labelled[0]).notes if "more examples would make" in note]
    assert not [note for note in Finder().find(examples[:2], labelled[0]).notes if "more examples would" in note]


def test_many_odd_examples_are_not_all_named():
    odd = [f"e{n}" for n in range(8)]
    told = notes_on(None, n_taken=1, n_examples=30, are_copies=False, odd=odd)
    assert told == [
        "8 of 30 examples are unlike the rest: e0, e1, e2, e3, e4 and 3 more; leave them out if they are mistakes"
    ]


@pytest.mark.parametrize("profile", ["topics", "criteria"])
def test_a_profile_reaches_the_method(profile, examples, labelled, monkeypatch):
    seen = []
    fit = Likewise.fit_prepared

    def remember(self, prepared, y, **beside):
        seen.append(self.profile)
        return fit(self, prepared, y)

    monkeypatch.setattr(Likewise, "fit_prepared", remember)
    Finder(profile=profile).find(examples, labelled[0])
    Finder(profile=profile, params={"profile": "topics"}).find(examples, labelled[0])
    assert seen == [profile, "topics"]


@pytest.mark.parametrize(
    ("method", "profile", "says"),
    [("centroid", "criteria", "the method centroid has no profiles"), ("likewise", "magic", "criteria")],
)
def test_a_profile_that_is_none_is_said(method, profile, says, examples, labelled):
    with pytest.raises(UserError, match=says):
        Finder(method, profile=profile).find(examples, labelled[0])
