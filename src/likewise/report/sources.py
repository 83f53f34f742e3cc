"""What was read: from where, which columns, how many documents, and what is empty, double or not read."""

from collections.abc import Sequence

from likewise.documents import Documents
from likewise.finder.result import Result
from likewise.finder.titles import find_title_column
from likewise.report.bibliography import count_titles_only
from likewise.report.page import Fact, Source
from likewise.text.detection import CHARACTERS

#: The most rows of the table of what was not read.
_MOST_UNREAD = 1000
#: Codes of languages that have a stemmer but no stop list, and the usual code for Norwegian.
_MORE_CODES = {
    "armenian": "hy",
    "basque": "eu",
    "esperanto": "eo",
    "estonian": "et",
    "irish": "ga",
    "lithuanian": "lt",
    "nepali": "ne",
    "norwegian": "no",
    "serbian": "sr",
    "sesotho": "st",
    "tamil": "ta",
    "yiddish": "yi",
}


def describe_sources(result: Result) -> tuple[Source, ...]:
    """Describe what was read: the examples, if they are known, and the pile.

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
    >>> [source.role for source in describe_sources(Finder("centroid").find(["red wine"], ["tea", "wine"]))]
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


def get_source_name(documents: Documents) -> str | None:
    """Return the path that documents were read from; None if a program handed them over.

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
    >>> get_source_name(as_documents(["red wine"], "pile")) is None
    True
    """
    return documents.source or None


def get_language_code(result: Result) -> str | None:
    """Return the code of the language of the documents, for browsers that read aloud or hyphenate.

    Parameters
    ----------
    result : Result
        Any.

    Returns
    -------
    str or None
        Two letters; None where it is not known, or English like the rest of the page.

    Examples
    --------
    >>> from likewise.finder import Finder
    >>> get_language_code(Finder("centroid", language="german").find(["roter Wein"], ["Tee", "Wein"]))
    'de'
    """
    import stop_words  # loads the lists of all languages, which most searches need anyway

    codes = {name: code for code, name in stop_words.LANGUAGE_MAPPING.items()} | _MORE_CODES
    language = str(result.settings.get("language"))
    return None if language == "english" else codes.get(language)


def _source(role: str, documents: Documents, more: Sequence[Fact]) -> Source:
    texts = documents.text.str.strip_chars()
    texts = texts.filter(texts != "")
    return Source(
        role,
        (
            ("from", get_source_name(documents) or "texts given by a program"),
            ("text from", _columns(documents.columns.get("text", ())) or "the documents themselves"),
            ("ids from", _columns(documents.columns.get("id", ())) or "their numbers, from 1"),
            ("documents", f"{len(documents):,}"),
            ("without text", f"{len(documents) - len(texts):,}"),
            *(_title_only(documents)),
            ("exact copies", f"{len(texts) - texts.n_unique():,}"),
            *more,
        ),
        documents.unread[:_MOST_UNREAD],
        len(documents.unread),
    )


def _title_only(documents: Documents) -> list[Fact]:
    title = find_title_column(documents)
    return [] if title is None else [("with a title only", f"{count_titles_only(documents, title):,}")]


def _columns(names: Sequence[str]) -> str:
    return f"the {'column' if len(names) == 1 else 'columns'} {', '.join(names)}" if names else ""
