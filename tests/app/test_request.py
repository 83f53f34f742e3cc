"""Requests are plain values: through JSON and TOML and back, they stay what they are."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from likewise.app.evaluate_request import CompareRequest, SimulateRequest
from likewise.app.request import CheckRequest, DemoRequest, SearchRequest
from likewise.errors import UserError

PARAMS = {"n_components": 20, "tol": 1e-3, "init": "random", "warm": True, "max_length": None, "ngram_range": (1, 2)}
REQUESTS = [
    SearchRequest(pile="pile.csv", pasted="red\nwine — “π” \x7f\x01\U0001f600", params=PARAMS, no_report=True),
    SearchRequest(pile='C:\\papers\\"mine".csv', examples="likes", text="title,abstract", out="found.xlsx", seed=7),
    CheckRequest(files=("known", "pile.csv"), label="included"),
    SimulateRequest(labelled="labelled.csv", positive="1", repeats=3, share=0.25, params=PARAMS, plot="recall.svg"),
    CompareRequest(labelled="labelled.csv", positive="1", methods=("likewise", "centroid")),
    DemoRequest(n_examples=3, label="json"),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda each: type(each).__name__)
def test_every_request_round_trips_through_json_and_toml(request_):
    cls = type(request_)
    assert cls.from_dict(json.loads(json.dumps(request_.to_dict()))) == request_
    assert cls.from_toml(request_.to_toml()) == request_


@given(
    st.dictionaries(
        st.text(min_size=1),
        st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(),
    )
)
def test_any_plain_parameters_round_trip(params):
    params = {name: value for name, value in params.items() if value != "none"}  # the word that stands for None
    request = SearchRequest(pile="pile.csv", params=params)
    assert SearchRequest.from_dict(json.loads(json.dumps(request.to_dict()))) == request
    try:
        text = request.to_toml().encode().decode()
    except UnicodeEncodeError:  # half of a pair of surrogates is text in Python only
        return
    assert SearchRequest.from_toml(text) == request


@pytest.mark.parametrize(
    ("values", "sentence", "parameter"),
    [
        ({"examples": "likes"}, "a SearchRequest needs pile", "pile"),
        ({"pile": "p", "colour": "red"}, "has no field 'colour'; it has: pile, examples", None),
        ({"pile": 3}, "pile cannot be 3; its type is text", "pile"),
        ({"pile": "p", "seed": "x"}, "seed cannot be 'x'; its type is a whole number", "seed"),
        ({"pile": "p", "seed": True}, "its type is a whole number", "seed"),
        ({"pile": "p", "embed": 1}, "its type is true or false", "embed"),
        ({"pile": "p", "params": ["a"]}, "its type is a mapping", "params"),
        ({"pile": "p", "params": {"a": {1, 2}}}, "give a number, a text, true, false or none", "params"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_its_field(values, sentence, parameter):
    with pytest.raises(UserError) as error:
        SearchRequest.from_dict(values)
    assert sentence in str(error.value)
    assert error.value.parameter == parameter


def test_what_is_not_toml_is_refused_in_a_sentence():
    with pytest.raises(UserError, match="not valid TOML"):
        CheckRequest.from_toml("files = [")
