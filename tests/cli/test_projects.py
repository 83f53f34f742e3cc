"""A week's work with a project, by its commands."""

import json
import os

import polars as pl
import pytest
from openpyxl import load_workbook

from likewise.finder import Finder


@pytest.fixture
def decisions(tmp_path):
    """What Ana decided, by id."""
    path = tmp_path / "decisions.csv"
    path.write_text("id,included,reason\nd0,yes,\nd1,yes,\nd12,no,wrong topic\nd13,no,not a study\nd14,maybe,\n")
    return path


@pytest.fixture
def project(run, likes, pile, tmp_path):
    path = tmp_path / "review.likewise"
    assert run("new", path, likes, pile, "--by", "ana").exit_code == 0
    return path


def read_json(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_new_project_is_ranked_and_says_what_find_says(run, likes, pile, tmp_path):
    made = read_json(run("new", tmp_path / "review", likes, pile, "--json"))
    found = read_json(run("find", likes, pile, "--json", "--top", 10))
    assert made.pop("project").endswith("review.likewise")
    assert made.pop("n_answers") == 0
    made.pop("seconds"), found.pop("seconds")
    assert made == found


def test_find_new_mark_export_and_python_give_the_same_table(run, likes, pile, project, decisions, tmp_path):
    run("mark", project, decisions)
    run("export", project, "-o", tmp_path / "a.csv")
    run("find", likes, pile, "--decisions", decisions, "-o", tmp_path / "b.csv", "--no-report")
    assert Finder().find(likes, pile, decisions=decisions).write(tmp_path / "c.csv")
    a, b, c = (pl.read_csv(tmp_path / name, infer_schema=False) for name in ("a.csv", "b.csv", "c.csv"))
    assert a.drop("reason").equals(b.drop("reason"))
    assert b.drop("reason").equals(c)
    for table in (a, b):
        assert dict(table.select("id", "reason").drop_nulls().rows()) == {"d12": "wrong topic", "d13": "not a study"}


def test_find_keeps_a_project_too(run, likes, pile, tmp_path):
    result = run("find", likes, pile, "-o", tmp_path / "found.csv", "--project", tmp_path / "review")
    assert "All 20 documents" in result.stdout
    assert read_json(run("estimate", tmp_path / "review", "--json"))["n_documents"] == 20


def test_a_project_is_never_replaced(run, mistake, project, likes, pile):
    before = project.read_bytes()
    assert "is there already, and is not replaced" in mistake("new", project, likes, pile)
    assert project.read_bytes() == before


def test_nothing_is_left_of_a_project_that_could_not_be_made(mistake, pile, tmp_path):
    (tmp_path / "empty.csv").write_text("id,text\n1,\n")
    before = {path.name for path in tmp_path.iterdir()}
    mistake("new", tmp_path / "review", tmp_path / "empty.csv", pile)
    assert {path.name for path in tmp_path.iterdir()} == before


def test_estimate_says_what_the_contract_says(run, project, decisions):
    run("mark", project, decisions, "--by", "ana")
    told = read_json(run("estimate", project, "--json"))
    keys = "found count low high recall recall_low recall_high n_decided n_documents"
    assert set(keys.split()) <= set(told)
    assert (told["found"], told["n_decided"], told["n_documents"], told["n_unsure"]) == (6, 4, 20, 1)
    assert told["low"] <= told["count"] <= told["high"]
    printed = run("estimate", project).stdout
    assert "4 of 20 documents decided: 2 yes, 2 no; unsure of 1 more." in printed
    assert "By the model" in printed
    assert "By the audit" in printed


def test_marking_twice_changes_nothing_and_says_so(run, project, decisions):
    first = read_json(run("mark", project, decisions, "--json"))
    again = read_json(run("mark", project, decisions, "--json"))
    assert (first["n_new"], first["n_same"]) == (5, 0)
    assert (again["n_new"], again["n_changed"], again["n_same"]) == (0, 0, 5)
    assert len(read_json(run("log", project, "--json"))["answers"]) == 5


def test_decisions_on_unknown_documents_are_named_kept_and_count_when_the_document_comes(run, project, tmp_path):
    (tmp_path / "more.csv").write_text("id,included\nd3,no\nx1,yes\n")
    marked = run("mark", project, tmp_path / "more.csv", "--by", "ana")
    assert "1 on documents that are not in the project" in marked.stdout
    assert "x1" in marked.stdout
    run("mark", project, tmp_path / "more.csv", "--by", "ana")
    assert run("log", project).stdout.count("decision on a document that is not here") == 1
    run("export", project, "-o", tmp_path / "a.csv")
    assert "no longer in the pile" in (tmp_path / "a.csv").read_text()
    (tmp_path / "new.jsonl").write_text('{"id": "x1", "text": "a bottle of wine from the cellar, an old vintage"}\n')
    added = run("add", project, tmp_path / "new.jsonl")
    assert "1 of them was decided before, and counts." in added.stdout
    assert read_json(run("log", project, "--json"))["state"] == {"d3": "no", "x1": "yes"}
    run("export", project, "-o", tmp_path / "b.csv")
    assert "no longer in the pile" not in (tmp_path / "b.csv").read_text()


def test_adding_recognises_what_is_there(run, project, pile, tmp_path):
    more = tmp_path / "more.jsonl"
    lines = pile.read_text().splitlines()[:3]
    more.write_text("\n".join([*lines, '{"id": "n1", "text": "vineyard barrel tannin cork grape"}']) + "\n")
    added = read_json(run("add", project, more, "--json"))
    assert (added["n_records"], added["n_new"], added["n_known"]) == (4, 1, 3)
    assert read_json(run("add", project, more, "--json"))["n_new"] == 0
    assert read_json(run("estimate", project, "--json"))["n_documents"] == 21
    assert read_json(run("explain", project, "n1", "--json"))["rank"] >= 1


def test_more_examples_change_the_count_of_examples(run, mistake, project, likes, tmp_path):
    more = tmp_path / "more.txt"
    more.write_text("a vintage bottle of wine, tannin and oak, from the cellar of a vineyard")
    assert "1 example added" in run("add", project, more, "--examples").stdout
    assert read_json(run("estimate", project, "--json"))["found"] == 5
    assert "nothing is added" in mistake("add", project, likes, "--examples")


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ris", "jsonl"])
def test_answers_go_out_and_come_back_on_their_documents(run, project, decisions, likes, pile, tmp_path, kind):
    run("mark", project, decisions, "--by", "ana")
    out = tmp_path / f"out.{kind}"
    assert run("export", project, "-o", out).exit_code == 0
    run("new", tmp_path / "other", likes, pile)
    run("mark", tmp_path / "other", out, "--by", "ben")
    states = [read_json(run("log", each, "--json"))["state"] for each in (project, tmp_path / "other")]
    assert states[0] == states[1] == {"d0": "yes", "d1": "yes", "d12": "no", "d13": "no", "d14": "unsure"}


def test_a_workbook_that_a_person_filled_in_is_marked_back(run, project, tmp_path):
    path = tmp_path / "out.xlsx"
    run("export", project, "-o", path)
    book = load_workbook(path)
    sheet = book.worksheets[0]
    head = [cell.value for cell in sheet[1]]
    wanted = {}
    for row in sheet.iter_rows(min_row=2, max_row=8):
        answer = "yes" if row[0].row % 2 else "no"
        row[head.index("included")].value = answer
        wanted[row[head.index("id")].value] = answer
    book.save(path)
    run("mark", project, path, "--by", "ana")
    assert read_json(run("log", project, "--json"))["state"] == wanted


def test_parts_of_a_project_are_exported(run, mistake, project, decisions, tmp_path):
    run("mark", project, decisions)
    ids = {}
    for part in ("yes", "no", "undecided", "decisions"):
        path = tmp_path / f"{part}.csv"
        run("export", project, "-o", path, "--only", part)
        ids[part] = pl.read_csv(path, infer_schema=False)["id"].to_list()
    assert set(ids["yes"]) == {"d0", "d1"}
    assert set(ids["no"]) == {"d12", "d13"}
    assert len(ids["undecided"]) == 16
    assert set(ids["decisions"]) == {"d0", "d1", "d12", "d13", "d14"}
    assert "choose one of: yes, no, undecided, decisions" in mistake("export", project, "-o", "a.csv", "--only", "all")
    assert "name one kind only" in mistake("export", project, "-o", "a.csv", "-f", "ris")
    assert "name a file" in mistake("export", project)


def test_an_export_without_a_name_is_called_after_the_project(run, project, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "review.ris" in run("export", project, "-f", "ris").stdout
    assert (tmp_path / "review.ris").exists()


def test_explain_finds_a_document_by_id_or_title(run, mistake, project):
    told = read_json(run("explain", project, "d0", "--json"))
    assert told["id"] == "d0"
    assert {each["word"] for each in told["words"]}
    assert told["nearest"][0]["id"].startswith("like")
    assert told["text"][slice(told["spans"][0]["start"], told["spans"][0]["end"])]
    assert "Like the example" in run("explain", project, "d0").stdout
    assert "no document of the project has the id, DOI, PMID or title 'zzz'" in mistake("explain", project, "zzz")


def test_two_reviewers_are_compared_and_conflicts_settled(run, mistake, project, tmp_path):
    for name, said in (("ana", "yes,yes,no,no"), ("ben", "yes,no,no,no")):
        rows = "".join(f"d{row},{answer}\n" for row, answer in enumerate(said.split(",")))
        (tmp_path / f"{name}.csv").write_text(f"id,included\n{rows}")
        run("mark", project, tmp_path / f"{name}.csv", "--by", name)
    told = read_json(run("conflicts", project, "--json"))
    assert told["agreements"] == [{"reviewers": ["ana", "ben"], "n_both": 4, "n_same": 3, "kappa": 0.5}]
    assert told["conflicts"][0]["said"] == {"ana": "yes", "ben": "no"}
    assert "nothing to settle" in mistake("conflicts", project, "--resolve", "d0=yes")
    assert "settles nothing" in mistake("conflicts", project, "--resolve", "d1")
    settled = run("conflicts", project, "--resolve", "d1=yes", "--by", "carla").stdout
    assert "0 conflicts open; 1 settled." in settled
    assert read_json(run("log", project, "--json"))["state"]["d1"] == "yes"


def test_a_copy_is_the_project_and_a_repair_says_that_nothing_is_damaged(run, project, decisions, tmp_path):
    run("mark", project, decisions)
    assert "copy.likewise" in run("copy", project, tmp_path / "copy").stdout
    logs = [read_json(run("log", each, "--json")) for each in (project, tmp_path / "copy")]
    assert logs[0] == logs[1]
    printed = run("repair", project, tmp_path / "again").stdout
    assert "Nothing is damaged." in printed
    assert "Recovered 5 answers and 20 documents" in printed
    assert read_json(run("estimate", tmp_path / "again", "--json"))["n_decided"] == 4


def test_the_log_tells_what_happened(run, project, decisions):
    run("mark", project, decisions, "--by", "ana")
    lines = run("log", project).stdout.splitlines()
    assert any("added 4 examples" in line for line in lines)
    assert any("said no of d12 (from a file); reason: wrong topic" in line for line in lines)
    assert any("ranking 1, with answers up to 0" in line for line in lines)
    assert len(run("log", project, "--last", 2).stdout.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["estimate", "nowhere"], "there is no project nowhere.likewise"),
        (["mark", "nowhere", "a.csv"], "there is no project nowhere.likewise"),
        (["add", "nowhere", "a.csv"], "there is no project nowhere.likewise"),
        (["export", "nowhere", "-o", "a.csv"], "there is no project nowhere.likewise"),
        (["explain", "nowhere", "1"], "there is no project nowhere.likewise"),
        (["log", "nowhere"], "there is no project nowhere.likewise"),
        (["copy", "nowhere", "b"], "there is no project nowhere.likewise"),
        (["repair", "nowhere", "b"], "there is no project nowhere.likewise"),
        (["conflicts", "nowhere"], "there is no project nowhere.likewise"),
    ],
)
def test_a_project_that_is_not_there_is_one_sentence(mistake, arguments, says):
    assert says in mistake(*arguments)


