"""``likewise doctor``: what was understood of a file, before anything runs."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.console import one_line, output
from likewise.cli.progress import show_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from likewise.app.check import Checkup
    from likewise.progress import Progress

_MOST_UNREAD = 20


def doctor_cli(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="A file or folder; of two, say how many documents are in both.")
    ],
    text: Annotated[str | None, typer.Option(help="Text columns, with commas between them.")] = None,
    label: Annotated[str | None, typer.Option(help="Column of labels.")] = None,
    id: Annotated[str | None, typer.Option("--id", help="Column of ids.")] = None,  # noqa: A002
    table: Annotated[
        str | None, typer.Option(metavar="NAME", help="Sheet of a workbook; table of, or query to, an SQLite file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> None:
    """Tell what was read: columns guessed, encodings, empty documents, copies, language, and what could not be read."""
    with show_progress(quiet=quiet or as_json) as callback:
        checkups, in_both = doctor(files, text=text, label=label, id=id, table=table, callback=callback)
    if as_json:
        typer.echo(json.dumps(as_object(checkups, in_both)))
        return
    console = output()
    for place, found in enumerate(checkups):
        if place:
            console.print()
        print_checkup(console, found)
    if in_both is not None:
        console.print()
        both = f"of the documents of {checkups[1].source} are also in {checkups[0].source}"
        said = f"{in_both:,} {both}; find does not rank them" if in_both else f"None {both}"
        console.print(one_line(said), markup=False, soft_wrap=True)


def doctor(
    files: "Sequence[str]",
    *,
    text: str | None = None,
    label: str | None = None,
    id: str | None = None,  # noqa: A002
    table: str | None = None,
    callback: "Progress | None" = None,
) -> "tuple[list[Checkup], int | None]":
    """Read files and look at them.

    Parameters
    ----------
    files : sequence of str
        Paths.
    text, label, id, table : str or None, default=None
        As of `likewise.readers.read`.
    callback : callable or None, default=None
        Called with a `Stage`.

    Returns
    -------
    checkups : list of Checkup
        One a file.
    in_both : int or None
        Of two files, how many documents of the second are also in the first.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "a.txt").write_text("red wine")
    ...     doctor([folder])[0][0].n_documents
    1
    """
    from likewise.app.check import checkup, n_in_both
    from likewise.progress import Stage
    from likewise.readers import read

    if callback is not None:
        callback(Stage("reading"))
    several = [read(path, text=text, label=label, id=id, table=table, progress=callback) for path in files]
    if callback is not None:
        callback(Stage("counting"))
    checkups = [
        replace(checkup(documents), kind=kind, encoding=encoding)
        for documents, (kind, encoding) in zip(several, map(_file, files), strict=True)
    ]
    return checkups, n_in_both(*several) if len(several) == 2 else None


def _file(path: str) -> tuple[str, str | None]:
    """Return the kind of a file, and the encoding of one that is text."""
    from likewise.readers.encoding import encoding_of, load_bytes
    from likewise.readers.registry import TEXT, kind_of

    place = Path(path).expanduser()
    if place.is_dir():
        return "folder", None
    kind = kind_of(place)
    return kind, encoding_of(load_bytes(place)) if kind in TEXT else None


def as_object(checkups: "Sequence[Checkup]", in_both: int | None) -> dict[str, Any]:
    """Make the object that ``--json`` prints.

    Parameters
    ----------
    checkups : sequence of Checkup
        One a file.
    in_both : int or None
        Documents that two files share.

    Returns
    -------
    dict
        Keys `files`, a list of objects with the fields of `likewise.app.check.Checkup` but for `beginnings`, and
        `in_both`.

    Examples
    --------
    >>> as_object([], None)
    {'files': [], 'in_both': None}
    """
    files = [{**asdict(found), "unread": _named(found)} for found in checkups]
    for told in files:
        del told["beginnings"]
    return {"files": files, "in_both": in_both}


def _named(found: "Checkup") -> list[dict[str, str]]:
    return [{"name": name, "reason": reason} for name, reason in found.unread]


def print_checkup(console: "Console", found: "Checkup") -> None:
    """Print what there is to say of one file.

    Parameters
    ----------
    console : rich.console.Console
        Where to.
    found : Checkup
        What there is to say.

    Examples
    --------
    >>> from likewise.app.check import checkup
    >>> from likewise.finder.inputs import as_documents
    >>> print_checkup(output(width=80), checkup(as_documents(["red wine"], "pile")))
    <BLANKLINE>
    1 document
    ...
    """
    from rich.text import Text

    def line(name: str, value: str) -> None:
        console.print(Text.assemble((f"  {name:<12}", "bold"), one_line(value, 2000)), soft_wrap=True)

    console.print(Text(one_line(found.source), style="bold"))
    documents = f"{found.n_documents:,} document{'' if found.n_documents == 1 else 's'}"
    empty = f", {found.n_empty:,} without text" if found.n_empty else ""
    file = ", ".join(part for part in (found.kind, found.encoding) if part)
    console.print(f"{documents}{empty}{f' ({file})' if file else ''}", markup=False)
    for role in ("text", "id", "label"):
        names = found.columns.get(role)
        line(role, ", ".join(names) if names else {"id": "none: rows are numbered"}.get(role, "none"))
    if found.other_columns:
        line("also kept", ", ".join(found.other_columns))
    if found.n_words:
        shortest, middle, longest = found.n_words
        line("words", f"{middle:,} in the middle document; from {shortest:,} to {longest:,}")
    line("language", found.language or "cannot tell: English is assumed")
    groups = f"{found.n_groups:,} group{'' if found.n_groups == 1 else 's'}"
    line("copies", f"{found.n_copies:,} documents, in {groups}" if found.n_copies else "none")
    if found.labels:
        line("labels", ", ".join(f"{name} ({number:,})" for name, number in found.labels.items()))
    for name, text in found.beginnings:
        line("for example", f"{one_line(name, 60)}: {one_line(text, 90)}")
    for note in found.notes:
        if not note.startswith("not read"):
            console.print(Text(f"  Note: {one_line(note, 2000)}", style="yellow"), soft_wrap=True)
    for name, reason in found.unread[:_MOST_UNREAD]:
        console.print(Text(f"  Not read: {one_line(name)}: {one_line(reason)}", style="red"), soft_wrap=True)
    if len(found.unread) > _MOST_UNREAD:
        console.print(Text(f"  Not read: {len(found.unread) - _MOST_UNREAD:,} more", style="red"))
