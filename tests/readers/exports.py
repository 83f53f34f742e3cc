"""What reference managers, databases and spreadsheets export: their shapes, with invented contents."""

import io
import sqlite3
import zipfile
from contextlib import closing
from datetime import date, datetime, time
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import xlsxwriter

ZOTERO_RIS = """TY  - JOUR
TI  - Red wine and the café: a cohort study
AU  - Abel, Ann
AU  - Bönisch, Bo
T2  - Journal of Invented Drinks
AB  - Background: wine is drunk. Methods: we asked.
DA  - 2019/03/12/
PY  - 2019
DO  - 10.5555/wine.1
VL  - 4
IS  - 2
SP  - 11
EP  - 19
J2  - J Inv Drinks
SN  - 0000-0019
UR  - https://example.org/wine
UR  - https://example.org/wine.pdf
L1  - wine.pdf
KW  - wine
KW  - cafés
N1  - <p>Read on Monday</p>
ER  -\x20


"""
ENDNOTE_RIS = """TY  - JOUR
AB  - Green tea was poured.
It was drunk at once.
AN  - WOS:000000000000001
AU  - Cole, C.
DA  - Jun
DO  - 10.5555/tea.2
ID  - 17
IS  - 6
KW  - tea
green
leaf
LA  - English
N1  - Times Cited: 3
N1  - Cited Reference Count: 20
PY  - 2004
SP  - 5-9
ST  - On green tea
T2  - Tea Letters
TI  - On green tea
ER  -\x20

TY  - CHAP
A2  - Dean, D.
AU  - Cole, C.
CY  - Nowhere
ID  - 18
PB  - Invented Press
PY  - 2001
T2  - A Book of Tea
TI  - White tea
ER  -\x20

"""
OLD_RIS = """Provider: Invented Database
Content: text/plain; charset="UTF-8"

TY  - JOUR
T1  - Cocoa in winter
A1  - Eve, E.
JF  - Cocoa Today
JO  - Cocoa Tod
Y1  - 1998///
N2  - Cocoa is warm.
ER  -
TY - JOUR
T1 - Cocoa in summer
JF - Cocoa Today
ty  - JOUR
t1  - Cocoa in spring
"""
ZOTERO_BIB = r"""
@article{abel_red_2019,
	title = {Red {Wine} and the caf{\'e}: a cohort study},
	volume = {4},
	issn = {0000-0019},
	url = {https://example.org/wine},
	doi = {10.5555/wine.1},
	abstract = {Background: wine \& tea -- 20\% of all drinks.},
	language = {en},
	number = {2},
	urldate = {2024-01-31},
	journal = {Journal of Invented Drinks},
	author = {Abel, Ann and B{\"o}nisch, Bo},
	month = mar,
	year = {2019},
	keywords = {wine, cafés},
	pages = {11--19},
	file = {wine.pdf:files/17/wine.pdf:application/pdf},
}
"""
HAND_BIB = r"""% written by hand
@STRING{jid = "Journal of " # {Invented} # " Drinks"}
@preamble{ "\newcommand{\noop}[1]{}" }
@comment{jabref-meta: grouping {of} things;}
@Book(cole01, Title = "A {"}book{"} of tea", publisher = {Invented Press}, year = 2001)
@inproceedings{dean02, title = "On ``tea''", booktitle = jid # ", vol. " # 4, note = {}}
"""
PUBMED_NBIB = """PMID- 10000001
OWN - NLM
STAT- MEDLINE
DCOM- 20190401
IS  - 0000-0019 (Electronic)
VI  - 4
IP  - 2
DP  - 2019 Mar 12
TI  - Red wine and the cafe: a cohort study of people who drink it in
      cafes.
PG  - 11-19
LID - 10.5555/wine.1 [doi]
AB  - BACKGROUND: Wine is drunk. METHODS: We asked many people about
      many wines. CONCLUSION: They like it.
FAU - Abel, Ann
AU  - Abel A
AD  - Department of Drinks, Invented University.
FAU - Bonisch, Bo
AU  - Bonisch B
LA  - eng
PT  - Journal Article
JT  - Journal of invented drinks
TA  - J Inv Drinks
MH  - Humans
MH  - *Wine
OT  - wine
OT  - cafe
EDAT- 2019/03/12 06:00
AID - 10.5555/wine.1 [doi]
SO  - J Inv Drinks. 2019 Mar 12;4(2):11-19.

PMID- 10000002
OWN - NLM
DP  - 2004
TI  - On green tea.
FAU - Cole, C
AU  - Cole C
AID - S0000-0000(04)00001-2 [pii]
AID - 10.5555/tea.2 [doi]
SO  - Tea Lett. 2004.

"""
WEB_OF_SCIENCE = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Abel, A
   Bönisch, B
