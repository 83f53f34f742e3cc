"""What a person asks for of a project, as plain values."""

from dataclasses import dataclass

from likewise.app.plain_request import Request
from likewise.app.request import SearchRequest


@dataclass(frozen=True, kw_only=True)
class NewRequest(SearchRequest):
    """A new project: a search whose documents, examples and answers are kept in one file.

    Parameters
    ----------
    project : str
        The file to make; its ending may be left out.
    by : str or None, default=None
        Who makes it; None is the name of the login.
    folder : str, default=""
        A private one that the files lie in, which is not kept in their names.

    Examples
    --------
    >>> NewRequest(project="review", examples="likes", pile="pile.csv").project
    'review'
    """

    project: str
    by: str | None = None
    folder: str = ""


@dataclass(frozen=True, kw_only=True)
class AddRequest(Request):
    """More documents for a project.

    Parameters
    ----------
    project : str
        The project's file.
    files : tuple of str
        Paths of documents; several are one batch.
    examples : bool, default=False
        Whether they are more examples instead of more of the pile.
    text, id, table : str or None, default=None
        As of `likewise.readers.read`.
    follow_links, keep_copies : bool, default=False
        As of `likewise.readers.read`.
    by : str or None, default=None
        Who adds them.
    folder : str, default=""
        As of `NewRequest`.

    Examples
    --------
    >>> AddRequest(project="review", files=("more.ris",)).examples
    False
    """

    project: str
    files: tuple[str, ...]
    examples: bool = False
    text: str | None = None
    id: str | None = None
    table: str | None = None
    follow_links: bool = False
    keep_copies: bool = False
    by: str | None = None
    folder: str = ""


@dataclass(frozen=True, kw_only=True)
class MarkRequest(Request):
    """Answers from a file.

    Parameters
    ----------
    project : str
        The project's file.
    decisions : tuple of str
        Paths; of two on one document the later one counts.
    by : str or None, default=None
        Who decided.

    Examples
    --------
    >>> MarkRequest(project="review", decisions=("decisions.csv",)).by is None
    True
    """

    project: str
    decisions: tuple[str, ...]
    by: str | None = None


@dataclass(frozen=True, kw_only=True)
class ExportRequest(Request):
    """The documents of a project as a table.

    Parameters
    ----------
    project : str
        The project's file.
    out : str or None, default=None
        Where to write; None names the file after the project.
    format : str or None, default=None
        Kind of the file, such as "ris"; None is what the name ends in.
    only : str or None, default=None
        "yes", "no", "undecided", "audit" for the random sample, or "decisions": a table of the answers instead of the
        documents.
    force : bool, default=False
        Whether to replace a file that is there, whatever it holds.
    spreadsheet_safe : bool, default=False
        Whether .csv and .tsv get a ' before cells that a spreadsheet would run as a formula.

    Examples
    --------
    >>> ExportRequest(project="review", out="included.ris", only="yes").only
    'yes'
    """

    project: str
    out: str | None = None
    format: str | None = None
    only: str | None = None
    force: bool = False
    spreadsheet_safe: bool = False
