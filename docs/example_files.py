"""Files for the guide and the pages of commands: eight known papers and a thousand hits of a search, all invented."""

import csv
import json
import random
import sqlite3
import zipfile
from pathlib import Path

#: Of each topic: things studied, who is studied, what is done, what comes out.
TOPICS = {
    "sleep": (
        ["sleep", "memory", "slow waves", "dreaming", "naps", "recall", "the night"],
        ["students", "older adults", "shift workers", "children", "volunteers"],
        ["slept in the laboratory", "learned pairs of words before going to bed", "kept a diary of their sleep"],
        ["recall improved after a night of sleep", "naps helped memory", "slow waves went with better recall"],
    ),
    "trees": (
        ["street trees", "shade", "leaf area", "roots", "soil", "pavements", "the canopy"],
        ["cities", "parks", "avenues", "school yards", "suburbs"],
        ["were mapped from the air", "were measured every spring", "lost their leaves in a dry summer"],
        ["shade cooled the pavements", "roots needed more soil", "the canopy grew where water was let in"],
    ),
    "bread": (
        ["dough", "yeast", "flour", "crust", "fermentation", "gluten", "salt"],
        ["bakers", "mills", "loaves", "ovens", "recipes"],
        ["were baked at two temperatures", "rested for a day in the cold", "were tasted by a panel"],
        ["long fermentation gave more flavour", "less salt was not noticed", "the crust kept for longer"],
    ),
    "bicycles": (
        ["bicycles", "lanes", "traffic", "helmets", "junctions", "commuting", "speed"],
        ["towns", "commuters", "riders", "schools", "drivers"],
        ["were counted at ten junctions", "were asked about their way to work", "wore a camera for a week"],
        ["lanes brought more riders", "junctions were where most accidents happened", "speed fell by a third"],
    ),
    "glaciers": (
        ["ice", "meltwater", "moraines", "albedo", "snow", "mass balance", "ridges"],
        ["glaciers", "valleys", "catchments", "ice fields", "stations"],
        ["were surveyed with lasers", "were compared with old maps", "were drilled to the bed"],
        ["meltwater reached its peak earlier", "dust lowered the albedo", "the ice lost a metre each year"],
    ),
    "libraries": (
        ["lending", "readers", "shelves", "catalogues", "opening hours", "novels", "study rooms"],
        ["libraries", "branches", "villages", "members", "librarians"],
        ["were visited without notice", "kept open until midnight", "changed their catalogues"],
        ["lending rose with longer hours", "readers asked for quiet rooms", "novels left the shelves first"],
    ),
}
WANTED = "sleep"


def make_files(folder: Path) -> None:
    """Write examples, a search of a thousand hits with and without labels, and what a project is given later.

    These are ``known/`` (eight text files), ``known.ris``, ``search.csv``, ``labelled.csv``, ``decisions.csv``,
    ``second.csv`` and ``more.ris``; ``marked.csv`` and ``dois.txt``, which say what is liked of the pile; ``mixed/`` is
    a folder of a hundred files of four kinds, and ``my-review.asreview`` a project of ASReview.
    """
    draw = random.Random(8)
    (folder / "known").mkdir(parents=True, exist_ok=True)
    known = [_paper(draw, WANTED) for _ in range(8)]
    for number, (title, abstract) in enumerate(known, start=1):
        (folder / "known" / f"paper{number}.txt").write_text(f"{title}\n\n{abstract}\n", encoding="utf-8")
    records = [f"TY  - JOUR\nTI  - {title}\nAB  - {abstract}\nPY  - 2020\nER  - \n" for title, abstract in known]
    (folder / "known.ris").write_text("\n".join(records), encoding="utf-8")
    others = [topic for topic in TOPICS if topic != WANTED]
    topics = [WANTED] * 60 + [draw.choice(others) for _ in range(940)]
    draw.shuffle(topics)
    rows = [
        (f"10.5555/{number:04}", *_paper(draw, topic), draw.randint(1999, 2024)) for number, topic in enumerate(topics)
    ]
    _table(folder / "search.csv", ["doi", "title", "abstract", "year"], rows)
    labelled = [(*row[:3], int(topic == WANTED)) for row, topic in zip(rows, topics, strict=True)]
    _table(folder / "labelled.csv", ["doi", "title", "abstract", "included"], labelled)
    _make_answers(folder, labelled)
    _make_more(folder, rows)
    _make_marks(folder, labelled)
    _make_mixed(folder / "mixed", rows)
    _make_asreview(folder / "my-review.asreview", labelled)


