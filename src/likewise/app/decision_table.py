"""The answers of a project as a table that any project can be marked with."""

import json
from typing import TYPE_CHECKING

from likewise.project.project import Project

if TYPE_CHECKING:
    import polars as pl

#: No title is longer.
_LONGEST_TITLE = 10_000
_OF_THE_ANSWER = ("decision", "decided", "by", "pick", "reason", "note")


def make_decision_table(project: Project) -> "pl.DataFrame":
    """List the answer that holds for each document, with all that identifies the document.

    Parameters
    ----------
    project : Project
        Any.

    Returns
    -------
    polars.DataFrame
        Columns `id, title`, numbers of the field such as `doi` where there are any, `text` where documents have no
        titles, and `decision, decided, by, pick, reason, note`; in the order in which documents were first answered.
        Decisions on documents that are not in the project come last.
    """
    import polars as pl

    from likewise.documents.columns import normalise
    from likewise.documents.identity import NUMBERS, TITLES
    from likewise.documents.lookup import name_document

    pile, fold = project.read_pile(), project.read_fold()
    has_titles = any(normalise(name) in TITLES for name in pile.table.columns)
    places = {name: place for place, name in enumerate(pile.ids)}
    rows = []
    for document, answer in fold.current.items():
        known = json.loads(answer.identity)
        rows.append(
            {
                "id": document,
                # Whole, since another project knows the document by it.
                "title": name_document(pile, places[document], _LONGEST_TITLE),
                **{kind: known.get(kind) for kind in NUMBERS},
                "text": None if has_titles else pile.text[places[document]],
                "decision": answer.decision,
                "decided": answer.at,
                **{name: getattr(answer, name) for name in ("by", "pick")},
                **{name: fold.get_remark(document, name) for name in ("reason", "note")},
            }
        )
    removed = pile.removed
    for row in range(0 if removed is None else len(removed)):
        if removed is not None:
            decision, time = removed.table.select("decision", "decided").row(row)
            rows.append({"title": name_document(removed, row, _LONGEST_TITLE), "decision": decision, "decided": time})
    names = ("id", "title", *NUMBERS, "text", *_OF_THE_ANSWER)
    table = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")
    always = ("id", "title", "decision", "decided", "by")
    empty = [name for name in names if name not in always and table[name].null_count() == len(table)]
    return table.drop(empty)
