"""The figures of the page are those of their rows."""

from bench.rows import read_rows

from bench import page


def test_the_figures_on_the_page_are_those_of_the_rows():
    text = page.FIGURES.page.read_text(encoding="utf-8")
    assert page.FIGURES.put(text, page.make_lines(read_rows(page.ROWS))) == text


def test_what_another_page_can_do_stands_in_words():
    made = {"python": "3", "likewise": "0", "commit": "c", "documents": "", "median": "", "unit": ""}
    rows = [
        {**made, "what": "read by fetch", "program": "likewise", "most": "0"},
        {**made, "what": "read by fetch", "program": "ASReview", "most": "1"},
        {**made, "what": "key", "program": "ASReview", "documents": "10", "median": "5", "most": "7", "unit": "ms"},
    ]
    lines = page.make_lines(rows)
    assert "| read by fetch | refused | **succeeds** |" in lines
    assert "| key, ASReview 3.0.8 | 5 (7) |" in lines
