"""What new users met (D1 to D22), with the files of their tools: every decision on its paper, none lost."""

import json

import openpyxl
import polars as pl
import pytest

from likewise.app.request import SearchRequest
from likewise.app.search import search
from likewise.finder import Finder
from likewise.readers import read
from tests.scenarios.records import as_csv, as_nbib, as_pdf, as_ris, as_text, make_records

RECORDS = make_records(60, seed=1, wanted=20)


@pytest.fixture
def known(tmp_path):
    folder = tmp_path / "known"
    folder.mkdir()
    for place, record in enumerate(RECORDS[:6]):
        (folder / f"{place}.txt").write_text(as_text(record))
    return folder


def decide(path, answers, column="included"):
    """Write answers by title into a column of a workbook, with another program than ours."""
    book = openpyxl.load_workbook(path)
    sheet = book.worksheets[0]
    header = [cell.value for cell in sheet[1]]
    if column not in header:
        header.append(column)
        sheet.cell(1, len(header), column)
    title = header.index(next(name for name in header if name in ("title", "Title")))
    for row in range(2, sheet.max_row + 1):
        if (answer := answers.get(sheet.cell(row, title + 1).value)) is not None:
            sheet.cell(row, header.index(column) + 1, answer)
    book.save(path)


def decisions_in(path):
    """Return the decisions in an export by title."""
    table = read(path).table
    rows = table.select("title", "decision").rows()
    return {title: value for title, value in rows if value in ("yes", "no", "unsure")}


def answers_for(records):
    return {record.title: "yes" if record.is_wanted else "no" for record in records}


def test_d1_decisions_stay_on_their_papers_when_a_record_is_added_on_top(find, known, tmp_path):
    january, june = tmp_path / "jan.ris", tmp_path / "june.ris"
    january.write_bytes(as_ris(RECORDS[:59]))
    june.write_bytes(as_ris([RECORDS[59], *RECORDS[:59]]))
    find(known, january, "-o", tmp_path / "f.xlsx")
    answers = answers_for(RECORDS[10:40])
    decide(tmp_path / "f.xlsx", answers)
    find(known, june, "--decisions", tmp_path / "f.xlsx", "-o", tmp_path / "f2.xlsx")
    assert decisions_in(tmp_path / "f2.xlsx") == answers


def test_d2_the_loop_of_the_guide_keeps_the_decisions_of_every_round(find, known, tmp_path):
    pile = tmp_path / "search.csv"
    pile.write_bytes(as_csv(RECORDS, dialect="r"))
    find(known, pile, "-o", tmp_path / "found1.xlsx")
    answers = {}
    for number in (1, 2, 3):
        new = answers_for(RECORDS[number * 10 : number * 10 + 8])
        answers |= new
        decide(tmp_path / f"found{number}.xlsx", new)
        find(known, pile, "--decisions", tmp_path / f"found{number}.xlsx", "-o", tmp_path / f"found{number + 1}.xlsx")
        assert decisions_in(tmp_path / f"found{number + 1}.xlsx") == answers


def test_d2_several_files_of_decisions_count_and_conflicts_are_named(find, known, tmp_path):
    pile = tmp_path / "search.csv"
    pile.write_bytes(as_csv(RECORDS))
    (tmp_path / "a.csv").write_text(f"DOI,Include?\n{RECORDS[10].doi},yes\n{RECORDS[11].doi},yes\n")
    (tmp_path / "b.csv").write_text(f"title,verdict\n{RECORDS[11].title},excluded\n")
    out = find(
        known, pile, "--decisions", tmp_path / "a.csv", "--decisions", tmp_path / "b.csv", "-o", tmp_path / "f.jsonl"
    )
    assert "1 document was decided in two ways" in out
    assert RECORDS[11].title[:30] in out
    table = read(tmp_path / "f.jsonl").table
    assert dict(table.filter(pl.col("decision").is_in(["yes", "no"])).select("DOI", "decision").rows()) == {
        RECORDS[10].doi: "yes",
        RECORDS[11].doi: "no",
    }


@pytest.mark.parametrize("placeholder", ["NA", "n/a", "-", "0"])
def test_d4_placeholders_take_nothing_out_of_the_ranking(find, tmp_path, placeholder):
    for name, records in (("known.csv", RECORDS[:8]), ("pile.csv", RECORDS)):
        table = pl.read_csv(as_csv(records)).with_columns(
            pl.lit(placeholder).alias("PubMed ID"), URL=pl.lit(placeholder)
        )
        table.write_csv(tmp_path / name)
    out = find(tmp_path / "known.csv", tmp_path / "pile.csv")
    assert "8 documents of the pile are among the examples" in out
    assert "near-copies" not in out


def test_d4_a_bare_address_in_many_records_is_no_key(find, tmp_path):
    for name, records in (("known.ris", RECORDS[:8]), ("pile.ris", RECORDS)):
        (tmp_path / name).write_bytes(as_ris(records, bare_url=True))
    assert "8 documents of the pile are among the examples" in find(tmp_path / "known.ris", tmp_path / "pile.ris")