def _make_answers(folder: Path, labelled: list[tuple[object, ...]]) -> None:
    """Write what two reviewers decided on the same eighty papers; they differ on three."""
    wanted = [(doi, title) for doi, title, _, included in labelled if included][:40]
    others = [(doi, title) for doi, title, _, included in labelled if not included][:40]
    first = [(doi, title, "yes", "") for doi, title in wanted]
    first += [(doi, title, "no", "wrong topic" if at % 4 else "not a study") for at, (doi, title) in enumerate(others)]
    other = {"yes": "no", "no": "yes"}
    second = [
        (doi, title, other[said] if at in (3, 38, 70) else said) for at, (doi, title, said, _) in enumerate(first)
    ]
    _table(folder / "decisions.csv", ["doi", "title", "included", "reason"], first)
    _table(folder / "second.csv", ["doi", "title", "included"], second)


def _make_more(folder: Path, rows: list[tuple[object, ...]]) -> None:
    """Write this month's hits: fifty papers, ten of which the first search had found already."""
    draw = random.Random(9)
    topics = [WANTED] * 6 + [draw.choice([*TOPICS]) for _ in range(34)]
    new = [(f"10.5555/{number}", *_paper(draw, topic), 2025) for number, topic in enumerate(topics, start=2000)]
    records = [
        f"TY  - JOUR\nDO  - {doi}\nTI  - {title}\nAB  - {abstract}\nPY  - {year}\nER  - \n"
        for doi, title, abstract, year in (*rows[:10], *new)
    ]
    (folder / "more.ris").write_text("\n".join(records), encoding="utf-8")


def _make_marks(folder: Path, labelled: list[tuple[object, ...]]) -> None:
    """Write a table with six papers marked yes and four no, and the DOIs of the six."""
    liked = [doi for doi, *_, included in labelled if included][:6]
    others = [doi for doi, *_, included in labelled if not included][:4]
    marks = {**dict.fromkeys(liked, "yes"), **dict.fromkeys(others, "no")}
    rows = [(doi, title, abstract, marks.get(doi, "")) for doi, title, abstract, _ in labelled]
    _table(folder / "marked.csv", ["doi", "title", "abstract", "included"], rows)
    (folder / "dois.txt").write_text("".join(f"{doi}\n" for doi in liked), encoding="utf-8")


def _make_mixed(folder: Path, rows: list[tuple[object, ...]]) -> None:
    """Write every tenth paper as a file of its own: plain text, a page, a mail, or rich text."""
    folder.mkdir(exist_ok=True)
    for at, (doi, title, abstract, _) in enumerate(rows[::10]):
        name = folder / str(doi).rpartition("/")[2]
        kind, text = (
            (".txt", f"{title}\n\n{abstract}\n"),
            (".html", f"<!doctype html><title>{title}</title><h1>{title}</h1><p>{abstract}</p>"),
            (".eml", f"From: ana@example.org\nSubject: {title}\nContent-Type: text/plain\n\n{abstract}\n"),
            (".rtf", f"{{\\rtf1 {title}\\par {abstract}\\par}}"),
        )[at % 4]
        name.with_suffix(kind).write_text(text, encoding="utf-8")


def _make_asreview(path: Path, labelled: list[tuple[object, ...]]) -> None:
    """Write a project as ASReview 2 exports it: all papers, of which a hundred and twenty are decided."""
    records = sqlite3.connect(":memory:")
    records.execute(
        "create table record (record_id integer primary key, dataset_row, dataset_id, title, abstract, doi)"
    )
    results = sqlite3.connect(":memory:")
    results.execute("create table results (record_id integer, label integer, classifier text, querier text)")
    for at, (doi, title, abstract, included) in enumerate(labelled):
        records.execute("insert into record values (?, ?, 'd', ?, ?, ?)", (at, at, title, abstract, doi))
        if at < 120:
            results.execute("insert into results values (?, ?, 'svm', 'max')", (at, included))
    with zipfile.ZipFile(path, "w") as archive:
        project = {"version": "2.1", "reviews": [{"id": "r"}], "datasets": [{"id": "d"}]}
        archive.writestr("project.json", json.dumps(project))
        for name, database in (("data_store.db", records), ("reviews/r/results.db", results)):
            database.commit()
            archive.writestr(name, database.serialize())
            database.close()


def _paper(draw: random.Random, topic: str) -> tuple[str, str]:
    # A paper has a sentence from elsewhere now and then, as papers do.
    elsewhere = draw.choice([name for name in TOPICS if name != topic])
    things, groups, actions, results = TOPICS[topic]
    one, two = draw.sample(things, 2)
    who = draw.choice(groups)
    sentences = [
        f"We studied {one} and {two} in {draw.randint(3, 90)} {who}.",
        f"All {who} {draw.choice(actions)}.",
        f"We found that {draw.choice(results)}.",
        f"In a second sample, {draw.choice(results)}.",
        f"What this says about {draw.choice(things)} is discussed.",
    ]
    if draw.random() < 0.4:
        sentences.insert(2, f"As with {draw.choice(TOPICS[elsewhere][0])}, numbers differ between places.")
    return f"{one[0].upper()}{one[1:]} and {two} in {who}", " ".join(sentences)


def _table(path: Path, header: list[str], rows: list[tuple[object, ...]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([header, *rows])
