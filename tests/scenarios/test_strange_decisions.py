"""Decisions in the strange but real shapes of workbooks and exports: each on its paper, and no contradiction silent."""

import csv
import time
from dataclasses import replace
from datetime import datetime

import openpyxl
import polars as pl
import pytest
from typer.testing import CliRunner

from likewise.cli.program import app
from likewise.readers import read
from likewise.writers import write
from tests.scenarios.records import as_csv, as_ris, as_text, make_records

RECORDS = make_records(30, seed=4, wanted=8)
ANSWERS = {record.title: "yes" if record.is_wanted else "no" for record in RECORDS[3:15]}


@pytest.fixture
def known(tmp_path):
    folder = tmp_path / "known"
    folder.mkdir()
    for place, record in enumerate(RECORDS[:3]):
        (folder / f"{place}.txt").write_text(as_text(record))
    (tmp_path / "pile.ris").write_bytes(as_ris(RECORDS))
    return folder


def write_book(path, *sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)


def write_pile(path, names, cells):
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["title", "abstract", "doi", *names])
        writer.writerows([[each.title, each.abstract, each.doi, *cells(each)] for each in RECORDS])


def decisions_of(path, column="decision", title="title"):
    rows = read(path).table.select(title, column).rows()
    return {title: value for title, value in rows if value in ("yes", "no", "unsure")}


def run(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize(
    ("yes", "no"), [(True, False), (1.0, 0.0), ("Yes ", "no\u00a0"), ("TRUE", "FALSE"), ("INCLUDED", "Excluded")]
)
@pytest.mark.parametrize("rows_above", [[], [["Screening of May", None], [None, None]]])
def test_cells_as_excel_has_them_are_decisions(find, known, tmp_path, yes, no, rows_above):
    rows = [[title, yes if answer == "yes" else no] for title, answer in ANSWERS.items()]
    write_book(tmp_path / "d.xlsx", ("Sheet1", [*rows_above, ["Titel", "Included"], *rows, *[[None, None]] * 9]))
    find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "d.xlsx", "-o", tmp_path / "f.csv")
    assert decisions_of(tmp_path / "f.csv") == ANSWERS


def test_numbers_of_papers_that_excel_made_floats_and_dois_in_any_writing(find, known, tmp_path):
    some = [record for record in RECORDS if record.title in ANSWERS]
    rows = [[float(each.pmid), None, ANSWERS[each.title]] for each in some[:6]]
    rows += [[None, f"HTTPS://DOI.ORG/{each.doi.upper()}", ANSWERS[each.title]] for each in some[6:]]
    write_book(tmp_path / "d.xlsx", ("Sheet1", [["PMID", "DOI", "Decision"], *rows]))
    pile = tmp_path / "pile.csv"
    write_pile(pile, ["pmid"], lambda record: [record.pmid])
    find(known, pile, "--decisions", tmp_path / "d.xlsx", "-o", tmp_path / "f.csv")
    assert decisions_of(tmp_path / "f.csv") == ANSWERS


def test_decisions_behind_a_longer_sheet_of_notes_are_found(find, known, tmp_path):
    notes = [["How we screen"], ["Say yes or no on the other sheet, and nothing else. " * 60]]
    write_book(tmp_path / "d.xlsx", ("Read me", notes), ("Votes", [["Title", "Include?"], *map(list, ANSWERS.items())]))
    printed = find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "d.xlsx", "-o", tmp_path / "f.csv")
    assert decisions_of(tmp_path / "f.csv") == ANSWERS
    assert "d.xlsx: decisions were read from sheet Votes" in printed


def test_of_two_columns_of_one_name_both_are_read_and_differences_are_named(find, known, tmp_path):
    rows = [
        [title, *([answer, None] if place % 2 else [None, answer])]
        for place, (title, answer) in enumerate(ANSWERS.items())
    ]
    rows[0][1] = "yes" if rows[0][2] == "no" else "no"
    write_book(tmp_path / "d.xlsx", ("Sheet1", [["Title", "Included", "Included"], *rows]))
    printed = find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "d.xlsx", "-o", tmp_path / "f.csv")
    assert decisions_of(tmp_path / "f.csv") == ANSWERS | {rows[0][0]: rows[0][1]}
    assert "1 row says one thing in Included and another in Included_2; Included counts" in printed


