"""What find wrote is a pile too: searched again with the same examples, it is written again with the same bytes."""

import pytest

from likewise.writers import suffixes


@pytest.mark.parametrize("suffix", [*suffixes(), ".csv.gz"])
def test_searched_again_an_export_is_the_same_file(run, likes, pile, tmp_path, suffix):
    first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    assert run("find", likes, pile, "-o", first, "--no-report").exit_code == 0
    assert run("find", likes, first, "-o", second, "--no-report").exit_code == 0
    assert first.read_bytes() == second.read_bytes()


def test_a_pile_without_ids_and_with_copies_too(run, likes, texts_of, tmp_path):
    pile = tmp_path / "pile.csv"
    texts = [*texts_of("tea", 10), *texts_of("wine", 10)]
    pile.write_text(
        "text,note\n" + "".join(f"{text},{place % 3}\n" for place, text in enumerate([*texts, *texts[5:15]]))
    )
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    run("find", likes, pile, "-o", first, "--no-report")
    run("find", likes, first, "-o", second, "--no-report")
    assert first.read_bytes() == second.read_bytes()
