"""What is written, read and written again is the same, byte for byte, whatever the table and the format."""

import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from likewise.readers import read
from likewise.writers import suffixes, write
from tests.readers import exports

# Control characters and half characters make a file that no reader takes for text.
LETTERS = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff") | st.sampled_from(
    '\n\r\t ",;|=\\'
)
STRINGS = st.text(LETTERS, max_size=12) | st.sampled_from(
    [
        *("", " ", "007", "7", "7.0", "-0", "1e5", "=cmd()", "+1", "@x", '"', '""', "a\r\nb", "\r", "\n", "TY  - JOUR"),
        *(
            "ER  - ",
            "likewise rank: 3",
            "likewise title: x",
            "2020-01-31 00:00:00",
            "2020-01-31",
            "NaN",
            "true",
            "_x000D_",
        ),
        *("null", "[1, 2]", "a; b", "{", "#N/A", "12345678901234567890", "0.1", "\u2028", "\x85", "\u00a0", "\ufffe"),
    ]
)
COLUMNS = st.sampled_from(
    [
        *(
            "title",
            "Title",
            "TITLE",
            "TI",
            "T1",
            "JO",
            "JF",
            "journal",
            "C7",
            "c7",
            "ER",
            "N1",
            "notes",
            "type",
            "TY",
            "KW",
        ),
        *(
            "authors",
            "Authors",
            "rank",
            "rank_likewise",
            "likewise rank",
            "a: b",
            "a",
            " a",
            "a_2",
            "",
            " ",
            "a\nb",
            "a\\b",
        ),
        *(
            "7",
            "=1+1",
            "label",
            "url",
            "doi",
            "DOI",
            "keywords",
            "abstract",
            "id_2",
            "column_3",
            "x" * 70,
            "a;b",
            "a,b",
        ),
    ]
) | st.text(LETTERS, min_size=1, max_size=5)
VALUES = st.sampled_from(
    [
        (pl.String, STRINGS),
        (pl.Int64, st.integers(-(2**63), 2**63 - 1)),
        (pl.Int64, st.integers(-5, 2000)),
        (pl.Float64, st.floats(allow_nan=False, allow_infinity=False)),
        (pl.Float64, st.sampled_from([0.0, -0.0, 0.1 + 0.2, 1.0, 1e-7, 1e20, 0.123456789012345678])),
        (pl.Float32, st.floats(width=32, allow_nan=False, allow_infinity=False)),
        (pl.Boolean, st.booleans()),
        (pl.List(pl.String), st.lists(STRINGS, max_size=3)),
        (pl.List(pl.Int64), st.lists(st.integers(-5, 5), max_size=3)),
        (pl.Date, st.dates()),
    ]
)


@st.composite
def tables(draw):
    """Draw a table with ids and texts, so that there is something to read, and columns of any name and kind."""
    height = draw(st.integers(1, 4))
    columns = [pl.Series("id", [f"d{number}" for number in range(height)])]
    texts = ["red wine", *draw(st.lists(st.none() | STRINGS, min_size=height - 1, max_size=height - 1))]
    columns.append(pl.Series("text", texts, dtype=pl.String))
    for name in draw(st.lists(COLUMNS, max_size=5, unique=True)):
        if name not in ("id", "text"):
            dtype, values = draw(VALUES)
            cells = draw(st.lists(st.none() | values, min_size=height, max_size=height))
            columns.append(pl.Series(name, cells, dtype=dtype))
    order = draw(st.permutations(range(len(columns))))
    return pl.DataFrame({columns[at].name: columns[at] for at in order})


@pytest.mark.parametrize("suffix", suffixes())
def test_any_table_comes_back_and_is_written_the_same(tmp_path, suffix):
    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    @given(tables())
    @example(pl.DataFrame({"id": ["1"], "text": ["x" * 40_000], "rank": [1]}))
    def check(table):
        first = write(table, tmp_path / f"first{suffix}", on_loss=lambda said: None)
        again = write(read(first).table, tmp_path / f"again{suffix}", on_loss=lambda said: None)
        assert again.read_bytes() == first.read_bytes()

    check()


RESULT = pl.DataFrame(
    {
        "id": ["007", "a", "b"],
        "Title": ["Red wine", '"Green", they said;\ntea', "Ünïcode – 漢字 🍷"],
        "abstract": ["", None, "=1+1"],
        "rank": [1, 2, 3],
        "probability": [0.9, 1 / 3, None],
        "lower": [0.8, 0.1, None],
        "upper": [1.0, 0.7, None],
        "decision": ["yes", None, "no"],
        "why": ["wine, red", "", "tea"],
        "nearest": ["x", "y", None],
        "group": [None, None, 7],
        "flag": [None, None, "empty"],
    }
)


@pytest.mark.parametrize("suffix", suffixes())
def test_a_result_comes_back_and_is_written_the_same(tmp_path, suffix):
    first = write(RESULT, tmp_path / f"first{suffix}")
    table = read(first).table
    assert set(RESULT.columns) - {"Title"} <= set(table.columns)
    assert table["rank"].cast(pl.Int64).to_list() == [1, 2, 3]
    assert table["probability"].cast(pl.Float64).to_list() == pytest.approx(RESULT["probability"].to_list())
    assert write(table, tmp_path / f"again{suffix}").read_bytes() == first.read_bytes()


@pytest.mark.parametrize("content", [exports.ZOTERO_RIS, exports.ENDNOTE_RIS, exports.OLD_RIS])
@pytest.mark.parametrize("suffix", suffixes())
def test_every_field_of_ris_survives_every_other_format(tmp_path, content, suffix):
    start = tmp_path / "start.ris"
    start.write_text(content, encoding="utf-8")
    table = read(start).table
    back = read(write(table, tmp_path / f"pile{suffix}")).table
    assert set(back.columns) == set(table.columns)
    for name in table.columns:
        assert strings(back[name]) == strings(table[name]), name


def strings(column):
    values = column.to_list()
    return [("; ".join(value) if isinstance(value, list) else value) or None for value in values]
