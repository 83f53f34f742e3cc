"""The page in a real browser: it opens offline, fits a telephone, prints, and runs nothing that a document says."""

import html
import os
import re
import shutil
import subprocess

import polars as pl
import pytest
from pypdf import PdfReader

from likewise.datasets import load_reviews_synergy
from likewise.finder import Finder
from likewise.report import make_report
from likewise.report.page import render_report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND"),
)
EVIL = "wine grape <script>document.title='run'</script> <img src=x onerror=\"document.title='run'\"> cellar cork"
LONG = "wine grape " + "Q" * 400 + " cellar"
pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs chromium, chromium-browser or google-chrome")


@pytest.fixture(scope="module")
def result():
    wine, tea = "wine grape vineyard cellar cork barrel bottle", "tea leaf kettle pot milk cup sugar"
    examples = [f"{wine} tannin", f"{wine} vintage", f"{wine} glass"]
    folded = f"{wine} {'and more of it ' * 100} ending"
    pile = [EVIL, LONG, folded, *(f"{wine} number{n}" for n in range(12))]
    return Finder().find(examples, [*pile, *(f"{tea} number{n}" for n in range(30))])


@pytest.fixture(scope="module")
def page(result, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_bytes(render_report(make_report(result)))
    return path


@pytest.fixture
def browse(tmp_path):
    """Run the browser with options on a page, and return what it prints."""

    def run(path, *options):
        home = tmp_path / "home"
        home.mkdir(exist_ok=True)
        command = [BROWSER, *FLAGS, f"--user-data-dir={home}", *options, path.as_uri()]
        environment = {**os.environ, "HOME": str(home)}
        done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=True, env=environment)
        return done.stdout

    return run


def test_the_page_opens_and_what_a_document_says_stays_text(page, browse):
    dom = browse(page, "--dump-dom")
    body = dom[dom.index("<body") :]
    assert "&lt;script&gt;document.title=" in re.sub("</?mark>", "", body)
    assert not re.search(r"<(script|img|iframe)\b", dom)
    title = re.search("<title>(.*?)</title>", dom)[1]
    assert title.startswith("Documents like 3 examples")


def test_the_page_fits_a_telephone_and_requests_nothing(page, browse, tmp_path):
    # A window has a least width, a frame has none; the page in it is untouched.
    measure = """<iframe id="f" style="width:360px;height:800px;border:0" srcdoc="PAGE"></iframe><script>
    document.getElementById("f").onload = event => {
      const inner = event.target.contentWindow, root = inner.document.documentElement;
      inner.document.querySelectorAll("details").forEach(folded => folded.open = true);
      const wide = [...inner.document.querySelectorAll("main *, header *, footer *")].filter(
        element => element.getBoundingClientRect().right > 360.5 && !element.closest(".skip"));
      document.title = [inner.innerWidth, root.scrollWidth, wide.length,
        inner.performance.getEntriesByType("resource").length,
        inner.document.querySelectorAll("article").length].join(" ");
    }</script>"""
    frame = tmp_path / "frame.html"
    frame.write_text(measure.replace("PAGE", html.escape(page.read_text(encoding="utf-8"))), encoding="utf-8")
    title = re.findall("<title>(.*?)</title>", browse(frame, "--dump-dom", "--virtual-time-budget=2000"))[-1]
    width, scroll_width, too_wide, requests, n_documents = map(int, title.split())
    assert width == 360
    assert scroll_width <= 360
    assert too_wide == 0
    assert requests == 0
    assert n_documents == 45


def test_the_page_prints_on_several_sheets_with_the_count_and_the_beginnings_of_texts(page, browse, result, tmp_path):
    target = tmp_path / "report.pdf"
    browse(page, "--no-pdf-header-footer", f"--print-to-pdf={target}")
    reader = PdfReader(target)
    assert len(reader.pages) > 1
    # Letters and not spaces: where lines are broken depends on the fonts that there are.
    text = re.sub(r"\s", "", "".join(sheet.extract_text() for sheet in reader.pages))
    assert re.sub(r"\s", "", result.summary[1:]) in text
    assert "Thesameinnumbers" in text
    assert "ending" not in text  # whole abstracts would make a book of it
    width, height = reader.pages[0].mediabox[2:]
    assert (round(float(width)), round(float(height))) in {(595, 842), (596, 842), (595, 841), (596, 843)}


@pytest.mark.corpus
def test_the_page_of_a_review_of_seven_hundred_records_prints_on_fewer_than_fifteen_sheets(browse, tmp_path):
    corpus = load_reviews_synergy(review="van_der_Valk_2021")
    parts = [(text.partition("\n")[0], text.partition("\n")[2]) for text in corpus.texts]
    pile = pl.DataFrame(parts, schema=["title", "abstract"], orient="row")
    included = pile.filter(pl.Series([label == "included" for label in corpus.labels]))
    page, target = tmp_path / "found.html", tmp_path / "found.pdf"
    page.write_bytes(render_report(make_report(Finder().find(included[:8], pile))))
    browse(page, "--no-pdf-header-footer", f"--print-to-pdf={target}")
    assert len(PdfReader(target).pages) < 15
