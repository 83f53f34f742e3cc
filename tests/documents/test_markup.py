"""Markup that publishers leave in titles and abstracts is not text."""

import polars as pl
import pytest

from likewise.documents.markup import strip_markup
from likewise.readers import read

MATHS = (
    "<inline-formula><mml:math xmlns:mml='http://www.w3.org/1998/Math/MathML'><mml:mrow><mml:mi>x</mml:mi><mml:mo>="
    "</mml:mo><mml:mn>2</mml:mn></mml:mrow><mml:annotation encoding='application/x-tex'>\\frac{x}</mml:annotation>"
    "</mml:math></inline-formula>"
)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("p &lt; 0.05 &amp; n &gt; 3", "p < 0.05 & n > 3"),
        ("p &amp;lt; 0.05", "p < 0.05"),
        ("&#945;-tocopherol, &#x3b1;, caf&eacute;", "α-tocopherol, α, café"),
        ("CO<sub>2</sub> and <i>Vitis</i>", "CO2 and Vitis"),
        ("&lt;i&gt;Vitis&lt;/i&gt;", "Vitis"),
        ("<p>One.</p><p>Two.</p>", "One.\nTwo."),
        ("<jats:title>Abstract</jats:title><jats:p>Wine.</jats:p>", "Abstract\nWine."),
        ("<jats:p>Of <jats:italic>Vitis</jats:italic></jats:p>", "Of Vitis"),
        (f"for {MATHS} only", "for x=2  only"),
        (r"if \documentclass[12pt]{minimal} \begin{document}$$x$$\end{document} holds", "if   holds"),
        ('see <a href="https://example.org/?a=1">here</a>', "see here"),
        ("a <b or c> d", "a <b or c> d"),
        ("from <jo@example.org> x < y > z", "from <jo@example.org> x < y > z"),
        ("?a=1&copy=2;", "?a=1&copy=2;"),
        ("R&D; AT&T", "R&D; AT&T"),
        ("", ""),
        ("  spaces stay\n", "  spaces stay\n"),
    ],
)
def test_markup_is_read(written, read_as):
    assert strip_markup(pl.Series(["plain", written])).to_list() == ["plain", read_as]


def test_a_table_keeps_its_cells_and_has_plain_texts(tmp_path):
    abstract = f"Doses &lt; 5 mg of <i>Vitis</i> {MATHS}."
    (tmp_path / "a.ris").write_text(f"TY  - JOUR\nTI  - On <i>wine</i>\nAB  - {abstract}\nER  - \n")
    documents = read(tmp_path / "a.ris")
    assert documents.text[0] == "On wine\nDoses < 5 mg of Vitis x=2 ."
    assert documents.table["abstract"][0] == abstract


@pytest.mark.parametrize(
    "text", ["<" * 20_000, "<i " * 20_000, "&" * 20_000, "<i a='" * 10_000, "\\documentclass" * 3000]
)
def test_hostile_markup_takes_no_time(text):
    assert isinstance(strip_markup(pl.Series([text]))[0], str)
