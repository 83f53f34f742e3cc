"""Small files of every kind, as the programs that people use write them: what mutations start from."""

import json

TEXT = "Café culture in the 1920s: wine, tea and talk."


def _json_lines():
    rows = [{"id": n, "title": f"On wine {n}", "abstract": TEXT, "topics": ["wine", "tea"]} for n in range(3)]
    return ["".join(json.dumps(row) + "\n" for row in rows).encode()]


def _json():
    return [b"[" + b",".join(_json_lines()[0].splitlines()) + b"]", b'{"text": ["red", "white"], "id": [1, 2]}']


def _delimited(mark):
    rows = [
        ["id", "title", "abstract"],
        ["1", "On wine", f'"{TEXT}"'],
        ["2", "On tea", '"a ""quoted"" word\nand a line"'],
    ]
    table = "\n".join(mark.join(row) for row in rows) + "\n"
    return [table.encode(), table.encode("cp1252"), table.encode("utf-16"), table.replace("\n", "\r\n").encode()]


# From a suffix to a function that makes the contents of files.
SAMPLES = {
    ".txt": lambda: [TEXT.encode(), TEXT.encode("cp1252"), TEXT.encode("utf-16")],
    ".csv": lambda: [*_delimited(","), *_delimited(";")],
    ".tsv": lambda: _delimited("\t"),
    ".jsonl": _json_lines,
    ".json": _json,
}
