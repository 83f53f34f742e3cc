"""Decisions of a person, read from a table."""

import os
from collections.abc import Sequence
from pathlib import Path

from likewise.documents.columns import ID_NAMES, LABEL_NAMES, normalise
from likewise.documents.decisions import are_decisions, parse_decision
from likewise.documents.documents import to_strings
from likewise.documents.schema import is_export
from likewise.errors import UserError
from likewise.readers.raw_table import RawTable
from likewise.readers.registry import holds_one_document, read_contents


def read_decisions(
    path: str | os.PathLike[str], id_columns: Sequence[str] = ()
) -> tuple[dict[str, bool], tuple[str, ...]]:
    r"""Read decisions from a table with a column of ids and one of decisions.

    Parameters
    ----------
    path : str or path-like
        A table of a kind that `likewise.readers` reads, such as .csv, .xlsx or .ris. The column of ids is called id, or
        as readers know ids; that of decisions is called decision, or as readers know labels; in a table that
        `find` wrote, a column such as included comes before decision. An empty cell and "unsure" decide nothing.
    id_columns : sequence of str, default=()
        Columns that the pile has its ids from, which come before others.

    Returns
    -------
    decisions : dict of str to bool
        At least one.
    notes : tuple of str
        A sentence for everything that was repaired or not read.

    Raises
    ------
    UserError
        If it cannot be read, a column is missing, a cell is not a decision, or a document is decided both ways.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "decisions.csv")
    ...     _ = path.write_text("id,decision\n007,yes\n008,no\n009,\n")
    ...     read_decisions(path)
    ({'007': True, '008': False}, ())
    """
    place = Path(path).expanduser()
    if not place.is_file():
        raise UserError(f"there is no file {path} to read decisions from; check its name")
    raw = None if holds_one_document(place) else read_contents(place)
    if not isinstance(raw, RawTable):
        raise UserError(f"{path} is not a table of decisions; give one such as .csv, .xlsx, .jsonl or .ris")
    table = raw.table
    spelled = {normalise(name): name for name in reversed(table.columns)}
    known = [spelled[name] for name in ("id", *ID_NAMES) if name in spelled]
    id_name = next(iter([*(name for name in id_columns if name in table.columns), *known]), None)
    labels = [spelled[name] for name in LABEL_NAMES if name in spelled]
    own = [name for name in labels if are_decisions(table[name])] if is_export(spelled) else []
    decision_name = next(iter([*own, *([spelled["decision"]] if "decision" in spelled else []), *labels]), None)
    if id_name is None or decision_name is None:
        missing = "id" if id_name is None else "decision"
        names = ", ".join(table.columns)
        raise UserError(f"{path} has no column {missing}, of: {names}; give it the columns id and decision")
    decisions: dict[str, bool] = {}
    for name, cell in zip(to_strings(table[id_name]), to_strings(table[decision_name]), strict=True):
        try:
            decided = parse_decision(cell)
        except UserError as error:
            raise UserError(f"{path}, id {name}: {error}") from None
        if decided is None or name is None:
            continue
        if decisions.setdefault(name, decided) != decided:
            raise UserError(f"{path} says both yes and no of the document {name}; keep one of the two")
    if not decisions:
        raise UserError(f"{path} decides nothing: its column {decision_name} is empty; write yes or no into it")
    return decisions, tuple(raw.notes)