def test_a_day_in_the_column_of_decisions_is_named_and_the_rest_counts(find, known, tmp_path):
    titles = list(ANSWERS)
    rows = [[titles[0], datetime(2024, 5, 3)], *([title, ANSWERS[title]] for title in titles[1:])]  # noqa: DTZ001
    write_book(tmp_path / "d.xlsx", ("Sheet1", [["Title", "Included"], *rows]))
    printed = find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "d.xlsx", "-o", tmp_path / "f.csv")
    assert decisions_of(tmp_path / "f.csv") == {title: ANSWERS[title] for title in titles[1:]}
    assert "1 cell says neither yes, no nor unsure and did not count: '2024-05-03" in printed


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ris", "jsonl"])
@pytest.mark.parametrize("column", ["included", "decision"])
def test_a_later_decision_is_not_undone_by_the_column_of_the_pile(find, known, tmp_path, kind, column):
    pile, later = tmp_path / "pile.csv", tmp_path / "later.csv"
    write_pile(pile, [column], lambda record: [ANSWERS.get(record.title, "")])
    changed = dict.fromkeys(list(ANSWERS)[:2], "no") | dict.fromkeys(list(ANSWERS)[-2:], "yes")
    pl.DataFrame({"title": list(changed), "included": list(changed.values())}).write_csv(later)
    outs = [tmp_path / f"f{number}.{kind}" for number in range(3)]
    find(known, pile, "--decisions", pile, "--decisions", later, "-o", outs[0])
    find(known, pile, "--decisions", outs[0], "-o", outs[1])
    find(outs[1], "-o", outs[2])
    name = "decision_likewise" if column == "decision" else "decision"
    for out in outs:
        assert decisions_of(out, name) == ANSWERS | changed
        assert decisions_of(out, column) == ANSWERS  # as it came


def test_the_column_that_was_changed_counts_whichever_it_is(find, known, tmp_path):
    pile, out = tmp_path / "pile.csv", tmp_path / "f.csv"
    write_pile(pile, ["included"], lambda record: [ANSWERS.get(record.title, "")])
    find(known, pile, "--decisions", pile, "-o", out)
    one, other = min(ANSWERS), max(ANSWERS)
    table = pl.read_csv(out, infer_schema_length=0).with_columns(
        pl.when(pl.col("title") == one).then(pl.lit("unsure")).otherwise("decision").alias("decision"),
        pl.when(pl.col("title") == other).then(pl.lit("Maybe")).otherwise("included").alias("included"),
    )
    table.write_csv(tmp_path / "edited.csv")
    find(known, pile, "--decisions", tmp_path / "edited.csv", "-o", tmp_path / "g.csv")
    assert decisions_of(tmp_path / "g.csv") == ANSWERS | {one: "unsure", other: "unsure"}


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ris", "jsonl"])
def test_columns_of_the_pile_that_are_called_as_ours_stay_over_rounds(find, known, tmp_path, kind):
    pile, names = tmp_path / "pile.csv", ["rank", "group", "flag", "why"]
    write_pile(pile, names, lambda record: [f"{name} of {record.doi}" for name in names])
    outs = [tmp_path / f"f{number}.{kind}" for number in range(3)]
    find(known, pile, "-o", outs[0])
    find(outs[0], "-o", outs[1])
    find(known, outs[1], "-o", outs[2])
    for out in outs:
        rows = read(out).table.select("doi", *names).rows()
        assert sorted(rows) == sorted((each.doi, *(f"{name} of {each.doi}" for name in names)) for each in RECORDS)


def test_decisions_in_a_plain_pile_are_told_of(find, known, tmp_path):
    pile = tmp_path / "pile.csv"
    write_pile(pile, ["included"], lambda record: [ANSWERS.get(record.title, "")])
    printed = find(known, pile)
    assert "holds 12 decisions (included), which are not used unless the file is given as decisions, too" in printed
    assert "holds 12" not in find(known, pile, "--decisions", pile)


