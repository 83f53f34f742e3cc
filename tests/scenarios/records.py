"""Invented records of a review, and the files that the tools of the trade make of them."""

import csv
import io
import random
from dataclasses import dataclass, replace

from tests.readers.pdf_maker import pdf_file

_SYLLABLES = [first + second for first in "bcdfglmnprstvz" for second in "aeiou"]
_TOPIC = ["migraine", "aura", "triptan", "headache", "nausea", "attack", "relief", "placebo", "dose", "onset"]


def make_words(draw, number):
    return ["".join(draw.choices(_SYLLABLES, k=draw.randint(2, 4))) for _ in range(number)]


@dataclass(frozen=True)
class Record:
    """One paper, as it is before any tool exports it."""

    title: str
    abstract: str
    doi: str
    pmid: str
    year: str
    authors: tuple
    keywords: tuple
    is_wanted: bool = False


def make_records(number, seed=0, wanted=0):
    """Make papers, the first of them on one topic."""
    draw = random.Random(seed)
    vocabulary = make_words(draw, 600)
    records = []
    for place in range(number):
        is_wanted = place < wanted
        words = _TOPIC * 3 + vocabulary[:30] if is_wanted else vocabulary
        title = " ".join([*draw.choices(words, k=5), *draw.choices(vocabulary, k=4)]).capitalize()
        abstract = ". ".join(" ".join(draw.choices(words, k=9)).capitalize() for _ in range(6)) + "."
        records.append(
            Record(
                title,
                abstract,
                f"10.1234/j.{seed}.{place:04}",
                str(20_000_000 + 1000 * seed + place),
                str(draw.randint(1990, 2024)),
                (f"{draw.choice(vocabulary).capitalize()}, A.",),
                tuple(draw.choices(vocabulary, k=3)),
                is_wanted,
            )
        )
    return records


def as_ris(records, *, bare_url=False):
    """As Zotero writes it; some versions write a bare address where there is no DOI."""
    lines = []
    for record in records:
        lines += ["TY  - JOUR", f"TI  - {record.title}", *(f"AU  - {name}" for name in record.authors)]
        lines += [f"AB  - {record.abstract}"] if record.abstract else []
        lines += [f"PY  - {record.year}", *([f"DO  - {record.doi}"] if record.doi else [])]
        lines += ["UR  - https://doi.org/"] if bare_url else []
        lines += [*(f"KW  - {word}" for word in record.keywords), "ER  - ", ""]
    return "\n".join(lines).encode()


def as_nbib(records):
    """As PubMed writes it, in lines of 80 characters."""
    lines = []
    for record in records:
        lines += [f"PMID- {record.pmid}", f"TI  - {_folded(record.title)}"]
        lines += [f"AB  - {_folded(record.abstract)}"] if record.abstract else []
        lines += [f"AID - {record.doi} [doi]"] if record.doi else []
        lines += [f"DP  - {record.year} May", *(f"FAU - {name}" for name in record.authors), ""]
    return "\n".join(lines).encode()


def as_csv(records, *, dialect="scopus"):
    """As Scopus, German Excel or R write it."""
    names = {
        "scopus": ("Authors", "Title", "Year", "DOI", "Abstract", "Author Keywords", "PubMed ID"),
        "excel": ("Autoren", "Titel", "Jahr", "DOI", "Zusammenfassung", "Schlagworte", "PMID"),
        "r": ("authors", "title", "year", "doi", "abstract", "keywords", "pmid"),
    }[dialect]
    missing = "NA" if dialect == "r" else ""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";" if dialect == "excel" else ",")
    writer.writerow(names)
    for record in records:
        cells = ["; ".join(record.authors), record.title, record.year, record.doi, record.abstract]
        cells += ["; ".join(record.keywords), record.pmid]
        writer.writerow([cell or missing for cell in cells])
    return file.getvalue().encode("cp1252" if dialect == "excel" else "utf-8")


def as_bibtex(records):
    """As JabRef writes it."""
    entries = []
    for place, record in enumerate(records):
        fields = {"title": f"{{{record.title}}}", "abstract": record.abstract, "doi": record.doi, "year": record.year}
        body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        entries.append(f"@article{{key{place},\n{body}\n}}\n")
    return "\n".join(entries).encode()


def as_endnote(records):
    """As EndNote writes XML, with a style around every value."""
    rows = []
    for number, record in enumerate(records, start=1):
        fields = {"abstract": record.abstract, "electronic-resource-num": record.doi}
        body = "".join(f"<{name}>{_styled(value)}</{name}>" for name, value in fields.items() if value)
        titles = (
            f"<titles><title>{_styled(record.title)}</title></titles><dates><year>{_styled(record.year)}</year></dates>"
        )
        kind = '<ref-type name="Journal Article">17</ref-type>'
        rows.append(f"<record><rec-number>{number}</rec-number>{kind}{titles}{body}</record>")
    return f'<?xml version="1.0" encoding="UTF-8"?><xml><records>{"".join(rows)}</records></xml>'.encode()


def _styled(value):
    return f'<style face="normal" font="default" size="100%">{value}</style>'


def as_pdf(record):
    """The first page as a journal prints it, without anything in the file's own properties."""
    head = ["Journal of Invented Results", f"https://doi.org/{record.doi}" if record.doi else "Research article"]
    text = [*head, *_wrap(record.title), "; ".join(record.authors), "Abstract", *_wrap(record.abstract)]
    return pdf_file("\n".join([*text, "Introduction", "It is old, and nobody knows why."]))


def as_text(record):
    """Title and abstract, as a person saves them."""
    return f"{record.title}\n\n{record.abstract}\n"


def disturb(record, draw):
    """Change a record as tools do: ids missing or placeholders, other case and punctuation, a cut abstract."""
    title = draw.choice([str, str.upper, str.title, lambda value: f"{value}.", lambda value: value.replace(" ", "  ")])
    abstract = record.abstract
    if draw.random() < 0.3:
        abstract = abstract[: int(len(abstract) * draw.uniform(0.5, 0.9))]
    placeholder = ["", "", "NA", "n/a", "-", "0", "https://doi.org/"]
    return replace(
        record,
        title=title(record.title),
        abstract=abstract if draw.random() < 0.9 else "",
        doi=record.doi if draw.random() < 0.5 else draw.choice(placeholder),
        pmid=record.pmid if draw.random() < 0.4 else draw.choice(["", "", "NA", "0"]),
    )


def _wrap(text, width=60):
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) > width:
            lines.append(line.strip())
            line = ""
        line += f" {word}"
    return [*lines, line.strip()]


def _folded(text):
    return "\n      ".join(_wrap(text, 80))