def test_wrong_files_are_one_sentence(mistake, project, tmp_path):
    assert "there is no file or folder nowhere.csv" in mistake("mark", project, "nowhere.csv")
    assert "there is no file or folder nowhere.csv" in mistake("add", project, "nowhere.csv")
    (tmp_path / "a.csv").write_text("id,text\n1,wine\n")
    assert "decides nothing" in mistake("mark", project, tmp_path / "a.csv")
    (tmp_path / "text.likewise").write_text("wine" * 100)
    assert "is not a project of likewise" in mistake("log", tmp_path / "text")


def test_the_account_adds_up_in_words_as_a_table_and_as_a_picture(run, mistake, project, decisions, tmp_path):
    run("mark", project, decisions, "--by", "ana")
    (tmp_path / "ben.csv").write_text("id,included\nd0,yes\nd12,yes\n")
    run("mark", project, tmp_path / "ben.csv", "--by", "ben")
    (tmp_path / "more.jsonl").write_text(
        '{"id": "d0b", "text": "a cellar of wine, old vintage bottles and corks"}\n'
        '{"id": "d0c", "text": "a cellar of wine, old vintage bottles and corks"}\n'
    )
    run("add", project, tmp_path / "more.jsonl")
    told = read_json(run("prisma", project, "--json"))
    assert told["identified"] == sum(source["records"] for source in told["sources"]) == 22
    assert told["to_screen"] == told["identified"] - told["duplicates"] == told["screened"] + told["unread"]
    assert told["screened"] == told["excluded"] + told["unsure"] + told["included"]
    assert (told["included"], told["excluded"], told["reasons"]) == (3, 1, {"not a study": 1})
    for name in ("p.svg", "p.txt", "p.csv"):
        assert run("prisma", project, "-o", tmp_path / name).exit_code == 0
    assert "Records excluded (n = 1)" in (tmp_path / "p.svg").read_text().replace("\u00a0", " ")
    assert "22 records were identified" in (tmp_path / "p.txt").read_text()
    assert "screening,excluded: not a study,1" in (tmp_path / "p.csv").read_text()
    run("report", project, "-o", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "PRISMA 2020 flow diagram" in page
    assert "1 of 2 documents alike" in page
    assert "22 records were identified" in page
    assert "end its name in .html" in mistake("report", project, "-o", tmp_path / "report.csv")
    assert "cannot be written" in mistake("prisma", project, "-o", tmp_path / "report.xyz")


def test_answers_of_a_copy_are_merged_with_who_said_them_and_when(run, mistake, project, decisions, tmp_path):
    run("copy", project, tmp_path / "bens")
    run("mark", project, decisions, "--by", "ana")
    (tmp_path / "ben.csv").write_text("id,included\nd0,no\nd5,yes\n")
    run("mark", tmp_path / "bens", tmp_path / "ben.csv", "--by", "ben")
    merged = read_json(run("mark", project, tmp_path / "bens.likewise", "--json"))
    assert (merged["n_new"], merged["n_changed"]) == (1, 1)
    answers = read_json(run("log", project, "--json"))["answers"]
    assert [(each["id"], each["by"]) for each in answers[-2:]] == [("d0", "ben"), ("d5", "ben")]
    assert read_json(run("conflicts", project, "--json"))["conflicts"][0]["said"] == {"ana": "yes", "ben": "no"}
    run("mark", project, tmp_path / "bens.likewise")
    assert len(read_json(run("log", project, "--json"))["answers"]) == len(answers)
    run("copy", tmp_path / "bens", tmp_path / "empty")
    assert "d12" in run("explain", project, "d12").stdout


def test_a_file_that_is_marked_again_does_not_take_back_what_another_reviewer_said_since(run, project, tmp_path):
    ana, ben = tmp_path / "ana.csv", tmp_path / "ben.csv"
    ana.write_text("id,included\nd0,yes\nd1,yes\n")
    ben.write_text("id,included\nd0,no\n")
    for path, time in ((ana, 1_000_000_000), (ben, 1_000_000_100)):
        os.utime(path, (time, time))
        run("mark", project, path, "--by", path.stem)
    for path, n_same in ((ana, 2), (ben, 1)):
        again = read_json(run("mark", project, path, "--by", path.stem, "--json"))
        assert (again["n_new"], again["n_changed"], again["n_same"]) == (0, 0, n_same)
        assert read_json(run("log", project, "--json"))["state"] == {"d0": "no", "d1": "yes"}
    os.utime(ana, (1_000_000_200, 1_000_000_200))  # Ana has looked again, and says so
    assert read_json(run("mark", project, ana, "--by", "ana", "--json"))["n_changed"] == 1
    assert read_json(run("log", project, "--json"))["state"] == {"d0": "yes", "d1": "yes"}


def test_the_random_sample_is_drawn_exported_answered_and_told(run, mistake, project, decisions, tmp_path):
    run("mark", project, decisions, "--by", "ana")
    told = read_json(run("audit", project, "--draw", 5, "--json"))
    assert (told["n_documents"], told["n_drawn"], told["n_answered"], told["may_stop"]) == (16, 5, 0, False)
    run("export", project, "-o", tmp_path / "audit.csv", "--only", "audit")
    rows = pl.read_csv(tmp_path / "audit.csv", infer_schema=False)
    assert len(rows) == 5
    rows.with_columns(included=pl.lit("no")).write_csv(tmp_path / "answered.csv")
    run("mark", project, tmp_path / "answered.csv", "--by", "ana")
    told = read_json(run("estimate", project, "--json"))["audit"]
    assert (told["n_answered"], told["is_of_rest"], told["high"] <= 11) == (5, True, True)
    assert "5 of 5 documents of the random sample of what was left are answered" in run("audit", project).stdout
    assert "draw at least one" in mistake("audit", project, "--draw", 0)


def test_a_reference_manager_may_reorder_wrap_and_retag_what_comes_back(run, project, decisions, tmp_path):
    """Tags in another order, other line ends and a byte order mark; answers that a person gave as keywords count."""
    run("mark", project, decisions, "--by", "ana")
    run("export", project, "-o", tmp_path / "out.ris")
    records = (tmp_path / "out.ris").read_text().split("ER  - ")[:-1]
    edited, wanted = [], {"d0": "yes", "d1": "yes", "d12": "no", "d13": "no", "d14": "unsure"}
    for number, record in enumerate(records):
        first, *tags = [line for line in record.splitlines() if line.strip()]
        name = next(line.removeprefix("ID  - ") for line in tags if line.startswith("ID  - "))
        if number in (1, 3):
            tags.append("KW  - likewise: decided no")
            wanted[name] = "no"
        edited.append("\r\n".join([first.replace("GEN", "JOUR"), *sorted(tags, reverse=True), "ER  - ", "", ""]))
    (tmp_path / "edited.ris").write_bytes("\ufeff".encode() + "".join(edited).encode())
    marked = read_json(run("mark", project, tmp_path / "edited.ris", "--by", "zoe", "--json"))
    assert marked["n_unknown"] == 0
    assert read_json(run("log", project, "--json"))["state"] == wanted


def test_shells_complete_projects_and_ids(project, tmp_path, monkeypatch):
    from types import SimpleNamespace

    from likewise.cli.project_options import complete_id, complete_project

    monkeypatch.chdir(tmp_path)
    assert complete_project("rev") == ["review.likewise"]
    assert complete_project(f"{tmp_path}/") == [f"{tmp_path}/review.likewise", f"{tmp_path}/likes/"]
    assert complete_id(SimpleNamespace(params={"project": "review"}), "d1") == [
        "d1",
        *(f"d{row}" for row in range(10, 20)),
    ]
    assert complete_id(SimpleNamespace(params={"project": "nowhere"}), "d1") == []
    assert complete_id(SimpleNamespace(params={}), "") == []


def test_a_workbook_of_sources_with_and_without_ids_is_exported_again_and_again(run, likes, tmp_path, texts_of):
    wine, tea = texts_of("wine", 12, seed=5), texts_of("tea", 12, seed=6)
    with_ids = "".join(
        f"TY  - JOUR\nID  - z{n}\nTI  - On number {n} of the wines that we know\nAB  - {text}\nER  - \n"
        for n, text in enumerate(wine)
    )
    without = "".join(
        f"PMID- {n + 100}\nTI  - On number {n} of the teas that we know\nAB  - {text}\n\n" for n, text in enumerate(tea)
    )
    (tmp_path / "a.ris").write_text(with_ids)
    (tmp_path / "b.nbib").write_text(without)
    run("new", tmp_path / "mixed", likes, tmp_path / "a.ris", tmp_path / "b.nbib")
    path = tmp_path / "work.xlsx"
    for number in (5, 9):
        assert "work.xlsx" in run("export", tmp_path / "mixed", "-o", path).stdout
        book = load_workbook(path)
        sheet = book.worksheets[0]
        head = [cell.value for cell in sheet[1]]
        for row in sheet.iter_rows(min_row=2, max_row=number):
            row[head.index("included")].value = "no"
        book.save(path)
        run("mark", tmp_path / "mixed", path, "--by", "ana")
    told = run("export", tmp_path / "mixed", "-o", path).stdout
    assert "work-2.xlsx" not in told
    assert read_json(run("estimate", tmp_path / "mixed", "--json"))["n_no"] >= 8


def test_a_project_that_begins_with_decisions_has_their_reasons_once(run, likes, pile, decisions, tmp_path):
    run("new", tmp_path / "review", likes, pile, "--decisions", decisions)
    run("export", tmp_path / "review", "-o", tmp_path / "a.csv")
    table = pl.read_csv(tmp_path / "a.csv", infer_schema=False)
    assert [name for name in table.columns if "reason" in name.lower()] == ["reason"]
    assert dict(table.select("id", "reason").drop_nulls().rows()) == {"d12": "wrong topic", "d13": "not a study"}


@pytest.mark.parametrize("column", ["title", "text"])
def test_decisions_go_to_a_project_whose_file_has_another_order(run, likes, tmp_path, column):
    long = "a long way of saying what could be said in a line, which somebody wrote all the same, about "
    rows = [f"{long}{word} {number}" for number in range(10) for word in ("wine and glasses", "tea and pots")]
    more = {"title": [f"{row} once" for row in rows], "abstract": rows} if column == "title" else {"text": rows}
    answers = {}
    for name, order in (("first", range(20)), ("second", reversed(range(20)))):
        (tmp_path / name).mkdir()
        table = pl.DataFrame(more)[list(order)]
        table.write_csv(tmp_path / name / "pile.csv")
        run("new", tmp_path / name / "review", likes, tmp_path / name / "pile.csv")
        if name == "first":
            said = table.head(9).select(column, decision=pl.Series(["yes", "no", "unsure"] * 3))
            said.write_csv(tmp_path / "said.csv")
        run("mark", tmp_path / name / "review", tmp_path / ("said.csv" if name == "first" else "decided.csv"))
        run("export", tmp_path / name / "review", "-o", tmp_path / "decided.csv", "--only", "decisions", "--force")
        decided = pl.read_csv(tmp_path / "decided.csv", infer_schema=False)
        answers[name] = dict(decided.select(column, "decision").rows())
    assert answers["second"] == answers["first"] == dict(said.rows())


def test_a_paper_that_a_file_has_twice_is_one_document_everywhere(run, likes, pile, tmp_path):
    table = pl.read_ndjson(pile)
    records = table.select(
        "id", pl.format("On {} by itself", "id").alias("title"), pl.col("text").alias("abstract"),
        pl.format("10.1000/{}", "id").alias("doi"),
    )  # fmt: skip
    copies = records.head(3).with_columns(pl.format("copy {}", "id").alias("id"))
    twice = tmp_path / "twice.csv"
    pl.concat([records, copies]).write_csv(twice)
    decisions = tmp_path / "by-copies.csv"
    decisions.write_text("id,included\ncopy d0,yes\nd1,no\n")
    run("new", tmp_path / "review", likes, twice)
    run("mark", tmp_path / "review", decisions)
    run("export", tmp_path / "review", "-o", tmp_path / "a.csv")
    run("find", likes, twice, "--decisions", decisions, "-o", tmp_path / "b.csv", "--no-report")
    Finder().find(likes, twice, decisions=decisions).write(tmp_path / "c.csv")
    a, b, c = (pl.read_csv(tmp_path / name, infer_schema=False) for name in ("a.csv", "b.csv", "c.csv"))
    assert a.drop("reason", strict=False).equals(b.drop("reason", strict=False))
    assert b.drop("reason", strict=False).equals(c.drop("reason", strict=False))
    said = dict(a.filter(pl.col("decision").is_in(["yes", "no"])).select("id", "decision").rows())
    assert len(a) == len(records)
    assert said == {"d0": "yes", "d1": "no"}
    run("find", likes, twice, "--keep-copies", "-o", tmp_path / "d.csv", "--no-report")
    assert len(pl.read_csv(tmp_path / "d.csv", infer_schema=False)) == len(records) + 3


def test_a_paper_is_known_by_the_ids_of_all_files_that_have_it(run, likes, pile, tmp_path):
    records = pl.read_ndjson(pile).select(
        "id", pl.format("On {} by itself", "id").alias("Title"), pl.col("text").alias("Abstract"),
        pl.format("10.1000/{}", "id").alias("DOI"),
    )  # fmt: skip
    records.write_csv(tmp_path / "first.csv")
    later = records.head(3).select(
        pl.format("later {}", "id").alias("record id"), pl.int_range(11, 14).alias("pmid"), pl.col("Title").alias("ti"),
        pl.col("DOI").str.to_uppercase().alias("doi"),
    )  # fmt: skip
    later.write_csv(tmp_path / "later.csv")
    project = tmp_path / "review"
    run("new", project, likes, tmp_path / "first.csv")
    added = read_json(run("add", project, tmp_path / "later.csv", "--json"))
    assert (added["n_new"], added["n_known"]) == (0, 3)
    for name in ("later d1", "12", "https://doi.org/10.1000/D1"):
        assert read_json(run("explain", project, name, "--json"))["id"] == "d1"
    (tmp_path / "by-id.csv").write_text("record id,included\nlater d0,yes\n")
    (tmp_path / "by-pmid.csv").write_text("pmid,included\n12,no\n")
    marked = read_json(run("mark", project, tmp_path / "by-id.csv", tmp_path / "by-pmid.csv", "--json"))
    assert (marked["n_new"], marked["n_unknown"]) == (2, 0)
    for kind in ("csv", "xlsx"):  # and what was decided comes back, with all its ids, to where it was
        run("export", project, "-o", tmp_path / f"out.{kind}")
        assert read_json(run("mark", project, tmp_path / f"out.{kind}", "--json"))["n_same"] == 2
    table = pl.read_csv(tmp_path / "out.csv", infer_schema=False)
    said = table.filter(pl.col("decision").is_in(["yes", "no"])).sort("id")
    assert said.select("id", "decision", "pmid", "ids of copies").rows() == [
        ("d0", "yes", "11", "later d0"),
        ("d1", "no", "12", "later d1"),
    ]


def test_files_of_another_computer_are_known_by_their_names(run, mistake, likes, pile, tmp_path):
    folder = tmp_path / "pile"
    (folder / "more").mkdir(parents=True)
    for row in pl.read_ndjson(pile).iter_rows(named=True):
        (folder / f"{row['id']}.txt").write_text(row["text"])
    (folder / "more" / "d3.txt").write_text("another text on milk, bread and butter")
    project = tmp_path / "files"
    run("new", project, likes, folder)
    decisions = tmp_path / "decisions.csv"
    paths = [f"C:\\Users\\Ana\\pile\\{name}.txt" for name in ("d0", "more\\d3", "d3", "d4", "nothing")]
    decisions.write_text("path,included\n" + "".join(f"{path},yes\n" for path in paths))
    marked = run("mark", project, decisions).stdout
    assert "3 new answers" in marked
    assert "3 decisions were placed by names of files" in " ".join(marked.split())
    assert {*read_json(run("log", project, "--json"))["state"]} == {"d0.txt", "more/d3.txt", "d4.txt"}
    assert read_json(run("explain", project, paths[0], "--json"))["id"] == "d0.txt"
    assert "no document of the project" in mistake("explain", project, paths[2])