def test_tags_of_a_reference_manager_decide(find, known, tmp_path):
    words = {"yes": "Included", "no": "exclude"}
    lines = []
    title = ""
    for line in as_ris(RECORDS).decode().splitlines():
        title = line[6:] if line.startswith("TI") else title
        if line.startswith("ER") and title in ANSWERS:
            lines.append(f"KW  - {words[ANSWERS[title]]}")
        lines.append(line)
    (tmp_path / "zotero.ris").write_text("\n".join(lines))
    find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "zotero.ris", "-o", tmp_path / "f.csv")
    assert decisions_of(tmp_path / "f.csv") == ANSWERS


def test_votes_in_notes_that_are_added_are_told_of(known, tmp_path):
    project, votes = tmp_path / "p.likewise", tmp_path / "rayyan.ris"
    run("new", project, known, tmp_path / "pile.ris", "--method", "centroid")
    vote = 'N1  - RAYYAN-INCLUSION: {"ana"=>"Included"}\nER  - '
    votes.write_text(as_ris(RECORDS[:5]).decode().replace("ER  - ", vote))
    assert "holds 5 decisions, which adding does not read" in run("add", project, votes)


def test_an_old_export_does_not_undo_a_later_answer_of_a_project(known, tmp_path):
    project, export = tmp_path / "p.likewise", tmp_path / "e.csv"
    first, second, third = RECORDS[3].title, RECORDS[4].title, RECORDS[20].title
    said = pl.DataFrame({"title": [first, second], "included": ["yes", "no"]})
    said.write_csv(tmp_path / "d.csv")
    run("new", project, known, tmp_path / "pile.ris", "--method", "centroid")
    run("mark", project, tmp_path / "d.csv")
    run("export", project, "-o", export)
    time.sleep(1.1)  # times are whole seconds
    said.head(1).with_columns(included=pl.lit("no")).write_csv(tmp_path / "d.csv")
    printed = run("mark", project, tmp_path / "d.csv", "--by", "ana")
    assert "changed:" not in printed  # nothing that she said
    printed = run("mark", project, tmp_path / "d.csv")
    assert f"is changed: {first} (yes, now no)" in printed
    table = pl.read_csv(export, infer_schema_length=0)
    included = pl.when(pl.col("title") == third).then(pl.lit("no")).alias("included")
    table.with_columns(included).write_csv(export)
    printed = run("mark", project, export)
    assert "1 new answer, 0 changed, 1 as before." in printed
    assert f"older than that of the project and did not count: {first} (still no)" in printed
    run("export", project, "-o", tmp_path / "e2.csv")
    assert decisions_of(tmp_path / "e2.csv") == {first: "no", second: "no", third: "no"}
    printed = run("add", project, export)
    assert "holds 3 decisions, which adding does not read; mark reads decisions" in printed


@pytest.mark.parametrize("name", ["pile.csv", "pile.ris"])
def test_markup_in_titles_hides_no_paper(find, known, tmp_path, name):
    marked = {
        record.title: f"&lt;i&gt;{record.title.replace(' ', '&lt;/i&gt; ', 1)} &amp;amp; H<sub>2</sub>O"
        for record in RECORDS
    }
    pile = tmp_path / name
    changed = [replace(record, title=marked[record.title]) for record in RECORDS]
    pile.write_bytes(as_ris(changed) if name.endswith(".ris") else as_csv(changed))
    rows = [[f"{title} & H2O", answer] for title, answer in ANSWERS.items()]
    write_book(tmp_path / "d.xlsx", ("Sheet1", [["Title", "Included"], *rows]))
    for example in known.iterdir():
        title, _, abstract = example.read_text().partition("\n")
        example.write_text(f"{title} & H2O\n{abstract}")
    printed = find(known, pile, "--decisions", tmp_path / "d.xlsx", "-o", tmp_path / "f.xlsx")
    assert "3 documents of the pile are among the examples" in printed
    assert "&" not in printed.replace(" & H2O", "")
    assert "<" not in printed
    title = "title" if name.endswith(".ris") else "Title"
    assert decisions_of(tmp_path / "f.xlsx", title=title) == {
        marked[title]: answer for title, answer in ANSWERS.items()
    }


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ris"])
def test_what_a_person_wrote_beside_their_answers_is_in_every_later_table(find, known, tmp_path, kind):
    outs = [tmp_path / f"f{number}.{kind}" for number in range(4)]
    find(known, tmp_path / "pile.ris", "-o", outs[0])
    rows = read(outs[0]).table.with_columns(
        pl.col("title").replace_strict(ANSWERS, default=None).alias("included"),
        pl.when(pl.col("title") == RECORDS[20].title).then(pl.lit("ask the others")).alias("Comment"),
        pl.when(pl.col("title") == RECORDS[14].title).then(pl.lit("wrong drug")).alias("Reason"),
    )
    edited = write(rows, tmp_path / f"edited.{kind}")
    # A record on top, so that rows have other numbers, and one that is gone.
    (tmp_path / "june.ris").write_bytes(as_ris([*make_records(1, seed=9), *RECORDS[:-1]]))
    find(known, tmp_path / "june.ris", "--decisions", edited, "-o", outs[1])
    find(known, tmp_path / "june.ris", "--decisions", outs[1], "-o", outs[2])
    find(outs[2], "-o", outs[3])
    for out in outs[1:]:
        table = read(out).table
        said = {
            row["title"]: (row["Comment"], row["Reason"])
            for row in table.rows(named=True)
            if row["Comment"] or row["Reason"]
        }
        assert said == {RECORDS[20].title: ("ask the others", None), RECORDS[14].title: (None, "wrong drug")}
        assert decisions_of(out) == ANSWERS
        assert "Comment" not in read(out).columns["text"]


