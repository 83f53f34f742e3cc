"""The loop of the guide with random steps between rounds: every decision stays on its paper, none is lost."""

import tempfile
from pathlib import Path

import openpyxl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from likewise.app.request import SearchRequest
from likewise.app.search import search
from likewise.readers import read
from tests.scenarios.records import as_csv, as_ris, as_text, make_records

N_RECORDS = 40
RECORDS = make_records(N_RECORDS + 5, seed=3, wanted=12)
EXAMPLES = RECORDS[:4]
WORDS = {
    "yes": ["yes", "Included", "x", "1", "ja"],
    "no": ["no", "excluded", "0", "nein"],
    "unsure": ["maybe", "unsure"],
}

steps = st.fixed_dictionaries(
    {
        "decide": st.lists(
            st.tuples(st.integers(0, 100), st.sampled_from(["yes", "no", "unsure"])), min_size=1, max_size=6
        ),
        "word": st.integers(0, 9),
        "add": st.booleans(),
        "remove": st.booleans(),
        "bring_back": st.booleans(),
        "reorder": st.randoms(use_true_random=False),
        "export_is_pile": st.booleans(),
        "kind": st.sampled_from(["ris", "csv"]),
    }
)


def rewrite(path, answers, draw, word):
    """Open a workbook with another program, answer by title, put the columns into another order, and save it."""
    book = openpyxl.load_workbook(path)
    sheet = book.worksheets[0]
    header, *rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    if "included" not in header:
        header.append("included")
        rows = [[*row, None] for row in rows]
    title, included = header.index("title"), header.index("included")
    for row in rows:
        if row[title] in answers:
            words = WORDS[answers[row[title]]]
            row[included] = words[word % len(words)]
    order = draw.sample(range(len(header)), len(header))
    new = openpyxl.Workbook()
    for row in [header, *rows]:
        new.active.append([row[place] for place in order])
    new.save(path)


def check(path, expected, away, n_documents, n_examples):
    documents = read(path)
    table = documents.table
    assert table.height == n_documents
    kept = {} if documents.removed is None else dict(documents.removed.table.select("title", "decision").rows())
    assert kept == away
    rows = table.select("title", "decision", "rank").rows()
    found = {title: decision for title, decision, _ in rows if decision in ("yes", "no", "unsure")}
    assert found == expected
    ranked = {title for title, _, rank in rows if rank is not None}
    decided = {title for title, decision in expected.items() if decision != "unsure"}
    assert not ranked & decided
    assert len(ranked) + len(decided) + n_examples == n_documents


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rounds=st.lists(steps, min_size=2, max_size=5))
def test_every_decision_stays_on_its_paper_over_all_rounds(rounds):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        known = folder / "known"
        known.mkdir()
        for place, record in enumerate(EXAMPLES):
            (known / f"{place}.txt").write_text(as_text(record))
        pile, fresh, gone = list(RECORDS[:N_RECORDS]), list(RECORDS[N_RECORDS:]), []
        expected, away = {}, {}  # decisions on what is in the pile, and on what is no longer
        source = folder / "pile-0.ris"
        source.write_bytes(as_ris(pile))
        export = folder / "found-0.xlsx"
        search(SearchRequest(examples=str(known), pile=str(source), method="centroid", out=str(export), no_report=True))
        for number, step in enumerate(rounds, start=1):
            titles = [record.title for record in pile if record not in EXAMPLES]
            answers = {titles[place % len(titles)]: decision for place, decision in step["decide"]}
            rewrite(export, answers, step["reorder"], step["word"])
            expected |= answers
            target = folder / f"found-{number}.xlsx"
            if step["export_is_pile"]:
                request = SearchRequest(pile=str(export), method="centroid", out=str(target), no_report=True)
            else:
                if step["add"] and fresh:
                    pile.insert(0, fresh.pop())
                if step["bring_back"] and gone:
                    pile.append(gone.pop(0))
                if step["remove"]:
                    leaving = [record for record in pile if record not in EXAMPLES][3:5]
                    pile = [record for record in pile if record not in leaving]
                    gone += leaving
                everything = expected | away
                there = {record.title for record in pile}
                expected = {title: said for title, said in everything.items() if title in there}
                away = {title: said for title, said in everything.items() if title not in there}
                source = folder / f"pile-{number}.{step['kind']}"
                source.write_bytes(as_ris(pile) if step["kind"] == "ris" else as_csv(pile, dialect="r"))
                request = SearchRequest(
                    examples=str(known),
                    pile=str(source),
                    decisions=str(export),
                    method="centroid",
                    out=str(target),
                    no_report=True,
                )
            search(request)
            export = target
            check(export, expected, away, len(pile), len(EXAMPLES))
