"""Tables of any origin as RIS."""

import polars as pl

from likewise.writers.ris import to_ris


def lines(**columns):
    return to_ris(pl.DataFrame(columns)).decode().splitlines()


def test_names_of_exports_find_their_tags():
    found = lines(**{"Article Title": ["On wine"], "Authors": ["Abel, A.; Cole, C."], "Source_Title": ["Drinks"]})
    assert found == ["TY  - GEN", "TI  - On wine", "AU  - Abel, A.", "AU  - Cole, C.", "T2  - Drinks", "ER  - ", ""]


def test_other_columns_are_notes_in_order_of_their_names():
    assert lines(why=["x"], rank=[3])[1:3] == ["N1  - likewise rank: 3", "N1  - likewise why: x"]


def test_line_ends_become_spaces_and_nothing_is_no_line():
    assert lines(title=["On\r\n wine "], abstract=[None], decision=[""])[1:-2] == ["TI  - On wine"]


def test_a_type_that_ris_does_not_have_is_a_note():
    assert lines(type=["Review article"])[:2] == ["TY  - GEN", "N1  - likewise type_likewise: Review article"]
    assert lines(type=["JOUR", None])[0::3] == ["TY  - JOUR", "TY  - GEN"]


def test_two_columns_for_one_tag_both_stay():
    assert lines(title=["a"], Title=["b"])[1:3] == ["TI  - a", "N1  - likewise Title_likewise: b"]


def test_lists_are_a_line_for_each_and_nested_values_json():
    found = lines(keywords=[["a", "b"]], topics=[[1, 2]], more=[{"k": 1}])
    assert found[1:-2] == [
        *("KW  - a", "KW  - b", 'N1  - likewise more: {"k": 1}', "N1  - likewise topics: 1", "N1  - likewise topics: 2")
    ]
