"""Check: what was understood of files before anything is searched."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.app.first_run import report_first_run
from likewise.app.inputs import check_path
from likewise.app.request import CheckRequest
from likewise.errors import UserError
from likewise.progress import Progress, report_stage

if TYPE_CHECKING:
    from likewise.documents import Documents

_MOST_LABELS = 8


@dataclass(frozen=True)
class Checkup:
    """What there is to say of documents that were read.

    Parameters
    ----------
    source : str
        Where they came from.
    n_documents, n_empty : int
        How many there are, and how many of them have no text.
    columns : mapping of str to tuple of str
        Which columns serve as "text", "id" and "label".
    other_columns : tuple of str
        Those that are kept and not looked at.
    n_words : tuple of int
        Words of the shortest, the median and the longest document that has any.
    language : str or None
        Of most of them; None where nothing can be told.
    n_copies, n_groups : int
        Documents that are near-copies of each other, and groups of them.
    labels : mapping of str to int
        The commonest values of the column of labels.
    notes : tuple of str
        What was guessed and repaired.
    unread : tuple of (str, str)
        What could not be read, and why.
    beginnings : tuple of (str, str)
        Id and text of the first documents.
    kind : str, default=""
        Of the file, such as ".csv"; "folder".
    encoding : str or None, default=None
        Of a file that is text.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> check_documents(as_documents(["red wine", "", "red wine"], "pile")).n_copies
    2
    """

    source: str
    n_documents: int
    n_empty: int
    columns: Mapping[str, tuple[str, ...]]
    other_columns: tuple[str, ...]
    n_words: tuple[int, ...]
    language: str | None
    n_copies: int
    n_groups: int
    labels: Mapping[str, int]
    notes: tuple[str, ...]
    unread: tuple[tuple[str, str], ...]
    beginnings: tuple[tuple[str, str], ...]
    kind: str = ""
    encoding: str | None = None


@dataclass(frozen=True)
class CheckResult:
    """What there is to say of several files.

    Parameters
    ----------
    checkups : tuple of Checkup
        One for each file.
    n_in_both : int or None
        Of two files, how many documents of the second are also in the first.
    """

    checkups: tuple[Checkup, ...]
    n_in_both: int | None


def check(request: CheckRequest, progress: Progress | None = None) -> CheckResult:
    """Read files and look at them.

    Parameters
    ----------
    request : CheckRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    CheckResult
        What there is to say.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.txt").write_text("red wine")
    ...     check(CheckRequest(files=(folder,))).checkups[0].n_documents
    1
    """
    for path in request.files:
        check_path(path, "files")
    report_first_run(progress)
    report_stage(progress, "reading")
    from likewise.readers import read

    columns: dict[str, Any] = {"text": request.text, "label": request.label, "id": request.id, "table": request.table}
    several = [read(path, **columns, progress=progress, follow_links=request.follow_links) for path in request.files]
    report_stage(progress, "counting")
    checkups = [
        replace(check_documents(documents), kind=kind, encoding=encoding)
        for documents, (kind, encoding) in zip(several, map(_kind_and_encoding, request.files), strict=True)
    ]
    return CheckResult(tuple(checkups), count_in_both(*several) if len(several) == 2 else None)


def _kind_and_encoding(path: str) -> tuple[str, str | None]:
    """Return the kind of a file, and the encoding of one that is text."""
    from likewise.readers.encoding import detect_encoding
    from likewise.readers.registry import TEXT, detect_kind
    from likewise.readers.unpacking import load_bytes

    place = Path(path).expanduser()
    if place.is_dir():
        return "folder", None
    kind = detect_kind(place)
    return kind, detect_encoding(load_bytes(place)) if kind in TEXT else None


def check_documents(documents: "Documents", n_beginnings: int = 3) -> Checkup:
    """Look at documents that were read.

    Parameters
    ----------
    documents : Documents
        From `likewise.readers.read`.
    n_beginnings : int, default=3
        How many documents to show.

    Returns
    -------
    Checkup
        What there is to say.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> check_documents(as_documents(["We drink the red wine, and it is good.", "Tea"], "pile")).language
    'english'
    """
    import numpy as np

    from likewise.documents.duplicates import duplicate_groups
    from likewise.text.auto import choose_vectorizer
    from likewise.text.detection import detect_language

    texts = documents.text.to_list()
    lengths = documents.text.str.count_matches(r"\w+").to_numpy()
    filled = np.sort(lengths[lengths > 0])
    groups = np.zeros(len(texts), dtype=np.int64)
    language = detect_language(texts)
    if len(filled):
        try:
            groups = duplicate_groups(documents, choose_vectorizer(texts, language, n_jobs=-1).fit_transform(texts))
        except UserError:  # no word counts: all are stop words, say
            groups[:] = 0
    used = {name for names in documents.columns.values() for name in names}
    return Checkup(
        source=documents.source,
        n_documents=len(documents),
        n_empty=int((documents.text.str.strip_chars() == "").sum()),
        columns=documents.columns,
        other_columns=tuple(name for name in documents.table.columns if name not in used),
        n_words=tuple(int(filled[at]) for at in (0, len(filled) // 2, -1)) if len(filled) else (),
        language=language,
        n_copies=int((groups > 0).sum()),
        n_groups=int(groups.max(initial=0)),
        labels=_labels(documents),
        notes=(*documents.notes, *_notes_on_removed(documents)),
        unread=documents.unread,
        beginnings=tuple(zip(documents.ids.head(n_beginnings), documents.text.head(n_beginnings), strict=True)),
    )


def count_in_both(examples: "Documents", pile: "Documents") -> int:
    """Count the documents of the pile that are examples.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> count_in_both(as_documents(["wine"], "examples"), as_documents(["tea", "Wine"], "pile"))
    1
    """
    from likewise.documents.matching import match_examples

    return int((match_examples(examples, pile) >= 0).sum())


def _labels(documents: "Documents") -> dict[str, int]:
    if documents.label is None:
        return {}
    label = documents.label.explode() if documents.label.dtype.is_nested() else documents.label
    there = label.filter(label.str.strip_chars() != "")
    counted = there.value_counts(sort=True, name="number").head(_MOST_LABELS)
    return {str(name): int(number) for name, number in counted.iter_rows()}


def _notes_on_removed(documents: "Documents") -> list[str]:
    """Say how many decisions an export keeps on records that have left the pile."""
    from likewise.plural import count_noun

    if documents.removed is None:
        return []
    number = count_noun(len(documents.removed), "document is", "documents are")
    return [f"{number} decided and no longer in the pile; a search keeps the decisions and does not rank them"]