def test_d6_texts_and_pdfs_are_recognised_in_records_with_keywords(find, known, tmp_path):
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    assert "6 documents of the pile are among the examples" in find(known, tmp_path / "pile.ris")
    papers = tmp_path / "papers"
    papers.mkdir()
    for place, record in enumerate(RECORDS[:6]):
        (papers / f"{place}.pdf").write_bytes(as_pdf(record))
    assert "6 documents of the pile are among the examples" in find(papers, tmp_path / "pile.ris")


def test_d7_several_exports_in_a_folder_are_one_pile(find, known, tmp_path):
    folder = tmp_path / "search"
    folder.mkdir()
    (folder / "pubmed.nbib").write_bytes(as_nbib(RECORDS[:40]))
    (folder / "embase.ris").write_bytes(as_ris(RECORDS[20:]))
    (folder / "scopus.csv").write_bytes(as_csv(RECORDS[10:50]))
    find(known, folder, "-o", tmp_path / "found.csv")
    table = read(tmp_path / "found.csv").table
    assert table.height == 60
    assert not {"Title", "Abstract", "DOI", "Year"} & set(table.columns)
    assert table["doi"].null_count() == table["abstract"].null_count() == 0
    find(known, folder, "--keep-copies", "-o", tmp_path / "all.csv")
    assert read(tmp_path / "all.csv").table.height == 120


@pytest.mark.parametrize(
    ("column", "yes", "no"),
    [
        ("Include?", "Include", "Exclude"),
        ("label_included", "1", "0"),
        ("included", "x", "irrelevant"),
        ("Decision", "Included", "Excluded"),
        ("Entscheidung", "ja", "nein"),
        ("inclusion", "oui", "non"),
    ],
)
def test_d8_the_words_of_the_trade_are_decisions_and_marks(find, known, tmp_path, column, yes, no):
    cells = [yes if record.is_wanted else no if place < 40 else "" for place, record in enumerate(RECORDS)]
    table = pl.read_csv(as_csv(RECORDS)).with_columns(pl.Series(column, cells))
    table.write_csv(tmp_path / "screened.csv")
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "screened.csv", "-o", tmp_path / "f.csv")
    assert decisions_in(tmp_path / "f.csv") == answers_for(RECORDS[6:40])
    find(tmp_path / "screened.csv", "--marked", column, "-o", tmp_path / "g.csv")
    found = read(tmp_path / "g.csv").table
    ours = "decision_likewise" if "decision_likewise" in found.columns else "decision"
    assert found[ours].to_list().count("example") == 20


def test_d9_decisions_in_the_column_decision_are_a_persons(find, known, tmp_path):
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    find(known, tmp_path / "pile.ris", "-o", tmp_path / "f.xlsx")
    answers = answers_for(RECORDS[15:25])
    decide(tmp_path / "f.xlsx", answers, column="decision")
    find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "f.xlsx", "-o", tmp_path / "f2.xlsx")
    assert decisions_in(tmp_path / "f2.xlsx") == answers


def test_d11_a_decision_on_what_left_the_pile_is_a_note(find, known, tmp_path):
    (tmp_path / "pile.csv").write_bytes(as_csv(RECORDS[:58]))
    table = pl.read_csv(as_csv(RECORDS[50:])).with_columns(included=pl.lit("no"))
    table.write_csv(tmp_path / "d.csv")
    out = find(known, tmp_path / "pile.csv", "--decisions", tmp_path / "d.csv")
    assert "2 decisions are on documents that are not in the pile and did not count" in out


def test_d13b_an_export_alone_goes_on_where_it_was(find, known, tmp_path):
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    find(known, tmp_path / "pile.ris", "-o", tmp_path / "f.xlsx")
    answers = answers_for(RECORDS[15:25]) | {RECORDS[30].title: "unsure"}
    decide(tmp_path / "f.xlsx", answers)
    for options in ([], ["--marked", "included"]):
        find(tmp_path / "f.xlsx", *options, "-o", tmp_path / "g.xlsx", "--force")
        table = read(tmp_path / "g.xlsx").table
        examples = set(table.filter(pl.col("decision") == "example")["title"].to_list())
        assert {record.title for record in RECORDS[:6]} <= examples
        if not options:
            assert decisions_in(tmp_path / "g.xlsx") == answers


def test_a_workbook_alone_goes_on_with_examples_that_are_not_in_its_pile(find, known, tmp_path):
    (known / "0.txt").write_text(as_text(RECORDS[0]) + "more than a cell of a workbook holds " * 2000)
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS[6:]))
    find(known, tmp_path / "pile.ris", "-o", tmp_path / "f.xlsx")
    decide(tmp_path / "f.xlsx", answers_for(RECORDS[15:25]))
    find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "f.xlsx", "-o", tmp_path / "both.csv")
    out = find(tmp_path / "f.xlsx", "-o", tmp_path / "alone.csv")
    assert "the search goes on with its examples and decisions" in " ".join(out.split())
    names = ["title", "decision", "probability", "why"]
    both, alone = (read(tmp_path / name).table.select(names).sort("title") for name in ("both.csv", "alone.csv"))
    assert alone.equals(both)
    marked = search(SearchRequest(pile=str(tmp_path / "f.xlsx"), marked="included")).result
    assert marked.n_examples == 6 + list(answers_for(RECORDS[15:25]).values()).count("yes")