def test_columns_of_another_kind_of_export_are_not_carried_but_notes_are(find, known, tmp_path):
    (tmp_path / "scopus.csv").write_bytes(as_csv(RECORDS, dialect="excel"))
    find(known, tmp_path / "scopus.csv", "-o", tmp_path / "f.csv")
    table = pl.read_csv(tmp_path / "f.csv", infer_schema_length=0)
    table.with_columns(included=pl.lit("no"), Notizen=pl.lit("later")).write_csv(tmp_path / "d.csv")
    find(known, tmp_path / "pile.ris", "--decisions", tmp_path / "d.csv", "-o", tmp_path / "g.csv")
    columns = read(tmp_path / "g.csv").table.columns
    assert "Notizen" in columns
    assert not {"Titel", "Zusammenfassung", "Autoren"} & set(columns)


def test_a_number_that_a_record_has_now_is_not_one_that_left_the_pile(find, known, tmp_path):
    def number(records, name):
        rows = [(place, record.title, record.abstract) for place, record in enumerate(records, start=1)]
        pl.DataFrame(rows, schema=["id", "title", "abstract"], orient="row").write_csv(tmp_path / name)

    number(RECORDS, "may.csv")
    find(known, tmp_path / "may.csv", "-o", tmp_path / "f.csv")
    table = pl.read_csv(tmp_path / "f.csv", infer_schema_length=0)
    table.with_columns(pl.col("title").replace_strict(ANSWERS, default=None).alias("included")).write_csv(
        tmp_path / "d.csv"
    )
    gone = {record.title for record in RECORDS[4:8]}
    number([*make_records(2, seed=9), *(record for record in RECORDS if record.title not in gone)], "june.csv")
    printed = find(known, tmp_path / "june.csv", "--decisions", tmp_path / "d.csv", "-o", tmp_path / "g.csv")
    assert decisions_of(tmp_path / "g.csv") == {title: answer for title, answer in ANSWERS.items() if title not in gone}
    assert "4 decisions are on documents that are not in the pile" in printed


def test_an_export_before_a_new_pile_gives_its_examples_and_decisions(find, known, tmp_path):
    find(known, tmp_path / "pile.ris", "-o", tmp_path / "f.csv")
    table = pl.read_csv(tmp_path / "f.csv", infer_schema_length=0)
    table.with_columns(pl.col("title").replace_strict(ANSWERS, default=None).alias("included")).write_csv(
        tmp_path / "d.csv"
    )
    (tmp_path / "june.ris").write_bytes(as_ris([*make_records(20, seed=9), *RECORDS[12:20]]))
    printed = find(tmp_path / "d.csv", tmp_path / "june.ris", "-o", tmp_path / "g.csv")
    assert "8 documents of it that you gave or said yes to are the examples, and 3 decisions in it count" in printed
    assert decisions_of(tmp_path / "g.csv") == {record.title: ANSWERS[record.title] for record in RECORDS[12:15]}
