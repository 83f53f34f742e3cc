"""BibTeX, by programs and by hand, and the LaTeX in it."""

import time

import pytest

from likewise.errors import UserError
from likewise.readers import read
from likewise.readers.references.latex import latex_to_text
from tests.readers.exports import BIBLATEX, HAND_BIB, ZOTERO_BIB


@pytest.fixture
def bib(tmp_path):
    def make(text):
        path = tmp_path / "pile.bib"
        path.write_text(text, encoding="utf-8")
        return read(path)

    return make


def test_zotero_is_read_with_its_characters(bib):
    documents = bib(ZOTERO_BIB)
    row = documents.table.row(0, named=True)
    assert (row["key"], row["type"]) == ("abel_red_2019", "article")
    assert row["title"] == "Red Wine and the café: a cohort study"
    assert row["author"] == "Abel, Ann and Bönisch, Bo"
    assert row["abstract"] == "Background: wine & tea – 20% of all drinks."
    assert (row["month"], row["pages"]) == ("mar", "11–19")
    assert documents.ids.to_list() == ["abel_red_2019"]
    assert documents.columns["text"] == ("title", "abstract", "keywords")


def test_names_joined_values_quotes_and_parentheses_are_understood(bib):
    rows = {row["key"]: row for row in bib(HAND_BIB).table.rows(named=True)}
    assert list(rows) == ["cole01", "dean02"]
    assert rows["cole01"]["title"] == 'A "book" of tea'
    assert rows["cole01"]["year"] == "2001"
    assert rows["dean02"]["title"] == "On “tea”"
    assert rows["dean02"]["booktitle"] == "Journal of Invented Drinks, vol. 4"
    assert rows["dean02"]["note"] is None


@pytest.mark.parametrize(
    "bad", ["title = {a {b}", 'title = "a', "title = {a} year = 7", "title = , year = 7", "title = {a}"]
)
def test_an_entry_that_is_not_closed_is_listed_and_the_next_is_read(bib, bad):
    documents = bib(
        f"% hi\n@article{{one, {bad}\n\n@article{{two, title = {{On tea}}}}\n@book{{three, title = {{Tea}}}}"
    )
    assert documents.table["key"].to_list() == ["two", "three"]
    assert [name for name, _ in documents.unread] == ["the entry on line 2 of pile.bib"]


def test_entries_on_one_line_are_all_read(bib):
    assert bib("@a{x, title={p}} and @b{y, title={q}}").table.rows() == [("x", "a", "p"), ("y", "b", "q")]


def test_an_address_in_a_value_begins_no_entry(bib):
    assert bib("@a{x, title={write to\n me@example.org}}").table["title"].to_list() == ["write to me@example.org"]


def test_keys_that_repeat_stay_and_rows_are_numbered(bib):
    documents = bib("@a{x, title={p}}\n@a{x, title={q}}")
    assert documents.table["key"].to_list() == ["x", "x"]
    assert documents.ids.to_list() == ["1", "2"]


def test_fields_called_key_and_type_and_fields_that_repeat_are_kept(bib):
    row = bib("@a{x, title={t}, type={Thesis}, key={k}, note={p}, note={q}}").table.row(0, named=True)
    assert row == {"key": "x", "type": "a", "title": "t", "type_2": "Thesis", "key_2": "k", "note": "p; q"}


def test_an_entry_without_a_key_and_a_trailing_comma_are_fine(bib):
    assert bib("@a{title={t},}").table.rows(named=True) == [{"key": None, "type": "a", "title": "t"}]


@pytest.mark.parametrize("text", ["nothing here", "@article{one, title = {", "@comment{x}", "@article"])
def test_a_file_without_entries_is_an_error(bib, text):
    with pytest.raises(UserError, match="has no entries of BibTeX"):
        bib(text)


@pytest.mark.parametrize(
    "unit", ["@a{k, t = {x ", "@a{k, t = {{{{{{{", '@a{k, t = "x', "@", "{", "@a{k,\n@a{k,", "a = b #", "@a("]
)
def test_reading_takes_time_in_proportion_to_the_size(tmp_path, unit):
    path = tmp_path / "pile.bib"
    path.write_text("@a{k, title={t}}\n" + unit * (400_000 // len(unit)))
    start = time.process_time()
    read(path)
    assert time.process_time() - start < 4


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"{\"u} \"u \"{u} {\"{u}} {\" u}", "ü ü ü ü ü"),
        (r"\'e \`a \^o \~n \=o \.z", "é à ô ñ ō ż"),
        (r"\c{c} \c c \v{s} \H{o} \k{a} \r{a} \u{g} \d{h} \b{k}", "ç ç š ő ą å ğ ḥ ḵ"),
        (r"\'{\i} \'\i{} {\'\i}n", "í í ín"),
        (r"stra{\ss}e \ss{} \AA ngstr\"om \O{}re {\L}\'od\'z \ae \oe", "straße ß Ångström Øre Łódź æœ"),
        (r"a -- b --- c ``d'' e~f", "a – b — c “d” e\u00a0f"),
        (r"\& \% \$5 \# \_ \{ \}", "& % $5 # _ { }"),
        (r"\emph{a} \textit{b} {\bf c} \url{http://x.org/~y}", "a b c http://x.org/\u00a0y"),
        (r"costs $x_{1}^2$ and $\alpha$", r"costs $x_{1}^2$ and $\alpha$"),
        (r"one $ sign, {braces}", "one $ sign, braces"),
        (r"\LaTeX\ and \TeX{} by \foo{x}", "LaTeX and TeX by foox"),
        (r"hy\-phen line\\break thin\,space", "hyphen line break thin space"),
        ("plain", "plain"),
        ("\\", "\\"),
    ],
)
def test_latex_becomes_characters(latex, text):
    assert latex_to_text(latex) == text


def test_biblatex_has_years_and_journals(tmp_path):
    path = tmp_path / "zotero.bib"
    path.write_text(BIBLATEX)
    documents = read(path)
    assert documents.table["year"].to_list() == ["2019", "2020", "1999"]
    assert documents.table["date"].to_list() == ["2019-05", "2020-01-31/2020-02-02", "1998"]
    assert documents.table["journaltitle"].to_list() == ["Journal of Wine", None, None]
    assert documents.table["type"].to_list() == ["article", "online", "thesis"]
    assert documents.text[0] == "On the Storage of Red Wine\nWe store wine in cellars."
