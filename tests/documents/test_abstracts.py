"""Records of one abstract whose titles differ a little, as programs write them, and those that are other papers."""

from dataclasses import replace

import polars as pl
import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.documents.matching import match_documents
from likewise.finder.inputs import as_documents
from tests.scenarios.records import as_nbib, as_ris, make_records

TITLE = "The effect of barrels & bottles on the taste of wine"
ABSTRACT = (
    "We store wine in barrels of oak and of steel, and ask forty people from nine regions how it tastes to them after "
    "one, two and five years; half of them are experts, the others drink it at home. Whoever knew the price before "
    "tasting liked the dearer bottles more, and nobody could tell oak from steel in the dark, not even the growers."
)


def make(title, abstract=ABSTRACT, year="2015", doi=None):
    return as_documents(pl.DataFrame({"title": [title], "abstract": [abstract], "year": [year], "doi": [doi]}), "pile")


@pytest.mark.parametrize(
    "title",
    [
        f"{TITLE}: a randomised trial",
        TITLE.replace("&", "and"),
        f"{TITLE} [German]",
        f"{TITLE[:45]}…",
        f"[{TITLE}]",
        f"{TITLE}*",
    ],
)
def test_one_abstract_and_nearly_one_title_are_one_paper(title):
    assert match_documents(make(TITLE), make(title)).tolist() == [0]


@pytest.mark.parametrize(
    "given",
    [
        make(f"Erratum to: {TITLE}"),
        make(f"{TITLE} (corrigendum)"),
        make(f"{TITLE}, part II"),
        make(f"{TITLE} in 2016"),
        make(f"{TITLE}: a randomised trial", year="2019"),
        make(f"{TITLE}: a randomised trial", doi="10.1000/b"),
        make("Price and what people say about what they drink"),
        make(f"{TITLE}: a randomised trial", abstract="We tasted it again."),
    ],
)
def test_another_paper_stays_another_paper(given):
    assert match_documents(make(TITLE, doi="10.1000/a"), given).tolist() == [-1]


def test_a_project_knows_a_record_without_its_subtitle(tmp_path):
    records = [replace(record, doi="") for record in make_records(20, seed=9, wanted=5)]
    (tmp_path / "known.ris").write_bytes(as_ris(records[:3]))
    (tmp_path / "pile.ris").write_bytes(as_ris(records[3:]))
    CliRunner().invoke(app, ["new", str(tmp_path / "p"), str(tmp_path / "known.ris"), str(tmp_path / "pile.ris")])
    longer = [replace(record, title=f"{record.title}: an open study among volunteers") for record in records[3:]]
    (tmp_path / "more.nbib").write_bytes(as_nbib(longer))
    added = CliRunner().invoke(app, ["add", str(tmp_path / "p"), str(tmp_path / "more.nbib")])
    assert added.stdout.startswith("0 documents added; 17 known already")
