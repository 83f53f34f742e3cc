"""Read a file with ours or with what others use, and print the seconds: ``python read_file.py READER PATH``."""

import sys
import time
from pathlib import Path


def ris(path: str) -> int:
    import rispy

    with Path(path).open(encoding="utf-8") as stream:
        return len(rispy.load(stream))


def bib(path: str) -> int:
    import bibtexparser

    return len(bibtexparser.parse_file(path).entries)


def xlsx(path: str) -> int:
    import openpyxl

    sheet = openpyxl.load_workbook(path, read_only=True).worksheets[0]
    return sum(1 for _ in sheet.iter_rows(values_only=True)) - 1


def csv(path: str) -> int:
    import pandas

    return len(pandas.read_csv(path, dtype=str, keep_default_na=False))


def mbox(path: str) -> int:
    import mailbox

    n_read = 0
    for message in mailbox.mbox(path):
        message.get_payload(decode=True)
        n_read += 1
    return n_read


def likewise(path: str) -> int:
    from likewise.readers import read

    return len(read(path))


if __name__ == "__main__":
    reader, path = sys.argv[1:]
    read = {"likewise": likewise, "ris": ris, "bib": bib, "xlsx": xlsx, "csv": csv, "mbox": mbox}[reader]
    best = float("inf")
    for _ in range(7):
        start = time.process_time()
        number = read(path)
        best = min(best, time.process_time() - start)
    print(number, best)
