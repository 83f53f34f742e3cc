"""The table of corpora: their files, checksums, public originals and terms of use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One corpus: the file that is read, and where the public original is.

    Parameters
    ----------
    name : str
        What to call it in `load`.
    file : str
        Name of the file of JSON lines.
    sha256 : str
        Checksum of that file.
    bytes : int
        Size of that file.
    documents : int
        How many documents it holds.
    originals : tuple of str
        Addresses of the public archives that it can be made from; empty if there are none.
    terms : str
        Terms of use.
    description : str
        One sentence.
    source : str, default=""
        Where a corpus without a public original comes from.

    Examples
    --------
    >>> CATALOGUE["webkb"].documents
    8282
    """

    name: str
    file: str
    sha256: str
    bytes: int
    documents: int
    originals: tuple[str, ...]
    terms: str
    description: str
    source: str = ""


_ENTRIES = (
    Entry(
        name="20newsgroups",
        file="20newsgroups.jsonl.gz",
        sha256="35dde38c76662fc89e1bddd0df6b4de311ad2b943a6d398c99184b27f5cdac18",
        bytes=16_322_598,
        documents=19_997,
        originals=(
            "http://qwone.com/~jason/20Newsgroups/20news-19997.tar.gz",
            "http://qwone.com/~jason/20Newsgroups/20news-bydate.tar.gz",
        ),
        terms="No licence found; messages belong to their authors; commonly used for research.",
        description="Messages to 20 Usenet groups, about 1,000 each, with all headers (Ken Lang, 1995).",
    ),
    Entry(
        name="reuters21578",
        file="reuters21578.jsonl.gz",
        sha256="3eb66670fe7cf187854ffaf834cdc6aca5677733cf9fa04a199e945e7f637307",
        bytes=7_645_139,
        documents=21_578,
        originals=("http://kdd.ics.uci.edu/databases/reuters21578/reuters21578.tar.gz",),
        terms="Copyright Reuters Ltd.; free for research only; name Reuters-21578, Distribution 1.0, in publications.",
        description="Newswire stories of 1987 with none, one or several of 120 topics (David D. Lewis, 1997).",
    ),
    Entry(
        name="webkb",
        file="webkb.jsonl.gz",
        sha256="a969e9ed6fd2906c8ac01ff1b227e3c357728307fba161affeaf5331a6edbd7f",
        bytes=10_916_397,
        documents=8_282,
        originals=("http://www.cs.cmu.edu/afs/cs.cmu.edu/project/theo-20/www/data/webkb-data.gtar.gz",),
        terms="No licence found; pages belong to their authors; commonly used for research.",
        description="Web pages of computer science departments in seven classes (CMU World Wide Knowledge Base, 1997).",
    ),
    Entry(
        name="webkb_course",
        file="webkb_course_cotrain.jsonl.gz",
        sha256="3948fb0dbeff728a275bdc2b6ed0c92164b72cdc0f6871871304c499f9b8f706",
        bytes=1_132_805,
        documents=1_051,
        originals=(
            "http://www.cs.cmu.edu/afs/cs.cmu.edu/project/theo-51/www/co-training/data/course-cotrain-data.tar.gz",
        ),
        terms="No licence found; pages belong to their authors; commonly used for research.",
        description="Course pages and others, each with the words of the links to it (Blum and Mitchell, 1998).",
    ),
    Entry(
        name="webdir",
        file="webdir_awesome.jsonl.gz",
        sha256="edf3903f0993cd1e877a11bc0e151b081ee7cfdafc047cdaddd4ef4186468de9",
        bytes=1_921_479,
        documents=28_009,
        originals=(),
        terms="Entries of 39 public link lists under CC0, CC-BY, CC-BY-SA, MIT and Apache licences.",
        description="Titles and one-line descriptions of links in a human-edited hierarchy of 39 topics.",
        source="made from 39 public link lists",
    ),
    Entry(
        name="reviews_synergy",
        file="reviews_synergy.jsonl.gz",
        sha256="ee9047aae13f31ff6318e5d355ccb5545a586d232360d52fe0b41412fc45e619",
        bytes=4_616_638,
        documents=7_234,
        originals=(),
        terms="CC0 1.0; SYNERGY v1.0, github.com/asreview/synergy-dataset.",
        description="Records of nine systematic reviews, included or excluded (De Bruin et al. 2023).",
        source="github.com/asreview/synergy-dataset, v1.0",
    ),
    Entry(
        name="banking77",
        file="banking77.jsonl.gz",
        sha256="98b17936167eab46f7e6fd3f6c934b565321915ff7dcc65f4bb5cbd41575dea9",
        bytes=252_824,
        documents=13_083,
        originals=(),
        terms="CC BY 4.0; github.com/PolyAI-LDN/task-specific-datasets.",
        description="One-line requests to a bank in 77 intents (Casanueva et al. 2020).",
        source="github.com/PolyAI-LDN/task-specific-datasets",
    ),
)

CATALOGUE: dict[str, Entry] = {entry.name: entry for entry in _ENTRIES}
