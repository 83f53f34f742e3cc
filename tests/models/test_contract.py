"""Our own contract, over everything registered: a new model is held to all of it by being registered."""

import pytest

from likewise import registry
from likewise.testing import parametrize_with_contract

NAMES = registry.names()


@parametrize_with_contract({name: registry.get(name)() for name in NAMES})
def test_contract(estimator, check):
    check(estimator)


@pytest.mark.parametrize("name", NAMES)
def test_it_describes_itself(name):
    method = registry.describe(name)
    assert method.name == name
    assert 20 < len(method.summary) < 120
    assert {key for key in method.parameters if "__" not in key} <= set(registry.get(name)()._parameter_constraints)


def test_unknown_names_list_what_there_is():
    with pytest.raises(ValueError, match=r"no method 'nosuch'; there are: .*ts-plsa"):
        registry.get("nosuch")
