import numpy as np
from scipy import sparse

from bench import course_pages


def test_every_number_is_one_word():
    assert course_pages.one_number("CS 414 and cs101").split() == ["cs", "0number", "and", "cs", "0number"]


def test_a_draw_tells_errors_of_each_view_and_of_both_before_and_after():
    rng = np.random.default_rng(0)
    truth = (np.arange(400) % 4 == 0).astype(int)
    views = []
    for size in (40, 25):
        words = rng.dirichlet(np.full(size, 0.2), 2)
        views.append(sparse.csr_array(np.vstack([rng.multinomial(12, words[kind]) for kind in truth]).astype(float)))
    outcome = course_pages.errors(views, truth, 0)
    assert set(outcome) == set(course_pages.PAPER)
    for figures in outcome.values():
        assert len(figures) == len(course_pages.VIEWS)
        assert all(0 <= figure <= 50 for figure in figures)
    assert outcome["co-training"][2] <= 5


def test_the_published_page_has_both_rows():
    page = course_pages.PAGE.read_text(encoding="utf-8")
    assert all(f"| {name} |" in page for name in course_pages.PAPER)