AF Abel, Ann
   Bönisch, Bo
TI Red wine and the café:
   a cohort study
SO JOURNAL OF INVENTED DRINKS
LA English
DT Article
DE wine; cafés; people who
   drink
ID RED; COHORT
AB Wine is drunk. We asked "many" people about
   many wines.
CR ABEL A, 2001, J INV DRINKS, V1
   COLE C, 2004, TEA LETT, V2
NR 2
PY 2019
VL 4
IS 2
BP 11
EP 19
DI 10.5555/wine.1
PM 10000001
UT WOS:000000000000001
ER

PT J
AU Cole, C
TI On green tea
PY 2004
UT WOS:000000000000002
ER

EF
"""
WEB_OF_SCIENCE_TABLE = """PT\tAU\tBA\tAF\tTI\tSO\tDE\tID\tAB\tPY\tDI\tUT\tPM\t
J\tAbel, A; Bönisch, B\t\tAbel, Ann; Bönisch, Bo\tRed wine and the café: a cohort study\tJOURNAL OF INVENTED DRINKS\t\
wine; cafés\tRED; COHORT\tWine is drunk. We asked "many people\t2019\t10.5555/wine.1\tWOS:000000000000001\t10000001\t
J\tCole, C\t\t\tOn "green" tea\tTEA LETTERS\t\t\t\t2004\t\tWOS:000000000000002\t\t
"""
_STYLE = '<style face="normal" font="default" size="100%">'
ENDNOTE_XML = f"""<?xml version="1.0" encoding="UTF-8" ?><xml><records><record><database name="My.enl" \
path="C:\\My.enl">My.enl</database><source-app name="EndNote" version="20.1">EndNote</source-app>\
<rec-number>17</rec-number><foreign-keys><key app="EN" db-id="x" timestamp="0">17</key></foreign-keys>\
<ref-type name="Journal Article">17</ref-type><contributors><authors><author>{_STYLE}Abel, Ann</style></author>\
<author>{_STYLE}Bönisch, Bo</style></author></authors></contributors><titles><title>{_STYLE}Red </style>\
<style face="italic" font="default" size="100%">wine</style>{_STYLE} &amp; the café: a cohort study</style></title>\
<secondary-title>{_STYLE}Journal of Invented Drinks</style></secondary-title></titles><periodical><full-title>{_STYLE}\
Journal of Invented Drinks</style></full-title></periodical><pages>{_STYLE}11-19</style></pages><volume>\
{_STYLE}4</style></volume><number>{_STYLE}2</style></number><keywords><keyword>{_STYLE}wine</style></keyword><keyword>\
{_STYLE}cafés</style></keyword></keywords><dates><year>{_STYLE}2019</style></year><pub-dates><date>\
{_STYLE}Mar 12</style></date></pub-dates></dates><isbn>{_STYLE}0000-0019</style></isbn>\
<accession-num>{_STYLE}10000001</style></accession-num><abstract>{_STYLE}\
Background: wine is drunk.&#xD;Methods: we asked.</style></abstract><urls><related-urls><url>{_STYLE}\
https://example.org/wine</style></url></related-urls></urls><electronic-resource-num>{_STYLE}10.5555/wine.1</style>\
</electronic-resource-num><remote-database-provider>{_STYLE}NLM</style></remote-database-provider></record><record>\
<rec-number>18</rec-number><ref-type name="Book">6</ref-type><titles><title>{_STYLE}A Book of Tea</style></title>\
</titles><periodical><full-title>Tea Letters</full-title></periodical><dates><year>{_STYLE}2001</style></year>\
</dates></record></records></xml>
"""
ENDNOTE_TAGGED = """%0 Journal Article
%T Red wine and the café: a cohort study
%A Abel, Ann
%A Bönisch, Bo
%J Journal of Invented Drinks
%V 4
%N 2
%P 11-19
%@ 0000-0019
%D 2019
%X Background: wine is drunk.