def test_a_table_that_holds_none_of_its_examples_says_who_stands_in_for_them(find, known, tmp_path):
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS[6:]))
    find(known, tmp_path / "pile.ris", "-o", tmp_path / "f.csv")
    table = pl.read_csv(tmp_path / "f.csv", infer_schema_length=0)
    table.with_columns(included=pl.when(pl.int_range(pl.len()) < 3).then(pl.lit("yes"))).write_csv(tmp_path / "g.csv")
    out = " ".join(find(tmp_path / "g.csv", "-o", tmp_path / "h.csv").split())
    assert "g.csv holds none of the examples of its search: 3 documents that you said yes to stand in for them" in out


def test_d18_german_columns_are_text(tmp_path):
    (tmp_path / "pile.csv").write_bytes(as_csv(RECORDS, dialect="excel"))
    assert read(tmp_path / "pile.csv").columns["text"] == ("Titel", "Zusammenfassung", "Schlagworte")


def test_d22_a_frame_of_decisions(tmp_path):
    pile = pl.read_csv(as_csv(RECORDS))
    frame = pl.DataFrame({"doi": [RECORDS[9].doi.upper()], "included": ["no"]})
    result = Finder("centroid").find(pile[:5], pile, decisions=frame)
    assert result.table.filter(pl.col("decision") == "no").height == 1


def as_lines(records):
    """Texts without a title or an id."""
    return "\n".join(json.dumps({"text": f"{record.title}. {record.abstract}"}) for record in records).encode()


@pytest.mark.parametrize("way", ["decisions", "pile"])
@pytest.mark.parametrize(("name", "write"), [("pile.ris", as_ris), ("pile.jsonl", as_lines)])
def test_answers_on_the_audit_sheet_come_back_in(find, known, tmp_path, way, name, write):
    pile, found = tmp_path / name, tmp_path / "found.xlsx"
    pile.write_bytes(write(make_records(80, seed=1, wanted=25)))
    search(SearchRequest(examples=str(known), pile=str(pile), out=str(found), no_report=True))
    book = openpyxl.load_workbook(found)
    sheet = book["audit"]
    header = [cell.value for cell in sheet[1]]
    answers = {}
    for row, answer in zip(range(2, sheet.max_row + 1), ["no", "Included", "maybe", "nein"], strict=False):
        sheet.cell(row, header.index("answer") + 1, answer)
        answers[sheet.cell(row, header.index("title") + 1).value.rstrip("…")] = answer
    assert len(answers) == 4
    book.save(found)
    arguments = [known, pile, "--decisions", found] if way == "decisions" else [found]
    find(*arguments, "-o", tmp_path / "again.xlsx")
    words = {"no": "no", "Included": "yes", "maybe": "unsure", "nein": "no"}
    again = read(tmp_path / "again.xlsx")
    rows = zip(again.text, again.table["decision"], strict=True)
    given = {text: value for text, value in rows if value in ("yes", "no", "unsure")}
    assert len(given) == 4
    for title, answer in answers.items():
        assert [value for text, value in given.items() if text.startswith(title)] == [words[answer]]


def test_decisions_in_an_export_that_is_the_pile_count_beside_other_examples(find, known, tmp_path):
    pile, found = tmp_path / "pile.ris", tmp_path / "found.xlsx"
    pile.write_bytes(as_ris(RECORDS))
    find(known, pile, "-o", found)
    answers = answers_for(RECORDS[10:30])
    decide(found, answers, column="decision")
    assert "20 decisions in it count" in find(known, found, "-o", tmp_path / "again.xlsx")
    assert decisions_in(tmp_path / "again.xlsx") == answers


def test_decisions_on_texts_that_a_workbook_cuts_off_stay_on_them(find, tmp_path):
    records = make_records(30, seed=6, wanted=10)
    texts = [f"{record.abstract} " * 120 + record.title for record in records]
    pile, likes, found = tmp_path / "pile.jsonl", tmp_path / "likes.jsonl", tmp_path / "found.xlsx"
    pile.write_text("\n".join(json.dumps({"text": text}) for text in texts))
    likes.write_text("\n".join(json.dumps({"text": text}) for text in texts[:4]))
    assert "32,767" in find(likes, pile, "-o", found)
    book = openpyxl.load_workbook(found)
    sheet = book.worksheets[0]
    header = [cell.value for cell in sheet[1]]
    for row in range(2, 12):
        sheet.cell(row, header.index("included") + 1, "no")
    decided = {sheet.cell(row, header.index("text") + 1).value[:100] for row in range(2, 12)}
    book.save(found)
    find(likes, pile, "--decisions", found, "-o", tmp_path / "again.csv")
    again = read(tmp_path / "again.csv")
    rows = zip(again.text, again.table["decision"], strict=True)
    assert {text[:100] for text, value in rows if value == "no"} == decided
