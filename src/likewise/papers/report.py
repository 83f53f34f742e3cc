"""Pages of the papers: theirs and ours side by side, pictures of what varies, and what became of every claim."""

from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from likewise.atomic_write import write_whole
from likewise.metrics import paired_wilcoxon
from likewise.papers.claims import claims
from likewise.papers.runner import measure_of, state, trials_of, verdicts
from likewise.papers.store import Store
from likewise.papers.tables import Cell, Table, tables
from likewise.papers.trials import Outcome
from likewise.papers.verdicts import WORDS, Verdict
from likewise.writers.line_chart import line_chart

MARKS = {"reproduced": "=", "better": "▲", "worse": "▼", "not_comparable": "·", "never": " "}
#: Lines of a picture; more cannot be told apart.
MOST_LINES = 8


def report(folder: Path) -> list[Path]:
    """Write ``index.md``, a page for each paper and a picture for tables that vary something; return all files."""
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(folder)
    written = []
    judged: dict[str, dict[str, Verdict]] = {}
    states: dict[str, str] = {}
    for paper in sorted({name.split("/")[0] for name in tables()}):
        known = store.read(paper)
        parts = [f"# {paper}", "Made by `likewise papers report`; do not edit. [All papers](index.md)."]
        for name, table in tables().items():
            if name.split("/")[0] == paper:
                judged[name], states[name] = verdicts(table, known), state(table, known)
                parts += section(table, judged[name], states[name])
                parts += tests(table, known)
                if picture := chart(table, judged[name]):
                    file = folder / f"{name.replace('/', '-')}.svg"
                    write_whole(picture.encode(), file)
                    written.append(file)
                    parts.append(f"![{table.title}]({file.name})")
        page = folder / f"{paper}.md"
        write_whole(("\n\n".join(parts) + "\n").encode(), page)
        written.append(page)
    index = folder / "index.md"
    write_whole(overview(judged, states).encode(), index)
    return [*written, index]


