import itertools
import re
from dataclasses import fields, replace
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from likewise.report.page import Figure, ListedDocument, Report, Source, _environment, render_report
from likewise.writers.flow_chart import Box, FlowChart
from likewise.writers.report_charts import LEFT, RIGHT, WIDTH, band_chart, bar_chart

EVIL = "<script>alert(1)</script>\"'`&<img src=x onerror=alert(2)>\x00\x07\x1b\x9b\ud800\ufffe</svg></title></style>"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
SECTIONS = ["count", "read", "recall", "probability", "documents", "topics", "words", "notes", "methods"]


class Page(HTMLParser):
    """Every element with its attributes, and all text."""

    def __init__(self, content):
        super().__init__()
        self.elements, self.texts = [], []
        self.feed(content.decode())
        self.text = " ".join(" ".join(self.texts).split())

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.texts.append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def tags(self):
        return [tag for tag, _ in self.elements]


def full(text="wine", n_documents=2):
    chart = band_chart(text, [(0, 0.0, 0.0, 0.1), (10, 0.9, 0.8, 1.0)], x_label=text, y_label=text, cut=(5, text))
    shown = [
        ListedDocument(
            rank,
            text,
            ((text, True), (text, False)),
            ((text, True),),
            ((text, True), (text, False)),
            n_left_out=12,
            probability=0.75,
            lower=0.5,
            upper=0.875,
            taken=rank == 1,
            facts=((text, text),),
        )
        for rank in range(1, n_documents + 1)
    ]
    return Report(
        title=text,
        count=text,
        figures=((text, text),),
        rests_on=(text,),
        firm_up=(text,),
        audit=((text, text),),
        flow=((text, text),),
        diagram=FlowChart(text, text, (Box(1, 1, 20, ((9, text),)),), ("M1 1V9",), ("M1 9h8z",), 30),
        account=((text, text),),
        sources=(Source(text, ((text, text),), ((text, text),), 3),),
        recall_words=text,
        recall=Figure(chart, (text, text), ((text, text), (text, text)), text, 1),
        probability_words=text,
        probability=Figure(chart, (text, text), ((text, text),), text),
        documents_words=text,
        documents=tuple(shown),
        topics_words=text,
        topics=Figure(bar_chart(text, [(text, 3), (text, 1)]), (text, text), ((text, text),), text),
        words=(text,),
        notes=(text,),
        methods=text,
        settings=((text, text),),
        date=text,
        language=text,
    )


def test_the_sample_fills_every_field():
    assert all(getattr(full(), field.name) for field in fields(Report))


def test_no_text_becomes_markup_wherever_it_stands():
    content = render_report(full(EVIL))
    page, plain = Page(content), Page(render_report(full()))
    assert page.tags == plain.tags
    assert not {"script", "img", "iframe", "link", "object"} & set(page.tags)
    names = {name for _, attributes in page.elements for name in attributes}
    assert names == {name for _, attributes in plain.elements for name in attributes}
    assert not {name for name in names if name.startswith("on")}
    assert page.text.count("<script>alert(1)</script>") == plain.text.count("wine") > 30


def test_what_no_page_can_hold_is_shown_as_a_stand_in():
    content = render_report(full("a\x00b\x1b\ud800\udfff\ufffe\x9fc\td\r\ne"))
    text = content.decode()
    assert "a\ufffdb\ufffd\ufffd\ufffd\ufffd\ufffdc\td\r\ne" in text
    assert not re.search("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff]", text)


def test_text_is_not_a_template():
    assert "{{ 7 * 7 }}" in Page(render_report(full("{{ 7 * 7 }}"))).text


def test_every_template_escapes_and_none_calls_a_text_safe():
    assert _environment().autoescape is True
    for template in files("likewise.report").joinpath("templates").iterdir():
        source = template.read_text(encoding="utf-8")
        assert not re.search(r"\|\s*safe|autoescape|Markup|http:|https:|url\(|@import", source), template.name