Methods: we asked.
%K wine
cafés
%R https://doi.org/10.5555/wine.1
%M 10000001

%0 Book Section
%A Cole, C.
%T White tea
%B A Book of Tea
%D 2001
%! White tea
"""


def workbook(**options):
    """Return a workbook as Excel has them: a title, dates, numbers, several sheets, merged cells."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True, **options}) as book:
        day, hour = book.add_format({"num_format": "yyyy-mm-dd"}), book.add_format({"num_format": "hh:mm"})
        cover = book.add_worksheet("Cover")
        cover.write_string(0, 0, "Hits")
        sheet = book.add_worksheet("Hits 2019")
        sheet.merge_range(0, 0, 0, 3, "All hits of our search")
        sheet.write_row(2, 0, ["ID", "Title", "Year", "Found", "Open", "At", "Share"])
        rows = [("007", "Red wine and the café", 2019, 12, True, 9, 0.5), ("008", "Green\ntea", 2004, 13, False, 10, 7)]
        for number, (key, title, year, found, is_open, at, share) in enumerate(rows):
            place = 3 + 2 * number
            sheet.write_string(place, 0, key)
            sheet.write_string(place, 1, title)
            sheet.write_number(place, 2, year)
            sheet.write_datetime(place, 3, date(2024, 1, found), day)
            sheet.write_boolean(place, 4, is_open)
            sheet.write_datetime(place, 5, datetime.combine(date(2024, 1, found), time(at, 30)), hour)
            sheet.write_number(place, 6, share)
    return stream.getvalue()


def stored(data):
    """Return the same archive without compression, so that damage reaches what is inside."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(stream, "w") as plain:
        for name in packed.namelist():
            plain.writestr(name, packed.read(name))
    return stream.getvalue()


def parquet():
    """Return a small Parquet file."""
    stream = io.BytesIO()
    pl.DataFrame({"id": [1, 2], "title": ["On wine", None], "text": ["red", "tea"], "tags": [["a"], []]}).write_parquet(
        stream
    )
    return stream.getvalue()


def database(script):
    """Return the bytes of an SQLite database that a script makes."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.db")
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(f"pragma page_size = 512; {script}")
        return path.read_bytes()


DRINKS = """
    create table hits (id integer primary key, title text, abstract text, year int);
    insert into hits values (1, 'On wine', 'Wine is drunk.', 2019), (2, 'On tea', null, 2004);
    create table log (at text); insert into log values ('monday');
    create view titles as select title from hits;
"""

BIBLATEX = """@article{drinker2019wine,
  title = {On the Storage of {{Red}} Wine},
  author = {Drinker, A. and Cellar, B.},
  date = {2019-05},
  journaltitle = {Journal of Wine},
  shortjournal = {J. Wine},
  doi = {10.1000/wine},
  abstract = {We store \\emph{wine} in cellars.},
  langid = {english}
}

@online{tea2020,
  title = {A Page about Tea},
  date = {2020-01-31/2020-02-02},
  url = {https://example.org/tea},
  urldate = {2021-03-04}
}

@thesis{beer1999,
  title = {Beer},
  year = {1999},
  date = {1998},
  institution = {University of Brewing},
  type = {phdthesis}
}
"""
