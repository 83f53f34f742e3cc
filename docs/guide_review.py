"""The part of the guide that goes through a real review: every command is run, and what it prints is copied."""

import random
import re
import tempfile
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

import openpyxl
import polars as pl
from command_pages import ran

from likewise.datasets import load_reviews_synergy
from likewise.documents.spelling import fold_one
from likewise.writers import write

REVIEW = "Meijboom_2021"
N_KNOWN, N_ROUNDS, N_READ = 8, 5, 40
BEGIN, END = "<!-- made by `make docs` from the review: do not edit -->", "<!-- end of the review -->"
#: Sentences that have no word of the records in them.
_KEPT = ("About ", "Probably ", "Found so far", "All ", "Report: ")


@dataclass
class Round:
    """One search: its command, the sentences that it prints, and what a person then read."""

    command: str
    sentences: list[str]
    n_read: int = 0
    n_left: int = 0


@dataclass
class Walk:
    """The whole review: rounds of reading, the random check, and the sizes that the text speaks of."""

    n_records: int = 0
    n_included: int = 0
    rounds: list[Round] = field(default_factory=list)
    checked: Round | None = None
    n_checked: int = 0
    n_checked_good: int = 0
    n_found: int = 0


def make_review(folder: Path) -> list[tuple[str, bool]]:
    """Write known.ris and search.ris, and return each title and whether the authors of the review included it."""
    corpus = load_reviews_synergy(review=REVIEW)
    names = ("title", "abstract", "doi", "year")
    table = pl.DataFrame({name: [str(value or "") for value in corpus.extra[name]] for name in names})
    is_included = pl.Series([label == "included" for label in corpus.labels])
    write(table, folder / "search.ris")
    included = table.filter(is_included)
    known = sorted(random.Random(0).sample(range(included.height), N_KNOWN))
    write(included[known], folder / "known.ris")
    return list(zip(table["title"], is_included, strict=True))


def answer(path: Path, truth: dict[str, bool], number: int) -> list[bool]:
    """Answer the first documents that are not decided, as a person does in a spreadsheet, and return the answers."""
    book = openpyxl.load_workbook(path)
    names = [cell.value for cell in book.worksheets[0][1]]
    given: list[bool] = []
    for row in book.worksheets[0].iter_rows(min_row=2):
        cells = dict(zip(names, row, strict=True))
        if len(given) < number and not cells["decision"].value:
            given.append(truth[fold_one(cells["title"].value)])
            cells["included"].value = "yes" if given[-1] else "no"
    book.save(path)
    return given


def answer_check(path: Path, truth: dict[str, bool]) -> list[bool]:
    """Answer the random check on the sheet "audit", and return the answers."""
    book = openpyxl.load_workbook(path)
    names = [cell.value for cell in book["audit"][1]]
    given = []
    for row in book["audit"].iter_rows(min_row=2):
        cells = dict(zip(names, row, strict=True))
        given.append(truth[fold_one(cells["title"].value)])
        cells["answer"].value = "yes" if given[-1] else "no"
    book.save(path)
    return given


def search(command: str, folder: Path) -> Round:
    """Run a search and keep the sentences below the list."""
    printed = re.sub(r"\n(?=[a-z(0-9])", " ", ran(command, folder))  # a sentence that goes on in the next line
    return Round(command, [line for line in printed.splitlines() if line.startswith(_KEPT)])


def walk(folder: Path) -> Walk:
    """Go through the review: search, read forty, search again; at the end a random check of what is left."""
    truth = make_review(folder)
    result = Walk(len(truth), sum(is_included for _, is_included in truth))
    known = {fold_one(title): is_included for title, is_included in truth}
    left, read, before = result.n_included - N_KNOWN, 0, ""
    for number in range(1, N_ROUNDS + 2):
        target = "found.xlsx" if number == 1 else f"found{number}.xlsx"
        earlier = f"--decisions {before} " if before else ""
        this = search(f"likewise find known.ris search.ris {earlier}-o {target}", folder)
        this.n_read, this.n_left = read, left
        result.rounds.append(this)
        before = target
        if number <= N_ROUNDS:
            given = answer(folder / target, known, N_READ)
            left, read = left - sum(given), read + len(given)
    given = answer_check(folder / before, known)
    result.n_checked, result.n_checked_good = len(given), sum(given)
    result.checked = search(f"likewise find known.ris search.ris --decisions {before} -o last.xlsx", folder)
    result.n_found = result.n_included - left
    return result