def overview(judged: Mapping[str, Mapping[str, Verdict]], states: Mapping[str, str]) -> str:
    """Return the page of all tables: how many cells are reproduced, and which orders hold."""
    lines = [
        "# The papers, run again", "",
        "Made by `likewise papers report`; do not edit. Every trial is a row of the files in [rows](rows).", "",
        "A cell is *reproduced* within three points of a hundred or two standard errors of our mean, whichever is",
        "more; else it is *better* or *worse*. Why some cannot be compared stands on the pages.", "",
        "| table | state | reproduced | better | worse | not comparable | reproduced or better |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    total: Counter[str] = Counter()
    for name, found in judged.items():
        counts: Counter[str] = Counter(verdict.word for verdict in found.values())
        total += counts
        paper = name.split("/")[0]
        lines.append(f"| [{name}]({paper}.md) | {states[name]} | " + _counts(counts))
    lines.append("| **all** | | " + _counts(total))
    lines += ["", "## Methods that are worse in more than a third of their cells", ""]
    worse = list(_often_worse(judged))
    lines += worse or ["None."]
    lines += ["", "## Orders that the papers claim", "", "| claim | holds here | our figures |", "|---|---|---|"]
    for claim in claims(judged):
        lines.append(
            f"| {claim.says} | {'?' if claim.holds is None else 'yes' if claim.holds else 'no'} | {claim.figures} |"
        )
    notes = files("likewise.papers").joinpath("data", "notes.md").read_text(encoding="utf-8").rstrip()
    return "\n".join([*lines, "", notes]) + "\n"


def _counts(counts: Mapping[str, int]) -> str:
    good, compared = counts["reproduced"] + counts["better"], sum(counts[word] for word in WORDS[:3])
    share = f"{good / compared:.0%}" if compared else "–"
    return " | ".join(str(counts[word]) for word in WORDS) + f" | {share} |"


def _often_worse(judged: Mapping[str, Mapping[str, Verdict]]) -> list[str]:
    lines = []
    for name, found in judged.items():
        methods: dict[str, Counter[str]] = {}
        for cell in tables()[name].cells:
            methods.setdefault(cell.method, Counter())[found[cell.key].word] += 1
        for method, counts in methods.items():
            compared = sum(counts[word] for word in WORDS[:3])
            if compared and counts["worse"] * 3 > compared:
                lines.append(f"- {name}: `{method or 'sizes'}`, {counts['worse']} of {compared} cells")
    return lines


def section(table: Table, found: Mapping[str, Verdict], how: str) -> list[str]:
    """Return the part of a page about one table."""
    parts = [f"## {table.name.split('/')[1]}: {table.title}"]
    counts = Counter(verdict.word for verdict in found.values())
    parts.append(f"State: {how}. " + ", ".join(f"{word.replace('_', ' ')} {counts[word]}" for word in WORDS) + ".")
    if table.readings:
        parts.append("\n".join(f"- {reading}" for reading in table.readings))
    parts.append("\n".join(matrix(table, found)))
    reasons = sorted({verdict.why for verdict in found.values() if verdict.why})
    if reasons:
        parts.append("Not compared: " + "; ".join(reasons) + ".")
    return parts


def matrix(table: Table, found: Mapping[str, Verdict]) -> list[str]:
    """Return a table of ours ± standard error, theirs and the mark; what varies goes across, all else goes down."""
    across = _varying(table)
    figures = [cell for cell in table.cells if not cell.metric.startswith("wilcoxon")]  # `tests` tells those
    columns = list(dict.fromkeys(_column(cell, across) for cell in figures))
    rows: dict[str, dict[str, str]] = {}
    for cell in figures:
        verdict = found[cell.key]
        rows.setdefault(_row(cell), {})[_column(cell, across)] = _told(cell, verdict)
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [
        f"| {row} | " + " | ".join(cells.get(column, "") for column in columns) + " |" for row, cells in rows.items()
    ]
    lines.append("")
    lines.append("Ours ± standard error / theirs: = reproduced, ▲ better, ▼ worse, · not compared.")
    return lines


def _told(cell: Cell, verdict: Verdict) -> str:
    printed = "lost" if cell.value != cell.value else f"{cell.op if cell.op in '<>~' else ''}{cell.value:g}"
    if verdict.ours != verdict.ours:
        return f"– / {printed} {MARKS[verdict.word]}"
    ours = f"{verdict.ours:.3g}" if verdict.error == 0 else f"{verdict.ours:.3g} ± {verdict.error:.2g}"
    return f"{ours} / {printed} {MARKS[verdict.word]}"


def _varying(table: Table) -> list[str]:
    """Return the settings that go somewhere and have several values."""
    keys = [key for key in table.settings if key not in ("positive", "negative")]
    return [key for key in keys if len({cell.setting.get(key) for cell in table.cells}) > 1]


def _column(cell: Cell, across: list[str]) -> str:
    told = ", ".join(f"{key} {cell.setting[key]}" for key in across if key in cell.setting)
    return f"{told} {cell.metric}".strip()


def _row(cell: Cell) -> str:
    data = cell.setting.get("negative")
    where = f"{cell.label} / {data}" if data else cell.label or cell.corpus
    return f"{cell.method or 'size'}, {where}" if where not in ("positive", "micro-average") else cell.method


def chart(table: Table, found: Mapping[str, Verdict]) -> str:
    """Draw our figures over the setting that varies most; nothing where none does or hardly anything was run."""
    across = [key for key in _varying(table) if len({cell.setting.get(key) for cell in table.cells}) > 2]
    if not across:
        return ""
    x, several = across[-1], len({cell.corpus for cell in table.cells}) > 1
    lines: dict[str, list[tuple[float, float]]] = {}
    for cell in table.cells:
        verdict = found[cell.key]
        if (
            x in cell.setting
            and verdict.ours == verdict.ours
            and cell.label in ("positive", "average", "micro-average", "")
        ):
            rest = ", ".join(f"{key} {cell.setting[key]}" for key in across[:-1] if key in cell.setting)
            name = " ".join(part for part in (cell.method, rest, cell.corpus if several else "") if part)
            lines.setdefault(name, []).append((float(cell.setting[x]), verdict.ours))
    lines = {name: sorted(points) for name, points in lines.items() if len(points) > 2}
    if not lines:
        return ""
    best = sorted(lines, key=lambda name: -lines[name][-1][1])[:MOST_LINES]
    return line_chart(table.title, {name: lines[name] for name in best}, x_label=x, y_label=table.cells[0].metric)


def tests(table: Table, known: Mapping[str, Outcome]) -> list[str]:
    """Return p-values of paired Wilcoxon tests of each method against the first, where seeds are many (Zhou et al.)."""
    if table.protocol != "mixes" or len(table.methods) < 2:
        return []
    first = next(iter(table.methods))
    values: dict[tuple[str, str], list[float]] = {}
    for cell in table.cells:
        if not table.why_not(cell) and measure_of(cell) == "F":
            found = [known.get(trials_of(table, cell, seed)[0].hash) for seed in range(table.seeds)]
            if all(found):
                share = cell.setting.get("labeled_fraction", "")
                values[cell.method, share] = [outcome.values["F"] for outcome in found if outcome]
    printed = {
        (cell.method, cell.setting.get("labeled_fraction", "")): f"{'<' if cell.op == '<' else ''}{cell.value:g}"
        for cell in table.cells
        if cell.metric.startswith("wilcoxon")
    }
    shares = sorted({share for _, share in values})
    lines = [f"| p against {first}, ours / theirs | " + " | ".join(shares) + " |", "|---" * (len(shares) + 1) + "|"]
    judged = dict.fromkeys(cell.method for cell in table.cells if not table.why_not(cell))
    for method in judged:
        if method == first:
            continue
        cells = []
        for share in shares:
            both = (values.get((first, share)), values.get((method, share)))
            ours = "–" if both[0] is None or both[1] is None else f"{paired_wilcoxon(both[0], both[1]).p_value:.2g}"
            cells.append(f"{ours} / {printed.get((method, share), '–')}")
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return ["\n".join(lines)] if shares else []