def test_nothing_is_asked_for_and_nothing_runs():
    page = Page(render_report(full()))
    assert {"http-equiv": "Content-Security-Policy", "content": POLICY} in page.all("meta")
    for _, attributes in page.elements:
        assert not {"src", "srcset", "action", "data", "xlink:href", "style"} & set(attributes)
        assert attributes.get("href", "#").startswith("#")


def test_every_link_leads_somewhere_and_every_id_is_there_once():
    page = Page(render_report(full()))
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    named = [name for _, attributes in page.elements for name in attributes.get("aria-labelledby", "").split()]
    assert {attributes["href"][1:] for attributes in page.all("a")} | set(named) <= set(ids)


def test_sections_come_in_order():
    page = Page(render_report(full()))
    assert [attributes["id"] for attributes in page.all("section")] == [*SECTIONS, "audit"]


def test_a_page_has_its_landmarks_its_language_and_headings_in_order():
    page = Page(render_report(full()))
    assert page.all("html") == [{"lang": "en"}]
    assert all(page.tags.count(tag) == 1 for tag in ("header", "nav", "main", "footer", "h1"))
    assert page.all("a")[0]["class"] == "skip"
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_tables_have_captions_and_scopes_and_pictures_say_what_they_are():
    page = Page(render_report(full()))
    assert page.tags.count("table") == page.tags.count("caption") == 8
    assert {attributes.get("scope") for attributes in page.all("th")} == {"col", "row"}
    charts = [attributes for attributes in page.all("svg") if attributes.get("role") == "img"]
    assert len(charts) == page.tags.count("desc") == 4
    assert all(attributes.get("aria-hidden") for attributes in page.all("svg") if attributes not in charts)


def test_the_numbers_of_a_document_are_written_and_drawn():
    page = Page(render_report(replace(full(), documents=full().documents[:1])))
    assert "probability 0.75 (0.50–0.88)" in page.text.replace("0.75  (", "0.75 (")
    bars = [attributes for attributes in page.all("rect") if attributes["class"] in ("band", "bar")]
    assert {"class": "band", "x": "50.0", "width": "37.5", "height": "12"} in bars
    assert {"class": "bar", "y": "4", "width": "75.0", "height": "4"} in bars


def test_words_that_speak_for_a_document_are_marked_and_only_they():
    document = ListedDocument(1, "d1", (("red ", False), ("wine", True)), title=(("On ", False), ("wine", True)))
    content = render_report(Report("t", "c", documents=(document,))).decode()
    assert "On <mark>wine</mark></h3>" in content
    assert "red <mark>wine</mark></p>" in content


def test_the_same_report_gives_the_same_bytes_and_a_date_only_if_it_has_one():
    assert render_report(full()) == render_report(full())
    with_date = replace(full(), date="3 May 2031")
    assert b"3 May 2031" in render_report(with_date)
    assert not re.search(r"\b20\d\d\b", Page(render_report(replace(full(), date=None))).text)


def test_an_empty_report_is_a_page_too():
    page = Page(render_report(Report("In pile.csv", "Cannot tell.")))
    assert [attributes["id"] for attributes in page.all("section")] == SECTIONS
    assert "svg" not in page.tags
    assert "There is nothing else to know." in page.text


def test_a_hundred_long_documents_stay_under_a_megabyte():
    pieces = (("fine red ", False), ("wine", True)) * 300
    document = ListedDocument(1, "d1", pieces[:90], pieces, probability=0.5, lower=0.4, upper=0.6)
    documents = tuple(replace(document, rank=rank) for rank in range(1, 101))
    assert len(render_report(Report("t", "c", documents=documents))) < 1_000_000


def test_what_is_not_read_is_listed_and_the_rest_counted():
    source = Source("Pile", (("documents", "3"),), (("a.png", "of a kind that is not read"),), 5)
    page = Page(render_report(Report("t", "c", sources=(source,))))
    assert "a.png of a kind that is not read" in page.text
    assert "Not read: 5" in page.text
    assert "And 4 more." in page.text


def test_an_interval_stays_on_one_line_unless_it_is_a_sentence():
    content = render_report(Report("t", "About 190 like these (120–280), if so.")).decode()
    assert 'About 190 like these <span class="range">(120–280)</span>, if so.' in content
    long = "About none (which is what one gets of examples that are unlike all else)."
    assert long in render_report(Report("t", long)).decode()


