"""The site is whole: no link leads nowhere, nothing is fetched from elsewhere, and its search finds the answers."""

import re
from functools import cache
from urllib.parse import quote, unquote, urlsplit

import pytest
from bench.browsing import open_context
from selectolax.lexbor import LexborHTMLParser

from tests.docs.conftest import ROOT

#: Hosts that pages link to; they are not asked.
HOSTS = {"docs.dask.org", "github.com", "ocrmypdf.readthedocs.io"}
#: A page of every kind, which is looked at in a browser; of the long ones in `make test-all`.
MAIN = ("index.html", "tutorial.html", "how-to/two-reviewers.html", "limits.html", "api/errors.html", "search.html")
LONG = (
    "guide.html",
    "commands/find.html",
    "methods.html",
    "api/finder.html",
    "papers/zhou2010.html",
    "benchmarks.html",
)


@cache
def _links_and_names(path):
    page = LexborHTMLParser(path.read_text(encoding="utf-8"))
    links = [node.attributes["href"] for node in page.css("a[href]")]
    names = {node.attributes["id"] for node in page.css("[id]")}
    return [link for link in links if link], names


def test_the_site_is_built_without_a_warning(complaints):
    assert complaints == ""


def test_no_link_of_any_page_leads_nowhere(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 90
    broken, hosts = [], set()
    for page in pages:
        for link in _links_and_names(page)[0]:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https"):
                hosts.add(parts.hostname)
                continue
            target = page if not parts.path else (page.parent / unquote(parts.path)).resolve()
            name = unquote(parts.fragment)
            if not target.is_file() or (name and target.suffix == ".html" and name not in _links_and_names(target)[1]):
                broken.append((page.name, link))
    assert broken == []
    assert hosts <= HOSTS


def test_no_page_fetches_anything_from_another_host(site):
    outside = re.compile(r"(?:https?:)?//")
    for page in site.rglob("*.html"):
        parsed = LexborHTMLParser(page.read_text(encoding="utf-8"))
        sources = [node.attributes.get("src") or "" for node in parsed.css("script, img, iframe, source, video, audio")]
        sources += [node.attributes.get("href") or "" for node in parsed.css("link")]
        assert not [source for source in sources if outside.match(source)], page
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def _questions():
    page = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
    return re.findall(r"^\| ([^|]+\?) \| ([^|]+) \| \[[^]]+\]\(([^)]+)\.md\) \|$", page, flags=re.M)


def test_a_search_for_each_of_the_ten_questions_finds_the_page_that_answers_it(site, browser):
    assert len(_questions()) == 10
    page = browser.new_page()
    missed = []
    for question, answer in [(asked, answer) for *both, answer in _questions() for asked in both]:
        page.goto(f"file://{site}/search.html?q={quote(question)}")
        page.wait_for_function(
            "document.querySelector('#search-results > p')?.textContent.match(/found|matching|match/)"
        )
        links = page.locator("#search-results ul.search > li > a").evaluate_all("all => all.map(each => each.pathname)")
        found = list(dict.fromkeys(link.removeprefix(f"{site}/").removesuffix(".html") for link in links))
        if answer not in found[:5]:
            missed.append((question, answer, found[:5]))
    page.close()
    assert missed == []


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_is_wider_than_the_window_or_complains(site, browser, width):
    page = browser.new_page(viewport={"width": width, "height": 900})
    said = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url) if not request.url.startswith("file:") else None)
    for name in (*MAIN, *LONG):
        page.goto(f"file://{site}/{name}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert page.locator("h1").count() == 1, name
    page.close()
    assert [each for each in said if not each.startswith("data:")] == []


@pytest.mark.parametrize("pages", [MAIN, pytest.param(LONG, marks=pytest.mark.slow)], ids=["main", "long"])
def test_no_page_has_a_barrier_that_axe_knows_light_and_dark(site, browser, axe, pages):
    problems = []
    for scheme in ("light", "dark"):
        page = open_context(browser, color_scheme=scheme).new_page()
        for name in pages:
            page.goto(f"file://{site}/{name}")
            page.evaluate(axe)
            found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
            problems += [(scheme, name, each["id"], each["nodes"][0]["html"][:200]) for each in found]
        page.context.close()
    assert problems == []