def block(this: Round) -> str:
    """Show a command and what it printed, without the list of documents."""
    return "\n".join(["```console", f"$ {this.command}", "…", *this.sentences, "```"])


#: The text between what commands print; names in braces are figures of the review.
_TEXT = {
    "before": """
The figures below are those of a published review of what happens when patients change from a drug to its biosimilar.
Its search gave {n_records} records, of which its authors included {n_included}. Here {n_known} of these are
`known.ris`, a file such as a reference manager exports; the others have to be found again, with the answers that the
authors gave.""",
    "after": """
The sentence after the list is what you came for: how many papers like yours there probably are among the hits, and in
brackets the 90 % interval. The likeliest ones have `yes` in the column `suggestion`. Two files are written:""",
    "table": """
- `found.xlsx`: every row and column of your search, in the new order, with
[our columns](#the-columns-that-are-added) before yours;""",
    "report": """
- `found.html`: a page for your colleagues and your records. It opens in any browser, without a network, prints well,
and ends with a paragraph on methods that you can paste into your paper.""",
    "read": """
Open `found.xlsx`, read from the top, and choose `yes`, `no` or `unsure` in the column `included` where you have read.
Then let it learn from that. After {n_read} answers:""",
    "again": """
What you have decided keeps your decision and is no longer ranked. Go on in `found2.xlsx`, which has your examples and
all earlier decisions, too: `likewise find found2.xlsx -o found3.xlsx` is enough. In rounds of {n_read} it went like
this:""",
    "end": """
After {n_read_in_all} of {n_ranked} documents, {n_found} of the {n_wanted} that were to be found were found. Which
papers fit the criteria hardly shows in their words, so the count stays careful, and does not say that none are left
before most of the pile is read. How often the interval held the truth over nine reviews and five starts each:
[reviews](reviews.md).""",
    "stop": """
The report has a table *How far to read*: after so many documents, so many are found and so many missed, with an
interval. Where a missed paper matters, do the random check: documents below the cut-off, drawn at random, stand on the
sheet `audit` of the workbook, with a place to answer, and the report says what it means if none of them is one you
look for. That check does not depend on your examples. After the last round {n_checked} were drawn; {n_checked_good} of
them fitted. These answers count like all others:""",
}


def tell(result: Walk) -> str:
    """Write this part of the guide."""
    figures = {
        "n_records": result.n_records,
        "n_included": result.n_included,
        "n_known": N_KNOWN,
        "n_read": N_READ,
        "n_read_in_all": N_ROUNDS * N_READ,
        "n_ranked": result.n_records - N_KNOWN,
        "n_found": result.n_found - N_KNOWN,
        "n_wanted": result.n_included - N_KNOWN,
        "n_checked": result.n_checked,
        "n_checked_good": result.n_checked_good or "none",
    }
    text = {name: _wrap(paragraph.format(**figures)) for name, paragraph in _TEXT.items()}
    first, second = result.rounds[:2]
    parts = [text["before"], block(first), text["after"], f"{text['table']}\n{text['report']}"]
    parts += ["## Read, decide, search again", text["read"], block(second), text["again"], _table(result)]
    parts += [text["end"], "## May I stop?", text["stop"], block(result.checked or first)]
    return "\n\n".join(parts)


def _wrap(paragraph: str) -> str:
    indent = "  " if paragraph.strip().startswith("- ") else ""
    return textwrap.fill(
        " ".join(paragraph.split()), 118, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _table(result: Walk) -> str:
    rows = ["| round | you have read | it said before you read on | really left |", "|--:|--:|---|--:|"]
    for number, this in enumerate(result.rounds[:N_ROUNDS], start=1):
        count = this.sentences[0].partition(", if ")[0].partition(":")[0]
        share = next((line for line in this.sentences if line.startswith("Found so far")), "")
        share = re.sub(r"^Found so far, your examples included: (.*?) \(.*", r"; found so far \1", share)
        rows.append(f"| {number} | {this.n_read} | {count[0].lower()}{count[1:]}{share} | {this.n_left} |")
    return "\n".join(rows)


def write_guide(guide: Path) -> None:
    """Put this part into the guide, between its two marks."""
    with tempfile.TemporaryDirectory() as folder:
        told = tell(walk(Path(folder)))
    guide.write_text(put_into(guide.read_text(encoding="utf-8"), told), encoding="utf-8")


def put_into(guide: str, told: str) -> str:
    """Return the guide with a new text between its two marks."""
    before, _, rest = guide.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{told}\n\n{END}{rest.partition(END)[2]}"
