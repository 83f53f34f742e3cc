"""Exports of the same records by different tools: the same papers are known, and no others."""

import random
from dataclasses import replace

import numpy as np

from likewise.documents.identity import keys_of
from likewise.documents.matching import match_documents
from likewise.readers import read
from tests.scenarios.records import as_bibtex, as_csv, as_endnote, as_nbib, as_pdf, as_ris, disturb, make_records

N_SETS, N_RECORDS, N_PAIRS = 5, 50, 1000
FORMATS = {
    "ris": ("a.ris", as_ris),
    "nbib": ("a.nbib", as_nbib),
    "scopus": ("scopus.csv", lambda records: as_csv(records, dialect="scopus")),
    "excel": ("excel.csv", lambda records: as_csv(records, dialect="excel")),
    "r": ("r.csv", lambda records: as_csv(records, dialect="r")),
    "bibtex": ("a.bib", as_bibtex),
    "endnote": ("a.xml", as_endnote),
}


def export(records, kind, folder, draw):
    """Write the records as a tool does, read them, and return them with their keys and their numbers."""
    order = draw.sample(range(len(records)), len(records))
    changed = [disturb(records[place], draw) for place in order]
    folder.mkdir()
    if kind == "pdf":
        # A paper has its whole abstract on its first page.
        for number, place in enumerate(order):
            (folder / f"{number:03}.pdf").write_bytes(as_pdf(records[place]))
        documents = read(folder)
    else:
        name, write = FORMATS[kind]
        if kind == "nbib":  # PubMed knows its own numbers
            changed = [replace(new, pmid=records[place].pmid) for new, place in zip(changed, order, strict=True)]
        (folder / name).write_bytes(write(changed))
        documents = read(folder / name)
    assert len(documents) == len(records)
    return documents, keys_of(documents), np.array(order)


def test_the_same_papers_are_known_in_random_pairs_of_exports(tmp_path):
    draw = random.Random(0)
    exports = {}
    for number in range(N_SETS):
        records = make_records(N_RECORDS, seed=number + 10)
        for kind in [*FORMATS, "pdf"]:
            exports[number, kind] = export(records, kind, tmp_path / f"{number}-{kind}", draw)
    n_true = n_found = n_false = 0
    for _ in range(N_PAIRS):
        one, other = draw.sample([*FORMATS, "pdf"], 2)
        # Some pairs are of two sets that have no paper in common.
        number = draw.randrange(N_SETS)
        known, known_keys, known_order = exports[number, one]
        documents, keys, order = exports[number if draw.random() < 0.9 else (number + 1) % N_SETS, other]
        places = match_documents(known, documents, known_keys=known_keys, keys=keys)
        same = documents is exports[number, other][0]
        right = np.array([place >= 0 and same and known_order[place] == order[at] for at, place in enumerate(places)])
        n_true += len(order) if same else 0
        n_found += int(right.sum())
        n_false += int((places >= 0).sum() - right.sum())
    assert n_found >= 0.99 * n_true
    assert n_false == 0