STYLE = files("likewise.report").joinpath("templates", "report.css").read_text(encoding="utf-8")
PAIRS = [("ink", "page"), ("ink", "card"), ("soft", "page"), ("soft", "card"), ("accent", "page"), ("accent", "card")]
PAIRS += [("mark-ink", "mark"), ("chip-ink", "chip"), ("ink", "band")]


def themes():
    """Colours in light and, on top of them, in dark."""
    light, dark = (
        dict(re.findall(r"--([\w-]+): #(\w{6})", block)) for block in re.findall(r":root \{([^}]*)\}", STYLE)
    )
    return {"light": light, "dark": {**light, **dark}}


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("front", "back"), PAIRS)
def test_text_can_be_read_by_weak_eyes(theme, front, back):
    colours = themes()[theme]
    assert contrast(colours[front], colours[back]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_line_stands_out_from_its_band_and_a_band_from_its_card(theme):
    colours = themes()[theme]
    assert contrast(colours["accent"], colours["band"]) >= 3
    assert contrast(colours["band"], colours["card"]) >= 1.3


def test_print_is_light_and_opens_what_is_folded():
    assert "@media screen and (prefers-color-scheme: dark)" in STYLE
    printed = STYLE[STYLE.index("@media print") :]
    assert "details::details-content { content-visibility: visible" in printed
    assert "size: A4" in STYLE


def places(path):
    return [tuple(map(float, corner.split())) for corner in path.strip("MZ").split("L")]


def test_a_line_and_its_band_stand_where_their_numbers_say():
    chart = band_chart("t", [(0, 0.0, 0.0, 0.5), (10, 1.0, 0.5, 1.0)], x_label="x", y_label="y", cut=(5, "cut"))
    (x0, y0), (x1, y1) = places(chart.line)
    assert (x0, x1) == (LEFT, WIDTH - RIGHT)
    assert y0 > y1
    band = places(chart.band)
    assert band[0] == (x0, (y0 + y1) / 2)
    assert band[1] == (x1, y1)
    assert band[2] == (x1, (y0 + y1) / 2)
    assert band[3] == (x0, y0)
    assert chart.cut.place == (x0 + x1) / 2
    assert [tick.text for tick in chart.y_ticks] == ["0 %", "25 %", "50 %", "75 %", "100 %"]
    assert chart.y_ticks[0].place == y0


def test_a_chart_without_bounds_has_no_band_and_one_point_is_a_mark():
    assert band_chart("t", [(1, 0.5, None, None), (2, 0.4, None, 0.5)], x_label="x", y_label="y").band == ""
    assert band_chart("t", [(1, 0.5, 0.4, 0.6)], x_label="x", y_label="y").line.endswith("h4")


def test_a_cut_off_beyond_the_chart_is_not_drawn():
    assert (
        band_chart("t", [(1, 0.5, None, None), (9, 0.4, None, None)], x_label="x", y_label="y", cut=(12, "c")).cut
        is None
    )


def test_a_chart_of_nothing_is_an_error():
    with pytest.raises(ValueError, match="point"):
        band_chart("t", [], x_label="x", y_label="y")


@pytest.mark.parametrize("last", [1, 7, 20, 83, 1000, 123_456])
def test_ticks_are_whole_numbers_and_few(last):
    chart = band_chart("t", [(1, 1.0, None, None), (last, 0.0, None, None)], x_label="x", y_label="y")
    texts = [tick.text for tick in chart.x_ticks]
    assert len(texts) <= 6
    assert all(text.replace(",", "").isdigit() for text in texts)


def test_long_names_of_bars_are_cut_and_none_is_longer_than_the_longest():
    chart = bar_chart("t", [("a" * 100, 0), ("b", 10), ("c", 5)])
    assert len(chart.bars[0].name) < 50
    assert chart.bars[0].name.endswith("…")
    assert [bar.length for bar in chart.bars] == [0.0, 420.0, 210.0]
