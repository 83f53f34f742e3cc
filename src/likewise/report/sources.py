"""What was read, as a report tells it: where from, which columns, how many, what is empty, double or not read."""

from collections.abc import Sequence

from likewise.documents import Documents
from likewise.finder.result import Result
from likewise.report.page import Fact, Source
from likewise.text.detection import CHARACTERS

#: More rows than this of what is not read make no page better.
_MOST_UNREAD = 1000
#: Codes of the languages that a search knows by name.
_CODES = {
    "arabic": "ar",
    "armenian": "hy",
    "basque": "eu",
    "catalan": "ca",
    "czech": "cs",
    "danish": "da",
    "dutch": "nl",
    "esperanto": "eo",
    "estonian": "et",
    "finnish": "fi",
    "french": "fr",
    "german": "de",
    "greek": "el",
    "hindi": "hi",
    "hungarian": "hu",
    "indonesian": "id",
    "irish": "ga",
    "italian": "it",
    "lithuanian": "lt",
    "nepali": "ne",
    "norwegian": "no",
    "persian": "fa",
    "polish": "pl",
    "portuguese": "pt",
    "romanian": "ro",
    "russian": "ru",
    "serbian": "sr",
    "sesotho": "st",
    "spanish": "es",
    "swedish": "sv",
    "tamil": "ta",
    "turkish": "tr",
    "yiddish": "yi",
}


def sources_of(result: Result) -> tuple[Source, ...]:
    """Tell what was read: the examples, if they are known, and the pile.

    Parameters
    ----------
    result : Result
        Any.

    Returns
    -------
    tuple of Source
        One or two.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> [source.role for source in sources_of(Finder("centroid").find(["red wine"], ["tea", "wine"]))]
    ['Examples', 'Pile']
    """
    table = result.table
    in_groups = table["group"].drop_nulls()
    groups = "1 group" if in_groups.n_unique() == 1 else f"{in_groups.n_unique():,} groups"
    is_example = int((table["decision"] == "example").sum())
    decided = len(table) - result.n_ranked - is_example
    name = str(result.settings.get("language") or "not known")
    language = ("language", "one without spaces between words" if name == CHARACTERS else name.capitalize())
    more = [
        ("near-copies", f"{len(in_groups):,}, in {groups}" if len(in_groups) else "0"),
        ("also examples", f"{is_example:,}"),
        ("decided before", f"{decided:,}"),
        language,
    ]
    pile = _source("Pile", result.pile, more)
    return (pile,) if result.examples is None else (_source("Examples", result.examples, [language]), pile)


def source_name(documents: Documents) -> str | None:
    """Return the path that documents were read from; None if they were handed over.

    Parameters
    ----------
    documents : Documents
        Examples or pile.

    Returns
    -------
    str or None
        As it was given.

    Examples
    --------
    >>> from likewise.finder.inputs import as_documents
    >>> source_name(as_documents(["red wine"], "pile")) is None
    True
    """
    # A frame is called by its role.
    return None if documents.source in ("", "examples", "pile") else documents.source


def language_code(result: Result) -> str | None:
    """Return the code of the documents' language, for browsers that read aloud or hyphenate.

    Parameters
    ----------
    result : Result
        Any.

    Returns
    -------
    str or None
        Of two letters; None where it is not known, or English as all of the page.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> language_code(Finder("centroid", language="german").find(["roter Wein"], ["Tee", "Wein"]))
    'de'
    """
    return _CODES.get(str(result.settings.get("language")))


def _source(role: str, documents: Documents, more: Sequence[Fact]) -> Source:
    texts = documents.text.str.strip_chars()
    texts = texts.filter(texts != "")
    return Source(
        role,
        (
            ("from", source_name(documents) or "texts handed over by a program"),
            ("text from", _columns(documents.columns.get("text", ())) or "the documents themselves"),
            ("ids from", _columns(documents.columns.get("id", ())) or "their numbers, from 1"),
            ("documents", f"{len(documents):,}"),
            ("without text", f"{len(documents) - len(texts):,}"),
            ("exact copies", f"{len(texts) - texts.n_unique():,}"),
            *more,
        ),
        documents.unread[:_MOST_UNREAD],
        len(documents.unread),
    )


def _columns(names: Sequence[str]) -> str:
    return f"the {'column' if len(names) == 1 else 'columns'} {', '.join(names)}" if names else ""
