import pytest
from bench.worker import RUNNERS

from bench import peers

FILE = peers.read()


def test_every_package_of_an_environment_has_a_pinned_version():
    packages = [package for environment in FILE.environments.values() for package in environment["packages"]]
    assert packages
    assert [package for package in packages if "==" not in package] == []


@pytest.mark.parametrize("row", FILE.comparisons, ids=lambda row: row.name)
def test_every_comparison_names_runners_that_exist_and_what_its_kind_needs(row):
    for side in (row.ours, row.theirs):
        assert (RUNNERS / f"{side['runner']}.py").exists()
        assert side["threads"] >= 1
    assert row.kind in {"iteration", "ranking", "reach"}
    if row.kind == "iteration":
        short, long = row.iterations
        assert 0 < short < long
    elif row.kind == "ranking":
        assert row.documents > 0
    else:
        assert row.ours["budget"] > 1
        assert row.theirs["budget"] > 1


def test_names_of_comparisons_are_unique():
    names = [row.name for row in FILE.comparisons]
    assert len(set(names)) == len(names)


def test_a_comparison_in_an_unknown_environment_is_refused(tmp_path):
    file = tmp_path / "peers.toml"
    text = peers.FILE.read_text(encoding="utf-8")
    file.write_text(text.replace('environment = "tomotopy"', 'environment = "nowhere"'), encoding="utf-8")
    with pytest.raises(ValueError, match="nowhere"):
        peers.read(file)
